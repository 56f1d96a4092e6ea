// The asynchronous operations of a computation: chains, sugared or not, and pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "src/async/chain.h"
#include "src/base/strings.h"
#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::operations_test {

using namespace internal;

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kText[] = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
ENTRY e {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8], u32[]) custom-call-start(x), async_execution_thread="host", custom_call_target="t"
  ars = f32[8] all-reduce-start(x), to_apply=add
  u = ((f32[8]), f32[8], u32[]) custom-call-update(s)
  v = ((f32[8]), f32[8], u32[]) custom-call-update(u)
  ard = f32[8] all-reduce-done(ars)
  lost = (f32[8], f32[8], u32[]) copy-start(x)
  d = f32[8] custom-call-done(v)
  ROOT t = (f32[8], f32[8]) tuple(ard, d)
}
)";

TEST(AsyncOperations, ChainsAndPairs) {
  HloModule module = ModuleOf(kText);
  for (const bool is_desugared : {false, true}) {
    if (is_desugared) Desugar(&module);
    const auto all = FindAsyncOperations(*module.entry_computation());
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].start().name(), "s");
    EXPECT_THAT(NamesOf(all[0].updates()), ElementsAre("u", "v"));
    ASSERT_NE(all[0].done(), nullptr);
    EXPECT_EQ(all[0].done()->name(), "d");
    EXPECT_EQ(all[0].wrapped_opcode_name(), "custom-call");
    EXPECT_EQ(all[0].execution_thread(), "host");
    EXPECT_EQ(all[0].wrapped_computation() != nullptr, is_desugared);

    EXPECT_EQ(all[1].start().name(), "ars");
    EXPECT_THAT(all[1].updates(), IsEmpty());
    ASSERT_NE(all[1].done(), nullptr);
    EXPECT_EQ(all[1].done()->name(), "ard");
    EXPECT_EQ(all[1].wrapped_opcode_name(), "all-reduce");
    EXPECT_EQ(all[1].execution_thread(), "");

    EXPECT_EQ(all[2].start().name(), "lost");
    EXPECT_EQ(all[2].done(), nullptr);
    EXPECT_EQ(all[2].wrapped_opcode_name(), "copy");
  }
}

// "links; all links" of each operation.
std::vector<std::string> Describe(const HloModule& module) {
  std::vector<std::string> lines;
  for (const AsyncOperation& operation : FindAsyncOperations(*module.entry_computation())) {
    lines.push_back(StrCat(absl::StrJoin(NamesOf(operation.links()), " "), "; ",
                           absl::StrJoin(NamesOf(operation.all_links()), " ")));
  }
  return lines;
}

TEST(AsyncOperations, SeveralFollowers) {
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) negate-start(x)
  t = ((f32[8]), f32[8]) negate-start(x)
  ua = ((f32[8]), f32[8]) negate-update(s)
  d = f32[8] negate-done(s)
  ub = ((f32[8]), f32[8]) negate-update(ua)
  dt = f32[8] negate-done(t)
  uc = ((f32[8]), f32[8]) negate-update(ua)
  d3 = f32[8] negate-done(uc)
  ROOT d2 = f32[8] negate-done(ub)
})");
  EXPECT_THAT(Describe(module), ElementsAre("s ua ub d2; s ua d ub uc d3 d2", "t dt; t dt"));
}

// The wrapped instruction may be a link itself, in its own computation.
TEST(AsyncOperations, OfLinks) {
  const HloModule module = ModuleOf(R"(HloModule m
starts {
  x = f32[8] parameter(0)
  ROOT s = ((f32[8]), f32[8]) negate-start(x)
}
updates {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) negate-start(x)
  ROOT u = ((f32[8]), f32[8]) negate-update(s)
}
finishes {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) negate-start(x)
  ROOT d = f32[8] negate-done(s)
}
ENTRY e {
  x = f32[8] parameter(0)
  a = ((f32[8]), ((f32[8]), f32[8])) async-start(x), calls=starts
  b = ((f32[8]), ((f32[8]), f32[8])) async-start(x), calls=updates
  c = ((f32[8]), f32[8]) async-start(x), calls=finishes
  ROOT d = f32[8] async-done(c)
})");
  std::vector<std::string> wrapped;
  for (const AsyncOperation& each : FindAsyncOperations(*module.entry_computation())) {
    wrapped.push_back(StrCat(HloOpcodeName(each.wrapped_opcode()), " ", each.wrapped_opcode_name(),
                             " ", each.callee()->name()));
  }
  EXPECT_THAT(wrapped, ElementsAre("async-start negate starts", "async-update negate updates",
                                   "async-done negate finishes"));
}

TEST(AsyncOperations, OfALinkOfAPair) {
  const HloModule module = ModuleOf(kText);
  const UserSnapshot users(*module.entry_computation());
  for (const char* link : {"ars", "ard"}) {
    const auto operation = AsyncOperation::Of(*Find(module, link), users);
    ASSERT_TRUE(operation.has_value()) << link;
    EXPECT_TRUE(operation->is_pair());
    EXPECT_THAT(NamesOf(operation->links()), ElementsAre("ars", "ard"));
    EXPECT_EQ(operation->OutputBinding(), &operation->start());
    EXPECT_EQ(operation->FullyBound(), &operation->start());
    EXPECT_TRUE(operation->Aliases().empty() && operation->RequestedAliases().empty());
  }
}

// An edit can put a link after a done.
TEST(AsyncOperations, BehindADone) {
  HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) negate-start(x)
  u = ((f32[8]), f32[8]) negate-update(s)
  d = f32[8] negate-done(u)
  t = ((f32[8]), f32[8]) negate-start(x)
  ROOT d2 = f32[8] negate-done(t)
})");
  Desugar(&module);
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(Find(module, "d2"), 0, Find(module, "d")).ok());
  EXPECT_THAT(Describe(module), ElementsAre("s u d; s u d d2", "t; t"));
  EXPECT_EQ(StartOf(*Find(module, "d")), Find(module, "s"));
  EXPECT_EQ(StartOf(*Find(module, "d2")), nullptr);
}

// ---- From link to link.

TEST(AsyncLinks, LeadToTheStart) {
  HloModule module = ModuleOf(kText);
  const auto find = [&](std::string_view name) { return Find(module, name); };
  EXPECT_EQ(PreviousLink(*find("v")), find("u"));
  EXPECT_EQ(PreviousLink(*find("ard")), find("ars"));
  EXPECT_EQ(PreviousLink(*find("s")), nullptr);
  EXPECT_EQ(PreviousLink(*find("t")), nullptr);
  for (const char* link : {"s", "u", "v", "d"}) EXPECT_EQ(StartOf(*find(link)), find("s")) << link;
  EXPECT_EQ(StartOf(*find("ard")), find("ars"));
  EXPECT_EQ(StartOf(*find("x")), nullptr);
  EXPECT_THAT(NamesOf(LinksTo(find("v"))), ElementsAre("s", "u", "v"));
  EXPECT_THAT(NamesOf(LinksTo(find("ard"))), ElementsAre("ars", "ard"));
  EXPECT_THAT(LinksTo(find("t")), IsEmpty());
}

TEST(AsyncLinks, OfACycleLeadToNoStart) {
  HloModule module = ModuleOf(kText);
  Desugar(&module);
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(Find(module, "u"), 0, Find(module, "v")).ok());
  EXPECT_EQ(StartOf(*Find(module, "d")), nullptr);
  EXPECT_THAT(LinksTo(Find(module, "d")), IsEmpty());
}

TEST(AsyncIndex, FindsOperationsByTheirLinks) {
  const HloModule module = ModuleOf(kText);
  const AsyncIndex index(*module.entry_computation());
  ASSERT_EQ(index.operations().size(), 3u);
  const AsyncOperation& chain = index.operations()[0];
  for (const HloInstruction* link : chain.links()) EXPECT_EQ(index.Of(*link), &chain);
  EXPECT_EQ(index.Of(*Find(module, "ard")), &index.operations()[1]);
  EXPECT_EQ(index.Of(*Find(module, "x")), nullptr);
  for (const AsyncOperation& operation : index.operations()) {
    const auto between = static_cast<int64_t>(operation.Between().size());
    EXPECT_EQ(index.Distance(operation), operation.done() == nullptr ? -1 : between);
  }
  EXPECT_EQ(index.Distance(chain), 3);
}

// The links of a loop's body have the numbers in it that those outside have there.
TEST(AsyncIndex, OfABody) {
  const HloModule module = ModuleOf(R"(HloModule m
body {
  p = ((f32[8]), f32[8]) parameter(0)
  ROOT u = ((f32[8]), f32[8]) async-update(p)
}
never {
  q = ((f32[8]), f32[8]) parameter(0)
  ROOT n = pred[] constant(false)
}
w {
  x = f32[8] parameter(0)
  ROOT y = f32[8] negate(x)
}
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(a), calls=w
  l = ((f32[8]), f32[8]) while(s), condition=never, body=body
  b = f32[8] negate(a)
  ROOT d = f32[8] async-done(l)
})");
  const HloInstruction *start = Find(module, "s"), *update = Find(module, "u");
  ASSERT_EQ(start->index(), update->index());
  const AsyncIndex body(*update->parent()), entry(*start->parent());
  ASSERT_EQ(body.operations().size(), 1u);
  EXPECT_EQ(body.Of(*update), &body.operations()[0]);
  EXPECT_EQ(body.Of(*start), nullptr);
  EXPECT_EQ(body.Distance(body.operations()[0]), -1);
  EXPECT_EQ(entry.Of(*update), nullptr);
  EXPECT_EQ(entry.Distance(entry.operations()[0]), 2);
  const AsyncIndex none(*FindComputation(module, "never"));
  EXPECT_EQ(none.Of(*Find(module, "q")), nullptr);
}

// A computation under construction is not one of its module.
TEST(AsyncOperations, WhileItIsBuilt) {
  HloModule module = ReadModule(kText);
  HloBuilder builder(&module, "new");
  const Shape* link = &Find(module, "s")->shape();
  const Shape* array = &Find(module, "x")->shape();
  HloInstruction* p = builder.AddParameter(link, "p");
  HloInstruction* start =
      builder.AddInstruction(HloOpcode::kAsyncStart, link, {builder.AddParameter(array, "x2")},
                             {*Find(module, "s")->FindAttribute(AttributeKind::kCalls)}, "start");
  builder.AddInstruction(HloOpcode::kAsyncDone, array, {start}, {}, "done");
  HloInstruction* lost = builder.AddInstruction(HloOpcode::kAsyncUpdate, link, {p}, {}, "lost");
  ASSERT_TRUE(builder.status().ok()) << builder.status();
  const auto operations = FindAsyncOperations(*builder.computation());
  ASSERT_EQ(operations.size(), 1u);
  EXPECT_THAT(NamesOf(operations[0].links()), ElementsAre("start", "done"));
  EXPECT_FALSE(AsyncOperation::Of(*lost, UserSnapshot(*builder.computation())).has_value());
}

TEST(AsyncOperations, LinksWithoutAStart) {
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  x = f32[8] parameter(0)
  u = ((f32[8]), f32[8]) negate-update(x)
  d = f32[8] negate-done(u)
  cs = (f32[8], f32[8], u32[]) copy-start(x)
  r = f32[8] all-reduce-done(cs)
  c = f32[8] copy-done(x)
  ROOT d2 = f32[8] negate-done(x)
})");
  EXPECT_THAT(Describe(module), ElementsAre("cs; cs"));
}

// An edit can put links before their predecessors, or make a cycle.
TEST(AsyncOperations, InAnyOrder) {
  HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) negate-start(x)
  u = ((f32[8]), f32[8]) negate-update(s)
  v = ((f32[8]), f32[8]) negate-update(u)
  ROOT d = f32[8] negate-done(v)
})");
  Desugar(&module);
  HloInstruction* done = module.entry_computation()->root_instruction();
  HloInstruction* second = done->operand(0);
  HloInstruction* first = second->operand(0);
  EXPECT_TRUE(MoveBefore(second, first).ok());
  EXPECT_TRUE(MoveBefore(done, first->operand(0)).ok());
  EXPECT_THAT(Describe(module), ElementsAre("s u v d; s u v d"));

  ASSERT_TRUE(ReplaceOperandWith(first, 0, second).ok());
  EXPECT_THAT(Describe(module), ElementsAre("s; s"));
  const UserSnapshot users(*module.entry_computation());
  EXPECT_FALSE(AsyncOperation::Of(*done, users).has_value());
  EXPECT_FALSE(AsyncOperation::Of(*first, users).has_value());
}

TEST(AsyncOperations, None) {
  const HloModule module = ModuleOf("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  EXPECT_THAT(FindAsyncOperations(*module.entry_computation()), IsEmpty());
}

}  // namespace hlo_text_v1::operations_test
