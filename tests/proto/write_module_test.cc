// Text -> proto -> module: nothing is lost except parts of the header.
// Tests: enum_numbers, instruction_fields, write_instruction, write_values
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "tests/support/proto_tree.h"
#include "tests/support/read.h"

namespace hlo_text_v1::write_module_test {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> WarningsOf(std::string_view text) {
  std::vector<ProtoWarning> warnings;
  EXPECT_TRUE(SerializeHloModule(ReadModule(text), {}, &warnings).ok());
  std::vector<std::string> messages;
  for (const ProtoWarning& warning : warnings) messages.push_back(warning.message);
  return messages;
}

TEST(SerializeHloModule, WarnsOfWhatIsLost) {
  const char kBody[] = "\nENTRY e { ROOT p = f32[2] parameter(0) }";
  EXPECT_THAT(WarningsOf(std::string("HloModule m") + kBody), ElementsAre());
  EXPECT_THAT(WarningsOf(std::string("HloModule m, replica_count=2, num_partitions=4") + kBody),
              ElementsAre("replica_count has no place in an HloModuleProto",
                          "num_partitions has no place in an HloModuleProto"));
  EXPECT_THAT(WarningsOf(std::string("HloModule m, alias_passthrough_params=true, "
                                     "allow_spmd_sharding_propagation_to_output={true}") +
                         kBody),
              ElementsAre("alias_passthrough_params has no place in an HloModuleProto",
                          "allow_spmd_sharding_propagation has no place in an HloModuleProto"));
  ProtoWriteOptions with_config;
  with_config.wrap = ProtoWrap::kWithConfig;
  std::vector<ProtoWarning> warnings;
  EXPECT_TRUE(SerializeHloModule(ReadModule(std::string("HloModule m, replica_count=2") + kBody),
                                 with_config, &warnings)
                  .ok());
  EXPECT_TRUE(warnings.empty());
}

TEST(SerializeHloModule, RefusesSugar) {
  const char kText[] =
      "ENTRY e { p = f32[2] parameter(0) s = ((f32[2]), f32[2], s32[]) negate-start(p) "
      "ROOT d = f32[2] negate-done(s) }";
  EXPECT_EQ(SerializeHloModule(ModuleOf(kText)).status().message(), "run Desugar first");
  EXPECT_TRUE(SerializeHloModule(ReadModule(kText)).ok());
}

// Also an attribute that Desugar would give to the wrapped computation.
TEST(SerializeHloModule, KeepsTheThreadOfAStart) {
  const HloModule module = ModuleOf(
      "w { x = f32[2] parameter(0) ROOT n = f32[2] negate(x) }\n"
      "ENTRY e { p = f32[2] parameter(0) s = ((f32[2]), f32[2], s32[]) async-start(p), "
      "async_execution_thread=\"side\", calls=w ROOT d = f32[2] async-done(s) }");
  const HloModule again = *ParseHloProto(*SerializeHloModule(module));
  EXPECT_EQ(PrintHloModule(again), PrintHloModule(module));
  EXPECT_THAT(PrintHloModule(again), HasSubstr("async_execution_thread=\"side\""));
}

// As XLA lists them: each once, in the order of first use, but not those of shardings.
TEST(SerializeHloModule, ListsPayloadsOfMetadata) {
  const HloModule module = ModuleOf(
      "f { x = f32[2] parameter(0), metadata={metadata_payload=\"v\"}\n"
      "  ROOT n = f32[2] negate(x), metadata={op_name=\"o\" metadata_payload=\"\"} }\n"
      "ENTRY e { p = f32[2] parameter(0), metadata={metadata_payload=\"w\"},\n"
      "    sharding={replicated metadata={metadata_payload=\"u\"}}\n"
      "  ROOT c = f32[2] call(p), to_apply=f, metadata={metadata_payload=\"v\"} }\n");
  const std::string bytes = *SerializeHloModule(module);
  std::string payloads;
  const std::string text = *PrintHloProto(bytes);
  bool is_in_payload = false;
  for (const std::string_view line : internal::Split(text, '\n')) {
    const absl::string_view field = absl::StripLeadingAsciiWhitespace(internal::Absl(line));
    if (is_in_payload || absl::StartsWith(field, "payloads: "))
      absl::StrAppend(&payloads, field, "; ");
    is_in_payload = field == "metadata_payload {";
  }
  EXPECT_EQ(payloads,
            "id: 0; id: 1; id: 2; value: \"u\"; id: 0; "
            "payloads: \"v\"; payloads: \"\"; payloads: \"w\"; ");
  EXPECT_EQ(PrintHloModule(*ParseHloProto(bytes)), PrintHloModule(module));
}

// Fields that the text of metadata leaves out are in the proto.
TEST(SerializeHloModule, KeepsMetadataThatDoesNotPrint) {
  const std::string bytes =
      *SerializeHloModule(ModuleOf("ENTRY e { p = f32[2] parameter(0), metadata={source_line=3}\n"
                                   "  a = f32[2] negate(p), metadata={deduplicated_name=\"d\"}\n"
                                   "  ROOT b = f32[2] negate(a), metadata={op_name=\"\"} }\n"));
  const HloModule again = *ParseHloProto(bytes);
  const auto instructions = again.entry_computation()->instructions();
  std::vector<std::string> kept;
  for (const HloInstruction* i : instructions) {
    const OpMetadata metadata = i->metadata();
    kept.push_back(std::to_string(metadata.source_line) + std::string(metadata.deduplicated_name));
  }
  EXPECT_THAT(kept, ElementsAre("3", "0d", "0"));
  EXPECT_EQ(PrintHloModule(again).find("metadata"), std::string::npos);
}

// A reduction that this version does not know is a sum, as in text.
TEST(SerializeHloModule, ReductionsOfShardings) {
  const std::string bytes = *SerializeHloModule(
      ReadModule("HloModule m\nENTRY e { ROOT p = f32[4,6]{1,0} parameter(0), "
                 "sharding={mesh['a'=2,'b'=4], [{'a'}, {}], unreduced={'b'}} }"));
  for (const auto& [number, is_same] :
       std::map<int, bool>{{0, true}, {1, false}, {2, false}, {3, true}, {4, true}}) {
    const std::string edited =
        EditedProto(bytes, "p.sharding.named_sharding.reduction_op = " + std::to_string(number));
    EXPECT_EQ(*SerializeHloModule(*ParseHloProto(edited)) == bytes, is_same) << number;
  }
}

// As in XLA, which has -1 for no group.
TEST(SerializeHloModule, AShardGroupOfMinusOneIsNone) {
  const HloModule module = ReadModule(
      "HloModule m\nENTRY e { ROOT p = f32[4] parameter(0), sharding={replicated shard_as -1} }");
  EXPECT_THAT(PrintHloModule(module), HasSubstr("sharding={replicated shard_as -1}"));
  EXPECT_THAT(PrintHloModule(*ParseHloProto(*SerializeHloModule(module))),
              HasSubstr("sharding={replicated}"));
}

// In XLA's order, even if an edit made a caller precede its callee.
TEST(SerializeHloModule, CalleesComeBeforeCallersElseInTheirOrder) {
  HloModule module = ReadModule(
      "HloModule m\nf { p = f32[] parameter(0) ROOT n = f32[] negate(p) }\n"
      "ENTRY e { x = f32[] parameter(0) ROOT c = f32[] call(x), to_apply=f }");
  std::vector<HloComputation*> added;
  for (const char* name : {"first", "second", "third"}) {
    HloBuilder builder(&module, name);
    builder.AddUnary(HloOpcode::kSin,
                     builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32)));
    added.push_back(*builder.Build());
  }
  HloBuilder builder(FindComputation(module, "f"));
  HloInstruction* p = Find(module, "p");
  HloInstruction* index = builder.AddScalar(PrimitiveType::kS32, 0);
  HloInstruction* choice = builder.AddConditional(index, {added[1], added[2], added[0]}, {p, p, p});
  ASSERT_NE(choice, nullptr) << builder.status();
  std::string names;
  const HloModule again = *ParseHloProto(*SerializeHloModule(module));
  for (const HloComputation* computation : again.computations()) {
    names += std::string(computation->name()) + " ";
  }
  EXPECT_EQ(names, "first second third f e ");
}

TEST(SerializeHloModule, RefusesWhatProtosCannotSay) {
  EXPECT_EQ(SerializeHloModule(HloModule()).status().code(), absl::StatusCode::kFailedPrecondition);
  const HloModule unknown =
      ReadModule("ENTRY e { ROOT p = f32[2] parameter(0), new_word={1} }", AllowUnknown());
  EXPECT_EQ(SerializeHloModule(unknown).status().code(), absl::StatusCode::kFailedPrecondition);
  const HloModule unknown_header = ReadModule(
      "HloModule m, new_word={1}\nENTRY e { ROOT p = f32[2] parameter(0) }", AllowUnknown());
  EXPECT_EQ(SerializeHloModule(unknown_header).status().code(),
            absl::StatusCode::kFailedPrecondition);
  const HloModule bad_text =
      ReadModule("ENTRY e { ROOT p = f32[2] parameter(0), metadata={op_name=\"\\377\"} }");
  EXPECT_EQ(SerializeHloModule(bad_text).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(SerializeHloModule, RefusesCycles) {
  HloModule module = ReadModule(
      "ENTRY e { p = f32[2] parameter(0) a = f32[2] negate(p) ROOT b = f32[2] negate(a) }");
  HloInstruction* root = module.entry_computation()->root_instruction();
  ASSERT_TRUE(ReplaceOperandWith(root->operand(0), 0, root).ok());
  const absl::Status status = SerializeHloModule(module).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(), "operands in computation e form a cycle");
}

// A constant of `shape` whose elements beyond `given` are 0, as a proto.
absl::StatusOr<std::string> ProtoOfConstant(std::string_view shape, absl::Span<const char> given) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "e");
  const Shape* parsed = *ParseShape(shape, module.shapes());
  builder.AddConstant(Literal::Array(parsed, given));
  EXPECT_TRUE(builder.BuildEntry().ok());
  return SerializeHloModule(module);
}

TEST(SerializeHloModule, RefusesMoreThanProtosCanHold) {
  for (const std::string_view shape : {"f32[600000000]", "s8[3000000000]", "c128[1000,200000]"}) {
    EXPECT_EQ(ProtoOfConstant(shape, {}).status().code(), absl::StatusCode::kOutOfRange) << shape;
  }
}

TEST(SerializeHloModule, ElementsThatAreNotGivenAreZero) {
  const std::pair<const char*, const char*> kRows[] = {
      {"u8[2,3]{1,0}", "{ { 1, 2, 3 }, { 4, 0, 0 } }"},
      {"u8[2,3]{0,1}", "{ { 1, 2, 3 }, { 4, 0, 0 } }"},
      {"f8e5m2[2,2]{0,1}", "{ { 1.5e-05, 3.1e-05 }, { 4.6e-05, 6.1e-05 } }"},
      {"f32[2,2]{1,0}", "{ { 1.53998961e-36, 0 }, { 0, 0 } }"},
      {"f32[2,2]{0,1}", "{ { 1.53998961e-36, 0 }, { 0, 0 } }"},
  };
  for (const auto& [shape, values] : kRows) {
    const absl::StatusOr<HloModule> again = ParseHloProto(*ProtoOfConstant(shape, {1, 2, 3, 4}));
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(PrintLiteral(again->entry_computation()->root_instruction()->literal()), values)
        << shape;
  }
}

TEST(SerializeHloModule, LeavesElidedConstantsWithoutValues) {
  const HloModule module = ReadModule("ENTRY e { ROOT c = f32[100] constant({...}) }");
  const absl::StatusOr<HloModule> again = ParseHloProto(*SerializeHloModule(module));
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->entry_computation()->root_instruction()->literal().is_elided());
}

// The header's lines that a proto has no place for.
std::string WithoutLostAttributes(const HloModule& module) {
  HloModule copy = module.Clone();
  HloModuleConfig config = copy.config();
  config.replica_count = config.num_partitions = 1;
  config.alias_passthrough_params = config.has_sharding_propagation = false;
  config.allow_spmd_sharding_propagation_to_parameters = {};
  config.allow_spmd_sharding_propagation_to_output = {};
  EXPECT_TRUE(SetConfig(&copy, config).ok());
  return PrintWithConstants(copy, AsyncPrintMode::kGeneric);
}

// ---- All of testdata.

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Things that protos do not keep: a constant with an elided part loses all values, and a
// slice_sizes in groups keeps as many numbers as the arrays have dimensions. An empty list is
// dropped. Frames read from a proto are in its tables.
bool IsLost(std::string_view text) {
  return Contains(text, "( {...}") || Contains(text, ", {...}") || Contains(text, "} {...}") ||
         Contains(text, "slice_sizes={{1},{2,3}}") || Contains(text, "parameter_replication={}") ||
         (Contains(text, "stack_frame_id=") && !Contains(text, "StackFrames"));
}
// Two starts on different threads reach one computation: XLA, too, reads another thread from a
// proto.
bool IsOnTwoThreads(const std::filesystem::path& file) {
  return file.filename().string().find("shared_callee") == 0;
}
// Metadata that names a reduction means just that, however often it occurs.
bool IsRepeated(std::string_view text) { return Contains(text, "sdy::reduction_op"); }

// The module read from the proto of `module`; nullopt for layouts that XLA, too, takes from text
// but not from a proto.
std::optional<HloModule> ThroughProto(const HloModule& module, ProtoWrap wrap) {
  ProtoWriteOptions options;
  options.wrap = wrap;
  const absl::StatusOr<std::string> bytes = SerializeHloModule(module, options);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  if (!bytes.ok()) return std::nullopt;
  absl::StatusOr<HloModule> again = ParseHloProto(*bytes);
  if (again.ok()) return *std::move(again);
  EXPECT_THAT(std::string(again.status().message()),
              ContainsRegex("layout (minor_to_major|element_size_in_bits) field"));
  return std::nullopt;
}

TEST(SerializeHloModule, KeepsAllTestdata) {
  int modules = 0;
  for (const auto& file : TestdataFiles()) {
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(file));
    if (!module.ok()) continue;
    if (!SerializeHloModule(*module).ok()) continue;
    const std::optional<HloModule> again = ThroughProto(*module, ProtoWrap::kWithConfig);
    if (!again.has_value() || IsOnTwoThreads(file)) continue;
    const std::string expected = PrintWithConstants(*module, AsyncPrintMode::kXla);
    if (IsLost(expected)) continue;
    ++modules;
    if (!IsRepeated(expected)) {
      EXPECT_EQ(PrintWithConstants(*again, AsyncPrintMode::kXla), expected) << file;
    }
    EXPECT_EQ(Fingerprint(*again), Fingerprint(*module)) << file;
  }
  EXPECT_GT(modules, 100);
}

TEST(SerializeHloModule, LosesOnlyTheHeadersAttributes) {
  for (const auto& file : TestdataFiles()) {
    // SetConfig, which makes `expected`, refuses such a layout.
    if (file.filename().string().find("layout_not_compared") == 0) continue;
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(file));
    if (!module.ok() || !SerializeHloModule(*module).ok()) continue;
    const std::optional<HloModule> again = ThroughProto(*module, ProtoWrap::kNone);
    if (!again.has_value() || IsOnTwoThreads(file)) continue;
    std::string expected = WithoutLostAttributes(*module);
    // Channel 0 means no channel.
    const std::string channel = ", channel_id=0";
    for (size_t at = 0; (at = expected.find(channel)) != std::string::npos;) {
      expected.erase(at, channel.size());
    }
    if (IsLost(expected)) continue;
    if (!IsRepeated(expected)) {
      EXPECT_EQ(PrintWithConstants(*again, AsyncPrintMode::kGeneric), expected) << file;
    }
    // The instructions that late binding adds are complete in `again`; then nothing changes any
    // more.
    const std::string settled = *SerializeHloModule(*again);
    EXPECT_TRUE(*SerializeHloModule(*ParseHloProto(settled)) == settled) << file;
  }
}

// An edit may remove things that a text must have.
TEST(SerializeHloModule, NeedsNoAttributes) {
  int removed = 0;
  for (const auto& file : TestdataFiles()) {
    if (!IsTestdataInput(file)) continue;
    absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(file));
    if (!module.ok() || !SerializeHloModule(*module).ok()) continue;
    for (HloComputation* computation : module->computations()) {
      for (HloInstruction* instruction : computation->instructions()) {
        std::vector<AttributeKind> kinds;
        for (const Attribute& attribute : instruction->attributes()) {
          kinds.push_back(attribute.kind());
        }
        for (const AttributeKind kind : kinds) removed += RemoveAttribute(instruction, kind).ok();
      }
    }
    const absl::StatusOr<std::string> bytes = SerializeHloModule(*module);
    ASSERT_TRUE(bytes.ok()) << file;
    const absl::StatusOr<HloModule> again = ParseHloProto(*bytes);
    EXPECT_TRUE(!again.ok() || !PrintHloModule(*again).empty());
  }
  EXPECT_GT(removed, 500);
}

TEST(PrintHloProto, NamesFieldsAndEnumerations) {
  const HloModule module = ReadModule(
      "HloModule m\nENTRY e { ROOT p = f32[2] parameter(0), metadata={op_name=\"a\\nb\"} }");
  const std::string text = *PrintHloProto(*SerializeHloModule(module));
  EXPECT_THAT(text, HasSubstr("name: \"m\"\n"));
  EXPECT_THAT(text, HasSubstr("    shape {\n      element_type: F32\n      dimensions: 2\n"));
  EXPECT_THAT(text, HasSubstr("op_name: \"a\\nb\"\n"));
  EXPECT_FALSE(PrintHloProto("\n\xff").ok());
}

}  // namespace hlo_text_v1::write_module_test
