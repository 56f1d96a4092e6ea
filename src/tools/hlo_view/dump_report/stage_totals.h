// Totals of a stage: instructions, computations, opcodes, bytes.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_TOTALS_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_TOTALS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hlo/module.h"
#include "hlo/query.h"

namespace hlo_text_v1::internal {

struct StageTotals {
  int64_t instructions = 0;
  int64_t computations = 0;
  // Bytes of the results that instructions write. Excludes instructions that only pass on values
  // (parameter, tuple, get-tuple-element, bitcast and the like, calls and loops, whose callees
  // count) and instructions inside fusions. Ignores padding and tiles; each computation counts
  // once. At most 2^62.
  int64_t result_bytes = 0;
  int64_t text_bytes = 0;  // unpacked
  int64_t async_pairs = 0;
  AddedWork added_work;
  bool is_scheduled = false;
  // Instructions by opcode; after 1000 unknown ones, "other unknown".
  std::map<std::string, int64_t> opcodes;
};

// The totals of `module`, except text_bytes and async_pairs. Linear.
StageTotals TotalsOf(const HloModule& module);

struct OpcodeChange {
  std::string opcode;
  int64_t before = 0;
  int64_t after = 0;
  int64_t delta() const { return after - before; }
};
// Opcodes with different counts, largest difference first, then by name.
std::vector<OpcodeChange> OpcodeChanges(const StageTotals& before, const StageTotals& after);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_TOTALS_H_
