// Each form of a value, exported and imported.
#include "src/mlir/export_attributes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::export_attributes_test {

using namespace internal;

struct ValueCase {
  const char* instruction;
  const char* dictionary;
};
const ValueCase kValues[] = {
    {"reverse(a), dimensions={0}", "{dimensions = [0]}"},
    {"custom-call(a), custom_call_target=\"a\\\"\\n\", custom_call_has_side_effect=true",
     R"({custom_call_target = "a\"\n", custom_call_has_side_effect = true})"},
    {"custom-call(a), custom_call_target=\"f\", backend_config={\"a\":1}",
     R"({custom_call_target = "f", backend_config = "{\"a\":1}"})"},
    {"custom-call(a), custom_call_target=\"f\", backend_config=\"x\\ty\"",
     R"({custom_call_target = "f", backend_config = "x\09y"})"},
    {"compare(a, a), direction=LT", "{direction = \"LT\"}"},
    {"collective-permute(a), channel_id=3, source_target_pairs={{0,1},{1,0}}",
     "{channel_id = 3, source_target_pairs = [[0, 1], [1, 0]]}"},
    {"slice(a), slice={[0:8]}", "{slice = \"{[0:8]}\"}"},
    {"negate(a), sharding={replicated}, metadata={op_name=\"x\"}",
     R"({sharding = "{replicated}", metadata = "{op_name=\"x\"}"})"},
    {"negate(a), control-predecessors={a}", "{\"control-predecessors\" = [\"a\"]}"},
    {"map(a), dimensions={0}, to_apply=f", "{dimensions = [0], to_apply = @f}"},
    {"conditional(i, s, s), branch_computations={f, f}", "{branch_computations = [@f, @f]}"},
    {"constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})",
     "{value = \"{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}\"}"},
};

TEST(ExportAttributes, EachValueHasItsForm) {
  for (const ValueCase& c : kValues) {
    const std::string text = c.instruction;
    const std::string shape = text.substr(0, 3) == "con" && text[3] == 's' ? "s32[12]"
                              : text.substr(0, 3) == "con"                 ? "f32[]"
                              : text.substr(0, 3) == "com"                 ? "pred[8]"
                                                                           : "f32[8]";
    const HloModule module = ReadModule(
        "f { x = f32[] parameter(0) ROOT n = f32[] negate(x) }\n"
        "ENTRY e { a = f32[8] parameter(0)  s = f32[] parameter(1)  i = s32[] parameter(2)\n"
        "  ROOT r = " +
        shape + " " + text + " }");
    const HloInstruction& root = *module.entry_computation()->root_instruction();
    MlirAttributes attributes(module);
    MlirDictionary dictionary;
    attributes.Add(root, AttributePart::kOwn, {}, &dictionary);
    attributes.Add(root, AttributePart::kCommon, {}, &dictionary);
    EXPECT_EQ(dictionary.Braced(), c.dictionary);
    EXPECT_EQ(ImportOf(ExportOf(module)), PrintGeneric(module));
  }
}

TEST(ExportAttributes, PartsAndKindsCanBeLeftOut) {
  const HloModule module = ReadModule(
      "ENTRY e { a = f32[8] parameter(0)\n"
      "  ROOT r = f32[8] reverse(a), dimensions={0}, sharding={replicated} }");
  const HloInstruction& root = *module.entry_computation()->root_instruction();
  MlirAttributes attributes(module);
  MlirDictionary own;
  attributes.Add(root, AttributePart::kOwn, {}, &own);
  EXPECT_EQ(own.Braced(), "{dimensions = [0]}");
  MlirDictionary common;
  attributes.Add(root, AttributePart::kCommon, {AttributeKind::kSharding}, &common);
  EXPECT_TRUE(common.empty());
  common.AddUnit("hlo.entry");
  common.AddString("a-b", "c");
  EXPECT_EQ(common.Braced(), "{hlo.entry, \"a-b\" = \"c\"}");
}

}  // namespace hlo_text_v1::export_attributes_test
