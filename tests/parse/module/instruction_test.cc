// Instruction lines: the left side, opcodes, omitted shapes, parameters and constants. Each row has
// the body of an entry computation and its instructions as they print, or the errors; the body
// starts in line 3.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::instruction_test {

using namespace internal;

using test::InEntry;
using test::PrintedEntry;

void ExpectEntries(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return PrintedEntry(InEntry(text)); });
}

TEST(InstructionParser, Names) {
  ExpectEntries({
      {"  p = f32[] parameter(0)", "ROOT %p = f32[] parameter(0)"},
      {"  ROOT p = f32[] parameter(0)", "ROOT %p = f32[] parameter(0)"},
      {"  %p = f32[] parameter(0)", "ROOT %p = f32[] parameter(0)"},
      {"  p: = f32[] parameter(0)", "ROOT %p = f32[] parameter(0)"},
      {"  %true = f32[] parameter(0)", "ROOT %true = f32[] parameter(0)"},
      {"  %add = f32[] parameter(0)", "ROOT %add = f32[] parameter(0)"},
      {"  add = f32[] parameter(0)", "ROOT %add = f32[] parameter(0)"},
  });
}

TEST(InstructionParser, WhatIsNoName) {
  ExpectEntries({
      {"  %p=f32[] parameter(0)", "ROOT %p = f32[] parameter(0)"},
      {"  %p: = f32[] parameter(0)", "3:5: expects '=' in instruction"},
      {"  true = f32[] parameter(0)", "3:3: expects name"},
      {"  f32 = f32[] parameter(0)", "3:3: expects name"},
      {"  5 = f32[] parameter(0)", "3:3: expects name"},
      {R"(  "p" = f32[] parameter(0))", "3:3: expects name"},
      {"  ROOT = f32[] parameter(0)", "3:8: expects name"},
      {"  ROOT ROOT p = f32[] parameter(0)", "3:8: expects name"},
      {"  p f32[] parameter(0)", "3:5: expects '=' in instruction"},
      {"  p! = f32[] parameter(0)", "3:4: expects '=' in instruction"},
      {"  xyz", "4:1: expects '=' in instruction"},
      {"  = f32[] parameter(0)", "3:3: expects name"},
      {"  p = f32[] parameter(0);", "3:25: expects name"},
      {"  p == f32[] parameter(0)", "3:6: expects opcode"},
  });
}

TEST(InstructionParser, Opcodes) {
  ExpectEntries({
      {"  a = f32[4]", "4:1: expects opcode"},
      {R"(  a = "x")", "3:7: expects opcode"},
      {"  a = %parameter(0)", "3:7: expects opcode"},
      {"  a = f32[] f32(p)", "3:13: expects opcode"},
      {"  a = f32[] token(p)", "3:13: expects opcode"},
      {"  a = f32[] true", "3:13: expects opcode"},
      {"  a = 5", "3:7: expects opcode"},
      {"  a = f32[] foo-update(p)",
       "3:13: expects async wrapped opcode but sees: foo-update, error: Unknown opcode: foo"},
      {"  a = f32[] foo-done(p)",
       "3:13: expects async wrapped opcode but sees: foo-done, error: Unknown opcode: foo"},
      {"  a = f32[] send-start(p)",
       "3:13: expects opcode but sees: send-start, error: Unknown opcode: send-start"},
      {"  a = f32[] all-gather-update(p)",
       "3:13: expects opcode but sees: all-gather-update, error: Unknown opcode: "
       "all-gather-update"},
      {"  a = f32[] recv-update(p)",
       "3:13: expects opcode but sees: recv-update, error: Unknown opcode: recv-update"},
      {"  a = f32[] -start(p)", "3:13: expects opcode"},
      {"  a = f32[] start(p)",
       "3:13: expects opcode but sees: start, error: Unknown opcode: start"},
      {"  a = f32[] foo-start-done(p)",
       "3:13: expects async wrapped opcode but sees: foo-start-done, error: Unknown opcode: "
       "foo-start; did you mean copy-start-done?"},
      {"  a = f32[] foo-done-start(p)",
       "3:13: expects async wrapped opcode but sees: foo-done-start, error: Unknown opcode: "
       "foo-done"},
  });
}

TEST(InstructionParser, ShapesThatCannotBeInferred) {
  ExpectEntries({
      {"  p = parameter(0)", "3:16: cannot infer shape for opcode: parameter"},
      {"  c = bitcast(c)", "3:14: cannot infer shape for opcode: bitcast"},
      {"  c = iota(), iota_dimension=0", "3:11: cannot infer shape for opcode: iota"},
      {"  s = negate-update(p)", "3:20: cannot infer shape for opcode: async-update"},
      {"  s = negate-done(p)", "3:18: cannot infer shape for opcode: async-done"},
      {"  s = async-start(p)", "3:18: cannot infer shape for opcode: async-start"},
      {"  s = all-reduce(p)", "3:17: cannot infer shape for opcode: all-reduce"},
      {"  s = copy-start(p)", "3:17: cannot infer shape for opcode: copy-start"},
  });
}

TEST(InstructionParser, Parameters) {
  ExpectEntries({
      {"  p = f32[] parameter(", "4:1: expects integer"},
      {"  p = f32[] parameter()", "3:23: expects integer"},
      {"  p = f32[] parameter(18446744073709551616)", "3:23: expects integer"},
      {"  p = f32[] parameter(18446744073709551615)", "3:43: parameter number must be >= 0"},
      {"  p = f32[] parameter(0x0)", "3:23: expects integer"},
      {R"(  p = f32[] parameter(0)
  q = f32[] parameter(0))",
       "4:24: Duplicate parameter number 0"},
      {R"(  p = f32[] parameter(1)
  q = f32[] parameter(0))",
       R"(%p = f32[] parameter(1)
ROOT %q = f32[] parameter(0))"},
      {R"(  p = f32[] parameter(1)
  q = f32[] parameter(1))",
       "4:24: Duplicate parameter number 1"},
  });
}

TEST(InstructionParser, Constants) {
  ExpectEntries({
      {"  c = f32[2,3]{0,1} constant({{1,2,3},{4,5,6}})",
       "ROOT %c = f32[2,3]{0,1} constant({ { 1, 2, 3 }, { 4, 5, 6 } })"},
      {"  c = f32[<=2] constant({1,2})", "ROOT %c = f32[2]{0} constant({1, 2})"},
  });
}

TEST(InstructionParser, DuplicatesAndIllegalNames) {
  ExpectEntries({
      {R"(  p = f32[] parameter(0)
  p = f32[] parameter(1))",
       "4:3: instruction already exists: p ;; 3:3: instruction previously defined here"},
      {R"(  p = f32[] parameter(0)
  %p = f32[] negate(p))",
       "4:3: instruction already exists: p ;; 3:3: instruction previously defined here"},
      {R"(  p = f32[] parameter(0)
  ROOT a = f32[] negate(p)
  ROOT b = f32[] abs(p))",
       "5:3: one computation should have only one ROOT"},
      {R"(  p = f32[] parameter(0)
  ROOT a = f32[] negate(p)
  b = f32[] abs(p))",
       R"(%p = f32[] parameter(0)
ROOT %a = f32[] negate(%p)
%b = f32[] abs(%p))"},
      {"  __p = f32[] parameter(0)",
       "3:3: illegal instruction name: __p; suggest renaming to: a_p"},
      {"  __xla_p = f32[] parameter(0)", "ROOT %__xla_p = f32[] parameter(0)"},
      {"  _p = f32[] parameter(0)", "ROOT %_p = f32[] parameter(0)"},
      {"  %f8e4m3b11fnuz = f32[] parameter(0)",
       "3:3: illegal instruction name: f8e4m3b11fnuz; suggest renaming to: f8e4m3b11fnuz_"},
      {"  __ = f32[] parameter(0)", "3:3: illegal instruction name: __; suggest renaming to: a_"},
      {"  ___ = f32[] parameter(0)",
       "3:3: illegal instruction name: ___; suggest renaming to: a__"},
      {"  %pred = f32[] parameter(0)",
       "3:3: illegal instruction name: pred; suggest renaming to: pred_"},
      {"  %tuple = f32[] parameter(0)", "ROOT %tuple = f32[] parameter(0)"},
  });
}

TEST(InstructionParser, ShapesAreInferredOrBelieved) {
  ExpectEntries({
      {R"(  p = f32[2] parameter(0)
  ROOT r = negate(p))",
       R"(%p = f32[2]{0} parameter(0)
ROOT %r = f32[2]{0} negate(%p))"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = s32[7] add(p, p))",
       R"(%p = f32[2]{0} parameter(0)
ROOT %r = s32[7]{0} add(%p, %p))"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = f32[2]{0:S(1)} negate(p))",
       R"(%p = f32[2]{0} parameter(0)
ROOT %r = f32[2]{0:S(1)} negate(%p))"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = (f32[2], f32[2]) tuple(p, p))",
       R"(%p = f32[2]{0} parameter(0)
ROOT %r = (f32[2]{0}, f32[2]{0}) tuple(%p, %p))"},
      {R"(  p = f32[2] parameter(0)
  q = f32[3] parameter(1)
  ROOT r = add(p, q))",
       "6:1: failed to infer shape for opcode: add, error: Binary op with incompatible shapes: "
       "f32[2] and f32[3]."},
      {R"(  p = f32[2] parameter(0)
  ROOT r = opt-barrier(p))",
       R"(5:1: failed to infer shape for opcode: opt-barrier, error: Unknown operation for unary shape inference: "opt-barrier".)"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = opt-barrier(p), sharding={replicated}
  x = f32[] constant(1))",
       R"(5:3: failed to infer shape for opcode: opt-barrier, error: Unknown operation for unary shape inference: "opt-barrier".)"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = f32[2] negate(p),)",
       "5:1: expects attribute name ;; 5:1: error parsing attributes"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = f32[2] negate(p) metadata={})",
       "4:29: expects name: an attribute needs a comma before it"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = f32[2] negate)",
       "5:1: expects '(' at the beginning of operands"},
      {R"(  p = f32[2] parameter(0)
  ROOT r = f32[2] negate p)",
       "4:26: expects '(' at the beginning of operands"},
  });
}

// XLA gives no reason for these, or crashes.
TEST(InstructionParser, RefusesInWordsOfItsOwn) {
  ExpectEntries({
      {"  p = f32[] parameter(1)",
       "3:3: parameters of a computation must be numbered 0..0 without gaps; number 0 is missing"},
      {R"(  p = f32[] parameter(0)
  q = f32[] parameter(2))",
       "4:3: parameters of a computation must be numbered 0..1 without gaps; number 1 is missing"},
      {"  p = f32[] parameter(9223372036854775807)",
       "3:3: parameters of a computation must be numbered 0..0 without gaps; number 0 is missing"},
      {"  c = token[] constant(1)", "3:24: a literal cannot have the shape token[]"},
  });
}

}  // namespace hlo_text_v1::instruction_test
