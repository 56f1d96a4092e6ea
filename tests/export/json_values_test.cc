// Tests: json_attributes
#include "src/export/json_values.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/parse_values.h"
#include "tests/export/graph_syntax.h"
#include "tests/export/graph_test_util.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::json_values_test {

using namespace internal;

template <typename Write>
std::string Written(Write write) {
  std::string text;
  TextWriter out(&text);
  JsonWriter json(&out);
  write(&json);
  out.Flush();
  return text;
}

std::string ShapeJson(std::string_view text) {
  HloModule module;
  const absl::StatusOr<const Shape*> shape = ParseShape(text, module.shapes());
  EXPECT_TRUE(shape.ok()) << shape.status();
  return Written([&](JsonWriter* json) { WriteShapeJson(**shape, json); });
}

TEST(JsonValues, Shapes) {
  const Case cases[] = {
      {"f32[]", R"({"type":"f32","dimensions":[],"layout":{"minor_to_major":[]}})"},
      {"s4[2,<=3]{0,1}", R"({"type":"s4","dimensions":[2,3],"dynamic":[false,true],)"
                         R"("layout":{"minor_to_major":[0,1]},"physical_dimensions":[3,2]})"},
      {"pred[?]", R"({"type":"pred","dimensions":[null],"dynamic":[true],)"
                  R"("layout":{"minor_to_major":[0]}})"},
      {"f32[8]{0:T(8)(*,d)S(1)}",
       R"({"type":"f32","dimensions":[8],"layout":{"minor_to_major":[0],)"
       R"("tiles":[[8],["*","d"]],"memory_space":1}})"},
      {"()", R"({"type":"tuple","elements":[]})"},
      {"((), token[], opaque[])",
       R"({"type":"tuple","elements":[{"type":"tuple","elements":[]},{"type":"token"},)"
       R"({"type":"opaque"}]})"},
      {"b(u8[])", R"({"type":"buffer","elements":[{"type":"u8","dimensions":[],)"
                  R"("layout":{"minor_to_major":[]}}]})"},
  };
  ExpectCases(cases, ShapeJson);
}

std::string LiteralJson(std::string_view shape, std::string_view value, int64_t max_elements = 10) {
  const HloModule module = ModuleOf("HloModule m\nENTRY e { ROOT c = " + std::string(shape) +
                                    " constant(" + std::string(value) + ") }");
  if (module.entry_computation() == nullptr) return "";
  return Written([&](JsonWriter* json) {
    WriteLiteralJson(module.entry_computation()->root_instruction()->literal(), max_elements, json);
  });
}

TEST(JsonValues, Literals) {
  EXPECT_EQ(LiteralJson("f32[]", "0.1"), R"({"values":[0.1]})");
  EXPECT_EQ(LiteralJson("bf16[2]", "{0.1, -inf}"), R"({"values":[0.100097656,"-inf"]})");
  EXPECT_EQ(LiteralJson("f64[2]", "{0.1, nan}"), R"({"values":[0.1,"nan"]})");
  EXPECT_EQ(LiteralJson("u64[1]", "{18446744073709551615}"),
            R"({"values":[18446744073709551615]})");
  EXPECT_EQ(LiteralJson("s64[1]", "{-9223372036854775808}"),
            R"({"values":[-9223372036854775808]})");
  EXPECT_EQ(LiteralJson("pred[2]", "{1, 0}"), R"({"values":[true,false]})");
  EXPECT_EQ(LiteralJson("c64[1]", "{(1, nan)}"), R"({"values":[[1,"nan"]]})");
  EXPECT_EQ(LiteralJson("s32[2,2]", "{{1,2},{3,4}}"), R"({"values":[1,2,3,4]})");
  EXPECT_EQ(LiteralJson("s32[0]", "{}"), R"({"values":[]})");
  EXPECT_EQ(LiteralJson("s32[4,4]", "0"), R"({"omitted":16})");
  EXPECT_EQ(LiteralJson("s32[2]", "{...}"), R"({"elided":true})");
  EXPECT_EQ(LiteralJson("(s32[], (pred[]))", "( 1, ( true ) )"),
            R"({"elements":[{"values":[1]},{"elements":[{"values":[true]}]}]})");
  EXPECT_EQ(LiteralJson("()", "( )"), R"({"elements":[]})");
}

// A short text for many elements; they are zero and not stored.
TEST(JsonValues, ZerosAreNotStored) {
  EXPECT_EQ(LiteralJson("s32[3]", "0", 3), R"({"values":[0,0,0]})");
  EXPECT_EQ(LiteralJson("f32[4096,4096]", "0", 10), R"({"omitted":16777216})");
}

TEST(JsonValues, Metadata) {
  OpMetadata metadata;
  EXPECT_EQ(Written([&](JsonWriter* json) { WriteMetadataJson(metadata, json); }),
            R"("metadata":{})");
  metadata.op_name = "a\"\xFF";
  metadata.source_column = 3;
  metadata.has_metadata_payload = true;
  EXPECT_EQ(Written([&](JsonWriter* json) { WriteMetadataJson(metadata, json); }),
            "\"metadata\":{\"op_name\":\"a\\\"\xEF\xBF\xBD\",\"source_column\":3,"
            "\"metadata_payload\":\"\"}");
}

TEST(JsonValues, TheJudge) {
  for (const char* good : {"[]", "{}", "[1,{\"a\":[-0.5e+3,true,null]}]\n", "\"\\u00fc\\n\"", "0",
                           "{\"a\":{},\"b\":[[],[]]}"}) {
    EXPECT_TRUE(IsJson(good)) << good;
  }
  for (const char* bad : {"", "[", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{1:2}", "01", "1.",
                          "nan", "\"\n\"", "\"\\x\"", "[]]", "\"\xFF\"", "\"\\u12\"", "[1}"}) {
    EXPECT_FALSE(IsJson(bad)) << bad;
  }
  EXPECT_TRUE(IsBalancedDot("digraph \"a\\\"{\" { x [label=\"]\"]; }"));
  for (const char* bad : {"{", "[}", "\"", "\"\n\"", "\xC3\xBC", "\"\xFF\""}) {
    EXPECT_FALSE(IsBalancedDot(bad)) << bad;
  }
}

}  // namespace hlo_text_v1::json_values_test
