#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::small_values_string_test {

using namespace internal;

TEST(StringAttributeParserTest, FrontendAttributes) {
  const Case kCases[] = {
      {"{}", "{}"},
      {R"({b="1",a="2"})", R"({a="2",b="1"})"},
      {R"({a="1",a="2"})", R"({a="2"})"},
      {R"({b="0",a="1",b="3",a="2",b="4"})", R"({a="2",b="4"})"},
      {R"({a={ } })", R"({a={ }})"},
      {R"({a="{\"x\":1}"})", R"({a={"x":1}})"},
      {R"({a="{x}"})", R"({a={x}})"},
      {R"({a='it\'s', b=""})", R"({a="it\'s",b=""})"},
      {R"({f32="z",true="w"})", R"({f32="z",true="w"})"},
      {R"({z="1",a.b="2",a="3",A="4",a-b="5",a_b="6"})",
       R"({A="4",a="3",a-b="5",a.b="2",a_b="6",z="1"})"},
      {"3", "ERR 0: expected '{' to start frontend attributes"},
      {"{3=\"x\"}", "ERR 1: expects attribute name"},
      {"{a={\"x}", "ERR 3: expects JSON dict"},
      {"{a=b}", "ERR"},
      {"{a=\"\\q\"}", "ERR"},
  };
  ExpectValues<FrontendAttributes>(kCases, ReadFrontendAttributes, AppendFrontendAttributes);
}

TEST(StringAttributeParserTest, BackendConfig) {
  const Case kCases[] = {
      {R"({ "a" : [1,{"b":null}] })", R"({ "a" : [1,{"b":null}] })"},
      {R"("{\"a\":1}")", R"({"a":1})"},
      {R"("")", R"("")"},
      {R"({"a":1,"wait_on_operation_queues":[ ],"b":2})", R"({"a":1,"b":2})"},
      {"{\"wait_on_operation_queues\" : [\t]\n,\"a\":1,\"wait_on_operation_queues\":[],}",
       "{\"a\":1,}"},
      {R"("x \"wait_on_operation_queues\":[], y")", R"("x  y")"},
      // Removed once, but not again from the rest.
      {R"({"wait_on_operation_queues":["wait_on_operation_queues":[],],"b":2})",
       R"({"wait_on_operation_queues":[],"b":2})"},
      {R"({"wait_on_operation_queues":[]})", R"({"wait_on_operation_queues":[]})"},
      {R"({"wait_on_operation_queues":[1],"b":2})", R"({"wait_on_operation_queues":[1],"b":2})"},
      {"{\"wait_on_operation_queues\":\v[],}", "{\"wait_on_operation_queues\":\v[],}"},
      {R"({"wait_on_operation_queues)", "ERR 0: expects JSON dict"},
      {"3", "ERR"},
  };
  ExpectValues<std::string_view>(kCases, ReadBackendConfig, AppendStringOrDict);
}

}  // namespace hlo_text_v1::small_values_string_test
