#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/evaluate.h"
#include "hlo/print_values.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"
#include "tests/support/read.h"

namespace hlo_text_v1::fuse_test {

using ::testing::HasSubstr;

// A fusion of one result and one of two, what they use and what uses them.
constexpr char kModule[] = R"(HloModule m, is_scheduled=true
one {
  p = s32[2] parameter(0)
  q = s32[2] parameter(1)
  m = s32[2] multiply(p, q)
  ROOT s = s32[2] add(m, p)
}
two {
  r = s32[2] parameter(0)
  n = s32[2] negate(r)
  d = s32[2] add(r, r)
  ROOT both = (s32[2], s32[2]) tuple(n, d)
}
consumer {
  t = s32[2] parameter(0)
  u = s32[2] parameter(1)
  v = s32[2] parameter(2)
  w = s32[2] subtract(t, u)
  ROOT x = s32[2] maximum(w, v)
}
ENTRY e {
  a = s32[2] constant({3, 4})
  b = s32[2] constant({-5, 6})
  sum = s32[2] add(a, b)
  f1 = s32[2] fusion(sum, b), kind=kLoop, calls=one
  early = s32[2] abs(sum)
  f2 = (s32[2], s32[2]) fusion(sum), kind=kLoop, calls=two
  g0 = s32[2] get-tuple-element(f2), index=0
  g1 = s32[2] get-tuple-element(f2), index=1
  other = s32[2] multiply(g1, g1)
  f3 = s32[2] fusion(f1, g0, f1), kind=kLoop, calls=consumer
  clamp = s32[2] minimum(f3, early)
  ROOT result = (s32[2], s32[2], s32[2]) tuple(clamp, other, f1)
}
)";

class Fuse : public testing::Test {
 protected:
  HloModule module_ = ReadModule(kModule);
  HloInstruction* Get(std::string_view name) { return Find(module_, name); }

  std::string Value() const {
    Arena arena;
    const absl::StatusOr<Literal> result = Evaluate(module_, {}, &arena);
    return result.ok() ? PrintLiteral(*result) : std::string(result.status().message());
  }
  absl::Status Apply(const char* producer, const char* fusion, OtherUsers others) {
    HloInstruction* from = Get(producer);
    if (from->opcode() == HloOpcode::kFusion) return MergeFusion(from, Get(fusion), others);
    return FuseInstruction(from, Get(fusion), others).status();
  }
};

TEST_F(Fuse, KeepsTheProgram) {
  const std::string before = Value();
  EXPECT_THAT(before, HasSubstr("{"));
  const std::pair<const char*, const char*> pairs[] = {
      {"sum", "f1"}, {"sum", "f2"}, {"a", "f3"},  {"b", "f1"},     {"f1", "f3"},   {"f2", "f3"},
      {"f1", "f2"},  {"f2", "f1"},  {"g0", "f3"}, {"early", "f3"}, {"other", "f3"}};
  int done = 0;
  for (OtherUsers others : {OtherUsers::kKeepProducer, OtherUsers::kUseFusion}) {
    for (const auto& [producer, fusion] : pairs) {
      module_ = ReadModule(kModule);
      SCOPED_TRACE(std::string(producer) + " into " + fusion);
      const absl::Status status = Apply(producer, fusion, others);
      if (!status.ok()) {
        EXPECT_EQ(Text(module_), Text(ReadModule(kModule))) << status;
        continue;
      }
      ++done;
      EXPECT_EQ(Value(), before);
      ExpectSound(module_);
    }
  }
  EXPECT_EQ(done, 15);
}

TEST_F(Fuse, AnyOrder) {
  const std::string before = Value();
  int done = 0;
  for (unsigned seed = 0; seed < 100 && !HasFailure(); ++seed) {
    module_ = ReadModule(kModule);
    std::mt19937 random(seed);
    for (int i = 0; i < 8; ++i) {
      std::vector<HloInstruction*> all;
      for (HloInstruction* each : module_.entry_computation()->instructions()) all.push_back(each);
      HloInstruction* producer = all[random() % all.size()];
      HloInstruction* fusion = all[random() % all.size()];
      if (fusion->operand_count() > 0 && random() % 2 == 0) producer = fusion->operand(0);
      const OtherUsers others =
          random() % 2 == 0 ? OtherUsers::kUseFusion : OtherUsers::kKeepProducer;
      const bool is_merge = producer->opcode() == HloOpcode::kFusion && random() % 2 == 0;
      const absl::Status status = is_merge ? MergeFusion(producer, fusion, others)
                                           : FuseInstruction(producer, fusion, others).status();
      done += status.ok() ? 1 : 0;
    }
    SCOPED_TRACE(seed);
    EXPECT_EQ(Value(), before);
    ExpectSound(module_);
  }
  EXPECT_GT(done, 100);
}

TEST_F(Fuse, EverythingIntoOne) {
  const std::string before = Value();
  for (const char* producer : {"f1", "f2", "sum", "a", "b"}) {
    ExpectOk(Apply(producer, "f3", OtherUsers::kUseFusion));
    ExpectSound(module_);
    EXPECT_EQ(Value(), before) << producer;
  }
  EXPECT_EQ(Get("f3")->operand_count(), 0);
  ExpectOk(InlineCall(Get("f3")).status());  // and back
  ExpectOk(RemoveUnusedComputations(&module_).status());
  ExpectSound(module_);
  EXPECT_EQ(Value(), before);
}

TEST_F(Fuse, ACopyOrAResult) {
  ExpectOk(FuseInstruction(Get("sum"), Get("f1")).status());
  EXPECT_NE(Get("sum"), nullptr);
  EXPECT_EQ(Names({Get("f1")->operands().begin(), Get("f1")->operands().end()}),
            (std::vector<std::string>{"b", "a"}));
  ExpectOk(FuseInstruction(Get("sum"), Get("f2"), OtherUsers::kUseFusion).status());
  EXPECT_EQ(Get("f2")->shape().tuple_shapes().size(), 3u);
  EXPECT_EQ(Get("early")->operand(0)->operand(0), Get("f2"));
}

TEST_F(Fuse, AFusionAsOneInstruction) {
  const std::string before = Value();
  ExpectOk(FuseInstruction(Get("f1"), Get("f3")).status());  // f1 stays
  ExpectSound(module_);
  EXPECT_EQ(Value(), before);
}

TEST_F(Fuse, Refuses) {
  const std::string before = Text(module_);
  const auto error = [&](const char* producer, const char* fusion,
                         OtherUsers others = OtherUsers::kKeepProducer) {
    return Message(Apply(producer, fusion, others));
  };
  EXPECT_EQ(error("sum", "early"), "early is not a fusion with a computation of its own");
  EXPECT_EQ(error("early", "f3"), "f3 does not use early");
  EXPECT_EQ(error("f3", "f3"), "f3 cannot fuse itself");
  EXPECT_EQ(Message(FuseInstruction(Get("clamp"), Get("f3"), OtherUsers::kUseFusion).status()),
            "clamp uses f3");
  EXPECT_EQ(error("early", "f3", OtherUsers::kUseFusion), "");
  EXPECT_EQ(Message(FuseInstruction(Get("f2"), Get("f3")).status()), "f3 does not use f2");
  module_ = ReadModule(kModule);
  ExpectOk(AddControlDependency(Get("early"), Get("f2")));
  EXPECT_EQ(error("f2", "f3"), "f2 has control dependencies");
  EXPECT_EQ(error("sum", "f2", OtherUsers::kUseFusion),
            "early uses sum and is needed by another instruction of the new computation");
  module_ = ReadModule(kModule);
  EXPECT_EQ(Text(module_), before);
  ExpectOk(SetAttribute(Get("f3"), MakeAttribute<AttributeKind::kSharding>(HloSharding())));
  EXPECT_EQ(error("f1", "f3", OtherUsers::kUseFusion), "f3 has a sharding");
  EXPECT_EQ(error("f1", "f3"), "");
}

TEST(FuseAsync, RefusesLinks) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "fused { p = f32[2] parameter(0) ROOT n = f32[2] negate(p) }\n"
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  s = ((f32[2]), f32[2]) abs-start(x)\n"
      "  d = f32[2] abs-done(s)\n"
      "  ROOT f = f32[2] fusion(d), kind=kLoop, calls=fused\n"
      "}\n");
  EXPECT_EQ(Message(FuseInstruction(Find(module, "d"), Find(module, "f")).status()),
            "d is part of an asynchronous operation");
  EXPECT_EQ(Message(FuseInstruction(Find(module, "x"), Find(module, "f")).status()),
            "x is a parameter");
  ExpectSound(module);
}

TEST(FuseEffect, IsNotRunTwice) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "fused { p = u32[2] parameter(0) ROOT n = u32[2] not(p) }\n"
      "ENTRY e {\n"
      "  x = u32[] constant(0)\n"
      "  y = u32[] constant(9)\n"
      "  r = u32[2] rng(x, y), distribution=rng_uniform\n"
      "  f = u32[2] fusion(r), kind=kLoop, calls=fused\n"
      "  ROOT t = (u32[2], u32[2]) tuple(f, r)\n"
      "}\n");
  EXPECT_EQ(Message(FuseInstruction(Find(module, "r"), Find(module, "f")).status()),
            "r has a side effect and other users");
  ExpectOk(FuseInstruction(Find(module, "r"), Find(module, "f"), OtherUsers::kUseFusion).status());
  ExpectSound(module);
}

}  // namespace hlo_text_v1::fuse_test
