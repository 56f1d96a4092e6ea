// Operand lists: names with and without shapes, nested instructions, elements of tuples, and
// dropped parts. Each row has the right side of a root whose operands may be p, q and t.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::operands_test {

using namespace internal;

using test::InEntry;
using test::PrintedEntry;

// The parameters as they print; unused ones come first.
constexpr char kP[] = "%p = f32[2]{0} parameter(0)\n";
constexpr char kQ[] = "%q = s32[] parameter(1)\n";
constexpr char kT[] = "%t = (f32[2]{0}, (s32[], f32[3]{0})) parameter(2)\n";

std::string Module(const std::string& root) {
  return InEntry(
      "  p = f32[2] parameter(0)\n"
      "  q = s32[] parameter(1)\n"
      "  t = (f32[2], (s32[], f32[3])) parameter(2)\n"
      "  ROOT r = " +
      root);
}

void ExpectEntries(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return PrintedEntry(Module(text)); });
}

TEST(OperandParser, Names) {
  ExpectEntries({
      {"f32[2] negate(p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(%p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(p:)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate( /*a*/ p )", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(f32[2] p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(f32[2]{0} %p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(f32[2]{0:S(3)} %p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(f32[<=2] p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] negate(f32[?] p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} negate(%p)")},
      {"f32[2] add(p, p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
      {"f32[2] add(p,p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
      {"f32[2] add(p , p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
      {"f32[2] add(%p,%p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
  });
}

TEST(OperandParser, DeclaredShapesAreCompared) {
  ExpectEntries({
      {"f32[2] negate(f32[3] p)",
       "6:26: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape f32[3]{0} is not compatible with the shape of the operand instruction f32[2]{0}."},
      {"f32[2] negate(f32[3] p), sharding={",
       "6:26: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape f32[3]{0} is not compatible with the shape of the operand instruction f32[2]{0}."},
      {"f32[2] negate(s32[2] %p)",
       "6:26: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape s32[2]{0} is not compatible with the shape of the operand instruction f32[2]{0}."},
      {"f32[2] negate(f32[2,1] p)",
       "6:26: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape f32[2,1]{1,0} is not compatible with the shape of the operand instruction "
       "f32[2]{0}."},
      {"f32[2] negate(f32[] q)",
       "6:26: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape f32[] is not compatible with the shape of the operand instruction s32[]."},
  });
}

TEST(OperandParser, UnknownNames) {
  ExpectEntries({
      {"f32[2] negate(zz)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] add(p, zz)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] add(zz, p)",
       "6:23: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] negate(%zz)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] negate(f32[2] zz)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] negate(r)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: r"},
      {"f32[2] negate(f32 p)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects a list "
       "starting with kLsquare"},
      {"f32[2] negate(f32[2] )",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate(f32[2 p)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects a list to "
       "end with kRsquare"},
  });
}

TEST(OperandParser, WhatIsNoOperand) {
  ExpectEntries({
      {R"(f32[2] negate("p"))",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate(5)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate({p})",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate((p))",
       "6:26: cannot parse as an instruction name or as a nested instruction: expected primitive "
       "type, saw kIdent"},
      {"f32[2] negate(p=)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate(p!)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {R"(f32[2] negate(p
)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {"f32[2] negate(p",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {"f32[2] negate(",
       "7:1: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate(p;q)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {"f32[2] negate[p]", "6:25: expects '(' at the beginning of operands"},
      {"f32[2] add(p p)",
       "6:23: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {"f32[2] add(p, p q)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {"f32[2] add p, p)", "6:23: expects '(' at the beginning of operands"},
  });
}

TEST(OperandParser, CountsAndDroppedOperands) {
  ExpectEntries({
      {"f32[2] negate()", "6:25: expects 1 operands, but has 0 operands"},
      {"f32[2] add(p, p, p)", "6:22: expects 2 operands, but has 3 operands"},
      {"f32[] replica-id(p)", "6:28: expects 0 operands, but has 1 operands"},
      {"f32[2] negate(,)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects name ;; "
       "6:27: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] add(p, p,)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
      {"f32[2] add(,p,p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
      {"f32[2] add(p,,p)", StrCat(kQ, kT, kP, "ROOT %r = f32[2]{0} add(%p, %p)")},
      {"(f32[2]) tuple(p,)", StrCat(kQ, kT, kP, "ROOT %r = (f32[2]{0}) tuple(%p)")},
      {"tuple(p,)", StrCat(kQ, kT, kP, "ROOT %r = (f32[2]{0}) tuple(%p)")},
      {"tuple(,,p)", StrCat(kQ, kT, kP, "ROOT %r = (f32[2]{0}) tuple(%p)")},
      {"tuple(p, f32[])", StrCat(kQ, kT, kP, "ROOT %r = (f32[2]{0}) tuple(%p)")},
      {"tuple()", StrCat(kP, kQ, kT, "ROOT %r = () tuple()")},
      {"tuple(,)", StrCat(kP, kQ, kT, "ROOT %r = () tuple()")},
      {"tuple(broadcast(negate(p)), p)", StrCat(kQ, kT, kP, R"(%negate.anon = f32[2]{0} negate(%p)
ROOT %r = (f32[2]{0}) tuple(%p))")},
  });
}

TEST(OperandParser, NestedInstructions) {
  ExpectEntries({
      {"f32[2] negate(negate(p))", StrCat(kQ, kT, kP, R"(%negate.anon = f32[2]{0} negate(%p)
ROOT %r = f32[2]{0} negate(%negate.anon))")},
      {"f32[2] add(f32[2] negate(p), abs(p))",
       StrCat(kQ, kT, kP, R"(%negate.anon = f32[2]{0} negate(%p)
%abs.anon = f32[2]{0} abs(%p)
ROOT %r = f32[2]{0} add(%negate.anon, %abs.anon))")},
      {"f32[2] add(p, f32[2] constant({1,2}))",
       StrCat(kQ, kT, kP, R"(%constant.anon = f32[2]{0} constant({1, 2})
ROOT %r = f32[2]{0} add(%p, %constant.anon))")},
      {"f32[2] add(p, constant({1,2}))",
       "6:26: cannot parse as an instruction name or as a nested instruction: cannot infer shape "
       "for opcode: constant"},
      {"f32[2] negate(f32[2] parameter(3))",
       StrCat(kP, kQ, kT, R"(%parameter.anon = f32[2]{0} parameter(3)
ROOT %r = f32[2]{0} negate(%parameter.anon))")},
      {"f32[2] negate(parameter(3))",
       "6:26: cannot parse as an instruction name or as a nested instruction: cannot infer shape "
       "for opcode: parameter"},
      {"f32[2] negate(f32[2] parameter(0))",
       "6:26: cannot parse as an instruction name or as a nested instruction: Duplicate parameter "
       "number 0"},
      {"f32[2] negate(negate(p), sharding={replicated})",
       "6:37: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"f32[2] negate(broadcast(q))",
       StrCat(kP, kT, kQ, R"(%broadcast.anon = s32[] broadcast(%q), dimensions={}
ROOT %r = f32[2]{0} negate(%broadcast.anon))")},
      {"f32[2] negate(foo(p))",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects opcode but "
       "sees: foo, error: Unknown opcode: foo"},
      {"f32[2] negate(negate(zz))",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] negate(negate(p, p))",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects 1 operands, "
       "but has 2 operands"},
      {"f32[2] negate(f32[2] add(p))",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects 2 operands, "
       "but has 1 operands"},
      {"f32[2] negate(f32[2] negate(f32[3] p))",
       "6:26: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape f32[3]{0} is not compatible with the shape of the operand instruction f32[2]{0}."},
      {"f32[2] add(negate(p), negate(p))", StrCat(kQ, kT, kP, R"(%negate.anon = f32[2]{0} negate(%p)
%negate.anon.1 = f32[2]{0} negate(%p)
ROOT %r = f32[2]{0} add(%negate.anon, %negate.anon.1))")},
      {"f32[2] add(add(p, p), add(p, add(p, p)))",
       StrCat(kQ, kT, kP, R"(%add.anon = f32[2]{0} add(%p, %p)
%add.anon.1 = f32[2]{0} add(%p, %p)
%add.anon.2 = f32[2]{0} add(%p, %add.anon.1)
ROOT %r = f32[2]{0} add(%add.anon, %add.anon.2))")},
  });
}

TEST(OperandParser, ElementsOfTuples) {
  ExpectEntries({
      {"f32[2] negate(t#0)", StrCat(kP, kQ, kT, R"(%t_0 = f32[2]{0} get-tuple-element(%t), index=0
ROOT %r = f32[2]{0} negate(%t_0))")},
      {"s32[] negate(t#1#0)",
       StrCat(kP, kQ, kT, R"(%t_1 = (s32[], f32[3]{0}) get-tuple-element(%t), index=1
%t_1_0 = s32[] get-tuple-element(%t_1), index=0
ROOT %r = s32[] negate(%t_1_0))")},
      {"f32[3] negate(t # 1 # 1)",
       StrCat(kP, kQ, kT, R"(%t_1 = (s32[], f32[3]{0}) get-tuple-element(%t), index=1
%t_1_1 = f32[3]{0} get-tuple-element(%t_1), index=1
ROOT %r = f32[3]{0} negate(%t_1_1))")},
      {"f32[2] negate(%t#0)", StrCat(kP, kQ, kT, R"(%t_0 = f32[2]{0} get-tuple-element(%t), index=0
ROOT %r = f32[2]{0} negate(%t_0))")},
      {"f32[2] negate(f32[2] t#0)",
       StrCat(kP, kQ, kT, R"(%t_0 = f32[2]{0} get-tuple-element(%t), index=0
ROOT %r = f32[2]{0} negate(%t_0))")},
      {"f32[2] negate(f32[2] %t#0)",
       StrCat(kP, kQ, kT, R"(%t_0 = f32[2]{0} get-tuple-element(%t), index=0
ROOT %r = f32[2]{0} negate(%t_0))")},
      {"tuple(t#0, t#0, t#1, t#1#1)",
       StrCat(kP, kQ, kT, R"(%t_0 = f32[2]{0} get-tuple-element(%t), index=0
%t_1 = (s32[], f32[3]{0}) get-tuple-element(%t), index=1
%t_1_1 = f32[3]{0} get-tuple-element(%t_1), index=1
ROOT %r = (f32[2]{0}, f32[2]{0}, (s32[], f32[3]{0}), f32[3]{0}) tuple(%t_0, %t_0, %t_1, %t_1_1))")},
      {"tuple(t#1#1, t#1#0, t#1)",
       StrCat(kP, kQ, kT, R"(%t_1 = (s32[], f32[3]{0}) get-tuple-element(%t), index=1
%t_1_1 = f32[3]{0} get-tuple-element(%t_1), index=1
%t_1_0 = s32[] get-tuple-element(%t_1), index=0
ROOT %r = (f32[3]{0}, s32[], (s32[], f32[3]{0})) tuple(%t_1_1, %t_1_0, %t_1))")},
      {"f32[2] negate(t#2)",
       "6:26: cannot parse as an instruction name or as a nested instruction: GTE index 2 out of "
       "bounds for shape: (f32[2], (s32[], f32[3]))"},
      {"f32[2] negate(t#-1)",
       "6:26: cannot parse as an instruction name or as a nested instruction: GTE index -1 out of "
       "bounds for shape: (f32[2], (s32[], f32[3]))"},
      {"f32[2] negate(t#0#0)",
       "6:26: cannot parse as an instruction name or as a nested instruction: GTE operand must be "
       "tuple, but has shape: f32[2]"},
      {"f32[2] negate(p#0)",
       "6:26: cannot parse as an instruction name or as a nested instruction: GTE operand must be "
       "tuple, but has shape: f32[2]"},
      {"f32[2] negate(f32[4] t#1#1)",
       "6:26: cannot parse as an instruction name or as a nested instruction: operand shape f32[4] "
       "does not match instruction shape f32[3]"},
      {"f32[2] negate(t#)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects integer"},
      {"f32[2] negate(t#x)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects integer"},
      {"f32[2] negate(t#1_2)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects integer"},
      {"f32[2] negate(t#1x0)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects integer"},
      {"f32[2] negate(t#0 0)",
       "6:26: cannot parse as an instruction name or as a nested instruction: expects ')' at the "
       "end of operands"},
      {"f32[2] negate(zz#0)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: zz"},
      {"f32[2] negate(t#9223372036854775808)",
       "6:26: cannot parse as an instruction name or as a nested instruction: GTE index "
       "-9223372036854775808 out of bounds for shape: (f32[2], (s32[], f32[3]))"},
      {"f32[2] negate(t_0)",
       "6:26: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: t_0"},
  });
}

TEST(OperandParser, IndexComments) {
  ExpectEntries({
      {R"(f32[2] custom-call(p, q, p, q, p, q, p, q, p, q, p), custom_call_target="x")",
       StrCat(
           kT, kP, kQ,
           R"(ROOT %r = f32[2]{0} custom-call(%p, %q, %p, %q, %p, /*index=5*/%q, %p, %q, %p, %q, /*index=10*/%p), custom_call_target="x")")},
  });
}

}  // namespace hlo_text_v1::operands_test
