// Bindings move along a chain, chains merge and split. Each result is sound (ExpectSound), and is
// the program that it was once its chains are synchronous.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "src/base/strings.h"
#include "tests/edit/edit_test_util.h"
#include "tests/support/random_async.h"

namespace hlo_text_v1::late_binding_test {

using namespace internal;

// Two chains: s, u, d binds one operand late and the result at the done; t, v is independent.
constexpr char kText[] = R"(HloModule m, is_scheduled=true
work { p = f32[8] parameter(0)  q = f32[8] parameter(1)  ROOT r = f32[8] add(p, q) }
other { o = f32[4] parameter(0)  k = f32[4] abs(o)  ROOT n = f32[4] negate(k) }
ENTRY e {
  a = f32[8] parameter(0)
  c = f32[4] parameter(1)
  s = ((f32[8]), (), u32[]) async-start(a), calls=work
  b = f32[8] cosine(a)
  t = ((f32[4]), f32[4], s32[]) async-start(c), calls=other
  u = ((f32[8], f32[8]), (), u32[]) async-update(s, b)
  between = f32[8] sine(a)
  d = f32[8] async-done(u)
  v = f32[4] async-done(t)
  ROOT z = (f32[8], f32[4], f32[8]) tuple(d, v, between)
}
)";

HloInstruction* At(HloModule& module, std::string_view name) {
  for (HloInstruction* i : module.entry_computation()->instructions()) {
    if (i->name() == name) return i;
  }
  ADD_FAILURE() << name;
  return nullptr;
}

// The links of the entry computation, each on a line.
std::string Links(const HloModule& module) {
  std::string text;
  PrintOptions options = PrintOptions::ShortParsable();
  options.include_layout_in_shapes = false;
  options.async_mode = AsyncPrintMode::kGeneric;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    if (IsAsyncStart(*i) || IsAsyncUpdate(*i) || IsAsyncDone(*i)) {
      text += PrintHloInstruction(*i, options) + "\n";
    }
  }
  return text;
}

// The values that `module` computes, however it binds.
Fingerprint128 Work(const HloModule& module) {
  HloModule copy = module.Clone();
  for (HloComputation* computation : copy.computations()) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->parent() != nullptr && IsAsyncDone(*i)) ExpectOk(CreateSyncInstruction(i).status());
    }
  }
  return Fingerprint(copy);
}

using Edit = std::function<absl::Status(HloModule&)>;

TEST(LateBinding, Moves) {
  struct Row {
    Edit edit;
    std::string links;  // of the first chain
  };
  const std::string other = "t = ((f32[4]), f32[4], s32[]) async-start(c), calls=other\n";
  const Row rows[] = {
      {[](HloModule& m) { return BindOperandAt(At(m, "u"), 0); },
       "s = ((), (), u32[]) async-start(), calls=work\n" + other +
           "u = ((f32[8], f32[8]), (), u32[]) async-update(s, a, b)\n"},
      {[](HloModule& m) { return BindResultAt(At(m, "u")); },
       "s = ((f32[8]), (), u32[]) async-start(a), calls=work\n" + other +
           "u = ((f32[8], f32[8]), f32[8], u32[]) async-update(s, b)\n"},
      {[](HloModule& m) { return BindResultAt(At(m, "s")); },
       "s = ((f32[8]), f32[8], u32[]) async-start(a), calls=work\n" + other +
           "u = ((f32[8], f32[8]), f32[8], u32[]) async-update(s, b)\n"},
      {[](HloModule& m) {
         return InsertAsyncUpdate(At(m, "u"), "w").status().ok() ? BindOperandAt(At(m, "w"), 1)
                                                                 : absl::InternalError("");
       },
       "s = ((f32[8]), (), u32[]) async-start(a), calls=work\n" + other +
           "u = ((f32[8]), (), u32[]) async-update(s)\n"
           "w = ((f32[8], f32[8]), (), u32[]) async-update(u, b)\n"},
      {[](HloModule& m) { return SetAsyncThread(At(m, "s"), "side"); },
       "s = ((f32[8]), (), u32[]) async-start(a), async_execution_thread=\"side\", calls=work\n" +
           other + "u = ((f32[8], f32[8]), (), u32[]) async-update(s, b)\n"},
  };
  for (const Row& row : rows) {
    HloModule module = ReadModule(kText);
    const Fingerprint128 before = Work(module);
    ExpectOk(row.edit(module));
    EXPECT_EQ(Links(module), row.links + "d = f32[8] async-done(" +
                                 std::string(At(module, "d")->operand(0)->name()) +
                                 ")\nv = f32[4] async-done(t)\n");
    ExpectSound(module);
    EXPECT_EQ(Work(module), before);
  }
}

TEST(LateBinding, Threads) {
  HloModule module = ReadModule(kText);
  HloInstruction* s = At(module, "s");
  ExpectOk(SetAsyncThread(s, "side"));
  EXPECT_EQ(s->FindAttribute(AttributeKind::kCalls)->AsComputation()->execution_thread(), "side");
  ExpectOk(SetAsyncThread(s, "main"));
  EXPECT_EQ(s->FindAttribute(AttributeKind::kCalls)->AsComputation()->execution_thread(), "main");
  EXPECT_EQ(Fingerprint(module), Fingerprint(ReadModule(kText)));
}

TEST(LateBinding, MergesAndSplits) {
  HloModule module = ReadModule(kText);
  const Fingerprint128 before = Work(module);
  ExpectOk(InsertAsyncUpdate(At(module, "t")).status());  // binds nothing, and goes
  const absl::StatusOr<HloInstruction*> done = MergeAsync(At(module, "d"), At(module, "v"));
  ASSERT_TRUE(done.ok()) << done.status();
  ExpectSound(module);
  EXPECT_EQ(Links(module),
            "async-start = ((f32[8], f32[8], f32[4]), (f32[8], f32[4])) async-start(a, b, c), "
            "calls=async_wrapped\n"
            "async-done = (f32[8], f32[4]) async-done(async-start)\n");
  EXPECT_EQ(module.computations().size(), 2u);

  const absl::StatusOr<std::vector<HloInstruction*>> dones = SplitAsync(*done);
  ASSERT_TRUE(dones.ok()) << dones.status();
  ExpectSound(module);
  EXPECT_EQ(Names(*dones), (std::vector<std::string>{"add-done", "negate-done"}));
  EXPECT_EQ(module.computations().size(), 3u);
  EXPECT_EQ(Work(module), before);
}

TEST(LateBinding, SetsOnAllThatTextCopies) {
  HloModule module = ReadModule(kText);
  OpMetadata metadata;
  metadata.op_name = "new";
  const Attribute attribute = MakeAttribute<AttributeKind::kMetadata>(metadata);
  ExpectOk(SetOnChain(At(module, "d"), attribute));
  HloModule again = ReadModule(PrintHloModule(module));
  LetLastLinkWin(&again);
  EXPECT_EQ(PrintHloModule(again), PrintHloModule(module));
  EXPECT_TRUE(RoundTripWarnings(module).empty());

  HloInstruction* root = At(module, "s")->async_wrapped_computation()->root_instruction();
  ExpectOk(RemoveAttribute(root, AttributeKind::kMetadata));
  const std::vector<Diagnostic> warnings = RoundTripWarnings(module);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].message,
            "XLA's parser replaces the metadata of r by that of s; SetOnChain sets both");
  EXPECT_EQ(At(again, "s")->metadata().op_name, "new");
  EXPECT_EQ(SetOnChain(At(module, "d"),
                       MakeAttribute<AttributeKind::kDirection>(ComparisonDirection::kEq))
                .message(),
            "direction belongs to the start or to the instruction alone");
}

TEST(LateBinding, Refuses) {
  struct Row {
    Edit edit;
    std::string message;
  };
  const auto merge = [](HloModule& m) { return MergeAsync(At(m, "d"), At(m, "v")).status(); };
  const Row rows[] = {
      {[](HloModule& m) { return BindOperandAt(At(m, "b"), 0); },
       "b is not a link of a chain that its operands lead to"},
      {[](HloModule& m) { return BindOperandAt(At(m, "s"), 1); }, "b comes after s"},
      {[](HloModule& m) { return BindOperandAt(At(m, "u"), 2); },
       "the chain of u binds 2 operands"},
      {[](HloModule& m) { return BindOperandAt(At(m, "d"), 0); },
       "d is a done, which binds no operand"},
      {[](HloModule& m) { return InsertAsyncUpdate(At(m, "d")).status(); }, "d ends its chain"},
      {[](HloModule& m) { return SetAsyncThread(At(m, "u"), "t"); }, "u is not an async-start"},
      {[](HloModule& m) { return SetAsyncThread(At(m, "s"), "a\"b"); },
       "no execution thread is called a\"b"},
      {[](HloModule& m) { return MergeAsync(At(m, "d"), At(m, "u")).status(); },
       "the same chain twice"},
      {[&](HloModule& m) {
         ExpectOk(SetAsyncThread(At(m, "s"), "side"));
         return merge(m);
       },
       "s and t run on other threads"},
      {[&](HloModule& m) {
         EXPECT_TRUE(MoveAfter(At(m, "t"), At(m, "d")).ok());
         return merge(m);
       },
       "d comes before t"},
      {[&](HloModule& m) {
         EXPECT_TRUE(AddControlDependency(At(m, "s"), At(m, "between")).ok());
         return merge(m);
       },
       "s has a control dependency within its chain"},
      {[&](HloModule& m) {
         EXPECT_TRUE(MoveBefore(At(m, "t"), At(m, "s")).ok());
         EXPECT_TRUE(MoveAfter(At(m, "b"), At(m, "s")).ok());
         return merge(m);
       },
       "b comes after s"},
      {[](HloModule& m) { return SplitAsync(At(m, "d")).status(); },
       "s does not bind all operands"},
      {[](HloModule& m) { return SplitAsync(At(m, "v")).status(); },
       "z uses the whole result of v"},
  };
  for (const Row& row : rows) {
    HloModule module = ReadModule(kText);
    EXPECT_EQ(row.edit(module).message(), row.message);
    ExpectSound(module);
  }
}

// Chains that are not a line of links, and what needs more of them than a line.
TEST(LateBinding, RefusesOtherChains) {
  const std::string head =
      "HloModule m\n"
      "w { p = f32[8] parameter(0)  ROOT r = f32[8] negate(p) }\n"
      "v { p = f32[8] parameter(0)  ROOT r = f32[8] abs(p) }\n";
  const std::string start =
      "a = f32[8] parameter(0) s = ((f32[8]), f32[8]) async-start(a), calls=w ";
  const std::string later =
      "w { p = f32[8] parameter(0) q = f32[8] parameter(1) ROOT r = f32[8] add(p, q) }\n"
      "v { p = f32[8] parameter(0)  ROOT r = f32[8] abs(p) }\n";
  struct Row {
    std::string text;
    Edit edit;
    std::string message;
  };
  const auto insert = [](HloModule& m) { return InsertAsyncUpdate(At(m, "s")).status(); };
  const Row rows[] = {
      {head + "ENTRY e { " + start + "ROOT d = f32[8] async-done(s) }", insert, ""},
      {head + "ENTRY e { a = f32[8] parameter(0) "
              "ROOT s = ((f32[8]), f32[8]) async-start(a), calls=w }",
       insert, "s is not used by the next link only"},
      {head + "ENTRY e { " + start + "ROOT t = (((f32[8]), f32[8])) tuple(s) }", insert,
       "s is not used by the next link only"},
      {head + "ENTRY e { " + start +
           "d = f32[8] async-done(s) c = f32[8] async-done(s) ROOT t = f32[8] add(d, c) }",
       insert, "s is not used by the next link only"},
      {head + "ENTRY e { a = f32[8] parameter(0) s = ((f32[8]), ()) async-start(a), calls=w "
              "u = ((f32[8]), f32[8]) async-update(s, a) ROOT d = f32[8] async-done(u) }",
       insert, "u binds buffers of the result"},
      {head + "ENTRY e { " + start +
           "d = f32[8] async-done(s) t = ((f32[8]), f32[8]) async-start(a), calls=w "
           "c = f32[8] async-done(t) ROOT z = f32[8] add(d, c) }",
       [](HloModule& m) { return SetAsyncThread(At(m, "s"), "t"); }, "w has other callers"},
      {head + "ENTRY e { " + start + "ROOT d = f32[8] async-done(s) }",
       [](HloModule& m) { return SetAsyncThread(At(m, "s"), ""); },
       "no execution thread is called "},
      {head + "ENTRY e { " + start + "ROOT d = f32[8] async-done(s) }",
       [](HloModule& m) { return BindOperandAt(At(m, "s"), -1); },
       "the chain of s binds 1 operands"},
      {head + "ENTRY e { " + start + "ROOT d = f32[8] async-done(s) }",
       [](HloModule& m) { return SplitAsync(At(m, "d")).status(); }, "d is the root"},
      {"HloModule m\n" + later +
           "ENTRY e { a = f32[8] parameter(0) s = ((f32[8]), ()) async-start(a), calls=w "
           "d = f32[8] async-done(s) t = ((f32[8]), f32[8]) async-start(a), calls=v "
           "c = f32[8] async-done(t) ROOT z = f32[8] add(d, c) }",
       [](HloModule& m) { return MergeAsync(At(m, "d"), At(m, "c")).status(); },
       "not all operands of s are bound"},
      {head + "ENTRY e { " + start +
           "d = f32[8] async-done(s) t = ((f32[8]), f32[8]) async-start(a), calls=v, "
           "control-predecessors={d} c = f32[8] async-done(t) ROOT z = f32[8] add(d, c) }",
       [](HloModule& m) { return MergeAsync(At(m, "d"), At(m, "c")).status(); },
       "t needs the result of the other chain"},
      {head + "ENTRY e { " + start +
           "n = f32[8] negate(a) d = f32[8] async-done(s), control-predecessors={n} "
           "t = ((f32[8]), f32[8]) async-start(a), calls=v "
           "c = f32[8] async-done(t) ROOT z = f32[8] add(d, c) }",
       [](HloModule& m) { return MergeAsync(At(m, "d"), At(m, "c")).status(); },
       "d has a control dependency within its chain"},
  };
  for (const Row& row : rows) {
    HloModule module = ReadModule(row.text);
    const std::string before = Text(module);
    EXPECT_EQ(row.edit(module).message(), row.message) << row.text;
    EXPECT_EQ(Text(module) == before, !row.message.empty());
  }
}

// Without a schedule, only the program tells whether one chain needs the other.
TEST(LateBinding, DoesNotMergeWhatWaits) {
  HloModule module = ReadModule(R"(HloModule m
work { p = f32[8] parameter(0)  ROOT r = f32[8] negate(p) }
more { p = f32[8] parameter(0)  ROOT r = f32[8] abs(p) }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(a), calls=work
  d = f32[8] async-done(s)
  b = f32[8] cosine(d)
  t = ((f32[8]), f32[8]) async-start(b), calls=more
  ROOT v = f32[8] async-done(t)
})");
  EXPECT_EQ(MergeAsync(At(module, "v"), At(module, "d")).status().message(),
            "t needs the result of the other chain");
}

TEST(LateBinding, SplitsOnlyWhatFallsApart) {
  const auto split = [](std::string_view wrapped) {
    HloModule module = ReadModule(StrCat("HloModule m\nw { ", wrapped, R"( }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), (f32[8], f32[8])) async-start(a), calls=w
  d = (f32[8], f32[8]) async-done(s)
  x = f32[8] get-tuple-element(d), index=0
  y = f32[8] get-tuple-element(d), index=1
  ROOT z = f32[8] add(x, y)
})"));
    const absl::Status status = SplitAsync(At(module, "d")).status();
    ExpectSound(module);
    return Message(status);
  };
  const std::string head = "p = f32[8] parameter(0) ";
  EXPECT_EQ(split(head + "n = f32[8] negate(p) k = f32[8] abs(p) "
                         "ROOT t = (f32[8], f32[8]) tuple(n, k)"),
            "");
  EXPECT_EQ(split(head + "n = f32[8] negate(p) k = f32[8] abs(n) "
                         "ROOT t = (f32[8], f32[8]) tuple(n, k)"),
            "n is needed for two results");
  EXPECT_EQ(split(head + "n = f32[8] negate(p) k = f32[8] abs(p) i = f32[8] cosine(p) "
                         "ROOT t = (f32[8], f32[8]) tuple(n, k)"),
            "i is needed for no result");
  EXPECT_EQ(split(head + "ROOT t = (f32[8], f32[8]) custom-call(p), custom_call_target=\"f\""),
            "w does not give a tuple of results");
}

TEST(LateBinding, RandomChains) {
  int edits = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    HloModule module = ReadModule(test::RandomAsyncModule(seed));
    std::mt19937 random(static_cast<uint32_t>(seed));
    for (HloComputation* computation : module.computations()) {
      for (HloInstruction* i : PrintOrder(*computation)) {
        if (!IsAsyncStart(*i) && !IsAsyncUpdate(*i)) continue;
        absl::StatusOr<HloInstruction*> update = InsertAsyncUpdate(i);
        if (!update.ok()) continue;
        const int64_t operand = static_cast<int64_t>(random() % 3);
        edits += BindOperandAt(random() % 2 == 0 ? i : *update, operand).ok() ? 1 : 0;
        edits += BindResultAt(random() % 2 == 0 ? i : *update).ok() ? 1 : 0;
      }
    }
    // Not ExpectSound: computations may print in another order once operands are used elsewhere.
    SCOPED_TRACE(seed);
    EXPECT_TRUE(Verify(module).empty());
    EXPECT_EQ(CheckHints(module), "");
    PrintOptions keep;
    keep.async_mode = AsyncPrintMode::kKeep;
    if (!RoundTripWarnings(module, keep).empty()) continue;  // loses a thread
    EXPECT_EQ(Fingerprint(ReadModule(Text(module))), Fingerprint(module));
    if (HasFailure()) return;
  }
  EXPECT_GT(edits, 500);
}

}  // namespace hlo_text_v1::late_binding_test
