// Reads a stage of a dump folder into a module for comparison.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_FILE_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo_text_v1::internal {

struct StageFileOptions {
  // Limit for the unpacked text; longer texts are refused.
  size_t max_bytes = size_t{1} << 30;
  // Threads that parse one stage.
  int jobs = 1;
};

// The text of the file `name` in `folder`, unpacked if gzip'd. Only reads regular files, never
// through a link, and never waits for a pipe. Errors as in ReadSource, and kInvalidArgument for a
// name with a slash; messages do not name the file.
absl::StatusOr<SourceBuffer> ReadStageText(const std::string& folder, const std::string& name,
                                           const StageFileOptions& options);

// The module of `text`, or of the proto in it, desugared; instructions keep their names. Keeps
// unknown words (ParseOptions::allow_unknown), upgrades older forms. Error: the parser's first.
absl::StatusOr<HloModule> ParseStage(SourceBuffer&& text, const StageFileOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_FILE_H_
