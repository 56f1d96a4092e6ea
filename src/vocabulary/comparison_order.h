// The default order of a comparison.
#ifndef HLO_VOCABULARY_COMPARISON_ORDER_H_
#define HLO_VOCABULARY_COMPARISON_ORDER_H_

#include "hlo/attribute_kind.h"
#include "hlo/primitive_type.h"

namespace hlo {

// Depends on the element type of the first operand; the default is not printed. XLA
// Comparison::DefaultComparisonType.
inline ComparisonOrder DefaultComparisonOrder(PrimitiveType type) {
  return IsFloatingType(type) || IsComplexType(type) ? ComparisonOrder::kPartial
                                                     : ComparisonOrder::kTotal;
}

}  // namespace hlo

#endif  // HLO_VOCABULARY_COMPARISON_ORDER_H_
