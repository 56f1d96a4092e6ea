#include "src/text/sorted_json.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/cases.h"

namespace hlo_text_v1::sorted_json_test {

using namespace internal;

TEST(SortedJson, SortsMembersByTheirText) {
  const Case cases[] = {
      {R"({"b":1,"a":2})", R"({"a":2,"b":1})"},
      {R"({})", R"({})"},
      {R"([])", R"([])"},
      {R"( { "b" : { "d" : 1 , "c" : [ 3, 1, 2 ] } , "a" : {} } )",
       R"({"a":{},"b":{"c":[3,1,2],"d":1}})"},
      {"{\"b\":\t1\n,\"a\":\r2\v,\"c\":\f3}", R"({"a":2,"b":1,"c":3})"},
      // The comparison includes the colon and the value.
      {R"({"ab":1,"a":2,"a b":3})", R"({"a b":3,"a":2,"ab":1})"},
      {R"({"a":2,"a":10,"a":1})", R"({"a":1,"a":10,"a":2})"},
      {R"({"b":[{"y":1,"x":2},{"x":0}],"a":-1.5e+3})",
       R"({"a":-1.5e+3,"b":[{"x":2,"y":1},{"x":0}]})"},
      // Blanks and brackets in strings stay, even after an escaped quote.
      {R"({"b": "x , { y", "a": "q\" : ]"})", R"({"a":"q\" : ]","b":"x , { y"})"},
      {R"({"b":"x\\", "a":"é"})", R"({"a":"é","b":"x\\"})"},
      {R"({"b":true "a":false "c":null})", R"({"a":false,"b":true,"c":null})"},
      {R"({"b":1,"a":[1 2,3,],})", R"({"a":[1,2,3],"b":1})"},
      {R"({2:1,1:0})", R"({1:0,2:1})"},
      {R"([2, 1])", R"([2,1])"},
      {R"( 5 )", R"(5)"},
      {R"({"b":{},"a":[[],{}]})", R"({"a":[[],{}],"b":{}})"},
  };
  ExpectCases(cases, [](const std::string& json) { return SortedJson(json); });
  for (const Case& c : cases) EXPECT_EQ(SortedJson(c.expected), c.expected);
}

TEST(SortedJson, LeavesWhatItCannotRead) {
  for (const std::string json : {R"()",
                                 R"( )",
                                 R"({)",
                                 R"(})",
                                 R"({"b":1, "a":2)",
                                 R"({"b":1, "a":2]", "x": 1})",
                                 R"({"b":1, "a":2} x)",
                                 R"({"b":1, "a":2},)",
                                 R"({"b":1, "a"})",
                                 R"({"b":1, "a":})",
                                 R"({"b":1,, "a":2})",
                                 R"({, "b":1})",
                                 R"([ , 1])",
                                 R"({b:1, a:2})",
                                 R"({'b':1, 'a':2})",
                                 R"({"b":1, "a":@})",
                                 R"({"b": "1, "a":2})",
                                 R"({"b":1, "a":"\)",
                                 R"([1]])",
                                 R"([1}])",
                                 R"(plain text)"}) {
    EXPECT_EQ(SortedJson(json), json);
  }
}

TEST(SortedJson, NestingIsLimited) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + " 1 " + std::string(depth, ']');
  };
  EXPECT_EQ(SortedJson(nested(500)).size(), 1001u);
  EXPECT_EQ(SortedJson(nested(501)), nested(501));
  const std::string deep = std::string(1000000, '{');
  EXPECT_EQ(SortedJson(deep), deep);
}

}  // namespace hlo_text_v1::sorted_json_test
