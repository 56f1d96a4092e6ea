// Diagnostics as data: an error or warning and its place in the text. The library never prints.
//
//   std::vector<hlo_text::Diagnostic> diagnostics;
//   auto module = hlo_text::ReadHloModule(text, {}, &diagnostics);
//   for (const hlo_text::Diagnostic& d : diagnostics) {
//     std::cerr << hlo_text::RenderDiagnostic(d, text, {"a.hlo"});
//   }
//
// prints
//
//   a.hlo:4:21: error: expects 2 operands, but has 1 operands
//     ROOT r = f32[] add(p)
//                       ^
//
// Every kind of diagnostic is a line of diagnostics.def. If XLA has a text for an error, it is that
// one.
#ifndef HLO_DIAGNOSTIC_H_
#define HLO_DIAGNOSTIC_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/attributes.h"
#include "hlo/internal/stringify.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

enum class Severity : uint8_t { kError, kWarning, kNote };

// One enumerator per line of diagnostics.def.
enum class DiagnosticCode : uint16_t {
#define HLO_DIAGNOSTIC(Id, text) k##Id,
#include "hlo/tables/diagnostics.def"
#undef HLO_DIAGNOSTIC
};
inline constexpr int kDiagnosticCodeCount = 0
#define HLO_DIAGNOSTIC(Id, text) +1
#include "hlo/tables/diagnostics.def"
#undef HLO_DIAGNOSTIC
    ;

// The enumerator's name, "ExpectsName", and its text with $0, $1 ... for arguments. Both live
// forever.
std::string_view DiagnosticCodeName(DiagnosticCode code);
std::string_view DiagnosticCodeText(DiagnosticCode code);

// A related place of a diagnostic.
struct DiagnosticNote {
  uint32_t begin = 0;  // bytes [begin, end) of the source
  uint32_t end = 0;
  std::string message;
};

// A replacement that may mend the text: the right spelling of a word.
struct DiagnosticSuggestion {
  uint32_t begin = 0;  // of bytes [begin, end) of the source
  uint32_t end = 0;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  DiagnosticCode code;
  uint32_t begin = 0;  // bytes [begin, end) of the source; begin == end: a place, not a range
  uint32_t end = 0;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::vector<DiagnosticSuggestion> suggestions = {};  // alternatives; the message has them, too
};

// Line and column of a byte, both from 1; columns count bytes.
struct LineColumn {
  int64_t line = 1;
  int64_t column = 1;
};
// The place of byte `offset` in `source` (offset <= size). Linear in offset.
LineColumn GetLineColumn(std::string_view source, size_t offset);

// The same for many places of one text, which is read once, as far as the last of them.
class LineIndex {
 public:
  // `source` is borrowed.
  explicit LineIndex(std::string_view source ABSL_ATTRIBUTE_LIFETIME_BOUND) : source_(source) {}

  std::string_view source() const { return source_; }
  // Constant time, except for the part of the text that no call has reached before.
  LineColumn Get(size_t offset);

 private:
  struct Block {
    int64_t newlines = 0;   // before the block
    size_t line_begin = 0;  // of the line that it begins in
  };
  std::string_view source_;
  std::vector<Block> blocks_ = {Block()};
};

struct RenderOptions {
  std::string path = "<stdin>";
  bool color = false;
  // Source lines longer than this are clamped around the caret; in columns, at least 20.
  int max_columns = 160;
};
// "path:line:col: error: message", the source line, the caret, then the notes; ends in a newline.
// The first line is never clamped. Control characters and bad UTF-8 show as "?". Linear in the
// source up to the place.
std::string RenderDiagnostic(const Diagnostic& diagnostic, std::string_view source,
                             const RenderOptions& options);
// The same for one of many diagnostics of a text.
std::string RenderDiagnostic(const Diagnostic& diagnostic, LineIndex* lines,
                             const RenderOptions& options);

}  // namespace hlo_text_v1

// `stream << code` and absl::StrCat(code) write DiagnosticCodeName(code).
HLO_TEXT_STRINGIFY_NAME(DiagnosticCode, DiagnosticCodeName)
HLO_TEXT_STRINGIFY_WORDS(Severity, kNote, "error", "warning", "note")

#endif  // HLO_DIAGNOSTIC_H_
