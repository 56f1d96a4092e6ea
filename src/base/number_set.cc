// See number_set.h.
#include "src/base/number_set.h"

#include <algorithm>

namespace hlo_text_v1::internal {

bool NumberSet::Take(int64_t number) {
  if (number != dense_) {
    if (number >= 0 && number < dense_) return false;
    if (others_ == nullptr) others_ = std::make_unique<Others>();
    return others_->Take(number);
  }
  do {
    ++dense_;
  } while (others_ != nullptr && others_->Has(dense_));
  return true;
}

bool NumberSet::Others::Take(int64_t number) {
  constexpr uint64_t kBitsPerNumber = 64;
  ++count;
  const auto at = static_cast<uint64_t>(number);  // out of range if negative
  if (at >= bits.size()) {
    if (at >= kBitsPerNumber * count) return sparse.insert(number).second;
    Grow(std::max<uint64_t>(at + 1, bits.size() * 2));
  }
  if (bits[at]) return false;
  bits[at] = true;
  return true;
}

bool NumberSet::Others::Has(int64_t number) const {
  const auto at = static_cast<uint64_t>(number);
  return at < bits.size() ? bits[at] : !sparse.empty() && sparse.contains(number);
}

void NumberSet::Others::Grow(uint64_t size) {
  bits.resize(size);
  for (auto number = sparse.begin(); number != sparse.end();) {
    const auto at = static_cast<uint64_t>(*number);
    if (at < size) {
      bits[at] = true;
      sparse.erase(number++);
    } else {
      ++number;
    }
  }
}

int64_t NumberSet::TakeFree() {
  const int64_t free = dense_;
  Take(free);
  return free;
}

}  // namespace hlo_text_v1::internal
