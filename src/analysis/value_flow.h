// How values pass from leaf to leaf, as BufferAnalysis finds it.
#ifndef HLO_ANALYSIS_VALUE_FLOW_H_
#define HLO_ANALYSIS_VALUE_FLOW_H_

#include <cstdint>
#include <vector>

#include "hlo/buffer_analysis.h"

namespace hlo_text_v1::internal {

// The value of leaf `source` may be that of leaf `target`. Leaves have the numbers that
// BufferAnalysis gives them: of each computation, of each instruction, in order.
struct ValueFlow {
  uint32_t source;
  uint32_t target;
};

// Makes `buffers` what BufferAnalysis(module, options) is, and lists the flows, some twice.
void AnalyzeFlows(const HloModule& module, const BufferOptions& options, BufferAnalysis* buffers,
                  std::vector<ValueFlow>* flows);

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_VALUE_FLOW_H_
