#include "hlo/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/order.h"
#include "hlo/print_values.h"
#include "hlo/uniquify.h"
#include "hlo/verify.h"
#include "tests/edit/edit_test_util.h"

namespace hlo::edit_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Names(const std::vector<HloInstruction*>& instructions) {
  std::vector<std::string> names;
  for (const HloInstruction* instruction : instructions) names.emplace_back(instruction->name());
  return names;
}

class EditTest : public ::testing::Test {
 protected:
  HloModule module_ = ModuleOf(
      "HloModule m, entry_computation_layout={(f32[2,2]{0,1}, f32[2,2]{1,0})->(f32[2,2]{1,0}, "
      "f32[2,2]{1,0})}\n"
      "ENTRY e {\n"
      "  x = f32[2,2]{0,1} parameter(0)\n"
      "  y = f32[2,2] parameter(1)\n"
      "  a = f32[2,2] add(x, y)\n"
      "  b = f32[2,2] multiply(a, a)\n"
      "  c = f32[2,2] negate(a), control-predecessors={b}\n"
      "  s = f32[] constant(1)\n"
      "  ROOT t = (f32[2,2], f32[2,2]) tuple(b, c)\n"
      "}\n");
  HloInstruction* Get(std::string_view name) { return Find(module_, name); }
  std::vector<std::string> UsersOf(std::string_view name) { return Names(CurrentUsers(Get(name))); }
};

// ---- Uses.

TEST_F(EditTest, Users) {
  EXPECT_THAT(UsersOf("a"), ElementsAre("b", "c"));
  EXPECT_THAT(UsersOf("t"), IsEmpty());
  EXPECT_THAT(Names(CurrentControlSuccessors(Get("b"))), ElementsAre("c"));
  EXPECT_THAT(CurrentControlSuccessors(Get("a")), IsEmpty());
}

TEST_F(EditTest, ReplaceAllUses) {
  ExpectOk(ReplaceAllUsesWith(Get("a"), Get("y")));
  EXPECT_FALSE(Get("a")->has_users());
  EXPECT_THAT(UsersOf("a"), IsEmpty());
  EXPECT_THAT(UsersOf("y"), ElementsAre("a", "b", "c"));
  EXPECT_EQ(Get("b")->operand(1), Get("y"));
  ExpectSound(module_);
}

TEST_F(EditTest, ReplaceAllUsesButByItself) {
  HloBuilder builder(module_.entry_computation());
  HloInstruction* copy = builder.AddUnary(HloOpcode::kCopy, Get("a"));
  ExpectOk(ReplaceAllUsesWith(Get("a"), copy));
  EXPECT_THAT(UsersOf("a"), ElementsAre("copy"));
  EXPECT_THAT(UsersOf("copy"), ElementsAre("b", "c"));
  ExpectSound(module_);
  ExpectOk(ReplaceInstruction(Get("b"), Get("b")->operand(0)));
  ExpectSound(module_);
}

TEST_F(EditTest, ReplaceOfAnotherShape) {
  const std::string before = Text(module_);
  EXPECT_EQ(Message(ReplaceAllUsesWith(Get("a"), Get("s"))),
            "The shape f32[] of s is not compatible with that of a, which it is to replace: "
            "f32[2,2]");
  EXPECT_FALSE(ReplaceOperandWith(Get("b"), 0, Get("s")).ok());
  EXPECT_FALSE(ReplaceInstruction(Get("a"), Get("s")).ok());
  EXPECT_EQ(Text(module_), before);
  ReplaceOperandWithDifferentShape(Get("b"), 0, Get("s"));
  EXPECT_THAT(UsersOf("s"), ElementsAre("b"));
  EXPECT_THAT(UsersOf("a"), ElementsAre("b", "c"));
}

TEST_F(EditTest, ReplaceTheRoot) {
  ReplaceAllUsesWithDifferentShape(Get("t"), Get("b"));
  EXPECT_TRUE(Get("b")->IsRoot());
  EXPECT_EQ(PrintShape(*module_.config().entry_computation_layout.result), "f32[2,2]{1,0}");
  // Attributes that still fit stay.
  EXPECT_EQ(PrintShape(*module_.config().entry_computation_layout.parameters[0]), "f32[2,2]{0,1}");
  ExpectSound(module_);
}

TEST_F(EditTest, SetOperands) {
  SetOperands(Get("t"), {Get("x"), Get("x"), Get("y")});
  SetShape(Get("t"),
           module_.shapes().Tuple({&Get("x")->shape(), &Get("x")->shape(), &Get("y")->shape()}));
  EXPECT_THAT(UsersOf("x"), ElementsAre("a", "t"));
  EXPECT_THAT(UsersOf("c"), IsEmpty());
  EXPECT_FALSE(Get("c")->has_users());
  ExpectSound(module_);
}

// ---- Control dependencies.

TEST_F(EditTest, ControlDependencies) {
  AddControlDependency(Get("y"), Get("c"));
  AddControlDependency(Get("b"), Get("c"));  // exists already
  AddControlDependency(Get("c"), Get("s"));
  EXPECT_EQ(PrintHloInstruction(*Get("c")),
            "%c = f32[2,2]{1,0} negate(%a), control-predecessors={%b, %y}");
  EXPECT_THAT(Names(CurrentControlSuccessors(Get("y"))), ElementsAre("c"));
  EXPECT_THAT(Names(CurrentControlSuccessors(Get("c"))), ElementsAre("s"));
  ExpectSound(module_);
  RemoveControlDependency(Get("b"), Get("c"));
  RemoveControlDependency(Get("b"), Get("c"));  // removed already
  EXPECT_THAT(CurrentControlSuccessors(Get("b")), IsEmpty());
  DropAllControlDependencies(Get("c"));
  EXPECT_EQ(PrintHloInstruction(*Get("c")), "%c = f32[2,2]{1,0} negate(%a)");
  EXPECT_EQ(PrintHloInstruction(*Get("s")), "%s = f32[] constant(1)");
  ExpectSound(module_);
}

// An instruction without users that must run after another prints once.
TEST_F(EditTest, ControlPredecessorThatIsCreatedLater) {
  AddControlDependency(Get("s"), Get("a"));
  AddControlDependency(Get("t"), Get("s"));  // a cycle: t, s, a, b, t
  EXPECT_EQ(PrintOrder(*module_.entry_computation()).size(), 7u);
  EXPECT_FALSE(Verify(module_).empty());
  RemoveControlDependency(Get("t"), Get("s"));
  ExpectSound(module_);
}

// ---- One instruction.

TEST_F(EditTest, SetName) {
  EXPECT_EQ(SetName(Get("a"), "sum"), "sum");
  EXPECT_EQ(SetName(Get("b"), "sum"), "sum.1");
  EXPECT_EQ(SetName(Get("c"), "a"), "a.1");  // the old name stays taken
  EXPECT_EQ(SetName(Get("t"), ""), "name");
  EXPECT_EQ(SetName(module_.entry_computation(), "main"), "main");
  EXPECT_EQ(SetName(module_.entry_computation(), ""), "name");
  SetName(module_, "renamed");
  EXPECT_EQ(Text(module_).substr(0, 18), "HloModule renamed,");
  ExpectSound(module_);
  HloInstruction* sum = Get("sum");
  for (const char* name : {"", "a b", "two\nlines", "f32", "ROOT", "nan", "inf", "true", "__x",
                           "1st", "a=b", "caf\xc3\xa9", "a,b", "token", "add", "b01f_01io"}) {
    SetName(module_, name);
    SetName(sum, name);
    SetName(module_.entry_computation(), name);
    ExpectSound(module_);
  }
}

// "x.0" is numbered oddly: it becomes another name where "x" is.
TEST_F(EditTest, UniquifyKnowsNewNames) {
  for (const char* name : {"x", "x.0", "x.00", "x.01"}) {
    HloModule module = ReadModule(PrintHloModule(module_));
    SetName(Find(module, "a"), "x");
    SetName(Find(module, "b"), name);
    const HloModule again = ReadModule(PrintHloModule(module));
    Uniquify(module);
    EXPECT_EQ(PrintHloModule(module), PrintHloModule(again)) << name;
  }
}

TEST_F(EditTest, UniquifyKnowsNewNamesOfComputations) {
  HloModule module = ReadModule(
      "f { p = f32[] parameter(0) ROOT n = f32[] negate(p) }\n"
      "g { p = f32[] parameter(0) ROOT n = f32[] sine(p) }\n"
      "ENTRY e { p = f32[] parameter(0) c = f32[] call(p), to_apply=f\n"
      "  ROOT d = f32[] call(c), to_apply=g }\n");
  SetName(module.computations()[0], "x");
  SetName(module.computations()[1], "x.0");
  const HloModule again = ReadModule(PrintHloModule(module));
  Uniquify(module);
  EXPECT_EQ(PrintHloModule(module), PrintHloModule(again));
}

TEST_F(EditTest, Attributes) {
  HloInstruction* a = Get("a");
  const auto text = [&] { return PrintHloInstruction(*a).substr(30); };
  OpMetadata metadata;
  metadata.op_name = "sum";
  ExpectOk(SetAttribute(a, MakeAttribute<AttributeKind::kBackendConfig>("config")));
  ExpectOk(SetAttribute(a, MakeAttribute<AttributeKind::kMetadata>(metadata)));
  ExpectOk(SetAttribute(a, MakeAttribute<AttributeKind::kSharding>(HloSharding())));
  EXPECT_EQ(PrintHloInstruction(*a),
            "%a = f32[2,2]{1,0} add(%x, %y), sharding={replicated}, metadata={op_name=\"sum\"}, "
            "backend_config=\"config\"");
  ExpectSound(module_);
  ExpectOk(SetAttribute(a, MakeAttribute<AttributeKind::kBackendConfig>("other")));
  EXPECT_EQ(a->backend_config(), "other");
  ExpectOk(SetAttribute(a, MakeAttribute<AttributeKind::kBackendConfig>("")));  // not printed
  ExpectOk(RemoveAttribute(a, AttributeKind::kMetadata));
  ExpectOk(RemoveAttribute(a, AttributeKind::kMetadata));
  ExpectOk(RemoveAttribute(a, AttributeKind::kDimensions));
  EXPECT_EQ(text(), ", sharding={replicated}");
  EXPECT_EQ(Message(SetAttribute(a, MakeAttribute<AttributeKind::kIndex>(1))),
            "unexpected attribute \"index\" of add");
  // From another instruction of the module.
  ExpectOk(SetAttribute(Get("b"), *a->FindAttribute(AttributeKind::kSharding)));
  EXPECT_NE(Get("b")->sharding(), nullptr);
  ExpectSound(module_);
}

TEST_F(EditTest, FrontendAttributesAreSorted) {
  const FrontendAttribute entries[] = {{"z", "1"}, {"a", "2"}, {"z", "3"}};
  FrontendAttributes unsorted;
  unsorted.entries = entries;
  ExpectOk(SetAttribute(Get("a"), MakeAttribute<AttributeKind::kFrontendAttributes>(unsorted)));
  EXPECT_EQ(PrintHloInstruction(*Get("a")),
            "%a = f32[2,2]{1,0} add(%x, %y), frontend_attributes={a=\"2\",z=\"3\"}");
  HloModuleConfig config = module_.config();
  config.frontend_attributes = unsorted;
  SetConfig(module_, config);
  ExpectSound(module_);
}

TEST_F(EditTest, AttributesThatMustBe) {
  HloBuilder builder(module_.entry_computation());
  HloInstruction* transpose =
      builder.AddInstruction(HloOpcode::kTranspose, nullptr, {Get("a")},
                             {MakeAttribute<AttributeKind::kDimensions>({1, 0})});
  EXPECT_EQ(Message(RemoveAttribute(transpose, AttributeKind::kDimensions)),
            "attribute dimensions is expected but not set on transpose");
  HloInstruction* dot =
      builder.AddInstruction(HloOpcode::kDot, nullptr, {Get("a"), Get("b")},
                             {MakeAttribute<AttributeKind::kLhsContractingDims>({1}),
                              MakeAttribute<AttributeKind::kRhsContractingDims>({0})});
  ExpectOk(RemoveAttribute(dot, AttributeKind::kLhsContractingDims));
  EXPECT_EQ(PrintHloInstruction(*dot),
            "%dot = f32[2,2]{1,0} dot(%a, %b), lhs_contracting_dims={}, rhs_contracting_dims={0}");
}

TEST(Edit, StackFramesStayWhenMetadataIsSet) {
  HloModule module = ModuleOf(
      "HloModule m\n\n"
      "FileNames\n1 \"f.py\"\n\n"
      "FunctionNames\n1 \"f\"\n\n"
      "FileLocations\n1 {file_name_id=1 function_name_id=1 line=1 end_line=1 column=1 "
      "end_column=2}\n\n"
      "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0), metadata={op_name=\"x\" stack_frame_id=1}\n"
      "  ROOT y = f32[] negate(x)\n"
      "}\n");
  ExpectOk(
      SetAttribute(Find(module, "y"), *Find(module, "x")->FindAttribute(AttributeKind::kMetadata)));
  ExpectOk(RemoveAttribute(Find(module, "x"), AttributeKind::kMetadata));
  Uniquify(module);
  EXPECT_EQ(Find(module, "y")->metadata().stack_frame_id, 1);
  EXPECT_EQ(module.stack_frames().frames.size(), 1u);
  ExpectSound(module);
}

TEST(Edit, MoveInASchedule) {
  HloModule module = ModuleOf(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  a = f32[] negate(x)\n"
      "  b = f32[] sine(x)\n"
      "  ROOT c = f32[] add(a, b)\n"
      "}\n");
  const auto order = [&] { return Names(PrintOrder(*module.entry_computation())); };
  MoveBefore(Find(module, "b"), Find(module, "a"));
  EXPECT_THAT(order(), ElementsAre("x", "b", "a", "c"));
  ExpectSound(module);
  MoveAfter(Find(module, "b"), Find(module, "c"));
  EXPECT_THAT(order(), ElementsAre("x", "a", "c", "b"));
  EXPECT_FALSE(Verify(module).empty());
  MoveBefore(Find(module, "a"), Find(module, "x"));
  MoveAfter(Find(module, "x"), Find(module, "x"));
  MoveAfter(Find(module, "a"), Find(module, "x"));
  MoveAfter(Find(module, "c"), Find(module, "b"));
  EXPECT_THAT(order(), ElementsAre("x", "a", "b", "c"));
  ExpectSound(module);
}

TEST(Edit, SideEffects) {
  const HloModule module = ModuleOf(
      "HloModule m\n"
      "f { p = f32[] parameter(0)\n ROOT c = f32[] custom-call(p), custom_call_target=\"t\", "
      "custom_call_has_side_effect=true }\n"
      "g { p = f32[] parameter(0)\n ROOT c = f32[] call(p), to_apply=f }\n"
      "sum { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  no = f32[] negate(x)\n"
      "  no2 = f32[] custom-call(x), custom_call_target=\"t\"\n"
      "  no3 = f32[] all-reduce(x), replica_groups={}, to_apply=sum\n"
      "  yes = f32[] call(x), to_apply=g\n"
      "  yes2 = f32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=sum\n"
      "  yes3 = f32[] rng(x, x), distribution=rng_uniform\n"
      "  ROOT t = (f32[], f32[], f32[], f32[], f32[], f32[]) tuple(no, no2, no3, yes, yes2, yes3)\n"
      "}\n");
  for (const HloInstruction* instruction : module.entry_computation()->instructions()) {
    EXPECT_EQ(HasSideEffect(*instruction), instruction->name().substr(0, 3) == "yes")
        << instruction->name();
  }
}

// ---- Removing.

TEST_F(EditTest, RemoveInstruction) {
  EXPECT_EQ(Message(RemoveInstruction(Get("a"))), "instruction a cannot be removed: it has users");
  EXPECT_EQ(Message(RemoveInstruction(Get("t"))),
            "instruction t cannot be removed: it is the root of its computation");
  EXPECT_EQ(Message(RemoveInstruction(Get("x"))),
            "instruction x cannot be removed: it is a parameter");
  HloInstruction* s = Get("s");
  ExpectOk(RemoveInstruction(s));
  EXPECT_EQ(s->parent(), nullptr);
  SetRoot(module_.entry_computation(), Get("a"));
  ExpectOk(RemoveInstruction(Find(module_, "t")));
  EXPECT_EQ(Message(RemoveInstruction(Get("c"))),
            "instruction c cannot be removed: it has control dependencies");
  DropAllControlDependencies(Get("c"));
  ExpectOk(RemoveInstruction(Get("c")));
  ExpectOk(RemoveInstruction(Get("b")));
  EXPECT_EQ(module_.entry_computation()->instruction_count(), 3);
  EXPECT_EQ(module_.entry_computation()->index_limit(), 7u);
  ExpectSound(module_);
}

TEST_F(EditTest, RemoveWithUnusedOperands) {
  DropAllControlDependencies(Get("c"));
  SetRoot(module_.entry_computation(), Get("x"));
  ExpectOk(RemoveInstructionAndUnusedOperands(Get("t")));
  EXPECT_THAT(Names(PrintOrder(*module_.entry_computation())), ElementsAre("x", "y", "s"));
  ExpectSound(module_);
}

TEST(Edit, UnusedOperandsWithSideEffectsStay) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  ROOT x = f32[] parameter(0)\n"
      "  r = f32[] rng(x, x), distribution=rng_uniform\n"
      "  k = f32[] constant(2)\n"
      "  a = f32[] add(r, k)\n"
      "  b = f32[] multiply(a, a)\n"
      "}\n");
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "b")));
  EXPECT_THAT(Names(PrintOrder(*module.entry_computation())), ElementsAre("x", "r"));
  // Named explicitly, it is removed.
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "r")));
  ExpectSound(module);
}

TEST(Edit, ReplaceInstructionRelaysAndInherits) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  p = f32[] sine(x)\n"
      "  a = f32[] negate(x), frontend_attributes={k=\"v\"}, control-predecessors={p}, "
      "metadata={op_name=\"n\" source_line=3}\n"
      "  q = f32[] cosine(x), control-predecessors={a}\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(a, p, q)\n"
      "}\n");
  HloBuilder builder(module.entry_computation());
  HloInstruction* b = builder.AddUnary(HloOpcode::kAbs, Find(module, "x"));
  ExpectOk(ReplaceInstruction(Find(module, "a"), b));
  EXPECT_EQ(PrintHloInstruction(*b),
            "%abs = f32[] abs(%x), frontend_attributes={k=\"v\"}, control-predecessors={%p}, "
            "metadata={op_name=\"n\" source_line=3}");
  EXPECT_EQ(PrintHloInstruction(*Find(module, "q")),
            "%q = f32[] cosine(%x), control-predecessors={%abs}");
  ExpectSound(module);
  // A parameter stays.
  ExpectOk(ReplaceInstruction(Find(module, "x"), b));
  EXPECT_EQ(module.entry_computation()->parameters().size(), 1u);
  EXPECT_THAT(Names(CurrentUsers(Find(module, "x"))), ElementsAre("abs"));
}

// x cannot move after p, which uses it; but p still moves before q.
TEST(Edit, ReplaceInstructionMakesNoCycle) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  p = f32[] sine(x)\n"
      "  a = f32[] negate(x), control-predecessors={p}\n"
      "  q = f32[] cosine(x), control-predecessors={a}\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(a, p, q)\n"
      "}\n");
  ExpectOk(ReplaceInstruction(Find(module, "a"), Find(module, "x")));
  EXPECT_EQ(PrintHloInstruction(*Find(module, "q")),
            "%q = f32[] cosine(%x), control-predecessors={%p}");
  EXPECT_EQ(PrintHloInstruction(*Find(module, "x")), "%x = f32[] parameter(0)");
  ExpectSound(module);
}

TEST(Edit, RemoveWhileIterating) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  a = f32[] constant(1)\n"
      "  b = f32[] constant(2)\n"
      "  ROOT c = f32[] constant(3)\n"
      "  d = f32[] constant(4)\n"
      "}\n");
  for (HloInstruction* instruction : module.entry_computation()->instructions()) {
    if (!instruction->IsRoot()) ExpectOk(RemoveInstruction(instruction));
  }
  EXPECT_EQ(module.entry_computation()->instruction_count(), 1);
  ExpectSound(module);
}

TEST(Edit, RemoveSugar) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  ROOT x = f32[] parameter(0)\n"
      "  s = ((f32[]), f32[], s32[]) negate-start(x)\n"
      "  d = f32[] negate-done(s)\n"
      "  t = ((f32[]), f32[], s32[]) abs-start(x)\n"
      "  u = f32[] abs-done(t)\n"
      "}\n");
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "d")));
  Desugar(module);
  Uniquify(module);
  EXPECT_EQ(module.computations().size(), 2u);
  ExpectSound(module);
}

// ---- Parameters.

TEST(Edit, RemoveParameter) {
  HloModule module = ModuleOf(
      "HloModule m, input_output_alias={ {}: (2, {}, may-alias) }, buffer_donor={ (1, {}) }, "
      "entry_computation_layout={(f32[2,3]{0,1}, f32[2]{0}, f32[2,2]{0,1})->f32[2,2]{1,0}}, "
      "allow_spmd_sharding_propagation_to_parameters={true,false,true}\n"
      "ENTRY e {\n"
      "  a = f32[2,3]{0,1} parameter(0)\n"
      "  b = f32[2] parameter(1)\n"
      "  c = f32[2,2]{0,1} parameter(2)\n"
      "  ROOT n = f32[2,2]{1,0} negate(c)\n"
      "}\n");
  HloComputation* entry = module.entry_computation();
  EXPECT_EQ(Message(RemoveParameter(entry, 2)), "instruction c cannot be removed: it has users");
  ExpectOk(RemoveParameter(entry, 1));
  ExpectOk(RemoveParameter(entry, 0));
  EXPECT_EQ(Text(module),
            "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }, "
            "entry_computation_layout={(f32[2,2]{0,1})->f32[2,2]{1,0}}, "
            "allow_spmd_sharding_propagation_to_parameters={true}\n\n"
            "ENTRY %e (c: f32[2,2]) -> f32[2,2] {\n"
            "  %c = f32[2,2]{0,1} parameter(0)\n"
            "  ROOT %n = f32[2,2]{1,0} negate(%c)\n"
            "}\n\n");
  ExpectSound(module);
}

// ---- Computations.

constexpr char kCalls[] =
    "HloModule m, is_scheduled=true\n"
    "unused { p = f32[] parameter(0)\n ROOT c = f32[] call(p), to_apply=inner }\n"
    "inner { ROOT q = f32[] parameter(0) }\n"
    "fused { r = f32[] parameter(0)\n b = f32[] cosine(r)\n ROOT a = f32[] negate(r) }\n"
    "ENTRY e {\n"
    "  x = f32[] parameter(0)\n"
    "  f = f32[] fusion(x), kind=kLoop, calls=fused\n"
    "  ROOT g = f32[] fusion(f), kind=kLoop, calls=fused\n"
    "}\n";

TEST(Edit, RemoveComputation) {
  HloModule module = ModuleOf(kCalls);
  EXPECT_EQ(Message(RemoveComputation(module.entry_computation())),
            "computation e cannot be removed: it is the entry computation");
  EXPECT_EQ(Message(RemoveComputation(FindComputation(module, "inner"))),
            "computation inner cannot be removed: it is called by c");
  ExpectOk(RemoveComputation(FindComputation(module, "unused")));
  ExpectOk(RemoveComputation(FindComputation(module, "inner")));
  EXPECT_EQ(module.computations().size(), 2u);
}

TEST(Edit, RemoveUnusedComputations) {
  HloModule module = ModuleOf(kCalls);
  EXPECT_EQ(RemoveUnusedComputations(module), 2);
  EXPECT_EQ(RemoveUnusedComputations(module), 0);
  EXPECT_EQ(module.computations().size(), 2u);
}

// In a scheduled module, only computations that are not fused print in creation order.
TEST(Edit, FusionsAreCounted) {
  HloModule module = ModuleOf(kCalls);
  const HloComputation* fused = FindComputation(module, "fused");
  EXPECT_TRUE(fused->is_fusion_computation());
  SetRoot(module.entry_computation(), Find(module, "f"));
  ExpectOk(RemoveInstruction(Find(module, "g")));
  EXPECT_TRUE(fused->is_fusion_computation());
  HloBuilder builder(module.entry_computation());
  HloInstruction* call = builder.AddInstruction(
      HloOpcode::kCall, nullptr, {Find(module, "x")},
      {MakeAttribute<AttributeKind::kToApply>(FindComputation(module, "fused"))});
  ExpectOk(ReplaceInstruction(Find(module, "f"), call));
  EXPECT_FALSE(fused->is_fusion_computation());
  ExpectSound(module);
}

TEST(Edit, FusionCallsAnother) {
  HloModule module = ModuleOf(kCalls);
  HloComputation* fused = FindComputation(module, "fused");
  HloComputation* inner = FindComputation(module, "inner");
  for (const char* name : {"f", "g"}) {
    ExpectOk(SetAttribute(Find(module, name), MakeAttribute<AttributeKind::kCalls>(inner)));
  }
  EXPECT_FALSE(fused->is_fusion_computation());
  EXPECT_TRUE(inner->is_fusion_computation());
}

TEST(Edit, RemoveComputationsBeforeSugar) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "unused { ROOT p = f32[] parameter(0) }\n"
      "async_wrapped { ROOT p = f32[] parameter(0) }\n"
      "body { x = f32[] parameter(0)\n"
      "  s = ((f32[]), f32[], s32[]) negate-start(x)\n"
      "  ROOT d = f32[] negate-done(s) }\n"
      "ENTRY e { x = f32[] parameter(0)\n"
      "  ROOT c = f32[] call(x), to_apply=body }\n");
  EXPECT_EQ(RemoveUnusedComputations(module), 2);
  Desugar(module);
  Uniquify(module);
  ASSERT_EQ(module.computations().size(), 3u);
  EXPECT_EQ(module.computations()[0]->name(), "async_wrapped");
  ExpectSound(module);
}

TEST(Edit, SetEntryComputationAndThread) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "f { ROOT p = s32[3] parameter(0) }\n"
      "ENTRY e { ROOT q = f32[] parameter(0) }\n");
  SetEntryComputation(module, FindComputation(module, "f"));
  SetExecutionThread(FindComputation(module, "e"), std::string("host"));
  ExpectOk(RemoveComputation(FindComputation(module, "e")));
  EXPECT_EQ(Text(module),
            "HloModule m, entry_computation_layout={(s32[3]{0})->s32[3]{0}}\n\n"
            "ENTRY %f (p: s32[3]) -> s32[3] {\n"
            "  ROOT %p = s32[3]{0} parameter(0)\n"
            "}\n\n");
  ExpectSound(module);
}

// ---- Random edits: has_users and the lists equal a scan of all operands.

TEST(Edit, ListsOfUsesStayRight) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  builder.AddUnary(HloOpcode::kNegate, builder.computation()->parameters()[0]);
  HloComputation* entry = *builder.BuildEntry();
  HloBuilder more(entry);
  std::mt19937 random(7);
  for (int step = 0; step < 3000; ++step) {
    // In an order with operands first.
    std::vector<HloInstruction*> all = PrintOrder(*entry);
    const auto pick = [&](size_t below) { return all[random() % below]; };
    HloInstruction* one = pick(all.size());
    const size_t place = static_cast<size_t>(std::find(all.begin(), all.end(), one) - all.begin());
    switch (random() % 5) {
      case 0:
      case 1:
        more.AddBinary(HloOpcode::kAdd, one, pick(all.size()));
        break;
      case 2:
        (void)RemoveInstruction(one).ok();
        break;
      case 3:
        if (place > 0) ReplaceAllUsesWithDifferentShape(one, pick(place));
        break;
      default:
        if (one->operand_count() > 0) ExpectOk(ReplaceOperandWith(one, 0, pick(place)));
        break;
    }
    if (step % 100 != 0) continue;
    for (HloInstruction* instruction : entry->instructions()) {
      std::vector<HloInstruction*> users;
      for (HloInstruction* user : entry->instructions()) {
        const auto operands = user->operands();
        if (std::find(operands.begin(), operands.end(), instruction) != operands.end()) {
          users.push_back(user);
        }
      }
      ASSERT_EQ(instruction->has_users(), !users.empty());
      ASSERT_THAT(CurrentUsers(instruction), ::testing::UnorderedElementsAreArray(users));
    }
  }
  ExpectSound(module);
}

// Edits can make a cycle of control dependencies; it does not become one of length one.
TEST(Edit, ReplaceInstructionOnACycle) {
  HloModule module = ModuleOf(
      "ENTRY e {\n"
      "  p = f32[] parameter(0)\n"
      "  a = f32[] negate(p)\n"
      "  b = f32[] negate(p)\n"
      "  c = f32[] negate(a)\n"
      "  ROOT r = f32[] add(b, c)\n"
      "}\n");
  HloInstruction* a = Find(module, "a");
  HloInstruction* b = Find(module, "b");
  AddControlDependency(a, b);
  AddControlDependency(b, a);
  ExpectOk(ReplaceInstruction(b, Find(module, "c")));
  EXPECT_TRUE(a->control_predecessors().empty());
}

// Checks costs that the header promises: each replacement is linear in its uses.
TEST(Edit, ManyReplacements) {
  constexpr int kCount = 50000;
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  HloInstruction* x = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  for (int i = 0; i < kCount; ++i) x = builder.AddUnary(HloOpcode::kNegate, x);
  HloComputation* entry = *builder.BuildEntry();
  for (HloInstruction* negate : PrintOrder(*entry)) {
    if (negate->operand_count() > 0) ExpectOk(ReplaceInstruction(negate, negate->operand(0)));
  }
  EXPECT_EQ(entry->instruction_count(), 1);
  EXPECT_TRUE(entry->parameters()[0]->IsRoot());
  ExpectSound(module);
}

// The parser refuses them, or takes them from the start.
TEST(SetAttribute, NotWhereNoTextHasIt) {
  HloModule module = ReadModule(R"(HloModule m
w {
  p = f32[8] parameter(0)
  ROOT r = f32[8] negate(p)
}
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) async-start(a), calls=w
  u = ((f32[8]), f32[8], s32[]) async-update(s)
  ROOT d = f32[8] async-done(u)
})");
  const bool flags[] = {true};
  const Attribute replication =
      MakeAttribute<AttributeKind::kParameterReplication>(absl::MakeConstSpan(flags));
  ExpectOk(SetAttribute(Find(module, "a"), replication));
  EXPECT_EQ(Message(SetAttribute(Find(module, "r"), replication)),
            "attribute parameter_replication of negate is only allowed on a parameter");
  HloComputation* w = FindComputation(module, "w");
  for (const char* name : {"u", "d"}) {
    HloInstruction* link = Find(module, name);
    EXPECT_THAT(Message(SetAttribute(link, MakeAttribute<AttributeKind::kCalls>(w))),
                testing::EndsWith("is that of the start"));
    EXPECT_THAT(
        Message(SetAttribute(link, MakeAttribute<AttributeKind::kAsyncExecutionThread>("t"))),
        testing::EndsWith("is that of the start"));
  }
  ExpectSound(module);
}

}  // namespace hlo::edit_test
