// Computes live ranges for the values of a buffer assignment from the module.
#ifndef HLO_DUMPS_VALUE_RANGES_H_
#define HLO_DUMPS_VALUE_RANGES_H_

#include <string_view>

#include "hlo/buffer_assignment.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

using InstructionTable = HashMap<std::string_view, const HloInstruction*>;

// Sets the sequence and the ranges of `times`. `by_name` has the instructions of `module`.
void FindValueRanges(const BufferAssignment& buffers, const HloModule& module,
                     const InstructionTable& by_name, BufferTimes* times);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DUMPS_VALUE_RANGES_H_
