#include "src/parse/module/header.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hlo/print_values.h"
#include "tests/support/header_test_util.h"

namespace hlo_text_v1::header_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

std::unique_ptr<HloModule> Refuse(std::string_view) { return nullptr; }

bool Parse(ParseFixture& text, HloModuleConfig* config) {
  std::vector<std::unique_ptr<HloModule>> nested_modules;
  return ReadModuleAttributes(text.ctx, Refuse, config, &nested_modules);
}

TEST(ModuleHeaderParserTest, Defaults) {
  ParseFixture text(" ENTRY e {");
  HloModuleConfig config;
  EXPECT_TRUE(Parse(text, &config));
  EXPECT_EQ(text.ctx.kind(), TokKind::kw_ENTRY);
  EXPECT_FALSE(config.is_scheduled);
  EXPECT_FALSE(config.has_entry_computation_layout);
  EXPECT_EQ(config.replica_count, 1);
  EXPECT_EQ(config.num_partitions, 1);
  EXPECT_THAT(config.allow_spmd_sharding_propagation_to_parameters, ElementsAre(false));
  EXPECT_THAT(config.allow_spmd_sharding_propagation_to_output, ElementsAre(false));
}

TEST(ModuleHeaderParserTest, EveryAttributeInAnyOrder) {
  ParseFixture text(
      R"(, replica_count=-2 , num_partitions=18446744073709551615, is_scheduled=true,
      debug_attributes={{"a"}:{op_id=1}}, origin_recovery_table={{"x"}:{"y"}},
      entry_computation_layout={(f32[7,3], s32[],)->(f32[2]{0}, pred[])},
      allow_spmd_sharding_propagation_to_output={true,false},
      allow_spmd_sharding_propagation_to_parameters={}, alias_passthrough_params=true,
      backend_config={"a" : 1}, frontend_attributes={b="1",a={"c":2}},
      buffer_donor={(1,{})}, input_output_alias={{}:(0,{})} ENTRY)");
  HloModuleConfig config;
  EXPECT_TRUE(Parse(text, &config));
  EXPECT_THAT(text.Errors(), IsEmpty());
  EXPECT_EQ(text.ctx.kind(), TokKind::kw_ENTRY);
  EXPECT_TRUE(config.is_scheduled);
  EXPECT_TRUE(config.alias_passthrough_params);
  EXPECT_EQ(config.replica_count, -2);
  EXPECT_EQ(config.num_partitions, -1);
  EXPECT_THAT(config.allow_spmd_sharding_propagation_to_output, ElementsAre(true, false));
  EXPECT_THAT(config.allow_spmd_sharding_propagation_to_parameters, ElementsAre(false));
  EXPECT_TRUE(config.has_entry_computation_layout);
  ASSERT_EQ(config.entry_computation_layout.parameters.size(), 2u);
  EXPECT_EQ(PrintShape(*config.entry_computation_layout.parameters[0]), "f32[7,3]{1,0}");
  EXPECT_EQ(PrintShape(*config.entry_computation_layout.result), "(f32[2]{0}, pred[])");
  EXPECT_EQ(config.backend_config, R"({"a" : 1})");
  EXPECT_EQ(config.frontend_attributes.entries.size(), 2u);
  EXPECT_EQ(config.input_output_alias.size(), 1u);
  EXPECT_EQ(config.buffer_donor.size(), 1u);
  EXPECT_EQ(config.origin_recovery_table.size(), 1u);
  EXPECT_EQ(config.debug_attributes.size(), 1u);
}

TEST(ModuleHeaderParserTest, Errors) {
  struct Case {
    const char* text;
    std::vector<std::string> errors;
  };
  const auto wrapped = [](std::string error, std::string_view attribute) {
    return std::vector<std::string>{std::move(error),
                                    StrCat("2: error parsing attribute ", attribute)};
  };
  const std::vector<std::string> no_name = {"3: expects attribute name",
                                            "3: error parsing attributes"};
  constexpr char kLayout[] = "entry_computation_layout";
  constexpr char kPropagation[] = "allow_spmd_sharding_propagation_to_output";
  const Case cases[] = {
      {", ENTRY", no_name},
      {", is_scheduled =true",
       {"3: expects attribute name: an attribute has no blank before its '='",
        "3: error parsing attributes"}},
      {", %is_scheduled=true", no_name},
      {",foo=1",
       {"2: unexpected attribute \"foo\". Allowed attributes: alias_passthrough_params, "
        "allow_spmd_sharding_propagation_to_output, allow_spmd_sharding_propagation_to_parameters, "
        "backend_config, buffer_donor, debug_attributes, entry_computation_layout, "
        "frontend_attributes, input_output_alias, is_scheduled, num_partitions, "
        "origin_recovery_table, replica_count"}},
      {",replica_count=2,replica_count=2", {"18: attribute replica_count already exists"}},
      {",is_scheduled=1", wrapped("15: expects true or false", "is_scheduled")},
      {",replica_count=x", wrapped("16: expects integer", "replica_count")},
      {",replica_count=18446744073709551616", wrapped("16: expects integer", "replica_count")},
      {",allow_spmd_sharding_propagation_to_output=1",
       wrapped("44: Expected list of booleans or true/false value", kPropagation)},
      {",allow_spmd_sharding_propagation_to_output={true,1}",
       {"2: error parsing attribute allow_spmd_sharding_propagation_to_output"}},
      {",allow_spmd_sharding_propagation_to_output={true true}",
       wrapped("50: expected '}' to end boolean list attribute", kPropagation)},
      {",entry_computation_layout=x",
       wrapped("27: Expects '{' at the start of aliasing description", kLayout)},
      {",entry_computation_layout={f32[]->s32[]}",
       wrapped("28: Expects ( before parameter shape list", kLayout)},
      {",entry_computation_layout={(f32[] s32[])->f32[]}",
       wrapped("35: Expects , between parameter shapes", kLayout)},
      {",entry_computation_layout={(f32[]) s32[]}",
       wrapped("36: Expects -> before result shape", kLayout)},
      {",entry_computation_layout={()->s32[] ENTRY",
       wrapped("38: Expects '}' at the end of computation layouts", kLayout)},
      {",entry_computation_layout={(,f32[3])->f32[2,3]}",
       wrapped("29: expected primitive type, saw kComma", kLayout)},
      {",input_output_alias=x",
       wrapped("21: Expects '{' at the start of aliasing description", "input_output_alias")},
      {",buffer_donor={",
       wrapped("16: Expected format: (<input_param>, <input_param_shape_index>)", "buffer_donor")},
      {",origin_recovery_table={{\"a\"}:{\"b\"},\"refused\"}",
       {"2: error parsing attribute origin_recovery_table"}},
      {",debug_attributes=x",
       wrapped("19: Expects '{' to start debug_attributes", "debug_attributes")},
      {",backend_config=3", {"2: error parsing attribute backend_config"}},
      {",backend_config={a", wrapped("17: expects JSON dict", "backend_config")},
      {",frontend_attributes=x",
       wrapped("22: expected '{' to start frontend attributes", "frontend_attributes")},
      {",frontend_attributes={a=b}", {"2: error parsing attribute frontend_attributes"}},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    HloModuleConfig config;
    EXPECT_FALSE(Parse(text, &config)) << c.text;
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.text;
  }
}

}  // namespace hlo_text_v1::header_test
