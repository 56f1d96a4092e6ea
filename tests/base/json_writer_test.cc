#include "src/base/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

namespace hlo::json_writer_test {

template <typename Write>
std::string Written(Write write) {
  std::string text;
  TextWriter out(&text);
  JsonWriter json(&out);
  write(json);
  out.Flush();
  return text;
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

}  // namespace hlo::json_writer_test
