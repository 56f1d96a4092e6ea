// Finds and reads the files that belong to a module: the profile that a flag names, and XLA's
// reports on its buffers, which are next to it in a dump folder.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_READ_MEASUREMENTS_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_READ_MEASUREMENTS_H_

#include <string>
#include <string_view>

#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_view/page/measurements.h"

namespace hlo_text_v1::internal {

// Reads the profile in `path`, plain or gzip'd. kIoError or kInputRefused with a message in `log`
// on failure.
ExitCode ReadProfile(const std::string& path, DiagnosticLog* log, Measurements* measurements);

// The buffers of the module in the file `path`, with the content `bytes`: in the bytes, if these
// are an HloProto with a buffer assignment; else from X-buffer-assignment.txt next to X.txt or
// X.hlo.pb, all of them plain or gzip'd. Also reads X-memory-usage-report.txt, X-live-range.txt and
// X-buffer-assignment-values.txt.
// Nothing, without a message, if there is no assignment; nothing with a warning in `log` if it
// cannot be read. "-" has no files next to it.
void ReadBuffers(const std::string& path, std::string_view bytes, DiagnosticLog* log,
                 Measurements* measurements);

// The thunks of the module in the file `path`, if that is named as XLA names the last stage: from
// module_0001.f.thunk_sequence_after_thunk_passes.txt or module_0001.f.thunk_sequence.txt next to
// module_0001.f.gpu_after_optimizations.txt, with the names in module_0001.f.thunk_metadata.txt.
// Nothing if there are none, or, with a warning in `log`, if they cannot be read.
void ReadThunks(const std::string& path, DiagnosticLog* log, Measurements* measurements);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_READ_MEASUREMENTS_H_
