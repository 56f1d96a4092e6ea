// The order of tables keyed by original arrays, which are maps in XLA.
#ifndef HLO_IR_ORIGINAL_ARRAYS_H_
#define HLO_IR_ORIGINAL_ARRAYS_H_

#include <tuple>

#include "hlo/attribute_values.h"

namespace hlo::internal {

inline bool ArrayLess(const OriginalArray& a, const OriginalArray& b) {
  return std::tie(a.instruction_name, a.shape_index) < std::tie(b.instruction_name, b.shape_index);
}

}  // namespace hlo::internal

#endif  // HLO_IR_ORIGINAL_ARRAYS_H_
