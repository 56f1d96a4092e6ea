// A set of numbers, most of which come as 0, 1, 2 ...: these take no memory, others a few bits.
//
//   NumberSet taken;
//   taken.Take(0);      // true
//   taken.Take(7);      // true
//   taken.Take(7);      // false
//   taken.TakeFree();   // 1
#ifndef HLO_BASE_NUMBER_SET_H_
#define HLO_BASE_NUMBER_SET_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

class NumberSet {
 public:
  // Adds `number`; false if it was there already.
  bool Take(int64_t number);
  // Adds the smallest number >= 0 that is not there.
  int64_t TakeFree();
  // Whether all numbers came in order: 0, 1, 2 ...
  bool came_in_order() const { return others_ == nullptr; }

 private:
  // A bit per number as long as that takes no more memory than a set, which has the rest.
  struct Others {
    bool Take(int64_t number);
    bool Has(int64_t number) const;
    void Grow(uint64_t size);

    std::vector<bool> bits;
    HashSet<int64_t> sparse;
    uint64_t count = 0;
  };
  int64_t dense_ = 0;  // 0..dense_-1 are there
  std::unique_ptr<Others> others_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_NUMBER_SET_H_
