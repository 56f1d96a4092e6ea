// Works on many inputs in parallel and delivers the results in order.
//
//   ForEachInOrder(paths.size(), jobs,
//                  [&](size_t i) { return FormatFile(settings, paths[i]); },
//                  [&](size_t i, FileResult result) { ...; return true; },
//                  [&] { ... });
//
// Few results wait for those before them: memory does not grow with the number of inputs.
#ifndef HLO_TOOLS_HLO_FMT_ORDERED_WORKERS_H_
#define HLO_TOOLS_HLO_FMT_ORDERED_WORKERS_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "src/tools/hlo_fmt/format_file.h"

namespace hlo::internal {

// Calls work(i) for i in [0, count) on up to `jobs` threads, and deliver(i, result) on the calling
// thread, i ascending. When `deliver` returns false, no more work begins and nothing more is
// delivered. While waiting, calls `idle` a few times a second. One job or one input needs no
// threads. If no thread can be started, the calling one does the work.
void ForEachInOrder(size_t count, int jobs, absl::FunctionRef<FileResult(size_t)> work,
                    absl::FunctionRef<bool(size_t, FileResult)> deliver,
                    absl::FunctionRef<void()> idle);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_FMT_ORDERED_WORKERS_H_
