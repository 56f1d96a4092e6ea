// One module with everything that Strip can remove, and what remains for each name of the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo_text_v1::strip_test {

using namespace internal;

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kText[] =
    R"(HloModule m, entry_computation_layout={(f32[4]{0}, f32[])->f32[4]{0}}, allow_spmd_sharding_propagation_to_output={true}, frontend_attributes={a="1"}, backend_config={"b":1}

FileNames
1 "model.py"

FunctionNames
1 "step"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}

StackFrames
1 {file_location_id=1 parent_frame_id=1}


ENTRY %e (p: f32[4], q: f32[]) -> f32[4] {
  %t = token[] after-all()
  %i = (f32[4]{0}, token[]) infeed(%t), infeed_config="in", metadata={op_name="\"i\""}
  %q = f32[] parameter(1), sharding={replicated}
  %o = token[] outfeed(%q, %t), outfeed_shape=f32[], outfeed_config="out"
  %p = f32[4]{0} parameter(0), parameter_replication={true}, sharding={devices=[2]<=[2] metadata={op_name="s" stack_frame_id=1}}, origin={{"p"}}, metadata={stack_frame_id=1}
  %n = f32[4]{0} negate(%p), frontend_attributes={c="2"}, statistics={visualizing_index=0,x=1}, metadata={op_type="neg" op_name="n" stack_frame_id=1}, backend_config={"d":2}
  ROOT %r = f32[4]{0} abs(%n), control-predecessors={%i}
}, backend_config={"e":3}

)";

// kText without the part `name`.
std::string Stripped(std::string_view name) {
  const struct {
    std::string_view name;
    std::string_view taken_out;
  } kPieces[] = {
      {"metadata", R"( metadata={op_name="s" stack_frame_id=1})"},
      {"metadata", R"(, metadata={stack_frame_id=1})"},
      {"metadata", R"(, metadata={op_type="neg" op_name="n" stack_frame_id=1})"},
      {"metadata", R"(, metadata={op_name="\"i\""})"},
      {"stack_frames", " stack_frame_id=1"},
      {"stack_frames", ", metadata={stack_frame_id=1}"},
      {"stack_frames", " stack_frame_id=1"},
      {"origin", R"(, origin={{"p"}})"},
      {"backend_config", R"(, backend_config={"b":1})"},
      {"backend_config", R"(, backend_config={"d":2})"},
      {"backend_config", R"(, backend_config={"e":3})"},
      {"frontend_attributes", R"(, frontend_attributes={a="1"})"},
      {"frontend_attributes", R"(, frontend_attributes={c="2"})"},
      {"sharding", ", allow_spmd_sharding_propagation_to_output={true}"},
      {"sharding", R"(, sharding={devices=[2]<=[2] metadata={op_name="s" stack_frame_id=1}})"},
      {"sharding", ", sharding={replicated}"},
      {"parameter_replication", ", parameter_replication={true}"},
      {"control_predecessors", ", control-predecessors={%i}"},
      {"statistics", ", statistics={visualizing_index=0,x=1}"},
      {"infeed_config", ", infeed_config=\"in\""},
      {"outfeed_config", ", outfeed_config=\"out\""},
  };
  std::string text = kText;
  if (name == "metadata" || name == "stack_frames") {
    const size_t begin = text.find("\nFileNames");
    text.erase(begin, text.find("\n\nENTRY") + 1 - begin);
  }
  for (const auto& piece : kPieces) {
    if (piece.name == name) text = Replaced(text, piece.taken_out, "");
  }
  return text;
}

TEST(Strip, TheTextPrintsAsItStands) { EXPECT_EQ(PrintHloModule(ReadModule(kText)), kText); }

TEST(Strip, NothingByDefault) {
  HloModule module = ReadModule(kText);
  Strip(&module, StripOptions());
  EXPECT_EQ(PrintHloModule(module), kText);
}

TEST(Strip, EachNameTakesOutWhatItSays) {
  for (const StripInfo& item : StripTable()) {
    HloModule module = ReadModule(kText);
    StripOptions options;
    options.*(item.field) = true;
    Strip(&module, options);
    const std::string expected = PrintHloModule(ReadModule(Stripped(item.name)));
    EXPECT_EQ(PrintHloModule(module), expected) << item.name;
    EXPECT_NE(expected, kText) << item.name;
  }
}

// Attributes that are kept as text because their values are not understood.
TEST(Strip, ValuesThatAreNotUnderstood) {
  HloModule module = ReadModule(
      "ENTRY e { ROOT p = f32[] parameter(0), sharding={new}, word=1, metadata={new=2} }",
      AllowUnknown());
  StripOptions options;
  options.sharding = true;
  Strip(&module, options);
  EXPECT_THAT(PrintHloModule(module), HasSubstr("parameter(0), word=1, metadata={new=2}\n"));
  options.metadata = true;
  Strip(&module, options);
  EXPECT_THAT(PrintHloModule(module), HasSubstr("parameter(0), word=1\n"));
}

TEST(Strip, AllAtOnce) {
  HloModule module = ReadModule(kText);
  StripOptions options;
  for (const StripInfo& item : StripTable()) options.*(item.field) = true;
  Strip(&module, options);
  EXPECT_EQ(PrintHloModule(module),
            R"(HloModule m, entry_computation_layout={(f32[4]{0}, f32[])->f32[4]{0}}

ENTRY %e (p: f32[4], q: f32[]) -> f32[4] {
  %t = token[] after-all()
  %i = (f32[4]{0}, token[]) infeed(%t)
  %q = f32[] parameter(1)
  %o = token[] outfeed(%q, %t), outfeed_shape=f32[]
  %p = f32[4]{0} parameter(0)
  %n = f32[4]{0} negate(%p)
  ROOT %r = f32[4]{0} abs(%n)
}

)");
}

TEST(Strip, WhatIsNotUnderstoodGoesByItsName) {
  ParseOptions parse;
  parse.allow_unknown = true;
  HloModule module = ModuleOf(
      "HloModule m\nENTRY e {\n p = f32[4] parameter(0), statistics=strange, zork=1\n"
      " ROOT n = f32[4] negate(p), metadata=strange, frontend_attributes=strange\n}\n",
      parse);
  StripOptions options;
  options.metadata = true;
  options.statistics = true;
  Strip(&module, options);
  const std::string text = PrintHloModule(module);
  EXPECT_THAT(text, HasSubstr("parameter(0), zork=1\n"));
  EXPECT_THAT(text, HasSubstr("negate(%p), frontend_attributes=strange\n"));
}

TEST(Strip, MetadataKeepsHowAnUnreducedValueIsReduced) {
  const auto stripped = [](std::string_view sharding) {
    HloModule module = ReadModule(
        "HloModule m\nENTRY e {\n ROOT p = f32[4] parameter(0), sharding=" + std::string(sharding) +
        "\n}\n");
    StripOptions options;
    options.metadata = true;
    Strip(&module, options);
    const HloSharding& left = *module.entry_computation()->root_instruction()->sharding();
    std::string ops;
    for (const OpMetadata& metadata : left.metadata) ops += std::string(metadata.op_name) + ";";
    return ops;
  };
  constexpr char kMax[] =
      R"({unreduced metadata={{op_name="a"}, {op_type="sdy::reduction_op" op_name="MAX"}}})";
  EXPECT_EQ(stripped(kMax), "MAX;");
  EXPECT_EQ(stripped(Replaced(kMax, "MAX", "MIN")), "MIN;");
  EXPECT_EQ(stripped(Replaced(kMax, "MAX", "SUM")), "");
  EXPECT_EQ(stripped(Replaced(kMax, "sdy::reduction_op", "other")), "");
}

TEST(Strip, ModulesInTheRecoveryTable) {
  HloModule module = ReadModule(R"(HloModule m, origin_recovery_table={
  {"a"} : {"b"},
  "
    HloModule recovery
    ENTRY e {
      ROOT p = f32[] parameter(0), metadata={op_name=\"x\"}
    }
  "
}

ENTRY e {
  ROOT p = f32[] parameter(0), metadata={op_name="y"}
}
)");
  ASSERT_THAT(PrintHloModule(module), HasSubstr("op_name=\\\"x"));
  StripOptions options;
  options.metadata = true;
  Strip(&module, options);
  EXPECT_THAT(PrintHloModule(module), Not(HasSubstr("op_name")));
  EXPECT_THAT(PrintHloModule(module), HasSubstr("HloModule recovery"));
  options.origin = true;
  Strip(&module, options);
  EXPECT_THAT(PrintHloModule(module), Not(HasSubstr("recovery")));
}

TEST(Strip, LinksOfAsynchronousChainsAndWhatTheyWrap) {
  constexpr char kAsync[] = R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], s32[]) custom-call-start(p), custom_call_target="x", metadata={op_name="s"}, backend_config="c"
  ROOT d = f32[4] custom-call-done(s), metadata={op_name="d"}
}
)";
  HloModule module = ReadModule(kAsync);
  StripOptions options;
  options.metadata = options.backend_config = true;
  Strip(&module, options);
  EXPECT_THAT(PrintHloModule(module),
              HasSubstr("custom-call-start(%p), custom_call_target=\"x\"\n"));
  PrintOptions generic;
  generic.async_mode = AsyncPrintMode::kGeneric;
  EXPECT_THAT(PrintHloModule(module, generic), Not(HasSubstr("metadata")));
  EXPECT_THAT(PrintHloModule(module, generic), Not(HasSubstr("backend_config")));
}

TEST(Strip, OriginsOfTheHeaderThatAreNotUnderstood) {
  HloModule module = ReadModule(
      "HloModule m, debug_attributes={ : }, mystery=1\nENTRY e { ROOT p = f32[] parameter(0) }",
      AllowUnknown());
  StripOptions options;
  options.origin = true;
  Strip(&module, options);
  EXPECT_THAT(PrintHloModule(module), Not(HasSubstr("debug_attributes")));
  EXPECT_THAT(PrintHloModule(module), HasSubstr("mystery=1"));
}

// An attribute after metadata belonged to the start, and would now belong to the wrapped
// instruction.
TEST(Strip, KeepsWhoseAnUnknownAttributeIs) {
  HloModule module = ReadModule(
      "HloModule m\nENTRY e {\n  a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) negate-start(a), metadata={op_name=\"o\"}, zork=3\n"
      "  ROOT d = f32[8] negate-done(s)\n}",
      AllowUnknown());
  EXPECT_THAT(PrintHloModule(module), HasSubstr("negate-start"));
  StripOptions options;
  options.metadata = true;
  Strip(&module, options);
  const HloModule again = ReadModule(PrintHloModule(module), AllowUnknown());
  EXPECT_EQ(Fingerprint(again), Fingerprint(module));
}

TEST(StripTable, NamesTheFields) {
  for (const StripInfo& item : StripTable()) {
    EXPECT_FALSE(item.name.empty() || item.help.empty());
    StripOptions options;
    EXPECT_FALSE(options.*(item.field));
  }
  StripOptions options;
  options.*(StripTable()[0].field) = true;
  EXPECT_TRUE(options.metadata);
}

}  // namespace hlo_text_v1::strip_test
