// Formats one file: read, parse, desugar, verify, normalise, print, write.
#ifndef HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_
#define HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_

#include <string>

#include "src/tools/common/exit_code.h"
#include "src/tools/common/output_file.h"
#include "src/tools/hlo_fmt/program_stages.h"
#include "src/tools/hlo_fmt/timing.h"

namespace hlo_text_v1::internal {

// Files are formatted in parallel but reported in order: results are collected first.
struct FileResult {
  ExitCode code = kFine;
  bool changed = false;  // -i: was rewritten; --check, --diff: would be
  std::string out;       // for the output
  std::string errors;    // for standard error
  Timing timing;
};

// Formats `path`; "-" is standard input. With `stream`, text that only needs printing goes there
// piece by piece, to save memory, after any errors have gone to standard error. Thread-safe.
FileResult FormatFile(const FormatSettings& settings, const std::string& path,
                      OutputFile* stream = nullptr);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_
