#include "src/tools/hlo_view/page/page_writer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace hlo::page_writer_test {

using namespace std::string_view_literals;

std::string Json(std::string_view text) {
  std::string out;
  AppendJsonString(text, &out);
  return out;
}
std::string Html(std::string_view text) {
  std::string out;
  AppendHtmlText(text, &out);
  return out;
}

TEST(AppendJsonString, EscapesWhatEndsAStringOrAScript) {
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
  for (const auto& [text, expected] : kCases) EXPECT_EQ(Json(text), expected);
}

TEST(AppendJsonString, BytesThatAreNotUtf8AreReplaced) {
#define BAD "\xef\xbf\xbd"
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"\x80", BAD},
      {"a\xff", "a" BAD},
      {"\xc3", BAD},          // ends too early
      {"\xc3(", BAD "("},     // no continuation
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
    EXPECT_EQ(Json(text), "\"" + std::string(expected) + "\"");
  }
}

TEST(AppendHtmlText, LeavesNoMarkup) {
  EXPECT_EQ(Html("<script>\"&'</script>"), "&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;");
  EXPECT_EQ(Html("a\x01\xff"), "a\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(WritePage, HasAllPartsOnceInOrder) {
  Page page;
  page.title = "</title>{{BODY}}";
  page.body = "<p id=\"here\">{{SCRIPT}}</p>\n";
  page.style = "#here { color: red; }\n";
  page.script = "start();\n";
  page.data = R"({"a":1})";
  const std::string html = WritePage(page);
  size_t at = 0;
  for (const std::string_view part :
       {"<title>&lt;/title&gt;{{BODY}}</title>"sv, "--paper"sv, page.style, page.body,
        R"(<script id="data" type="application/json">{"a":1}</script>)"sv, "VirtualList"sv,
        page.script, "</html>\n"sv}) {
    at = html.find(part, at);
    ASSERT_NE(at, std::string::npos) << part;
  }
  // Nothing is loaded from anywhere.
  EXPECT_EQ(html.find("http:"), std::string::npos);
  EXPECT_EQ(html.find("https:"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

}  // namespace hlo::page_writer_test
