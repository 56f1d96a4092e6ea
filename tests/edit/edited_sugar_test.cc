// Edits of instructions that sugar has wrapped: they print as sugar again, or generically if sugar
// cannot express them. Either text reads back as the same program.
// Tests of src/ir: desugared
// Tests of src/print: async_sugar
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/module.h"
#include "hlo/parse_values.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::edited_sugar_test {

using namespace internal;

constexpr char kModule[] = R"(HloModule m
ENTRY e {
  a = f32[8]{0} parameter(0)
  b = f32[8]{0} parameter(1)
  start = ((f32[8]{0}, f32[8]{0}), f32[8]{0}, s32[]) add-start(a, b)
  ROOT done = f32[8]{0} add-done(start)
}
)";

struct Edit {
  std::string_view name;
  std::function<void(HloInstruction* root)> apply;
  bool stays_sugar = false;
};

HloInstruction* Start(HloModule& module) {
  return module.entry_computation()->root_instruction()->operand(0);
}

template <AttributeKind kind, typename T>
void Set(HloInstruction* instruction, const T& value) {
  ExpectOk(SetAttribute(instruction, MakeAttribute<kind>(value)));
}

HloSharding Replicated() {
  HloSharding sharding;
  sharding.kind = HloSharding::Kind::kReplicated;
  return sharding;
}

const Edit kEdits[] = {
    {"nothing", [](HloInstruction*) {}, true},
    {"metadata of the start",
     [](HloInstruction* root) {
       OpMetadata metadata;
       metadata.op_name = "x";
       for (HloInstruction* i : {root, Start(*root->parent()->parent())}) {
         Set<AttributeKind::kMetadata>(i, metadata);
       }
     },
     true},
    {"other metadata than that of the start",
     [](HloInstruction* root) {
       OpMetadata metadata;
       for (HloInstruction* i : {root, Start(*root->parent()->parent())}) {
         metadata.op_name = i->name();
         Set<AttributeKind::kMetadata>(i, metadata);
       }
     }},
    {"control predecessor",
     [](HloInstruction* root) { EXPECT_TRUE(AddControlDependency(root->operand(0), root).ok()); }},
    {"sharding of a parameter",
     [](HloInstruction* root) { Set<AttributeKind::kSharding>(root->operand(0), Replicated()); }},
    {"sharding", [](HloInstruction* root) { Set<AttributeKind::kSharding>(root, Replicated()); }},
    {"backend_config of the computation",
     [](HloInstruction* root) { EXPECT_TRUE(SetBackendConfig(root->parent(), "b").ok()); }},
    {"layout",
     [](HloInstruction* root) {
       EXPECT_TRUE(
           SetShape(root, *ParseShape("f32[8]{0:T(8)}", root->parent()->parent()->shapes())).ok());
     }},
    {"operands",
     [](HloInstruction* root) {
       EXPECT_TRUE(SetOperands(root, {root->operand(1), root->operand(0)}).ok());
     }},
};

TEST(EditedSugar, ReadsBackAsTheSameProgram) {
  for (const Edit& edit : kEdits) {
    SCOPED_TRACE(edit.name);
    HloModule module = ReadModule(kModule);
    edit.apply(Start(module)->async_wrapped_computation()->root_instruction());
    const std::string text = Text(module);
    EXPECT_EQ(text.find("add-start(") != std::string::npos, edit.stays_sugar) << text;
    EXPECT_EQ(Fingerprint(ReadModule(text)), Fingerprint(module)) << text;
  }
}

TEST(EditedSugar, WhatOthersCallIsPrinted) {
  HloModule module = ReadModule(kModule);
  HloInstruction* start = Start(module);
  HloBuilder builder(module.entry_computation());
  HloInstruction* call = builder.AddCall(start->operands(), start->async_wrapped_computation());
  ASSERT_NE(call, nullptr) << builder.status();
  const std::string text = Text(module);
  EXPECT_THAT(text, testing::HasSubstr("to_apply=%async_wrapped"));
  EXPECT_EQ(Fingerprint(ReadModule(text)), Fingerprint(module)) << text;
}

// ---- Before Desugar.

TEST(EditedSugar, IsRefusedBeforeDesugar) {
  HloModule module = ModuleOf(kModule);
  ASSERT_TRUE(HasSugar(module));
  HloComputation* entry = module.entry_computation();
  HloInstruction* done = entry->root_instruction();
  EXPECT_EQ(RemoveInstruction(done).message(), "run Desugar first");
  EXPECT_EQ(RemoveAttribute(done, AttributeKind::kMetadata).message(), "run Desugar first");
  EXPECT_EQ(FlattenCallGraph(&module).status().message(), "run Desugar first");
  EXPECT_EQ(HloBuilder(entry).status().message(), "run Desugar first");
  EXPECT_EQ(HloBuilder(&module, "f").status().message(), "run Desugar first");
  EXPECT_EQ(CloneComputation(*entry, &module), nullptr);
  EXPECT_EQ(SetName(done, "x"), "");
  EXPECT_FALSE(RemoveDeadInstructions(&module).ok());
  EXPECT_FALSE(RemoveUnusedComputations(&module).ok());
  Desugar(&module);
  EXPECT_FALSE(HasSugar(module));
  Uniquify(&module);
  EXPECT_EQ(SetName(done, "x"), "x");
  ExpectSound(module);
}

}  // namespace hlo_text_v1::edited_sugar_test
