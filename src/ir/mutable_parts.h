// From const parts of a module to mutable ones, for functions that read a module and whose caller
// may edit it. No part of a module is a const object.
#ifndef HLO_IR_MUTABLE_PARTS_H_
#define HLO_IR_MUTABLE_PARTS_H_

#include <vector>

#include "absl/types/span.h"

namespace hlo_text_v1::internal {

template <typename T>
T* Mutable(const T* part) {
  return const_cast<T*>(part);
}
template <typename T>
absl::Span<T* const> MutableParts(absl::Span<const T* const> parts) {
  return absl::Span<T* const>(const_cast<T* const*>(parts.data()), parts.size());
}
template <typename T>
std::vector<T*> MutableParts(const std::vector<const T*>& parts) {
  const absl::Span<T* const> all = MutableParts(absl::MakeConstSpan(parts));
  return std::vector<T*>(all.begin(), all.end());
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_MUTABLE_PARTS_H_
