#include <gtest/gtest.h>

#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "src/lex/scan.h"

namespace hlo_text_v1::string_attribute_printer_test {

using namespace internal;

TEST(StringAttributePrinterTest, CEscape) {
  constexpr struct {
    std::string_view text, want;
  } kCases[] = {
      {"", ""},
      {"plain ~", "plain ~"},
      {"a\nb\r\t", "a\\nb\\r\\t"},
      {"it's \"q\" \\", "it\\'s \\\"q\\\" \\\\"},
      {"\a\v\x7f", "\\007\\013\\177"},
      {std::string_view("\0x", 2), "\\000x"},
      {"\xc3\xa9", "\\303\\251"},
  };
  for (const auto& c : kCases) {
    std::string out;
    AppendCEscaped(c.text, &out);
    EXPECT_EQ(out, c.want);
    std::string back;
    EXPECT_TRUE(Unescape(out, &back));
    EXPECT_EQ(back, c.text);
  }
}

TEST(StringAttributePrinterTest, DictsAreRawAndOthersQuoted) {
  constexpr struct {
    std::string_view text, want;
  } kCases[] = {
      {"{a}", "{a}"},
      {"{\"a\":1}", "{\"a\":1}"},
      {"{\001}", "{\001}"},
      {"{/*c*/}", "{/*c*/}"},
      {"{} // x", "{} // x"},
      {"/*c*/{}", "/*c*/{}"},
      {"{a} ", "{a} "},
      {"{\"a\":\"\xc3\xa9\"}", "{\"a\":\"\xc3\xa9\"}"},
      {"{\"}\"}", "{\"}\"}"},
      {"{\"a\\\"}\"}", "{\"a\\\"}\"}"},
      {"", "\"\""},
      {"{", "\"{\""},
      {"{}}", "\"{}}\""},
      {"{}{}", "\"{}{}\""},
      {"{} x", "\"{} x\""},
      {"{\"a}", "\"{\\\"a}\""},
      {"[1]", "\"[1]\""},
      {"a\nb", "\"a\\nb\""},
      {"\xc3\xa9", "\"\\303\\251\""},
  };
  for (const auto& c : kCases) {
    std::string out;
    AppendStringOrDict(c.text, &out);
    EXPECT_EQ(out, c.want);
  }
}

TEST(StringAttributePrinterTest, FrontendAttributes) {
  const FrontendAttribute entries[] = {{"a", "x\"y"}, {"b", "{\"z\":1}"}, {"c", ""}};
  std::string out;
  AppendFrontendAttributes({entries}, &out);
  EXPECT_EQ(out, R"({a="x\"y",b={"z":1},c=""})");
}

}  // namespace hlo_text_v1::string_attribute_printer_test
