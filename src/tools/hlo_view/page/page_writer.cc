// Cuts page.html at its {{WORD}}s, one for each part: a part may hold any text.
#include "src/tools/hlo_view/page/page_writer.h"

#include <array>
#include <cstddef>

#include "src/base/utf8.h"
#include "view_assets.h"

namespace hlo {
void AppendHtmlText(std::string_view text, std::string* out) {
  ForEachCharacter(text, [out](std::string_view character) {
    const char c = character[0];
    switch (c) {
      case '<':
        out->append("&lt;");
        return;
      case '>':
        out->append("&gt;");
        return;
      case '&':
        out->append("&amp;");
        return;
      case '"':
        out->append("&quot;");
        return;
      case '\'':
        out->append("&#39;");
        return;
      default:
        out->append(IsControl(c) ? kReplacementCharacter : character);
    }
  });
}

std::string WritePage(const Page& page) {
  std::string title;
  AppendHtmlText(page.title, &title);
  struct Part {
    std::string_view word;
    std::array<std::string_view, 2> texts;
  };
  const std::array<Part, 5> parts = {{{"{{TITLE}}", {title, ""}},
                                      {"{{STYLE}}", {kPageCss, page.style}},
                                      {"{{BODY}}", {page.body, ""}},
                                      {"{{DATA}}", {page.data, ""}},
                                      {"{{SCRIPT}}", {kPageJs, page.script}}}};
  std::string html;
  html.reserve(kPageHtml.size() + kPageCss.size() + kPageJs.size() + page.style.size() +
               page.body.size() + page.data.size() + page.script.size() + title.size());
  std::string_view rest = kPageHtml;
  for (const Part& part : parts) {
    const size_t at = rest.find(part.word);
    html.append(rest.substr(0, at));
    for (const std::string_view text : part.texts) html.append(text);
    rest.remove_prefix(at + part.word.size());
  }
  html.append(rest);
  return html;
}

}  // namespace hlo
