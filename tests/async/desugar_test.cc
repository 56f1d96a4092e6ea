// Desugar and related passes: texts in, generic texts out. The goldens of testdata/async show whole
// modules; this has what a text cannot show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo_text_v1::desugar_test {

using namespace internal;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

HloModule Parse(std::string_view text) {
  ParseOptions options;
  options.uniquify = false;
  return ModuleOf(text, options);
}

std::string Generic(const HloModule& module) {
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kGeneric;
  return PrintHloModule(module, options);
}

constexpr std::string_view kTwoChains = R"(HloModule m
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) negate-start(a), metadata={op_name="s"}
  t = ((f32[8]), f32[8], s32[]) abs-start(a)
  d = f32[8] negate-done(s)
  u = f32[8] abs-done(t), backend_config="late"
  ROOT r = f32[8] add(d, u)
}
)";

TEST(Desugar, WrappedComputationsStandBeforeTheirCallerInOrderOfTheirStarts) {
  HloModule module = Parse(kTwoChains);
  Desugar(&module);
  Uniquify(&module);
  std::vector<std::string> names;
  for (const HloComputation* c : module.computations()) names.emplace_back(c->name());
  EXPECT_THAT(names, ElementsAre("async_wrapped", "async_wrapped.1", "e"));
  EXPECT_EQ(module.computations()[0]->root_instruction()->opcode(), HloOpcode::kNegate);
  EXPECT_EQ(module.computations()[1]->root_instruction()->backend_config(), "late");
  EXPECT_EQ(module.computations()[0]->root_instruction()->metadata().op_name, "s");
}

// As XLA reads it, the wrapped instruction has the metadata of the last link; not if it is a link
// itself, which would hand it on inwards at the next reading.
TEST(LetLastLinkWin, OnlyIfTheWrappedInstructionIsNoLink) {
  constexpr std::string_view kText = R"(HloModule m
works { x = f32[8] parameter(0)
  ROOT w = f32[8] negate(x), metadata={op_name="root"} }
starts { x = f32[8] parameter(0)
  ROOT s = ((f32[8]), f32[8]) async-start(x), calls=works, metadata={op_name="root"} }
updates { x = f32[8] parameter(0)
  us = ((f32[8]), f32[8]) negate-start(x)
  ROOT u = ((f32[8]), f32[8]) negate-update(us), metadata={op_name="root"} }
finishes { x = f32[8] parameter(0)
  ds = ((f32[8]), f32[8]) negate-start(x)
  ROOT d = f32[8] negate-done(ds), metadata={op_name="root"} }
works2 { x = f32[8] parameter(0)
  ROOT w2 = f32[8] negate(x), metadata={op_name="root"} }
ENTRY e {
  x = f32[8] parameter(0)
  a = ((f32[8]), ((f32[8]), f32[8])) async-start(x), calls=starts, metadata={op_name="link"}
  b = ((f32[8]), ((f32[8]), f32[8])) async-start(x), calls=updates, metadata={op_name="link"}
  c = ((f32[8]), f32[8]) async-start(x), calls=finishes, metadata={op_name="link"}
  f = ((f32[8]), f32[8]) async-start(x), calls=works2, metadata={op_name="link"}
  ROOT g = f32[8] async-done(f)
})";
  ReadOptions options;
  options.parse.as_xla = true;
  const HloModule as_xla = ReadModule(kText, options), as_written = ReadModule(kText);
  for (const char* root : {"s", "u", "d", "w2"}) {
    const bool takes_it = std::string_view(root) == "w2";
    EXPECT_EQ(Find(as_xla, root)->metadata().op_name, takes_it ? "link" : "root") << root;
    EXPECT_EQ(Find(as_written, root)->metadata().op_name, "root") << root;
  }
}

TEST(Desugar, LeavesNoSugarAndDoesNothingTheSecondTime) {
  HloModule module = Parse(kTwoChains);
  Desugar(&module);
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    EXPECT_EQ(i->async_phase(), AsyncPhase::kNone) << i->name();
  }
  Uniquify(&module);
  const std::string once = Generic(module);
  Desugar(&module);
  Uniquify(&module);
  EXPECT_EQ(Generic(module), once);
}

TEST(Desugar, AModuleWithoutAsyncIsNotTouched) {
  HloModule module = Parse("HloModule m\nENTRY e { ROOT a = f32[] parameter(0) }");
  Desugar(&module);
  EXPECT_EQ(module.computations().size(), 1u);
}

TEST(Desugar, WarnsOfThreadsThatAreLost) {
  HloModule module = Parse(R"(HloModule m
inner { y = f32[8] parameter(0) ROOT n = f32[8] negate(y) }
c {
  x = f32[8] parameter(0)
  isx = ((f32[8]), f32[8], s32[]) async-start(x), calls=inner, async_execution_thread="other"
  ROOT k = f32[8] async-done(isx)
}
f { y = f32[8] parameter(0) ROOT n = f32[8] negate(y) }, execution_thread="sc"
ENTRY e {
  a = f32[8] parameter(0)
  sa = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=c, async_execution_thread="sc"
  da = f32[8] call-done(sa)
  sb = ((f32[8]), f32[8], s32[]) async-start(da), calls=f
  ROOT db = f32[8] async-done(sb)
}
)");
  std::vector<Diagnostic> warnings;
  Desugar(&module, &warnings);
  std::vector<std::string> messages;
  for (const Diagnostic& d : warnings) {
    EXPECT_EQ(d.severity, Severity::kWarning);
    messages.push_back(d.message);
  }
  EXPECT_THAT(messages, ElementsAre("execution thread 'other' of isx replaced by 'sc', that of the "
                                    "asynchronous chain around it",
                                    "execution thread 'sc' of f replaced by 'main', that of the "
                                    "asynchronous chain around it"));
  for (const HloComputation* c : module.computations()) {
    const bool is_outside = c->name() == "e" || c->name() == "f";
    EXPECT_EQ(c->execution_thread(), is_outside ? "main" : "sc") << c->name();
  }
}

TEST(LetLastLinkWin, GivesTheRootOfGenericTextWhatTheLastLinkHas) {
  HloModule module = Parse(R"(HloModule m
w { x = f32[8] parameter(0) ROOT n = f32[8] negate(x), metadata={op_name="n"}, backend_config="n" }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(a), calls=w, metadata={op_name="s"}
  ROOT d = f32[8] async-done(s), metadata={op_name="d"}
})");
  Desugar(&module);
  const HloInstruction& root = *module.computations()[0]->root_instruction();
  EXPECT_EQ(root.metadata().op_name, "n");
  LetLastLinkWin(&module);
  EXPECT_EQ(root.metadata().op_name, "d");
  EXPECT_EQ(root.backend_config(), "n");
}

// Else each reading would hand the attributes on, to the root of the chain inside.
TEST(LetLastLinkWin, LeavesARootThatIsALinkAlone) {
  HloModule module = Parse(R"(HloModule m
w {
  x = f32[8] parameter(0)
  i = ((f32[8]), f32[8]) negate-start(x)
  ROOT n = f32[8] negate-done(i)
}
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(a), calls=w, backend_config="s"
  ROOT d = f32[8] async-done(s)
})");
  Desugar(&module);
  const std::string before = Generic(module);
  LetLastLinkWin(&module);
  EXPECT_EQ(Generic(module), before);
}

constexpr std::string_view kCall = R"(HloModule m
f { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] negate(y) }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=f)";

TEST(UnwrapAsyncCalls, TheStartCallsTheCallee) {
  HloModule module = Parse(std::string(kCall) + "\n ROOT d = f32[8] call-done(s)\n}");
  Desugar(&module);
  Uniquify(&module);
  ASSERT_EQ(module.computations().size(), 3u);
  UnwrapAsyncCalls(&module);
  EXPECT_EQ(module.computations().size(), 2u);
  EXPECT_THAT(Generic(module), HasSubstr("async-start(%a), calls=%f\n"));
}

TEST(UnwrapAsyncCalls, KeepsTheWrapperOfASharedCallee) {
  HloModule module = Parse(std::string(kCall) +
                           "\n d = f32[8] call-done(s)\n ROOT r = f32[8] call(d), to_apply=f\n}");
  Desugar(&module);
  Uniquify(&module);
  UnwrapAsyncCalls(&module);
  EXPECT_THAT(Generic(module), HasSubstr("async-start(%a), calls=%async_wrapped\n"));
}

// Without it, the start would wrap copy, which the verifier refuses.
TEST(UnwrapAsyncCalls, KeepsTheWrapperOfACopy) {
  HloModule module = Parse(R"(HloModule m
f { x = f32[8] parameter(0) ROOT y = f32[8] copy(x) }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=f
  ROOT d = f32[8] call-done(s)
})");
  Desugar(&module);
  Uniquify(&module);
  UnwrapAsyncCalls(&module);
  EXPECT_THAT(Generic(module), HasSubstr("calls=%async_wrapped"));
}

TEST(UnwrapAsyncCalls, KeepsTheWrapperOfACallWithAttributes) {
  HloModule module =
      Parse(std::string(kCall) + ", metadata={op_name=\"x\"}\n ROOT d = f32[8] call-done(s)\n}");
  Desugar(&module);
  Uniquify(&module);
  UnwrapAsyncCalls(&module);
  EXPECT_THAT(Generic(module), HasSubstr("calls=%async_wrapped"));
}

// The computation that the start calls after UnwrapAsyncCalls of a generic text.
std::string CalleeAfterUnwrapping(std::string_view wrapper, std::string_view start = "calls=w") {
  HloModule module = ModuleOf(
      "HloModule m\nf { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] negate(y) }\n"
      "copied { x = f32[8] parameter(0) ROOT y = f32[8] copy(x) }\n"
      "copied_late { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] copy(y) }\n"
      "two { x = f32[8] parameter(0) y = f32[8] parameter(1) ROOT z = f32[8] add(x, y) }\n" +
      std::string(wrapper) +
      "\nENTRY e { a = f32[8] parameter(0) s = ((f32[8]), f32[8], s32[]) async-start(a), " +
      std::string(start) + " ROOT d = f32[8] async-done(s) }");
  UnwrapAsyncCalls(&module);
  return std::string(
      Find(module, "s")->FindAttribute(AttributeKind::kCalls)->AsComputation()->name());
}

TEST(UnwrapAsyncCalls, KeepsAWrapperThatSaysMore) {
  const struct {
    const char* wrapper;
    const char* callee;
  } kCases[] = {
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=f }", "f"},
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=copied_late }",
       "copied_late"},
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=copied }", "w"},
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] abs(p) }", "w"},
      {"w { p = f32[8] parameter(0) q = f32[8] abs(p) ROOT c = f32[8] call(q), to_apply=f }", "w"},
      {"w { p = f32[8] parameter(0), sharding={replicated} ROOT c = f32[8] call(p), to_apply=f }",
       "w"},
      {"w { p = f32[8] parameter(0) q = f32[8] parameter(1) "
       "ROOT c = f32[8] call(q, p), to_apply=two }",
       "w"},
      {"w { p = f32[8] constant({...}) ROOT c = f32[8] call(p), to_apply=f }", "w"},
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=f, metadata={op_name=\"o\"} "
       "}",
       "w"},
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=f }, backend_config=\"b\"",
       "w"},
      {"w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=f }, "
       "execution_thread=\"t\"",
       "w"},
  };
  for (const auto& each : kCases) {
    EXPECT_EQ(CalleeAfterUnwrapping(each.wrapper), each.callee) << each.wrapper;
  }
}

TEST(UnwrapAsyncCalls, GoesThroughCallsOfCalls) {
  HloModule module = Parse(R"(HloModule m
f { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] negate(y) }
g { x = f32[8] parameter(0) ROOT c = f32[8] call(x), to_apply=f }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=g
  ROOT d = f32[8] call-done(s)
})");
  Desugar(&module);
  Uniquify(&module);
  UnwrapAsyncCalls(&module);
  EXPECT_EQ(module.computations().size(), 2u);
  EXPECT_THAT(Generic(module), HasSubstr("calls=%f\n"));
}

TEST(UnwrapAsyncCalls, WhatWasSugarNoLongerPrintsAsItWasSpelled) {
  HloModule module = Parse(std::string(kCall) + "\n ROOT d = f32[8] call-done(s)\n}");
  Desugar(&module);
  Uniquify(&module);
  UnwrapAsyncCalls(&module);
  PrintOptions keep;
  keep.async_mode = AsyncPrintMode::kKeep;
  EXPECT_EQ(PrintHloModule(module, keep), Generic(module));
}

// A chain whose wrapped computation permutes its parameters, printed in each mode.
TEST(AsyncSugar, ModesDifferWhereSugarWouldChangeTheProgram) {
  HloModule module = Parse(R"(HloModule m
w { x = f32[8] parameter(0) y = f32[8] parameter(1) ROOT s = f32[8] subtract(y, x) }
ENTRY e {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  s = ((f32[8], f32[8]), f32[8], s32[]) async-start(a, b), calls=w
  ROOT d = f32[8] async-done(s)
}
)");
  Desugar(&module);
  Uniquify(&module);
  PrintOptions options;
  for (const AsyncPrintMode mode :
       {AsyncPrintMode::kSugar, AsyncPrintMode::kGeneric, AsyncPrintMode::kKeep}) {
    options.async_mode = mode;
    EXPECT_THAT(PrintHloModule(module, options), HasSubstr("async-start(%a, %b), calls=%w"));
  }
  options.async_mode = AsyncPrintMode::kXla;
  EXPECT_THAT(PrintHloModule(module, options), HasSubstr("subtract-start(%a, %b)\n"));
  EXPECT_THAT(PrintHloModule(module, options), Not(HasSubstr("%w")));
}

TEST(AsyncSugar, KeepWritesEachLinkAsItStood) {
  HloModule module = Parse(R"(HloModule m
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) negate-start(a)
  u = ((f32[8]), f32[8], s32[]) async-update(s)
  ROOT d = f32[8] negate-done(u)
}
)");
  Desugar(&module);
  Uniquify(&module);
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kKeep;
  const std::string text = PrintHloModule(module, options);
  EXPECT_THAT(text, HasSubstr("negate-start(%a)"));
  EXPECT_THAT(text, HasSubstr("async-update(%s)"));
  EXPECT_THAT(text, HasSubstr("negate-done(%u)"));
}

}  // namespace hlo_text_v1::desugar_test
