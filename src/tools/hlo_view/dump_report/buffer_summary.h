// XLA's reports on a module's buffers and thunks, from a dump folder, in one line each.
//
//   for (const BufferSummary& summary : TakeBufferReports(folder.path, {}, &module.others)) {
//     std::cout << DescribeBuffers(summary) << "\n";
//   }
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BUFFER_SUMMARY_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BUFFER_SUMMARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hlo/module.h"
#include "src/tools/hlo_view/dump_report/stage_file.h"

namespace hlo_text_v1::internal {

struct BufferSummary {
  struct Kind {
    std::string name;  // "parameter", "output", "constant", "thread-local", "temporary"
    int64_t memory_space = 0;
    int64_t bytes = 0;
    int64_t allocations = 0;
  };
  std::string file;  // X-buffer-assignment.txt
  int64_t total_bytes = 0;
  int64_t allocations = 0;
  int64_t values = -1;      // in X-buffer-assignment-values.txt; -1: there is none
  std::vector<Kind> kinds;  // the existing kinds, in the order of the comment on `name`
  // From X-memory-usage-report.txt, all memory spaces together; -1: there is none.
  int64_t reported_bytes = -1;
  // The peaks of the module X.txt with these buffers, as on its page (hlo/buffer_assignment.h): of
  // the default memory first. Empty if the module cannot be read.
  struct Peak {
    std::string memory;  // "" if it is the only one, "VMEM"
    int64_t bytes = 0;
    std::string instruction;
  };
  std::vector<Peak> peaks;
  int64_t estimated_peak_bytes = -1;  // from the text (hlo/live_ranges.h); -1: not scheduled
};

// Reads the buffer assignments among `files` of a folder, with the other reports next to each,
// and removes the files it has read from the list. Unreadable files stay there.
std::vector<BufferSummary> TakeBufferReports(const std::string& folder,
                                             const StageFileOptions& options,
                                             std::vector<std::string>* files);

// The peak of the default memory by the text (hlo/live_ranges.h); nullopt if the module is not
// scheduled.
std::optional<BufferSummary::Peak> EstimatePeak(const HloModule& module);

// "1.2 KiB in 5 allocations: parameter 896 B, output 128 B, temporary 256 B; peak 1.2 KiB at dot,
// estimate from the text 1.3 KiB".
std::string DescribeBuffers(const BufferSummary& summary);

struct ThunkSummary {
  struct Kind {
    std::string name;  // "kCustomKernel"
    int64_t thunks = 0;
  };
  std::string file;  // X.thunk_sequence.txt or X.thunk_sequence_after_thunk_passes.txt
  int64_t thunks = 0;
  int64_t instructions = -1;  // that X.thunk_metadata.txt names; -1: there is none
  std::vector<Kind> kinds;    // the most first
};

// Reads the thunk sequences among `files`, as TakeBufferReports.
std::vector<ThunkSummary> TakeThunkReports(const std::string& folder,
                                           const StageFileOptions& options,
                                           std::vector<std::string>* files);

// "24 of 18 instructions: 5 kAsyncDone, 5 kAsyncStart, 4 kCustomKernel".
std::string DescribeThunks(const ThunkSummary& summary);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BUFFER_SUMMARY_H_
