// See foreign_text.h.
//
// Only called for refused text, so HLO that looks like something else loses nothing but clarity.
// The kinds are tried in the order of Recognize: encodings and binary files by their first bytes,
// languages by their first words, logs and several modules by their lines.
#include "src/parse/module/foreign_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lex/line_scan.h"
#include "src/lex/scan.h"

namespace hlo_text_v1::internal {
namespace {

using Code = DiagnosticCode;

bool BeginsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool TakePrefix(std::string_view prefix, std::string_view* text) {
  if (!BeginsWith(*text, prefix)) return false;
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

// ---- Binary files.

// An XSpace, as profilers write it: field 1, an XPlane, whose first field is its id or name, 1
// or 2.
bool IsProfile(std::string_view bytes) {
  if (!TakePrefix("\n", &bytes)) return false;
  size_t size = 0;
  while (size < bytes.size() && size < 9 && (bytes[size] & '\x80') != 0) ++size;
  if (size + 1 >= bytes.size()) return false;
  const char tag = bytes[size + 1];
  return tag == '\x08' || tag == '\x12';
}

// No text has zero bytes, and control characters other than blanks are rare in it.
bool IsBinary(std::string_view bytes) {
  const std::string_view first = bytes.substr(0, 512);
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && !HasClass(c, kBlank) && c != '\n';
  };
  return std::count_if(first.begin(), first.end(), is_control) * 32 >
         static_cast<ptrdiff_t>(first.size());
}

// ---- Languages.

// `module {`, which could be a computation, is told apart by its first line.
//
//   module @main { ... }    func.func @f(...)    "builtin.module"() ...    #map = ...    !t = ...
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

bool IsStableHlo(std::string_view mlir) {
  constexpr std::string_view kOperations[] = {"stablehlo.", "mhlo.", "chlo."};
  return std::any_of(std::begin(kOperations), std::end(kOperations),
                     [mlir](std::string_view each) { return mlir.find(each) != mlir.npos; });
}

struct Beginning {
  std::string_view text;
  Code kind;
};
constexpr Beginning kBeginnings[] = {
    {"{ lambda ", Code::kTextIsJaxpr},
    {"let _", Code::kTextIsJaxpr},
    {"; ModuleID", Code::kTextIsLlvm},
    {"source_filename", Code::kTextIsLlvm},
    {"target datalayout", Code::kTextIsLlvm},
    {"target triple", Code::kTextIsLlvm},
    {"define ", Code::kTextIsLlvm},
    {".version ", Code::kTextIsPtx},
    {"{\"", Code::kTextIsJson},
    {"[{", Code::kTextIsJson},
    {"hlo_module {", Code::kTextIsProtoText},
    {"hlo {", Code::kTextIsProtoText},
    {"name: \"", Code::kTextIsProtoText},
    {"<", Code::kTextIsHtml},
    {"diff --git ", Code::kTextIsPatch},
    {"--- ", Code::kTextIsPatch},
};

// ---- Lines.

// I0520 12:00:00.000000 1234 file.cc:100] or 2026-05-20 12:00:00.000000: I file.cc:100].
bool HasLogPrefix(std::string_view line) {
  const auto digits = [line](size_t from, size_t count) {
    const std::string_view part = line.substr(std::min(from, line.size()), count);
    return part.size() == count &&
           std::all_of(part.begin(), part.end(), [](char c) { return HasClass(c, kDigit); });
  };
  const bool is_glog = !line.empty() && std::string_view("IWEF").find(line[0]) != line.npos &&
                       digits(1, 4) && BeginsWith(line.substr(5), " ") && digits(6, 2);
  const bool is_dated = digits(0, 4) && BeginsWith(line.substr(4), "-") && digits(5, 2) &&
                        BeginsWith(line.substr(7), "-") && digits(8, 2);
  return is_glog || is_dated;
}

// A module in a log, or after another one.
std::optional<Code> RecognizeByLines(std::string_view text) {
  constexpr std::string_view kHead = "HloModule ";
  int modules = 0;
  for (size_t at = 0; at < text.size(); at = NextLine(text, at)) {
    std::string_view line = text.substr(at);
    if (BeginsWith(line, kHead) && ++modules == 2) return Code::kTextHasModules;
    if (line[0] > '9' && std::string_view("IWEF").find(line[0]) == line.npos) continue;
    line = line.substr(0, NextLine(line, 0));
    if (HasLogPrefix(line) && line.find(kHead) != line.npos) return Code::kTextIsLog;
  }
  return std::nullopt;
}

std::optional<Code> Recognize(std::string_view source) {
  const std::string_view mark = source.substr(0, 2);
  if (mark == "\xff\xfe" || mark == "\xfe\xff") return Code::kTextIsUtf16;
  if (BeginsWith(source, "\xef\xbb\xbf")) return Code::kTextHasByteOrderMark;
  if (BeginsWith(source, "ML\xefR")) return Code::kTextIsMlirBytecode;
  if (IsBinary(source)) return IsProfile(source) ? Code::kTextIsProfile : Code::kTextIsBinary;
  std::string_view text = source;
  DropBlanksAndComments(&text);
  if (text.empty()) {
    const bool is_blank = source.find_first_not_of(" \t\r\n") == std::string_view::npos;
    return is_blank ? Code::kTextIsEmpty : Code::kTextIsComments;
  }
  if (IsMlir(text)) return IsStableHlo(text) ? Code::kTextIsStableHlo : Code::kTextIsMlir;
  for (const Beginning& each : kBeginnings) {
    if (BeginsWith(text, each.text)) return each.kind;
  }
  return RecognizeByLines(source);
}

}  // namespace

void HintAtForeignText(std::string_view source, Diagnostic* error) {
  if (const std::optional<Code> hint = Recognize(source)) {
    StrAppend(&error->message, ": ", DiagnosticCodeText(*hint));
  }
}

}  // namespace hlo_text_v1::internal
