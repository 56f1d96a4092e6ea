// Violations that only an edited module, or one without unique names, can have.
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"
#include "tests/support/read.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::structure_rules_test {

using internal::IrAccess;
using internal::Node;
using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr char kTwo[] =
    "HloModule m\n"
    "c { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }\n"
    "ENTRY e { a = f32[8] parameter(0)\n p = f32[8] abs(a)\n q = f32[8] negate(p)\n"
    " ROOT w = f32[8] call(q), to_apply=c }\n";

void SetOperand(HloModule& module, const char* user, const char* operand) {
  HloInstruction* operands[] = {Find(module, operand)};
  IrAccess::SetOperands(module.arena(), Find(module, user), operands);
}

void SetAttribute(HloModule& module, const char* instruction, const Attribute& attribute) {
  IrAccess::SetAttributes(module.arena(), Find(module, instruction),
                          absl::MakeConstSpan(&attribute, 1));
}

TEST(VerifyStructure, Sound) { EXPECT_THAT(Messages(ReadModule(kTwo)), ElementsAre()); }

TEST(VerifyStructure, OperandOfOtherComputation) {
  HloModule module = ReadModule(kTwo);
  SetOperand(module, "q", "x");
  EXPECT_THAT(Messages(module), ElementsAre("Operand 0 (x) of instruction q is in a different "
                                            "computation: c vs e"));
}

TEST(VerifyStructure, PredecessorOfOtherComputation) {
  HloModule module = ReadModule(kTwo);
  HloInstruction* const predecessors[] = {Find(module, "x")};
  SetAttribute(module, "q",
               Attribute::List<HloInstruction*>(AttributeKind::kControlPredecessors, predecessors));
  EXPECT_THAT(Messages(module),
              ElementsAre("control predecessor x of q is in a different computation"));
}

TEST(VerifyStructure, RemovedInstruction) {
  for (const bool from_text : {true, false}) {
    HloModule module = ReadModule(kTwo);
    HloBuilder builder(Find(module, "q")->parent());
    HloInstruction* added = builder.AddUnary(HloOpcode::kAbs, Find(module, "p"), "added");
    HloInstruction* removed = from_text ? Find(module, "p") : added;
    ASSERT_TRUE(ReplaceAllUsesWith(removed, Find(module, "a")).ok());
    ASSERT_TRUE(RemoveInstruction(removed).ok());
    HloInstruction* q = Find(module, "q");
    // Not the result of an edit, but possible if a compiler has a bug in its own code.
    IrAccess::SetOperandsOnly(module.arena(), q, {removed});
    const std::string name = from_text ? "p" : "added";
    EXPECT_THAT(
        Messages(module),
        ElementsAre(StrCat("Operand 0 (", name,
                           ") of instruction q is in a different computation: (null) vs e")));
    EXPECT_TRUE(SetOperands(q, {Find(module, "a")}).ok());
    HloInstruction* const predecessors[] = {removed};
    SetAttribute(
        module, "q",
        Attribute::List<HloInstruction*>(AttributeKind::kControlPredecessors, predecessors));
    EXPECT_THAT(Messages(module), ElementsAre(StrCat("control predecessor ", name,
                                                     " of q is in a different computation")));
  }
}

TEST(VerifyStructure, Cycle) {
  HloModule module = ReadModule(kTwo);
  SetOperand(module, "p", "q");
  EXPECT_THAT(Messages(module),
              ElementsAre("A cycle is detected while visiting instruction %p = f32[8]{0} abs(%q) "
                          "\n\nDirected cycle:\n  p\n q\n p"));
}

TEST(VerifyStructure, ComputationCycle) {
  HloModule module = ReadModule(kTwo);
  SetAttribute(module, "n",
               Attribute::Pointer(AttributeKind::kToApply, Find(module, "x")->parent()));
  EXPECT_THAT(Messages(module),
              ElementsAre("computation c calls itself through c",
                          StartsWith("Called computations specified for non-caller instruction ")));
}

TEST(VerifyStructure, Root) {
  HloModule module = ReadModule(kTwo);
  Node(module.entry_computation()).root = Find(module, "x");
  EXPECT_THAT(Messages(module), ElementsAre("Root instruction not found in instruction map"));
}

TEST(VerifyStructure, Names) {
  ParseOptions as_written;
  as_written.uniquify = false;
  const HloModule module =
      ModuleOf("HloModule m\n c { x = f32[] parameter(0) }\n ENTRY e { x = f32[] parameter(0) }\n",
               as_written);
  EXPECT_THAT(Messages(module),
              ElementsAre("HLO has name that is not unique within module:\n"
                          "%x = f32[] parameter(0) in computation: e\nPrevious HLO with same "
                          "name:\n%x = f32[] parameter(0) in computation: c"));
  HloModule twice = ReadModule(kTwo);
  Node(twice.computations()[0]).name = Node(twice.computations()[1]).name;
  EXPECT_THAT(Messages(twice), ElementsAre("Computation name is not unique: e"));
}

TEST(VerifyStructure, ModuleName) {
  HloModule module = ReadModule(kTwo);
  IrAccess::StateOf(module).name = "";
  EXPECT_THAT(Messages(module), ElementsAre("module name is empty"));
}

TEST(VerifyStructure, EntryOfFusion) {
  const HloModule module = ReadModule(
      "HloModule m\n ENTRY c { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }\n"
      "e { a = f32[8] parameter(0)\n ROOT w = f32[8] fusion(a), kind=kLoop, calls=c }\n");
  EXPECT_THAT(Messages(module), ElementsAre("Module entry computation cannot be a fusion "
                                            "computation"));
}

TEST(VerifyStructure, Arity) {
  HloModule module = ReadModule(kTwo);
  IrAccess::SetOperands(module.arena(), Find(module, "q"), {});
  EXPECT_THAT(Messages(module),
              ElementsAre("Expected 1 operands for negate instruction: %q = f32[8]{0} negate()"));
  HloModule chain = ReadModule(
      Module("",
             "a = f32[8] parameter(0)\n s = ((f32[8]), f32[8]) negate-start(a)\n"
             "u = ((f32[8]), f32[8]) negate-update(s)\n ROOT d = f32[8] negate-done(u)"));
  IrAccess::SetOperands(chain.arena(), Find(chain, "u"), {});
  HloInstruction* const two[] = {Find(chain, "s"), Find(chain, "u")};
  IrAccess::SetOperands(chain.arena(), Find(chain, "d"), two);
  EXPECT_THAT(Messages(chain),
              ElementsAre(StartsWith("Async instruction u used as operand 1 of d."),
                          "update has no operands",
                          "The async-done instruction requires one operand, found 2",
                          "Orphan async update u found"));
}

TEST(VerifyStructure, AsyncShapeAndThread) {
  HloModule module =
      ReadModule(Module("",
                        "a = f32[8] parameter(0)\n s = ((f32[8]), f32[8]) negate-start(a)\n"
                        "ROOT d = f32[8] negate-done(s)"));
  Node(module.computations()[0]).execution_thread = "sc";
  EXPECT_THAT(Messages(module),
              ElementsAre("async-start expects same async thread name as wrapped computation's "
                          "thread name (main vs sc)."));
  Node(Find(module, "s")).shape = &Find(module, "a")->shape();
  EXPECT_THAT(Messages(module),
              ElementsAre("s (opcode: async-start) expects the async shape to be in the form of "
                          "((op0_shape, op1_shape, ...), output_shape, ...), found f32[8]{0}."));
}

TEST(VerifyStructure, Schedule) {
  HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n ENTRY e { a = f32[8] parameter(0)\n p = f32[8] abs(a)\n"
      "q = f32[8] negate(a)\n ROOT r = f32[8] add(p, q) }\n");
  SetOperand(module, "p", "q");
  EXPECT_THAT(Messages(module), ElementsAre("Instruction p is not scheduled after its operand q"));
  SetOperand(module, "p", "a");
  HloInstruction* const predecessors[] = {Find(module, "q")};
  SetAttribute(module, "p",
               Attribute::List<HloInstruction*>(AttributeKind::kControlPredecessors, predecessors));
  EXPECT_THAT(Messages(module),
              ElementsAre("Instruction p is not scheduled after its control predecessor q"));
}

TEST(VerifyStructure, EmptyModule) { EXPECT_THAT(Messages(HloModule()), ElementsAre()); }

}  // namespace hlo_text_v1::test::structure_rules_test
