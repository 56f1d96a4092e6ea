#include "src/tools/hlo_view/page/page_writer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/tools/hlo_view/page/sha256.h"

namespace hlo_text_v1::page_writer_test {

using namespace internal;

using namespace std::string_view_literals;

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
        R"(<script id="data" type="application/json">{"a":1}</script>)"sv, page.script,
        "</html>\n"sv}) {
    at = html.find(part, at);
    ASSERT_NE(at, std::string::npos) << part;
  }
  // The page loads nothing.
  EXPECT_EQ(html.find("http:"), std::string::npos);
  EXPECT_EQ(html.find("https:"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

// The hashes in the policy are those of the elements' contents.
TEST(WritePage, AllowsItsOwnScriptAndStyle) {
  Page page;
  page.style = "#here { color: red; }\n";
  page.script = "start('{{STYLE}}');\n";
  const std::string html = WritePage(page);
  for (const std::string element : {"style", "script"}) {
    const size_t begin = html.rfind("<" + element + ">") + element.size() + 2;
    const std::string content = html.substr(begin, html.rfind("</" + element + ">") - begin);
    EXPECT_NE(html.find(element + "-src 'sha256-" + Sha256Base64(content) + "';"),
              std::string::npos);
  }
  EXPECT_EQ(html.find("unsafe"), std::string::npos);
}

}  // namespace hlo_text_v1::page_writer_test
