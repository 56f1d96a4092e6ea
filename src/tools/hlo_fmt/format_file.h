// What hlo-fmt does to one file: read, parse, desugar, verify, normalise, print, write.
#ifndef HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_
#define HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_

#include <string>

#include "src/tools/common/exit_code.h"
#include "src/tools/common/output_file.h"
#include "src/tools/hlo_fmt/program_stages.h"
#include "src/tools/hlo_fmt/timing.h"

namespace hlo {

// Files are formatted at the same time and reported in their order, so results are collected first.
struct FileResult {
  ExitCode code = kFine;
  bool changed = false;  // with -i: it was rewritten; --check, --diff: it would be
  std::string out;       // for the output
  std::string errors;    // for standard error
  Timing timing;
};

// Formats `path`, "-" being standard input. With `stream`, text that is only printed goes there in
// pieces instead of taking memory, and errors go to standard error before it. Many threads may call
// this at once.
FileResult FormatFile(const FormatSettings& settings, const std::string& path,
                      OutputFile* stream = nullptr);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_
