// Finds calls of fusions in text that is not parsed.
#ifndef HLO_PARSE_MODULE_FUSION_CALLS_H_
#define HLO_PARSE_MODULE_FUSION_CALLS_H_

#include <string_view>

#include "absl/functional/function_ref.h"

namespace hlo::internal {

// For each `calls=name` with is_wanted(name) in [begin, end), a computation from its name to the
// end of its body: calls found(name) if a fusion has it. False if it is not clear what has it: XLA
// prints an instruction on a line, but a text may be otherwise. Reads up to SourceBuffer::kPadding
// bytes past `end`. Linear; as fast as memory if few are wanted.
bool FindFusionCalls(const char* begin, const char* end,
                     absl::FunctionRef<bool(std::string_view name)> is_wanted,
                     absl::FunctionRef<void(std::string_view name)> found);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_FUSION_CALLS_H_
