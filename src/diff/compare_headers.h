// Differences between the first lines of two modules.
#ifndef HLO_DIFF_COMPARE_HEADERS_H_
#define HLO_DIFF_COMPARE_HEADERS_H_

#include <vector>

#include "hlo/diff.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

// ModuleDiff::header_changes.
std::vector<HeaderDiff> CompareHeaders(const HloModule& before, const HloModule& after,
                                       const DiffOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_COMPARE_HEADERS_H_
