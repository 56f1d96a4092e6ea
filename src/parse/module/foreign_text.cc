// See foreign_text.h. Only called for refused text, so HLO that begins like MLIR loses nothing but
// clarity; `module {`, which could be a computation, is told apart by its first line.
#include "src/parse/module/foreign_text.h"

#include <optional>

#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lex/line_scan.h"

namespace hlo::internal {
namespace {

bool TakePrefix(std::string_view prefix, std::string_view* text) {
  if (text->substr(0, prefix.size()) != prefix) return false;
  text->remove_prefix(prefix.size());
  return true;
}

void DropBlanksAndComments(std::string_view* text) {
  text->remove_prefix(SkipBlanksAndComments(*text));
}

std::string_view TakeWord(std::string_view* text) {
  size_t size = 0;
  while (size < text->size() && HasClass((*text)[size], kIdentifierByte)) ++size;
  const std::string_view word = text->substr(0, size);
  text->remove_prefix(size);
  return word;
}

bool IsMlir(std::string_view text) {
  // #map = affine_map<...>, !type = tuple<...>
  if (TakePrefix("#", &text) || TakePrefix("!", &text)) {
    const bool has_name = !TakeWord(&text).empty();
    DropBlanksAndComments(&text);
    return has_name && TakePrefix("=", &text);
  }
  if (TakePrefix("\"builtin.module\"", &text) || TakePrefix("\"func.func\"", &text)) return true;
  const std::string_view word = TakeWord(&text);
  if (word == "func.func" || word == "builtin.module") return true;
  if (word != "module") return false;
  DropBlanksAndComments(&text);
  if (TakePrefix("@", &text) || TakePrefix("attributes", &text)) return true;
  if (!TakePrefix("{", &text)) return false;
  DropBlanksAndComments(&text);
  return !ScanLineHead(text.data()).BeginsInstruction();
}

std::optional<DiagnosticCode> Recognize(std::string_view source) {
  const std::string_view mark = source.substr(0, 2);
  if (mark == "\xff\xfe" || mark == "\xfe\xff") return DiagnosticCode::kTextIsUtf16;
  if (source.substr(0, 3) == "\xef\xbb\xbf") return DiagnosticCode::kTextHasByteOrderMark;
  std::string_view text = source;
  DropBlanksAndComments(&text);
  if (text.empty()) {
    const bool is_blank = source.find_first_not_of(" \t\r\n") == std::string_view::npos;
    return is_blank ? DiagnosticCode::kTextIsEmpty : DiagnosticCode::kTextIsComments;
  }
  if (IsMlir(text)) return DiagnosticCode::kTextIsMlir;
  return std::nullopt;
}

}  // namespace

void HintAtForeignText(std::string_view source, Diagnostic* error) {
  if (const std::optional<DiagnosticCode> hint = Recognize(source)) {
    StrAppend(&error->message, ": ", DiagnosticCodeText(*hint));
  }
}

}  // namespace hlo::internal
