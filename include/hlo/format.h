// Formatting HLO text as text: comments, blank lines, order and names stay.
//
//   std::vector<hlo::Diagnostic> diagnostics;
//   absl::StatusOr<std::string> text = hlo::FormatHloText(source, {}, &diagnostics);
//
// turns
//
//   // RUN: hlo-opt %s | FileCheck %s
//   HloModule  m
//   ENTRY e{
//      x=f32[2] parameter( 0 )   // the input
//
//     ROOT y = f32[ 2 ]{0} add(x,x), metadata={op_name="y",op_type="Add"} }
//
// (with a blank before each '=', without which no parser reads it) into
//
//   // RUN: hlo-opt %s | FileCheck %s
//   HloModule m
//   ENTRY e {
//     x = f32[2] parameter(0) // the input
//
//     ROOT y = f32[2]{0} add(x, x), metadata={op_name="y" op_type="Add"}
//   }
//
// What stays: comments, FileCheck and RUN lines among them; one blank line where there were any;
// the order of computations, instructions and attributes; names, with or without '%'; what was left
// out, be it shapes, layouts, signatures or ENTRY; strings and dictionaries to the byte. What
// changes: blanks, indentation, line breaks (an instruction a line, however long; nothing is
// wrapped), and the form of shapes, layouts and constants, which become XLA's. /*index=N*/ comments
// are made anew where XLA prints them, and so are the /*i0=N*/ of constants.
//
// A // comment inside an instruction ends its line; the rest follows, indented by four more.
//
// What PrintHloModule prints stays as it is, and what this prints stays as it is.
#ifndef HLO_FORMAT_H_
#define HLO_FORMAT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"

namespace hlo {

struct FormatOptions {
  // Lines, from 1, both inclusive; only instructions (headers, signatures) that touch one of them
  // are formatted, all other bytes stay as they are. Last 0: to the end.
  struct LineRange {
    int64_t first = 1;
    int64_t last = 0;
  };
  LineRange lines;
  // Take away what loggers put before each line: `I0612 12:34:56.789012 1234 file.cc:123] ` and
  // `2024-06-12 12:34:56.789012: I file.cc:123] `. Lines without it stay. With a range of lines, it
  // is taken from all of them.
  bool strip_log_prefix = false;
  // Read the result, and compare what it prints as, asynchronous instructions as they stand, and
  // its constants with those of `text`.
  bool check = true;
};

// Formats `text`: a module, computations or a single instruction, or several of these in a row,
// each from the second on behind a line `// -----` or beginning with a line `HloModule`. A text
// that the parser reads as one module is one, whatever such lines are in it.
//
// Result: the formatted text, which ends in a newline unless it is empty, or has none at its end
// and `lines` leaves that out. kInvalidArgument if any module is refused by ParseHloModule; then
// `diagnostics` (may be null) says why, with offsets into `text`. kInternal if the result would not
// mean the same, which is an error in this library. Either way there is no partial result.
// kOutOfRange beyond SourceBuffer::kMaxSize.
//
// `diagnostics` also gets the warnings of the parser. Cost: linear in the text; with `check` about
// twice that of parsing and printing it. Memory: that of one module at a time.
absl::StatusOr<std::string> FormatHloText(std::string_view text, const FormatOptions& options = {},
                                          std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo

#endif  // HLO_FORMAT_H_
