// The goldens of testdata/json have the JSON of each kind of value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "hlo/attribute.h"
#include "hlo/builder.h"
#include "hlo/export.h"
#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::json_test {

using namespace internal;

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Json, TheWhole) {
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x), metadata={op_name="neg" source_line=3}
}
)");
  EXPECT_EQ(ExportJson(module),
            R"({"hlo_json_version":1,"name":"m","is_scheduled":false,"replica_count":1,)"
            R"("num_partitions":1,"entry_computation":0,)"
            "\n"
            R"("entry_computation_layout":{"parameters":[{"type":"f32","dimensions":[2],)"
            R"("layout":{"minor_to_major":[0]}}],"result":{"type":"f32","dimensions":[2],)"
            R"("layout":{"minor_to_major":[0]}}},)"
            "\n"
            R"("computations":[)"
            "\n"
            R"({"id":0,"name":"e","execution_thread":"main","parameters":[0],"root":1,)"
            R"("instructions":[)"
            "\n"
            R"({"id":0,"name":"x","opcode":"parameter","shape":{"type":"f32","dimensions":[2],)"
            R"("layout":{"minor_to_major":[0]}},"operands":[],"parameter_number":0},)"
            "\n"
            R"({"id":1,"name":"y","opcode":"negate","shape":{"type":"f32","dimensions":[2],)"
            R"("layout":{"minor_to_major":[0]}},"operands":[0],)"
            R"("metadata":{"op_name":"neg","source_line":3}}]}]})"
            "\n");
}

TEST(Json, PiecesMakeTheString) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[2] parameter(0)\n";
  for (int i = 1; i < 2000; ++i) {
    const std::string n = std::to_string(i);
    text += "  x" + n + " = f32[2] negate(x" + std::to_string(i - 1) + ")\n";
  }
  const HloModule module = ModuleOf(text + "  ROOT r = f32[2] negate(x1999)\n}\n");
  std::string pieces;
  size_t longest = 0;
  ExportJson(module, {}, [&](std::string_view piece) {
    pieces += piece;
    longest = std::max(longest, piece.size());
  });
  EXPECT_EQ(pieces, ExportJson(module));
  EXPECT_LE(longest, size_t{64} << 10);
  EXPECT_GT(pieces.size(), size_t{64} << 10);
}

TEST(Json, AnEmptyModule) {
  EXPECT_THAT(ExportJson(HloModule()), StartsWith("{\"hlo_json_version\":1,\"name\":\"\""));
  EXPECT_THAT(ExportJson(HloModule()), EndsWith("\"computations\":[]}\n"));
}

TEST(Json, LargeConstantsOnDemand) {
  const HloModule module = ModuleOf(
      "HloModule m\nENTRY e { ROOT c = s32[4,3] constant({{1,2,3},{4,5,6},{7,8,9},{0,0,0}}) }");
  EXPECT_THAT(ExportJson(module), HasSubstr("\"literal\":{\"omitted\":12}"));
  JsonOptions options;
  options.max_literal_elements = 12;
  EXPECT_THAT(ExportJson(module, options), HasSubstr("\"values\":[1,2,3,4,5,6,7,8,9,0,0,0]}"));
}

TEST(Json, NestedTuples) {
  HloModule module = CreateHloModule("m");
  const Shape* shape = module.shapes().Scalar(PrimitiveType::kF32);
  for (int i = 0; i < 1000; ++i) shape = module.shapes().Tuple({shape});
  HloBuilder builder(&module, "e");
  builder.AddParameter(shape, "p");
  ASSERT_TRUE(builder.BuildEntry().ok());
  EXPECT_THAT(ExportJson(module), HasSubstr("\"elements\":[{\"type\":\"f32\",\"dimensions\":[]"));
}

// The schema names every attribute with the words of its enumeration, and lists the primitive
// types.
TEST(Json, TheSchemaKnowsTheTables) {
  std::string schema = ReadFile(HLO_TEXT_DOCS "/reference/hlo.schema.json");
  for (int i = 0; i < kAttributeKindCount; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    std::string name(AttributeName(kind));
    if (kind == AttributeKind::kControlPredecessors) name = "control_predecessors";
    EXPECT_THAT(schema, HasSubstr("\"" + name + "\":"));
    if (GetAttributeInfo(kind).type < AttributeType::kComparisonDirection) continue;
    for (std::string_view word : GetEnumTypeInfo(GetAttributeInfo(kind).type).words) {
      EXPECT_THAT(schema, HasSubstr("\"" + std::string(word) + "\""));
    }
  }
  std::string types = "\"enum\":[";
  for (int i = 0; i < static_cast<int>(PrimitiveType::kInvalid); ++i) {
    types.append("\"").append(PrimitiveTypeName(static_cast<PrimitiveType>(i))).append("\",");
  }
  types.back() = ']';
  schema.erase(std::remove_if(schema.begin(), schema.end(), absl::ascii_isspace), schema.end());
  EXPECT_THAT(schema, HasSubstr(types));
}

}  // namespace hlo_text_v1::json_test
