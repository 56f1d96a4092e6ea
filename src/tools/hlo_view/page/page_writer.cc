// Cuts page.html at its {{WORD}}s, one for each part, because a part may contain any text.
#include "src/tools/hlo_view/page/page_writer.h"

#include <cstddef>

#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/hlo_view/page/sha256.h"
#include "view_assets.h"

namespace hlo_text_v1::internal {

namespace {

// The hash of the content of the last `element` of page.html, with `text` in place of `word`.
std::string HashOf(std::string_view element, std::string_view word, std::string_view text) {
  const size_t begin = kPageHtml.rfind(StrCat("<", element, ">")) + element.size() + 2;
  const size_t end = kPageHtml.rfind(StrCat("</", element, ">"));
  const size_t at = kPageHtml.find(word, begin);
  return Sha256Base64(StrCat(kPageHtml.substr(begin, at - begin), text,
                             kPageHtml.substr(at + word.size(), end - at - word.size())));
}

}  // namespace

std::string WritePage(const Page& page) {
  const std::string title = HtmlText(page.title);
  const std::string style = StrCat(kPageCss, page.style);
  const std::string style_hash = HashOf("style", "{{STYLE}}", style);
  const std::string script_hash = HashOf("script", "{{SCRIPT}}", page.script);
  const struct {
    std::string_view word;
    std::string_view text;
  } parts[] = {
      {"{{SCRIPT_HASH}}", script_hash},
      {"{{STYLE_HASH}}", style_hash},
      {"{{TITLE}}", title},
      {"{{STYLE}}", style},
      {"{{BODY}}", page.body},
      {"{{DATA}}", page.data},
      {"{{SCRIPT}}", page.script},
  };
  size_t size = kPageHtml.size();
  for (const auto& part : parts) size += part.text.size();
  std::string html;
  html.reserve(size);
  std::string_view rest = kPageHtml;
  for (const auto& part : parts) {
    const size_t at = rest.find(part.word);
    html.append(rest.substr(0, at)).append(part.text);
    rest.remove_prefix(at + part.word.size());
  }
  html.append(rest);
  return html;
}

}  // namespace hlo_text_v1::internal
