// Names and attributes, and the order of a schedule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/verify.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::edit_instruction_test {

using namespace internal;

using ::testing::ElementsAre;

using EditInstruction = EditTest;

TEST_F(EditInstruction, SetName) {
  EXPECT_EQ(SetName(Get("a"), "sum"), "sum");
  EXPECT_EQ(SetName(Get("b"), "sum"), "sum.1");
  EXPECT_EQ(SetName(Get("c"), "a"), "a.1");  // the old name stays taken
  EXPECT_EQ(SetName(Get("t"), ""), "name");
  EXPECT_EQ(SetName(module_.entry_computation(), "main"), "main");
  EXPECT_EQ(SetName(module_.entry_computation(), ""), "name");
  SetName(&module_, "renamed");
  EXPECT_EQ(Text(module_).substr(0, 18), "HloModule renamed,");
  ExpectSound(module_);
  HloInstruction* sum = Get("sum");
  for (const char* name : {"", "a b", "two\nlines", "f32", "ROOT", "nan", "inf", "true", "__x",
                           "1st", "a=b", "caf\xc3\xa9", "a,b", "token", "add", "b01f_01io"}) {
    SetName(&module_, name);
    SetName(sum, name);
    SetName(module_.entry_computation(), name);
    ExpectSound(module_);
  }
}

// "x.0" is oddly numbered: it gets another name if there is an "x".
TEST_F(EditInstruction, UniquifyKnowsNewNames) {
  for (const char* name : {"x", "x.0", "x.00", "x.01"}) {
    HloModule module = ReadModule(PrintHloModule(module_));
    SetName(Find(module, "a"), "x");
    SetName(Find(module, "b"), name);
    const HloModule again = ReadModule(PrintHloModule(module));
    Uniquify(&module);
    EXPECT_EQ(PrintHloModule(module), PrintHloModule(again)) << name;
  }
}

TEST_F(EditInstruction, UniquifyKnowsNewNamesOfComputations) {
  HloModule module = ReadModule(
      "f { p = f32[] parameter(0) ROOT n = f32[] negate(p) }\n"
      "g { p = f32[] parameter(0) ROOT n = f32[] sine(p) }\n"
      "ENTRY e { p = f32[] parameter(0) c = f32[] call(p), to_apply=f\n"
      "  ROOT d = f32[] call(c), to_apply=g }\n");
  SetName(module.computations()[0], "x");
  SetName(module.computations()[1], "x.0");
  const HloModule again = ReadModule(PrintHloModule(module));
  Uniquify(&module);
  EXPECT_EQ(PrintHloModule(module), PrintHloModule(again));
}

TEST_F(EditInstruction, Attributes) {
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

TEST_F(EditInstruction, FrontendAttributesAreSorted) {
  const FrontendAttribute entries[] = {{"z", "1"}, {"a", "2"}, {"z", "3"}};
  FrontendAttributes unsorted;
  unsorted.entries = entries;
  ExpectOk(SetAttribute(Get("a"), MakeAttribute<AttributeKind::kFrontendAttributes>(unsorted)));
  EXPECT_EQ(PrintHloInstruction(*Get("a")),
            "%a = f32[2,2]{1,0} add(%x, %y), frontend_attributes={a=\"2\",z=\"3\"}");
  HloModuleConfig config = module_.config();
  config.frontend_attributes = unsorted;
  EXPECT_TRUE(SetConfig(&module_, config).ok());
  ExpectSound(module_);
}

TEST_F(EditInstruction, AttributesThatMustBe) {
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

TEST(EditInstructionOf, StackFramesStayWhenMetadataIsSet) {
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
  Uniquify(&module);
  EXPECT_EQ(Find(module, "y")->metadata().stack_frame_id, 1);
  EXPECT_EQ(module.stack_frames().frames.size(), 1u);
  ExpectSound(module);
}

TEST(EditInstructionOf, MoveInASchedule) {
  HloModule module = ModuleOf(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  a = f32[] negate(x)\n"
      "  b = f32[] sine(x)\n"
      "  ROOT c = f32[] add(a, b)\n"
      "}\n");
  const auto order = [&] { return Names(PrintOrder(*module.entry_computation())); };
  EXPECT_TRUE(MoveBefore(Find(module, "b"), Find(module, "a")).ok());
  EXPECT_THAT(order(), ElementsAre("x", "b", "a", "c"));
  ExpectSound(module);
  EXPECT_TRUE(MoveAfter(Find(module, "b"), Find(module, "c")).ok());
  EXPECT_THAT(order(), ElementsAre("x", "a", "c", "b"));
  EXPECT_FALSE(Verify(module).empty());
  EXPECT_TRUE(MoveBefore(Find(module, "a"), Find(module, "x")).ok());
  EXPECT_TRUE(MoveAfter(Find(module, "x"), Find(module, "x")).ok());
  EXPECT_TRUE(MoveAfter(Find(module, "a"), Find(module, "x")).ok());
  EXPECT_TRUE(MoveAfter(Find(module, "c"), Find(module, "b")).ok());
  EXPECT_THAT(order(), ElementsAre("x", "a", "b", "c"));
  ExpectSound(module);
}

// The parser refuses them, or takes them from the start.
TEST(EditInstructionOf, NotWhereNoTextHasIt) {
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
  for (const char* name : {"u", "d"}) {
    HloInstruction* link = Find(module, name);
    EXPECT_THAT(
        Message(SetAttribute(link, MakeAttribute<AttributeKind::kAsyncExecutionThread>("t"))),
        testing::EndsWith("is that of the start"));
  }
  ExpectSound(module);
}

}  // namespace hlo_text_v1::edit_instruction_test
