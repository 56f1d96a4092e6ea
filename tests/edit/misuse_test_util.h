// Ways to misuse the library, a row for each: what it does with a module. In builds without
// assertions each gives a Status or does nothing, and the module stays as it is. With assertions,
// those that are the program's fault stop it with a message; those that depend on the module are a
// Status all the same.
#ifndef HLO_TESTS_EDIT_MISUSE_TEST_UTIL_H_
#define HLO_TESTS_EDIT_MISUSE_TEST_UTIL_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "tests/edit/edit_test_util.h"

namespace hlo::misuse_test {

using namespace internal;

constexpr char kText[] =
    "HloModule m\n"
    "f { p = f32[] parameter(0)  ROOT q = f32[] abs(p) }\n"
    "gone { g = f32[] parameter(0)  ROOT h = f32[] negate(g) }\n"
    "ENTRY e {\n"
    "  x = f32[] parameter(0)\n"
    "  y = f32[] parameter(1)\n"
    "  a = f32[] add(x, y)\n"
    "  b = f32[] call(a), to_apply=f\n"
    "  c = f32[] constant(1)\n"
    "  d = f32[] copy(c)\n"
    "  t = f32[2] broadcast(d), dimensions={}\n"
    "  ROOT r = (f32[], f32[2], f32[]) tuple(b, t, y)\n"
    "}\n";

// What a row may use wrongly.
struct Scene {
  Scene() : module(ReadModule(kText)), other(ReadModule(kText)) {
    e = module.entry_computation();
    f = FindComputation(module, "f");
    gone = FindComputation(module, "gone");
    ExpectOk(RemoveComputation(gone));
    for (auto [name, instruction] : {std::pair{"x", &x},
                                     {"y", &y},
                                     {"a", &a},
                                     {"b", &b},
                                     {"c", &c},
                                     {"d", &d},
                                     {"t", &t},
                                     {"r", &r},
                                     {"q", &q}}) {
      *instruction = Find(module, name);
    }
    HloBuilder builder(e);
    removed = builder.AddUnary(HloOpcode::kNegate, x);
    ExpectOk(RemoveInstruction(removed));
    foreign = Find(other, "a");
    foreign_shape = other.shapes().Array(PrimitiveType::kF32, {3});
    pair = module.shapes().Array(PrimitiveType::kF32, {2});
  }

  const Attribute& Dimensions() const { return t->attributes()[0]; }

  HloModule module;
  HloModule other;
  HloComputation *e, *f, *gone;
  HloInstruction *x, *y, *a, *b, *c, *d, *t, *r, *q;
  HloInstruction* removed;
  HloInstruction* foreign;
  const Shape* foreign_shape;
  const Shape* pair;
  HloInstruction* const null = nullptr;
};

using Status = absl::Status;

// For functions without a status.
template <typename Function>
Status Silently(Function function) {
  function();
  return absl::OkStatus();
}
template <typename T>
Status StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}
// Builds into a new computation and returns the builder's status.
Status Built(Scene& s, const std::function<void(HloBuilder&, HloInstruction*)>& add) {
  HloBuilder builder(&s.module, "new");
  add(builder, builder.AddParameter(&s.x->shape(), "p"));
  return builder.status();
}

enum class Fault {
  kProgram,
  kModule,
  kAccessor,  // the program's; without assertions a neutral result
};

struct Row {
  const char* name;
  std::function<Status(Scene&)> use;
  // Part of the message of the status (with assertions of a program's fault: of the death); "" if
  // there is no status.
  const char* message;
  Fault fault = Fault::kProgram;
};

constexpr Fault kModule = Fault::kModule;
constexpr Fault kAccessor = Fault::kAccessor;
using S = Scene&;
using B = HloBuilder&;
using I = HloInstruction*;
using K = AttributeKind;

using Rows = std::vector<Row>;

#ifdef NDEBUG
constexpr bool kHasAssertions = false;
#else
constexpr bool kHasAssertions = true;
#endif

inline void ExpectStatusOrNothing(const Rows& rows) {
  for (const Row& row : rows) {
    if (kHasAssertions && row.fault != Fault::kModule) continue;
    SCOPED_TRACE(row.name);
    Scene scene;
    const std::string before = Text(scene.module);
    const Status status = row.use(scene);
    EXPECT_EQ(Text(scene.module), before);
    for (const Diagnostic& d : Verify(scene.module)) ADD_FAILURE() << d.message;
    EXPECT_EQ(CheckHints(scene.module), "");
    if (*row.message == '\0' || row.fault == Fault::kAccessor) {
      ExpectOk(status);
    } else {
      EXPECT_FALSE(status.ok());
      EXPECT_THAT(Message(status), testing::ContainsRegex(row.message));
    }
  }
}

inline void ExpectDeathWithAssertions(const Rows& rows) {
  if (!kHasAssertions) GTEST_SKIP() << "built without assertions";
  for (const Row& row : rows) {
    if (row.fault == Fault::kModule) continue;
    SCOPED_TRACE(row.name);
    Scene scene;
    EXPECT_DEATH_IF_SUPPORTED(row.use(scene).IgnoreError(),
                              std::string("Misuse of hlo::.*") + row.message);
  }
}

}  // namespace hlo::misuse_test

#endif  // HLO_TESTS_EDIT_MISUSE_TEST_UTIL_H_
