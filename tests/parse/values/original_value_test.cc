#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::original_value_test {

using namespace internal;

TEST(OriginalValueParserTest, Tree) {
  const Case kCases[] = {
      {"{}", "{()}"},
      {"{()}", "{()}"},
      {"{((),())}", "{()}"},
      {R"({{"x" {}}})", R"({{"x"}})"},
      {R"({({"x"},({"y"},{"z" {0,1,}}))})", R"({({"x"}, ({"y"}, {"z" {0,1}}))})"},
      {R"({({"a"}, (), {"b"})})", R"({({"a"}, (), {"b"})})"},
      {R"({({"a"},,{}})", R"({({"a"}, (), {})})"},
      // An array without a name counts as none.
      {R"({({"" {1}},{})})", R"({({}, {})})"},
      // Later values replace earlier ones.
      {R"({{"x"}{"y"}})", R"({{"y"}})"},
      {R"({{"x"}({"y"})})", R"({({"y"})})"},
      {R"({({"y"}){"x"}})", R"({{"x"}})"},
      {R"({({"a"},{"b"})({"c"})})", R"({({"c"}, {"b"})})"},
      {R"({(({"a"},{"b"}))({"c"})})", R"({({"c"})})"},
      {R"({({"c"})(({"a"},{"b"}))})", R"({(({"a"}, {"b"}))})"},
      // Unbalanced.
      {R"({({"a"},{"b"},(((,{"q"}})", R"({({"a"}, {"b"}, ((((), {"q"}))))})"},
      {"{(,,}", "{()}"},
      {"{,}", "{()}"},
      {R"({,({"x"})})", R"({({"x"})})"},
      {R"({({"a"}))})", R"({({"a"})})"},
      {R"({({"a"})){"b"}})", "ERR 9: original array behind a ')' that has no '('"},
      {R"({{"a" {1} 3}})", "ERR 10: Expects '} at end of OriginalArray'"},
      {R"({{"a"{1x2}}})", "ERR 6: expects integer"},
      {"3", "ERR 0: Expects '{' to start original value"},
      {R"({"a"})", "ERR 1: Expects a tuple tree of original arrays in original_value field."},
      {R"({{"a"})", "ERR 6: Expects a tuple tree of original arrays in original_value field."},
  };
  ExpectValues<OriginalValue>(kCases, ReadOriginalValue, AppendOriginalValue);
}

TEST(OriginalValueParserTest, CallHierarchy) {
  const Case kCases[] = {
      {R"({{"x"},["abc"]})", R"({{"x"},["abc"]})"},
      {R"({({"x"},["q"],{"y"})})", R"({({"x"}, {"y"}),["q"]})"},
      {R"({({"x"},["q"]{"y"})})", R"({({"y"}),["q"]})"},
      {R"({(),["a\"b"]})", R"({(),["a\"b"]})"},
      {"{[synthetic_call]}", R"({(),[""]})"},
      {"{[synthetic_call}", "ERR 16: Expects ']' to end '[synthetic_call]'"},
      {R"({[synthetic_call], {"a"}})", "ERR 17: Expects '}' to end original value"},
      {R"({{"a"},[b]})", "ERR 8: expects string | 8: Expects a string for call_hierarchy."},
      {R"({{"a"},["b"})", "ERR 11: Expects ']' to end call_hierarchy"},
  };
  ExpectValues<OriginalValue>(kCases, ReadOriginalValue, AppendOriginalValue);
}

TEST(OriginalValueParserTest, Array) {
  const Case kCases[] = {
      {R"({"a" {1,2}})", R"({"a" {1,2}})"},
      {R"({"a" {}})", R"({"a"})"},
      {"{}", R"({""})"},
      {R"({"" {1}})", R"({"" {1}})"},
      {"3", "ERR 0: Expects '{'"},
      {"{\"a\"", "ERR 4: Expects '} at end of OriginalArray'"},
  };
  ExpectValues<OriginalArray>(kCases, ReadOriginalArray, AppendOriginalArray);
}

TEST(OriginalValueParserTest, DepthIsLimited) {
  ParseOptions options;
  options.limits.max_nesting_depth = 3;
  const auto parse = [&](std::string_view text) {
    return ParseAndPrint<OriginalValue>(text, Production<OriginalValue>(ReadOriginalValue),
                                        AppendOriginalValue, options);
  };
  EXPECT_EQ(parse(R"({((({"a"})))})"), R"({((({"a"})))})");
  EXPECT_EQ(parse(R"({(((({"a"}))))})"), "ERR 4: maximum recursion depth exceeded");
}

// Each step must cost the same however deep the cursor is: walking from the root for each array
// takes minutes.
TEST(OriginalValueParserTest, LinearInTheText) {
  std::string text = "{" + std::string(8000, '(');
  for (int i = 0; i < 200000; ++i) text += "{}";
  text += "{\"a\"}}";
  const std::string printed = ParseAndPrint<OriginalValue>(
      text, Production<OriginalValue>(ReadOriginalValue), AppendOriginalValue);
  EXPECT_EQ(printed, "{" + std::string(8000, '(') + "{\"a\"}" + std::string(8000, ')') + "}");
}

}  // namespace hlo_text_v1::original_value_test
