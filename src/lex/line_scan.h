// Scans the raw bytes of a text: where a line begins an instruction, where a string or comment
// ends. For text that is not lexed because it is refused, unknown to this version, or still being
// typed.
//
// The lexer, SkipBody and the parser's scan of `%name = ` have loops of their own, for speed.
#ifndef HLO_LEX_LINE_SCAN_H_
#define HLO_LEX_LINE_SCAN_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "src/base/byte_class.h"
#include "src/lex/scan.h"

namespace hlo_text_v1::internal {

// ---- Lines. A zero byte must follow the text.

inline const char* SkipLineBlanks(const char* p) {
  while (*p == ' ' || *p == '\t' || *p == '\r') ++p;
  return p;
}

// The beginning of the next line; `end` in the last one. A line ends in LF, CR LF or CR.
inline const char* NextLine(const char* p, const char* end) {
  while (p < end && *p != '\n' && *p != '\r') ++p;
  if (p == end) return end;
  return p + (p[0] == '\r' && p[1] == '\n' ? 2 : 1);
}

// [ROOT] [%]name at the beginning of a line, and the bytes after it.
struct LineHead {
  std::string_view name;       // without its %; empty: there is none
  bool has_percent = false;    // before the name
  const char* next = nullptr;  // after the name and blanks

  // `%name=` or `name =`; `name=` is an attribute.
  bool BeginsInstruction() const {
    return !name.empty() && *next == '=' && (has_percent || next != name.data() + name.size());
  }
};

inline LineHead ScanLineHead(const char* p) {
  LineHead head;
  p = SkipLineBlanks(p);
  if (std::strncmp(p, "ROOT ", 5) == 0) p = SkipLineBlanks(p + 5);
  head.has_percent = *p == '%';
  const char* const begin = p + head.has_percent;
  const char* end = begin;
  if (HasClass(*begin, kIdentifierStart)) {
    while (HasClass(*end, kIdentifierByte)) ++end;
  }
  head.name = std::string_view(begin, static_cast<size_t>(end - begin));
  head.next = SkipLineBlanks(end);
  return head;
}

// Whether an instruction or a computation may begin after the blanks at `p`.
inline bool BeginsStatement(const char* p) {
  p = SkipLineBlanks(p);
  if (std::strncmp(p, "ENTRY", 5) == 0 && HasClass(p[5], kBlank)) return true;
  if (std::strncmp(p, "ROOT", 4) == 0 && HasClass(p[4], kBlank)) return true;
  const LineHead head = ScanLineHead(p);
  const bool begins_computation =
      head.has_percent && !head.name.empty() && (*head.next == '(' || *head.next == '{');
  return begins_computation || head.BeginsInstruction();
}

// ---- Strings and comments.

// The size of the comment at the beginning of `text`, without its line's end: 0 if there is none,
// npos if it is not closed.
inline size_t CommentSize(std::string_view text) {
  const std::string_view mark = text.substr(0, 2);
  if (mark == "//") return std::min(text.find_first_of("\r\n"), text.size());
  if (mark != "/*") return 0;
  const size_t close = text.find("*/", 2);
  return close == std::string_view::npos ? close : close + 2;
}

// The end of the string or comment at `p`; `p` if there is none, nullptr if it is not closed.
inline const char* SkipStringOrComment(const char* p, const char* end) {
  if (*p == '"' || *p == '\'') return ScanQuoted(p, end);
  if (*p != '/') return p;
  const size_t size = CommentSize(std::string_view(p, static_cast<size_t>(end - p)));
  return size == std::string_view::npos ? nullptr : p + size;
}

// ---- The same in text that may have errors: an unclosed string or comment reaches to the end.

// End of the comment at `at`; `at` if there is none.
inline size_t EndOfComment(std::string_view text, size_t at) {
  return at + std::min(CommentSize(text.substr(at)), text.size() - at);
}

// End of the string whose quote, ' or ", is at `at`. A single quote without a match in its line is
// an ordinary character.
inline size_t EndOfString(std::string_view text, size_t at) {
  const char quote = text[at];
  size_t end = at + 1;
  while (end < text.size() && text[end] != quote) {
    if (quote == '\'' && text[end] == '\n') break;
    end += text[end] == '\\' ? 2 : 1;
  }
  if (end < text.size() && text[end] == quote) return end + 1;
  return quote == '"' ? text.size() : at + 1;
}

// Past blanks, ends of lines and comments.
inline size_t SkipBlanksAndComments(std::string_view text, size_t at = 0) {
  for (;;) {
    while (at < text.size() && HasClass(text[at], kBlank)) ++at;
    const size_t end = EndOfComment(text, at);
    if (end == at) return at;
    at = end;
  }
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_LEX_LINE_SCAN_H_
