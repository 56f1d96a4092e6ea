#include "src/base/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace hlo_text_v1::json_writer_test {

using namespace internal;

using namespace std::string_view_literals;

template <typename Write>
std::string Written(Write write) {
  return JsonText({}, [&](JsonWriter* json) { write(*json); });
}

TEST(JsonWriter, CommasStandBetweenValues) {
  EXPECT_EQ(Written([](JsonWriter& json) {
              json.BeginObject();
              json.Key("a");
              json.BeginArray();
              json.EndArray();
              json.AnyKey("b\"");
              json.BeginArray();
              json.Int(1);
              json.BeginObject();
              json.EndObject();
              json.NewLine();
              json.Bool(true);
              json.Null();
              json.EndArray();
              json.Key("c");
              json.Ints({1, -2});
              json.NewLine();
              json.Key("d");
              json.String("x");
              json.EndObject();
            }),
            "{\"a\":[],\"b\\\"\":[1,{},\ntrue,null],\"c\":[1,-2],\n\"d\":\"x\"}");
}

TEST(JsonWriter, Strings) {
  const struct {
    std::string_view value;
    std::string_view json;
  } cases[] = {
      {"", "\"\""},
      {"plain / text <b>", "\"plain / text <b>\""},
      {"\"\\", "\"\\\"\\\\\""},
      {"\n\t\r\b\x01\x1f\x7f", "\"\\n\\t\\r\\u0008\\u0001\\u001f\x7f\""},
      {std::string_view("a\0b", 3), "\"a\\u0000b\""},
      {"\xC3\xBC \xE2\x82\xAC \xF0\x9F\x98\x80", "\"\xC3\xBC \xE2\x82\xAC \xF0\x9F\x98\x80\""},
      {"\xFF", "\"\xEF\xBF\xBD\""},
      {"a\xC3", "\"a\xEF\xBF\xBD\""},
      {"\x80\"", "\"\xEF\xBF\xBD\\\"\""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Written([&](JsonWriter& json) { json.String(c.value); }), c.json);
  }
}

TEST(JsonWriter, Numbers) {
  const auto number = [](double value) {
    return Written([=](JsonWriter& json) { json.Double(value); });
  };
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(-0.0), "-0");
  EXPECT_EQ(number(1e300), "1e+300");
  EXPECT_EQ(number(5e-324), "5e-324");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "\"nan\"");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "\"inf\"");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "\"-inf\"");
  EXPECT_EQ(Written([](JsonWriter& json) { json.Float(0.1F); }), "0.1");
  EXPECT_EQ(Written([](JsonWriter& json) { json.Float(-std::numeric_limits<float>::infinity()); }),
            "\"-inf\"");
  EXPECT_EQ(Written([](JsonWriter& json) { json.Uint(~uint64_t{0}); }), "18446744073709551615");
  EXPECT_EQ(Written([](JsonWriter& json) { json.Int(std::numeric_limits<int64_t>::min()); }),
            "-9223372036854775808");
}

std::string HtmlSafe(std::string_view text) {
  return JsonText({JsonStyle::kCompact, /*html_safe=*/true},
                  [&](JsonWriter* json) { json->String(text); });
}

TEST(JsonWriter, HtmlSafeStringsEndNoScript) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"", R"("")"},
      {"%add.1", R"("%add.1")"},
      {R"(a"b\c)", R"("a\"b\\c")"},
      {"</script><!--", R"("\u003c/script\u003e\u003c!--")"},
      {"a&b", R"("a\u0026b")"},
      {"\n\t\x7f"sv, R"("\u000a\u0009\u007f")"},
      {"a\0b"sv, R"("a\u0000b")"},
      {"\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa", "\"\\u2028\\u2029\xe2\x80\xaa\""},
      {"\xc3\xa4 \xf0\x9f\x98\x80", "\"\xc3\xa4 \xf0\x9f\x98\x80\""},
  };
  for (const auto& [text, expected] : kCases) EXPECT_EQ(HtmlSafe(text), expected);
}

TEST(JsonWriter, BytesThatAreNotUtf8AreReplaced) {
#define BAD "\xef\xbf\xbd"
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"\x80", BAD},
      {"a\xff", "a" BAD},
      {"\xc3", BAD},          // ends too early
      {"\xc3(", BAD "("},     // no continuation byte
      {"\xc0\xaf", BAD BAD},  // overlong '/'
      {"\xe0\x9f\xbf", BAD BAD BAD},
      {"\xed\xa0\x80", BAD BAD BAD},  // a surrogate
      {"\xf4\x90\x80\x80", BAD BAD BAD BAD},
      {"\xf0\x8f\xbf\xbf", BAD BAD BAD BAD},
      {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
      {"\xe2\x80", BAD BAD},
  };
#undef BAD
  for (const auto& [text, expected] : kCases) {
    EXPECT_EQ(HtmlSafe(text), "\"" + std::string(expected) + "\"");
  }
}

TEST(JsonWriter, Indented) {
  const auto write = [](JsonWriter* json) {
    json->BeginArray();
    json->Int(-1);
    json->Bool(true);
    json->BeginObject();
    json->Key("a").String("b");
    json->Key("c").BeginObject();
    json->EndObject();
    json->EndObject();
    json->Fixed(0.125, 2);
    json->EndArray();
  };
  EXPECT_EQ(JsonText({JsonStyle::kIndented}, write), R"([
 -1,
 true,
 {
  "a": "b",
  "c": {}
 },
 0.12
])");
  EXPECT_EQ(JsonText({JsonStyle::kOneLine}, write), R"([-1, true, {"a": "b", "c": {}}, 0.12])");
  EXPECT_EQ(JsonText({}, write), R"([-1,true,{"a":"b","c":{}},0.12])");
}

}  // namespace hlo_text_v1::json_writer_test
