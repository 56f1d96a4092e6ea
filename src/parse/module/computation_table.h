// Computations by name while a text is read.
//
// An array by symbol rather than a hash table: names of computations come with the text, and so do
// their places in the array. Of a module with more computations than the cache holds that saves two
// misses for each look at one.
#ifndef HLO_PARSE_MODULE_COMPUTATION_TABLE_H_
#define HLO_PARSE_MODULE_COMPUTATION_TABLE_H_

#include <cstdint>
#include <vector>

#include "hlo/computation.h"

namespace hlo {

class ComputationTable {
 public:
  // nullptr if there is none of that name, a symbol.
  HloComputation* Find(uint32_t name) const {
    return name < index_of_.size() ? computations_[index_of_[name]] : nullptr;
  }
  // Makes `name` that of `computation`, in place of any that had it.
  void Set(uint32_t name, HloComputation* computation) {
    if (name >= index_of_.size()) index_of_.resize(name + 1);
    if (index_of_[name] == 0) {
      index_of_[name] = static_cast<uint32_t>(computations_.size());
      computations_.push_back(computation);
    }
    computations_[index_of_[name]] = computation;
  }
  // All, in the order in which their names were met first; the first element is nullptr.
  const std::vector<HloComputation*>& computations() const { return computations_; }

 private:
  std::vector<uint32_t> index_of_;
  std::vector<HloComputation*> computations_{nullptr};
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_COMPUTATION_TABLE_H_
