// Cuts page.html at its {{WORD}}s, one for each part: a part may hold any text.
#include "src/tools/hlo_view/page/page_writer.h"

#include <cstddef>

#include "src/base/human_text.h"
#include "view_assets.h"

namespace hlo::internal {

std::string WritePage(const Page& page) {
  const std::string title = HtmlText(page.title);
  const struct {
    std::string_view word;
    std::string_view common;
    std::string_view own;
  } parts[] = {
      {"{{TITLE}}", "", title},
      {"{{STYLE}}", kPageCss, page.style},
      {"{{BODY}}", "", page.body},
      {"{{DATA}}", "", page.data},
      {"{{SCRIPT}}", kPageJs, page.script},
  };
  size_t size = kPageHtml.size();
  for (const auto& part : parts) size += part.common.size() + part.own.size();
  std::string html;
  html.reserve(size);
  std::string_view rest = kPageHtml;
  for (const auto& part : parts) {
    const size_t at = rest.find(part.word);
    html.append(rest.substr(0, at)).append(part.common).append(part.own);
    rest.remove_prefix(at + part.word.size());
  }
  html.append(rest);
  return html;
}

}  // namespace hlo::internal
