// Lists, formats and reports all inputs of a command line.
#ifndef HLO_TOOLS_HLO_FMT_FORMAT_FILES_H_
#define HLO_TOOLS_HLO_FMT_FORMAT_FILES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_file.h"
#include "src/tools/hlo_fmt/timing.h"

namespace hlo_text_v1::internal {

// Carries out `flags`, with standard output and standard error. Reads standard input if no files
// are given.
ExitCode FormatFiles(const Flags& flags);

// Sums up all inputs: the exit code, the times, and the last line,
// "3 files would change, 120 unchanged, 1 with errors".
class Summary {
 public:
  void Add(const FileResult& result);
  void Raise(ExitCode code);

  ExitCode code() const { return code_; }
  const Timing& timing() const { return timing_; }
  // One line; `changed` is the verb for files that changed: "changed" or "would change".
  std::string Line(std::string_view changed) const;

 private:
  ExitCode code_ = kFine;
  Timing timing_;
  size_t changed_ = 0;
  size_t unchanged_ = 0;
  size_t with_errors_ = 0;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_FORMAT_FILES_H_
