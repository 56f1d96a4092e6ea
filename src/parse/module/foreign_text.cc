// See foreign_text.h. Only called for refused text, so HLO that begins like MLIR loses nothing but
// clarity; `module {`, which could be a computation, is told apart by its first line.
#include "src/parse/module/foreign_text.h"

#include <optional>

#include "src/base/byte_class.h"
#include "src/base/strings.h"

namespace hlo::internal {
namespace {

bool TakePrefix(std::string_view prefix, std::string_view* text) {
  if (text->substr(0, prefix.size()) != prefix) return false;
  text->remove_prefix(prefix.size());
  return true;
}

void SkipBlanksAndComments(std::string_view* text) {
  for (;;) {
    while (!text->empty() && HasClass(text->front(), kBlank)) text->remove_prefix(1);
    const std::string_view mark = text->substr(0, 2);
    if (mark != "//" && mark != "/*") return;
    const std::string_view closes = mark == "//" ? "\n" : "*/";
    const size_t end = text->find(closes, mark.size());
    text->remove_prefix(end == std::string_view::npos ? text->size() : end + closes.size());
  }
}

std::string_view TakeWord(std::string_view* text) {
  size_t size = 0;
  while (size < text->size() && HasClass((*text)[size], kIdentifierByte)) ++size;
  const std::string_view word = text->substr(0, size);
  text->remove_prefix(size);
  return word;
}

// After `{`: whether an instruction of HLO follows, [ROOT] [%]name =
bool BeginsInstruction(std::string_view text) {
  SkipBlanksAndComments(&text);
  TakePrefix("%", &text);
  const std::string_view word = TakeWord(&text);
  SkipBlanksAndComments(&text);
  return word == "ROOT" || TakePrefix("=", &text);
}

bool IsMlir(std::string_view text) {
  // #map = affine_map<...>, !type = tuple<...>
  if (TakePrefix("#", &text) || TakePrefix("!", &text)) {
    const bool has_name = !TakeWord(&text).empty();
    SkipBlanksAndComments(&text);
    return has_name && TakePrefix("=", &text);
  }
  if (TakePrefix("\"builtin.module\"", &text) || TakePrefix("\"func.func\"", &text)) return true;
  const std::string_view word = TakeWord(&text);
  if (word == "func.func" || word == "builtin.module") return true;
  if (word != "module") return false;
  SkipBlanksAndComments(&text);
  if (TakePrefix("@", &text) || TakePrefix("attributes", &text)) return true;
  return TakePrefix("{", &text) && !BeginsInstruction(text);
}

std::optional<DiagnosticCode> Recognize(std::string_view source) {
  const std::string_view mark = source.substr(0, 2);
  if (mark == "\xff\xfe" || mark == "\xfe\xff") return DiagnosticCode::kTextIsUtf16;
  if (source.substr(0, 3) == "\xef\xbb\xbf") return DiagnosticCode::kTextHasByteOrderMark;
  std::string_view text = source;
  SkipBlanksAndComments(&text);
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
