// page.html has a {{WORD}} for each part; it is cut there, so that a part may hold any text.
#include "src/tools/hlo_view/page/page_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "view_assets.h"

namespace hlo {
namespace {

// Bytes of the UTF-8 sequence at the begin of `text`, 0 if there is none: overlong forms,
// surrogates and what lies beyond U+10FFFF are none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                        : lead >= 0xe0 && lead <= 0xef ? 3
                        : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                       : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (lead == 0xe0 && byte(1) < 0xa0) return 0;
  if (lead == 0xed && byte(1) > 0x9f) return 0;
  if (lead == 0xf0 && byte(1) < 0x90) return 0;
  if (lead == 0xf4 && byte(1) > 0x8f) return 0;
  return length;
}

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Calls `character(sequence)` for each character of `text`, kReplacement for what is none.
template <typename Visit>
void ForEachCharacter(std::string_view text, Visit character) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    character(length == 0 ? kReplacement : text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

void AppendEscape(unsigned code, std::string* out) {
  constexpr char kDigits[] = "0123456789abcdef";
  out->append("\\u");
  for (int shift = 12; shift >= 0; shift -= 4) out->push_back(kDigits[(code >> shift) & 15]);
}

}  // namespace

void AppendJsonString(std::string_view text, std::string* out) {
  out->push_back('"');
  ForEachCharacter(text, [out](std::string_view character) {
    const char c = character[0];
    if (character == "\xe2\x80\xa8" || character == "\xe2\x80\xa9") {
      AppendEscape(0x2000u + (static_cast<uint8_t>(character[2]) & 0x3fu), out);
    } else if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (static_cast<uint8_t>(c) < 0x20 || c == 0x7f || c == '<' || c == '>' || c == '&') {
      AppendEscape(static_cast<uint8_t>(c), out);
    } else {
      out->append(character);
    }
  });
  out->push_back('"');
}

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
        const bool is_control = static_cast<uint8_t>(c) < 0x20 || c == 0x7f;
        out->append(is_control ? kReplacement : character);
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
