#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::small_values_aliasing_test {

using namespace internal;

TEST(AliasingParserTest, OutputOperandAliasing) {
  constexpr std::string_view kFormat =
      "Expected format: <output_shape_index>: (<operand_index>, <operand_shape_index>)";
  const auto at = [&](int offset) {
    return "ERR " + std::to_string(offset) + ": " + std::string(kFormat);
  };
  const std::string at3 = at(3), at4 = at(4), at7 = at(7), at11 = at(11);
  const std::string bad_number = "ERR 5: expects integer | 5: " + std::string(kFormat);
  const Case cases[] = {
      {"{}", "{}"},
      {"{{0,}:(0,{1}),{1,2}:(1,{}),}", "{{0}: (0, {1}), {1,2}: (1, {})}"},
      {"{{1}:(-1,{}), {0}:(3,{}), {1}:(-1,{})}", "{{1}: (-1, {}), {0}: (3, {}), {1}: (-1, {})}"},
      {"3", "ERR 0: Expects '{' at the start of instruction aliasing description"},
      {"{3}", "ERR 1: Expects '{' at the start of ShapeIndex"},
      {"{{}:(0, 3)}", "ERR 8: Expects '{' at the start of ShapeIndex"},
      {"{{}}", at3},
      {"{{}:3}", at4},
      {"{{}:(0 {})}", at7},
      {"{{}:(0, {3}}", at11},
      {"{{}:(x,{})}", bad_number},
      {"{{}:(,{})}", "ERR 5: expects integer"},
      {"{{}:(0, {3}) {}:(1,{})}",
       "ERR 13: Expects '}' at the end of instruction aliasing description"},
  };
  ExpectValues<OutputOperandAliasing>(cases, ReadOutputOperandAliasing,
                                      AppendOutputOperandAliasing);
}

TEST(AliasingParserTest, Domain) {
  const Case kCases[] = {
      {"{exit={manual} entry={{replicated},{manual}} kind=\"sharding\"}",
       "{kind=\"sharding\", entry={{replicated}, {manual}}, exit={manual}}"},
      {"{kind=\"sharding\", entry={unreduced}, exit={replicated}}",
       "{kind=\"sharding\", entry={unreduced}, exit={replicated}}"},
      {"{kind=\"sharding\", entry={maximal device=1 metadata={op_name=\"a\"}}, exit={manual}}",
       "{kind=\"sharding\", entry={maximal device=1}, exit={manual}}"},
      {"3", "ERR 0: expects '{' to start sub attributes"},
      {"{}", "ERR 0: sub-attribute entry is expected but not seen"},
      {"{kind=\"foo\", entry={replicated}, exit={replicated}} x",
       "ERR 52: unsupported domain kind: foo"},
      {"{kind=3}", "ERR 6: expects string | 1: error parsing attribute kind"},
      {"{kind=\"foo\", entry=3}",
       "ERR 19: expected '{' to start sharding attribute | 13: error parsing attribute entry"},
      {"{kind=\"foo\" zzz=3}",
       "ERR 12: unexpected attribute \"zzz\". Allowed attributes: entry, exit, kind"},
  };
  ExpectValues<Domain>(kCases, ReadDomain, AppendDomain);
}

}  // namespace hlo_text_v1::small_values_aliasing_test
