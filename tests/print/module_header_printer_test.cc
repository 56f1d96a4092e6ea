#include "src/print/module_header_printer.h"

#include <memory>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "src/ir/module_state.h"
#include "src/parse/module/header.h"
#include "tests/support/cases.h"
#include "tests/support/header_test_util.h"

namespace hlo_text_v1::module_header_printer_test {

using namespace internal;

std::unique_ptr<HloModule> ParseNested(std::string_view text) {
  absl::StatusOr<HloModule> module = ParseHloModule(text);
  return module.ok() ? std::make_unique<HloModule>(*std::move(module)) : nullptr;
}

// The header of a module m with `attributes`, which must parse.
std::string Header(std::string_view attributes, int indent_amount = 0) {
  HloModule module;
  internal::IrAccess::ModuleState& state = internal::IrAccess::StateOf(module);
  ParseFixture text(attributes);
  state.name = "m";
  EXPECT_TRUE(ReadModuleAttributes(text.ctx, ParseNested, &state.config, &state.nested_modules))
      << attributes;
  EXPECT_EQ(text.ctx.kind(), TokKind::kEof) << attributes;
  PrintOptions options;
  options.indent_amount = indent_amount;
  std::string header;
  AppendModuleHeader(module, options, &header);
  return header;
}

TEST(ModuleHeaderPrinterTest, EveryAttribute) {
  const Case cases[] = {
      {"", ""},
      {", is_scheduled=false, replica_count=1, num_partitions=1, alias_passthrough_params=false",
       ""},
      {", num_partitions=0, replica_count=-3", ", replica_count=-3, num_partitions=0"},
      {", alias_passthrough_params=true, is_scheduled=true",
       ", is_scheduled=true, alias_passthrough_params=true"},
      {", buffer_donor={(1,{}),(0,{2,3})}, input_output_alias={{1}:(1,{},must-alias),{0}:(0,{})}",
       ", input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, must-alias) }, "
       "buffer_donor={ (0, {2,3}), (1, {}) }"},
      {", buffer_donor={}, input_output_alias={}, frontend_attributes={}, backend_config=\"\"", ""},
      {", entry_computation_layout={()->()}", ", entry_computation_layout={()->()}"},
      {", entry_computation_layout={(f32[2,3],s32[])->(f32[3,2]{0,1},pred[])}",
       ", entry_computation_layout={(f32[2,3]{1,0}, s32[])->(f32[3,2]{0,1}, pred[])}"},
      {", "
       "entry_computation_layout={(s8[],s8[],s8[],s8[],s8[],s8[],s8[],s8[],s8[],s8[],s8[])->s8[]}",
       ", entry_computation_layout={(s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[], s8[], s8[], "
       "s8[], s8[], /*index=10*/s8[])->s8[]}"},
      {", allow_spmd_sharding_propagation_to_output={false,false}, "
       "allow_spmd_sharding_propagation_to_parameters=true",
       ", allow_spmd_sharding_propagation_to_parameters={true}, "
       "allow_spmd_sharding_propagation_to_output={false,false}"},
      {", allow_spmd_sharding_propagation_to_output={}, "
       "allow_spmd_sharding_propagation_to_parameters={false}",
       ""},
      {", backend_config=\"a'b\", frontend_attributes={b=\"x\",a={\"k\":1}}",
       ", frontend_attributes={a={\"k\":1},b=\"x\"}, backend_config=\"a\\'b\""},
      {", backend_config=\"{}\"", ", backend_config={}"},
      {", origin_recovery_table={}, debug_attributes={}", ""},
      {", debug_attributes={{\"a\" {0}}:{callback_id=3}}, origin_recovery_table={{\"x\"}:{}}",
       ", origin_recovery_table={\n  {\"x\"} : {\"\"}\n}\n,\n"
       "debug_attributes={\n  {\"a\" {0}}:({callback_id=3})\n}"},
      {", origin_recovery_table={{\"x\"}:{\"\" {1}}}",
       ", origin_recovery_table={\n  {\"x\"} : {\"\" {1}}\n}\n"},
      {", debug_attributes={{\"x\" {1}}:({log_mode=default,op_id=4},{partitioned=true,op_id=5}), "
       "{}:{callback_id=7,log_mode=fusion_debugger}, {\"e\"}:{op_id=0}}",
       ",\ndebug_attributes={\n"
       "  {\"\"}:({log_mode=fusion_debugger,callback_id=7}),\n"
       "  {\"e\"}:({}),\n"
       "  {\"x\" {1}}:({log_mode=default,op_id=4},{partitioned=true,op_id=5})\n}"},
  };
  const std::string name = "HloModule m";
  ExpectCases(cases, [&](const std::string& text) {
    const std::string header = Header(text);
    EXPECT_EQ(header.substr(0, name.size()), name);
    return header.substr(std::min(name.size(), header.size()));
  });
}

TEST(ModuleHeaderPrinterTest, IndentsFirstLineAndEntries) {
  EXPECT_EQ(
      Header(", origin_recovery_table={{\"x\"}:{\"y\"}}, debug_attributes={{\"a\"}:{op_id=1}}",
             /*indent_amount=*/2),
      "    HloModule m, origin_recovery_table={\n      {\"x\"} : {\"y\"}\n}\n,\n"
      "debug_attributes={\n      {\"a\"}:({op_id=1})\n}");
}

TEST(ModuleHeaderPrinterTest, NestedModule) {
  EXPECT_EQ(Header(R"(, origin_recovery_table={{"c"}:{"d"} {"a"}:{"b" {1}},
"HloModule r ENTRY q { p = f32[] parameter(0), metadata={op_name=\"z\\n\"} }"})"),
            R"(HloModule m, origin_recovery_table={
  {"a"} : {"b" {1}},
  "
    HloModule r, entry_computation_layout={(f32[])->f32[]}

    ENTRY %q (p: f32[]) -> f32[] {
      ROOT %p = f32[] parameter(0), metadata={op_name=\"z\\n\"}
    }


  "
  {"c"} : {"d"}
}
)");
}

TEST(StackFrameTablesPrinterTest, AllFourOrNothing) {
  StackFrameTables tables;
  const auto print = [&] {
    std::string text;
    TextWriter writer(&text);
    PrintStackFrameTables(tables, &writer);
    writer.Flush();
    return text;
  };
  EXPECT_EQ(print(), "");
  tables.file_names = {"a'.py", "b"};
  tables.function_names = {"f\n"};
  tables.locations = {{1, 2, 3, 4, 5, 6}, {7, 8, -9, 10, 11, 12}};
  tables.frames = {{1, 0}, {2, 1}};
  EXPECT_EQ(print(), R"(

FileNames
1 "a\'.py"
2 "b"

FunctionNames
1 "f\n"

FileLocations
1 {file_name_id=1 function_name_id=2 line=3 end_line=4 column=5 end_column=6}
2 {file_name_id=7 function_name_id=8 line=-9 end_line=10 column=11 end_column=12}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}
)");
}

}  // namespace hlo_text_v1::module_header_printer_test
