#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "hlo/canonical.h"
#include "hlo/parser.h"
#include "src/ir/module_hints.h"
#include "tests/support/read.h"

namespace hlo_text_v1::canonical_names_test {

using namespace internal;

using ::testing::HasSubstr;

std::string Canonical(const std::string& text) {
  HloModule module = ReadModule(text);
  CanonicalizeNames(&module);
  return PrintWithConstants(module);
}

constexpr char kText[] = R"(HloModule jit_f.12
%sum.7 (a.1: f32[], b.2: f32[]) -> f32[] {
  %b.2 = f32[] parameter(1)
  %a.1 = f32[] parameter(0)
  ROOT %s.3 = f32[] add(%a.1, %b.2)
}
%unused (u: f32[]) -> f32[] {
  ROOT %u = f32[] parameter(0)
}
%yes (y: f32[4]) -> f32[4] {
  %y = f32[4]{0} parameter(0)
  ROOT %yy = f32[4]{0} negate(%y)
}
%no (n: f32[4]) -> f32[4] {
  %n = f32[4]{0} parameter(0)
  ROOT %nn = f32[4]{0} abs(%n)
}
%fused (g: f32[4]) -> f32[4] {
  %g = f32[4]{0} parameter(0)
  ROOT %gg = f32[4]{0} add(%g, %g)
}
ENTRY %main.5 (k: f32[4], i: pred[]) -> (f32[], f32[4]) {
  %i = pred[] parameter(1)
  %k = f32[4]{0} parameter(0)
  %dead = f32[4]{0} sine(%k)
  %f = f32[4]{0} fusion(%k), kind=kLoop, calls=%fused
  %c = f32[4]{0} conditional(%i, %f, %k), true_computation=%yes, false_computation=%no
  %zero = f32[] constant(0)
  %x.99 = f32[] reduce(%c, %zero), dimensions={0}, to_apply=%sum.7
  ROOT %t = (f32[], f32[4]{0}) tuple(%x.99, %c)
}
)";
constexpr char kCanonical[] =
    R"(HloModule jit_f, entry_computation_layout={(f32[4]{0}, pred[])->(f32[], f32[4]{0})}

%fused_computation.1 (parameter.1: f32[4]) -> f32[4] {
  %parameter.1 = f32[4]{0} parameter(0)
  ROOT %add.1 = f32[4]{0} add(%parameter.1, %parameter.1)
}

%true_computation.1 (parameter.2: f32[4]) -> f32[4] {
  %parameter.2 = f32[4]{0} parameter(0)
  ROOT %negate.1 = f32[4]{0} negate(%parameter.2)
}

%false_computation.1 (parameter.3: f32[4]) -> f32[4] {
  %parameter.3 = f32[4]{0} parameter(0)
  ROOT %abs.1 = f32[4]{0} abs(%parameter.3)
}

%to_apply.1 (parameter.4: f32[], parameter.5: f32[]) -> f32[] {
  %parameter.4 = f32[] parameter(0)
  %parameter.5 = f32[] parameter(1)
  ROOT %add.2 = f32[] add(%parameter.4, %parameter.5)
}

ENTRY %entry (parameter.6: f32[4], parameter.7: pred[]) -> (f32[], f32[4]) {
  %parameter.7 = pred[] parameter(1)
  %parameter.6 = f32[4]{0} parameter(0)
  %fusion.1 = f32[4]{0} fusion(%parameter.6), kind=kLoop, calls=%fused_computation.1
  %conditional.1 = f32[4]{0} conditional(%parameter.7, %fusion.1, %parameter.6), true_computation=%true_computation.1, false_computation=%false_computation.1
  %constant.1 = f32[] constant(0)
  %reduce.1 = f32[] reduce(%conditional.1, %constant.1), dimensions={0}, to_apply=%to_apply.1
  ROOT %tuple.1 = (f32[], f32[4]{0}) tuple(%reduce.1, %conditional.1)
  %sine.1 = f32[4]{0} sine(%parameter.6)
}

%computation.1 (parameter.8: f32[]) -> f32[] {
  ROOT %parameter.8 = f32[] parameter(0)
}

)";

TEST(CanonicalizeNames, NamesByStructure) { EXPECT_EQ(Canonical(kText), kCanonical); }

TEST(CanonicalizeNames, ReadingTheTextChangesNothing) {
  EXPECT_EQ(PrintWithConstants(ReadModule(kCanonical)), kCanonical);
  EXPECT_EQ(Canonical(kCanonical), kCanonical);
}

TEST(CanonicalizeNames, RunsTwice) {
  HloModule module = ReadModule(kText);
  CanonicalizeNames(&module);
  CanonicalizeNames(&module);
  EXPECT_EQ(PrintWithConstants(module), kCanonical);
}

// Only numbers after a dot are not part of the module's own name.
TEST(CanonicalizeNames, OfTheModule) {
  for (const auto& [name, expected] : {std::pair("m.1.2", "m"), std::pair("conv2", "conv2"),
                                       std::pair("m.2x", "m.2x"), std::pair("m2.1", "m2")}) {
    const std::string text =
        Canonical(std::string("HloModule ") + name + "\nENTRY e { ROOT p = f32[] parameter(0) }");
    EXPECT_EQ(text.substr(0, text.find(',')), std::string("HloModule ") + expected);
  }
}

TEST(CanonicalizeNames, EveryUseOfAComputation) {
  const std::string text = Canonical(R"(HloModule m
ge { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = pred[] compare(a, b), direction=GE }
plus { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b) }
cond { a = f32[4] parameter(0)
  ROOT r = pred[] constant(true) }
body { a = f32[4] parameter(0)
  ROOT r = f32[4] negate(a) }
one { a = f32[4] parameter(0)
  ROOT r = f32[4] abs(a) }
two { a = f32[4] parameter(0)
  ROOT r = f32[4] sine(a) }
custom { a = f32[4] parameter(0)
  ROOT r = f32[4] cosine(a) }
async { a = f32[4] parameter(0)
  x = f32[4] exponential(a)
  ROOT r = f32[4] abs(x) }
ENTRY e {
  p = f32[4] parameter(0)
  i = s32[] parameter(1)
  z = f32[] constant(0)
  w = f32[4] while(p), condition=cond, body=body
  c = f32[4] conditional(i, w, p), branch_computations={one, two}
  t = f32[4] custom-call(c), custom_call_target="x", called_computations={custom}
  s = ((f32[4]), f32[4], s32[]) async-start(t), calls=async
  d = f32[4] async-done(s), calls=async
  ROOT g = f32[4] select-and-scatter(d, p, z), window={size=1}, select=ge, scatter=plus
}
)");
  for (const char* part :
       {"condition=%condition.1, body=%body.1", "branch_computations={%branch.1, %branch.2}",
        "called_computations={%called_computation.1}", "calls=%async_computation.1",
        "select=%select.1, scatter=%scatter.1", "%select-and-scatter.1 ="}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_EQ(Canonical(text), text);
}

TEST(CanonicalizeNames, KeepsASchedule) {
  EXPECT_EQ(Canonical(R"(HloModule m.1.2, is_scheduled=true
ENTRY e {
  b = f32[] parameter(1)
  z = f32[] sine(b)
  a = f32[] parameter(0)
  y = f32[] negate(a)
  ROOT x = f32[] add(y, b)
}
)"),
            R"(HloModule m, is_scheduled=true, entry_computation_layout={(f32[], f32[])->f32[]}

ENTRY %entry (parameter.2: f32[], parameter.1: f32[]) -> f32[] {
  %parameter.1 = f32[] parameter(1)
  %sine.1 = f32[] sine(%parameter.1)
  %parameter.2 = f32[] parameter(0)
  %negate.1 = f32[] negate(%parameter.2)
  ROOT %add.1 = f32[] add(%negate.1, %parameter.1)
}

)");
}

TEST(CanonicalizeNames, OrderOfDeadCodeAndOfUncalledComputationsDoesNotMatter) {
  constexpr char kOne[] = R"(HloModule m
u { ROOT x = f32[] parameter(0) }
v { ROOT x = s32[] parameter(0) }
ENTRY e {
  p = f32[] parameter(0)
  d = f32[] sine(p)
  f = f32[] cosine(p)
  ROOT r = f32[] negate(p)
}
)";
  constexpr char kTwo[] = R"(HloModule m
ENTRY other {
  p = f32[] parameter(0)
  ROOT r = f32[] negate(p)
  f = f32[] cosine(p)
  d = f32[] sine(p)
}
v { ROOT x = s32[] parameter(0) }
u { ROOT x = f32[] parameter(0) }
)";
  EXPECT_EQ(Canonical(kOne), Canonical(kTwo));
}

// Stack frames are numbered in the order of the canonical text.
TEST(CanonicalizeNames, StackFramesFollow) {
  const std::string text = Canonical(R"(HloModule m

FileNames
1 "a.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=1 end_line=1 column=1 end_column=1}
2 {file_name_id=1 function_name_id=1 line=2 end_line=2 column=2 end_column=2}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=1}

ENTRY e {
  p = f32[] parameter(0)
  d = f32[] sine(p), metadata={op_name="d" stack_frame_id=1}
  ROOT r = f32[] negate(p), metadata={op_name="r" stack_frame_id=2}
}
)");
  EXPECT_THAT(text, HasSubstr("negate(%parameter.1), metadata={op_name=\"r\" stack_frame_id=1}"));
  EXPECT_THAT(text, HasSubstr("\n1 {file_name_id=1 function_name_id=1 line=2 "));
  EXPECT_EQ(Canonical(text), text);
}

constexpr char kSugar[] = R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], s32[]) custom-call-start(p), custom_call_target="x"
  t = ((f32[4]), f32[4], s32[]) custom-call-start(p), custom_call_target="y"
  d = f32[4] custom-call-done(s)
  u = f32[4] custom-call-done(t)
  c = f32[4] custom-call(d, u), custom_call_target="z"
  ROOT r = f32[4] custom-call(c), custom_call_target="w"
}
)";

TEST(CanonicalizeNames, SugarReadsBackWithTheSameNames) {
  const std::string text = Canonical(kSugar);
  EXPECT_THAT(text,
              HasSubstr("%custom-call.3 = f32[4]{0} custom-call(%async-done.1, %async-done.2)"));
  EXPECT_EQ(PrintWithConstants(ReadModule(text)), text);
  EXPECT_EQ(Canonical(text), text);
}

TEST(CanonicalizeNames, OfAnEmptyModule) {
  HloModule module;
  CanonicalizeNames(&module);
  EXPECT_TRUE(module.computations().empty());
}

TEST(CanonicalizeNames, AnUnknownOpcodeNeedNotBeAName) {
  ParseOptions options;
  options.allow_unknown = true;
  absl::StatusOr<HloModule> module = ParseHloModule(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  ROOT a = f32[] __twice(p)
})",
                                                    options);
  ASSERT_TRUE(module.ok()) << module.status();
  CanonicalizeNames(&*module);
  EXPECT_EQ(CheckHints(*module), "");
  EXPECT_EQ(module->entry_computation()->root_instruction()->name(), "a_twice.1");
}

// A kept text may mention the name that the entry would get.
TEST(CanonicalizeNames, EntryOfAKeptTextStaysFree) {
  HloModule module = ReadModule(R"(HloModule m
ENTRY main {
  p = f32[] parameter(0)
  ROOT a = f32[] negate(p), future=%entry
})",
                                AllowUnknown());
  CanonicalizeNames(&module);
  EXPECT_EQ(module.entry_computation()->name(), "computation.1");
}

TEST(CanonicalizeNames, ListsStayDense) {
  HloModule module = ReadModule(kText);
  CanonicalizeNames(&module);
  for (const HloComputation* computation : module.computations()) {
    uint32_t index = 0;
    const HloInstruction* previous = nullptr;
    for (const HloInstruction* instruction : computation->instructions()) {
      EXPECT_EQ(instruction->index(), index++);
      EXPECT_EQ(instruction->previous(), previous);
      previous = instruction;
    }
    EXPECT_EQ(index, computation->instruction_count());
  }
}

}  // namespace hlo_text_v1::canonical_names_test
