// A stage of a dump folder, read into a module that can be compared.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_FILE_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo {

struct StageFileOptions {
  // Of the text, unpacked: what is longer is not read.
  size_t max_bytes = size_t{1} << 30;
  // Threads that read one stage.
  int jobs = 1;
};

// The text of the file `name` in `folder`, unpacked if it is gzip'd. Only a regular file is read,
// never through a link, and never by waiting for a pipe. Errors: the system's; kOutOfRange beyond
// max_bytes; kInvalidArgument for what is no regular file, or a name with a slash. Messages do not
// name the file.
absl::StatusOr<SourceBuffer> ReadStageText(const std::string& folder, const std::string& name,
                                           const StageFileOptions& options);

// The module of `text`, desugared; instructions keep their names. Words that are not known are kept
// (ParseOptions::allow_unknown), older forms upgraded. Errors: the parser's first.
absl::StatusOr<HloModule> ParseStage(SourceBuffer&& text, const StageFileOptions& options);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_FILE_H_
