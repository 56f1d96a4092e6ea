// The dimensions of a map are all dimensions of its result, whatever the text says. Source: XLA
// HloInstruction::CreateMap.
#ifndef HLO_IR_MAP_DIMENSIONS_H_
#define HLO_IR_MAP_DIMENSIONS_H_

#include <cstddef>
#include <cstdint>
#include <numeric>

#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "src/ir/attribute_order.h"

namespace hlo {

// Sets the `dimensions` of a map to {0, 1, ... rank-1}; no effect if it has none.
inline void SetMapDimensions(absl::Span<Attribute> attributes, int64_t rank, Arena* arena) {
  for (Attribute& attribute : attributes) {
    if (attribute.kind() != AttributeKind::kDimensions) continue;
    const auto count = static_cast<size_t>(rank);
    auto* all = arena->NewArray<int64_t>(count);
    std::iota(all, all + count, int64_t{0});
    const absl::Span<const int64_t> dimensions(all, count);
    ReplaceAttribute(Attribute::Int64List(AttributeKind::kDimensions, dimensions), &attribute);
  }
}

}  // namespace hlo

#endif  // HLO_IR_MAP_DIMENSIONS_H_
