// Formats HLO text token by token: comments, blank lines, order and names stay.
//
//   std::vector<hlo_text::Diagnostic> diagnostics;
//   absl::StatusOr<std::string> text = hlo_text::FormatHloText(source, {}, &diagnostics);
//
// turns
//
//   // RUN: hlo-opt %s | FileCheck %s
//   HloModule  m
//   ENTRY e{
//      x = f32[2] parameter( 0 )   // the input
//
//     ROOT y = f32[ 2 ]{0} add(x,x), metadata={op_name="y",op_type="Add"} }
//
// into
//
//   // RUN: hlo-opt %s | FileCheck %s
//   HloModule m
//   ENTRY e {
//     x = f32[2] parameter(0) // the input
//
//     ROOT y = f32[2]{0} add(x, x), metadata={op_name="y" op_type="Add"}
//   }
//
// Stays: comments, with FileCheck and RUN lines; one blank line where there were any; the order of
// computations, instructions and attributes; names, with or without '%'; omissions of shapes,
// layouts, signatures or ENTRY; strings and dictionaries to the byte. Changes: blanks, indentation,
// line breaks (one instruction a line, never wrapped), and the form of shapes, layouts and
// constants, which become XLA's. /*index=N*/ comments and the /*i0=N*/ of constants are rewritten
// where XLA prints them.
//
// A // comment inside an instruction ends its line; the rest follows, indented by four more.
//
// Text from PrintHloModule does not change, nor does text that is already formatted.
#ifndef HLO_FORMAT_H_
#define HLO_FORMAT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

struct FormatOptions {
  // Lines, from 1, both inclusive; formats only instructions (headers, signatures) that touch one
  // of them and keeps all other bytes. Last 0: to the end.
  struct LineRange {
    int64_t first = 1;
    int64_t last = 0;
  };
  LineRange lines;
  // Remove the prefixes of loggers: `I0612 12:34:56.789012 1234 file.cc:123] ` and
  // `2024-06-12 12:34:56.789012: I file.cc:123] `. Lines without one stay. Applies to all lines,
  // even with a range.
  bool strip_log_prefix = false;
  // Read the result and compare its printed form, with sugar as written, and its constants with
  // those of `text`.
  bool check = true;
  // False if the caller knows that `text` is one module that the parser accepts: only its tokens
  // are read, in half the time. Then `check` and `allow_unknown` have no effect, and a text that is
  // refused is formatted, too.
  bool parse = true;
  // As in ParseOptions: the parser accepts more. The words stay as they are written, and all of a
  // value or operand with unknown words.
  bool upgrade_legacy = false;
  bool allow_unknown = false;
};

// Formats `text`: a module, computations or a single instruction, or several of these in a row,
// each from the second on after a line `// -----` or beginning with a line `HloModule`. A text that
// the parser reads as one module is one, even with such lines in it.
//
// Result: the formatted text. It ends in a newline, unless it is empty or `lines` leaves out an end
// without one. Errors: kInvalidArgument if ParseHloModule refuses any module; `diagnostics` (may be
// null) is set to the reasons, with offsets into `text`. kFailedPrecondition if a byte is no token:
// old words may have such. kInternal if the result would not mean the same, a bug in
// this library. kOutOfRange, without a diagnostic, beyond SourceBuffer::kMaxSize. There is no
// partial result.
//
// `diagnostics` also gets the parser's warnings. Cost: linear in the text; `check` takes most of
// it, since it parses the result and prints both modules. Memory: one module of `text` at a time,
// with `check` also that of its result.
absl::StatusOr<std::string> FormatHloText(std::string_view text, const FormatOptions& options = {},
                                          std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo_text_v1

#endif  // HLO_FORMAT_H_
