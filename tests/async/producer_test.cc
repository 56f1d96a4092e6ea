// The link that a value carries: each kind of value on the way, loops, and searches that must end.
// XLA gave the answers.
#include "src/async/producer.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/async.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"
#include "tests/async/chain_test_util.h"

namespace hlo_text_v1::producer_test {

using namespace internal;
using test::NameOf;

struct ValueCase {
  std::string_view values;  // from s, a start of shape ((f32[8]), f32[8], s32[]), to v
  std::string_view producer;
};

TEST(Producer, OfValues) {
  const ValueCase kCases[] = {
      {"v = ((f32[8]), f32[8], s32[]) copy(s)", "s"},
      {"v = ((f32[8]), f32[8], s32[]) opt-barrier(s)", "s"},
      {"v = ((f32[8]), f32[8], s32[]) bitcast(s)", "none"},
      {"v = ((f32[8]), f32[8], s32[]) custom-call(s), custom_call_target=\"Sharding\"", "s"},
      {"v = ((f32[8]), f32[8], s32[]) custom-call(s), custom_call_target=\"sharding\"", "none"},
      {"t = (f32[8], ((f32[8]), f32[8], s32[])) tuple(a, s)\n"
       "v = ((f32[8]), f32[8], s32[]) get-tuple-element(t), index=1",
       "s"},
      {"t = (f32[8], ((f32[8]), f32[8], s32[])) tuple(a, s)\n"
       "v = f32[8] get-tuple-element(t), index=0",
       "none"},
      // Without an index, the first element that leads to a link; of a link, any element.
      {"v = (f32[8], ((f32[8]), f32[8], s32[])) tuple(a, s)", "s"},
      {"v = f32[8] get-tuple-element(s), index=1", "s"},
      {"t = (f32[8], ((f32[8]), f32[8], s32[])) tuple(a, s)\n"
       "v = f32[8] get-tuple-element(t), index=2",
       "none"},
      {"t = (f32[8], ((f32[8]), f32[8], s32[])) tuple(a, s)\n"
       "v = f32[8] get-tuple-element(t), index=-1",
       "none"},
      {"d = f32[8] async-done(s)\nv = f32[8] copy(d)", "none"},
      {"v = f32[8] copy(a)", "none"},
      // Starts of pairs: those of three collectives.
      {"g = (f32[8], f32[16]) all-gather-start(a), dimensions={0}\n"
       "v = (f32[8], f32[16]) opt-barrier(g)",
       "g"},
      {"r = f32[8] all-reduce-start(a), to_apply=sum\nv = f32[8] opt-barrier(r)", "r"},
      {"p = (f32[8], f32[8]) collective-permute-start(a), source_target_pairs={{0,1}}\n"
       "v = (f32[8], f32[8]) opt-barrier(p)",
       "p"},
      {"c = (f32[8], f32[8], u32[]) copy-start(a)\nv = (f32[8], f32[8], u32[]) opt-barrier(c)",
       "none"},
  };
  for (const ValueCase& c : kCases) {
    const HloModule module = ReadModule(StrCat(
        "w {\n  x = f32[8] parameter(0)\n  ROOT y = f32[8] negate(x)\n}\n"
        "sum {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
        "  ROOT z = f32[] add(x, y)\n}\nENTRY e {\n"
        "  a = f32[8] parameter(0)\n  s = ((f32[8]), f32[8], s32[]) async-start(a), calls=w\n",
        c.values, "\n}\n"));
    ProducerFinder finder(module);
    EXPECT_EQ(NameOf(finder.Find(*Find(module, "v"))), c.producer) << c.values;
  }
}

// A loop whose body has the lines `body` from p, the state, to the root.
std::string Loop(std::string_view body, std::string_view init = "s") {
  return StrCat(
      "w {\n  x = f32[8] parameter(0)\n  ROOT y = f32[8] negate(x)\n}\n"
      "body {\n  p = ((f32[8]), f32[8]) parameter(0)\n",
      body,
      "\n}\ncondition {\n  q = ((f32[8]), f32[8]) parameter(0)\n  c = f32[8] async-done(q)\n"
      "  ROOT n = pred[] constant(false)\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n  b = ((f32[8]), f32[8]) parameter(1)\n"
      "  s = ((f32[8]), f32[8]) async-start(a), calls=w\n  l = ((f32[8]), f32[8]) while(",
      init, "), condition=condition, body=body\n  ROOT d = f32[8] async-done(l)\n}\n");
}

// "d of s, u of s": each update and done, and its start.
std::string Starts(const HloModule& module) {
  std::string text;
  ProducerFinder finder(module);
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      if (!IsAsyncUpdate(*i) && !IsAsyncDone(*i)) continue;
      StrAppend(&text, text.empty() ? "" : ", ", i->name(), " of ", NameOf(finder.StartOf(*i)));
    }
  }
  return text;
}

TEST(Producer, ThroughLoops) {
  constexpr std::string_view kUpdate = "ROOT u = ((f32[8]), f32[8]) async-update(p)";
  EXPECT_EQ(Starts(ReadModule(Loop(kUpdate))), "u of s, c of none, d of s");
  // The value before the loop comes before that of its last iteration.
  constexpr std::string_view kAgain =
      "k = f32[8] async-done(p)\nROOT t = ((f32[8]), f32[8]) async-start(k), calls=w";
  EXPECT_EQ(Starts(ReadModule(Loop(kAgain))), "k of s, c of none, d of t");
  EXPECT_EQ(Starts(ReadModule(Loop(kAgain, "b"))), "k of t, c of none, d of t");
  // An update that only follows itself.
  EXPECT_EQ(Starts(ReadModule(Loop(kUpdate, "b"))), "u of none, c of none, d of none");
  EXPECT_EQ(Starts(ReadModule(Loop("ROOT i = ((f32[8]), f32[8]) copy(p)"))), "c of none, d of s");
}

TEST(Producer, ALoopInALoop) {
  const HloModule module = ReadModule(
      "w {\n  x = f32[8] parameter(0)\n  ROOT y = f32[8] negate(x)\n}\n"
      "inner {\n  p = ((f32[8]), f32[8]) parameter(0)\n"
      "  ROOT u = ((f32[8]), f32[8]) async-update(p)\n}\n"
      "never {\n  q = ((f32[8]), f32[8]) parameter(0)\n  ROOT n = pred[] constant(false)\n}\n"
      "outer {\n  p = ((f32[8]), f32[8]) parameter(0)\n"
      "  m = ((f32[8]), f32[8]) while(p), condition=never, body=inner\n"
      "  ROOT v = ((f32[8]), f32[8]) async-update(m)\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8]) async-start(a), calls=w\n"
      "  l = ((f32[8]), f32[8]) while(s), condition=never, body=outer\n"
      "  ROOT d = f32[8] async-done(l)\n}\n");
  EXPECT_EQ(Starts(module), "u of s, v of s, d of s");
}

// Two loops with one body: nobody knows which of them a link is in.
TEST(Producer, ASharedBody) {
  std::string text = Loop("ROOT u = ((f32[8]), f32[8]) async-update(p)");
  const size_t root = text.find("  ROOT d =");
  text.insert(root, "  l2 = ((f32[8]), f32[8]) while(s), condition=condition, body=body\n");
  EXPECT_EQ(Starts(ReadModule(text)), "u of none, c of none, d of none");
}

// An edit can take operands away.
TEST(Producer, WithoutOperands) {
  HloModule module = ReadModule(Loop("ROOT i = ((f32[8]), f32[8]) copy(p)"));
  const auto producer = [&](std::string_view name) {
    ProducerFinder finder(module);
    return NameOf(finder.Find(*Find(module, name)));
  };
  EXPECT_EQ(producer("i"), "s");
  IrAccess::SetOperands(module.arena(), Find(module, "l"), {});
  EXPECT_EQ(producer("i"), "none");
  EXPECT_EQ(producer("l"), "none");
  IrAccess::SetOperands(module.arena(), Find(module, "i"), {});
  EXPECT_EQ(producer("i"), "none");
  EXPECT_EQ(Starts(module), "c of none, d of none");
  IrAccess::SetOperands(module.arena(), Find(module, "d"), {});
  EXPECT_FALSE(IsDirect(*Find(module, "d")));
  EXPECT_EQ(Starts(module), "c of none, d of none");
}

// A start of another kind is no start of the chain, and names no computation.
TEST(Producer, AnUpdateOfAPair) {
  const HloModule module = ReadModule(
      "ENTRY e {\n  a = f32[8] parameter(0)\n"
      "  g = (f32[8], f32[16]) all-gather-start(a), dimensions={0}\n"
      "  k = (f32[8], f32[16]) copy(g)\n  u = ((f32[8]), f32[16]) async-update(k)\n"
      "  ROOT d = f32[16] async-done(k)\n}\n");
  ProducerFinder finder(module);
  EXPECT_EQ(NameOf(finder.Before(*Find(module, "d"))), "g");
  EXPECT_EQ(Starts(module), "u of none, d of none");
  EXPECT_EQ(NameOf(finder.StartOf(*Find(module, "a"))), "none");
  EXPECT_EQ(finder.WrappedBy(*Find(module, "u")), nullptr);
  EXPECT_EQ(FindAsyncOperations(module)[0].size(), 1u);  // of the start alone
  EXPECT_EQ(test::NamesOf(FindAsyncOperations(module)[0][0].all_links()), "g");
}

// Each loop doubles the ways to the one before it, which differ in the elements taken on them.
TEST(Producer, WaysThatCross) {
  std::string text = "never {\n  q = f32[] parameter(0)\n  ROOT n = pred[] constant(false)\n}\n";
  std::string entry = "ENTRY e {\n  l0 = f32[] parameter(0)\n";
  constexpr int kLoops = 60;
  for (int i = 1; i <= kLoops; ++i) {
    StrAppend(&text, "body", i, " {\n  p", i, " = f32[] parameter(0)\n  ROOT g", i,
              " = f32[] get-tuple-element(p", i, "), index=0\n}\n");
    StrAppend(&entry, "  e", i, " = f32[] get-tuple-element(l", i - 1, "), index=1\n  l", i,
              " = f32[] while(e", i, "), condition=never, body=body", i, "\n");
  }
  StrAppend(&text, entry, "  ROOT d = f32[] async-done(l", kLoops, ")\n}\n");
  EXPECT_EQ(Starts(ReadModule(text)), "d of none");
}

// Every element of every tuple, each looked into once.
TEST(Producer, TuplesOfTuples) {
  std::string text = "ENTRY e {\n  a = f32[] parameter(0)\n";
  std::string shape = "f32[]";
  std::string last = "a";
  for (int i = 0; i < 12; ++i) {
    shape = StrCat("(", shape, ", ", shape, ")");
    StrAppend(&text, "  t", i, " = ", shape, " tuple(", last, ", ", last, ")\n");
    last = StrCat("t", i);
  }
  StrAppend(&text, "  ROOT d = f32[] async-done(t11)\n}\n");
  EXPECT_EQ(Starts(ReadModule(text)), "d of none");
}

// Linear: 20,000 dones at the end of 20,000 copies.
TEST(Producer, LongWays) {
  std::string text = Loop("ROOT i = ((f32[8]), f32[8]) copy(p)");
  text.resize(text.find("  ROOT d ="));
  std::string last = "l";
  for (int i = 0; i < 20000; ++i) {
    StrAppend(&text, "  k", i, " = ((f32[8]), f32[8]) copy(", last, ")\n");
    last = StrCat("k", i);
  }
  for (int i = 0; i < 20000; ++i) {
    StrAppend(&text, "  d", i, " = f32[8] async-done(k19999)\n");
  }
  StrAppend(&text, "}\n");
  const HloModule module = ReadModule(text);
  const auto operations = FindAsyncOperations(*module.entry_computation());
  ASSERT_EQ(operations.size(), 1u);
  EXPECT_EQ(operations[0].all_links().size(), 20001u);
}

TEST(Producer, WrappedBy) {
  const HloModule module = ReadModule(
      "w {\n  x = f32[8] parameter(0)\n  ROOT y = f32[8] negate(x)\n}\n"
      "v {\n  x = f32[8] parameter(0)\n  ROOT y = f32[8] negate(x)\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n  b = ((f32[8]), f32[8]) parameter(1)\n"
      "  s = ((f32[8]), f32[8]) async-start(a), calls=w\n  d = f32[8] async-done(s), calls=w\n"
      "  u = ((f32[8]), f32[8]) async-update(b), calls=v\n"
      "  k = ((f32[8]), f32[8]) copy(u)\n  un = ((f32[8]), f32[8]) async-update(k)\n"
      "  d2 = f32[8] async-done(un), calls=v\n  d3 = f32[8] async-done(b)\n}\n");
  ProducerFinder finder(module);
  std::string text;
  for (const std::string_view name : {"s", "d", "u", "un", "d2", "d3"}) {
    const HloInstruction& link = *Find(module, name);
    const HloComputation* wrapped = finder.WrappedBy(link);
    const HloComputation* own = OwnComputation(link);
    StrAppend(&text, name, " ", wrapped == nullptr ? "none" : wrapped->name(),
              own == nullptr ? "; " : " itself; ");
  }
  EXPECT_EQ(text, "s w; d w; u v itself; un v; d2 v itself; d3 none; ");
}

// Links of one operation in several computations.
TEST(Producer, OperationsAcrossLoops) {
  const HloModule module = ReadModule(Loop("ROOT u = ((f32[8]), f32[8]) async-update(p)"));
  const auto all = FindAsyncOperations(module);
  ASSERT_EQ(all.size(), 4u);
  ASSERT_EQ(all[3].size(), 1u);
  const AsyncOperation& operation = all[3][0];
  EXPECT_EQ(test::NamesOf(operation.links()), "s d");
  EXPECT_EQ(test::NamesOf(operation.chain()), "s u d");
  EXPECT_EQ(test::NamesOf(operation.all_links()), "u s d");
  EXPECT_FALSE(operation.is_direct());
  EXPECT_EQ(test::NamesOf(operation.Between()), "l");
  const HloInstruction* update = Find(module, "u");
  const AsyncIndex body(*update->parent());
  ASSERT_NE(body.Of(*update), nullptr);
  EXPECT_EQ(NameOf(&body.Of(*update)->start()), "s");
  EXPECT_EQ(body.Of(operation.start()), nullptr);
  EXPECT_EQ(body.Distance(*body.Of(*update)), -1);
  const AsyncIndex index(module);
  ASSERT_EQ(index.operations().size(), 1u);
  for (const HloInstruction* link : operation.chain()) {
    EXPECT_EQ(index.Of(*link), &index.operations()[0]);
  }
  EXPECT_EQ(index.Of(*Find(module, "l")), nullptr);
  EXPECT_EQ(index.Distance(index.operations()[0]), 1);
  EXPECT_EQ(
      test::OfChain(module, "u", [](const AsyncOperation& c) { return test::NamesOf(c.chain()); }),
      "s u d");
}

}  // namespace hlo_text_v1::producer_test
