// Which computation a name refers to while reading a text: one that the text defines, one that it
// mentions but has not defined yet, or one that the module had before the text was added.
#ifndef HLO_PARSE_MODULE_COMPUTATION_NAMES_H_
#define HLO_PARSE_MODULE_COMPUTATION_NAMES_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/computation.h"

namespace hlo {

// Computations by symbol.
//
// An array, not a hash table: names of computations come in text order, and so do their places in
// the array. In a module with more computations than the cache holds, that saves two misses a
// look-up.
class ComputationTable {
 public:
  // nullptr if no computation has `name`, a symbol.
  HloComputation* Find(uint32_t name) const {
    return name < index_of_.size() ? computations_[index_of_[name]] : nullptr;
  }
  // Binds `name` to `computation`, replacing any earlier one.
  void Set(uint32_t name, HloComputation* computation) {
    if (name >= index_of_.size()) index_of_.resize(name + 1);
    if (index_of_[name] == 0) {
      index_of_[name] = static_cast<uint32_t>(computations_.size());
      computations_.push_back(computation);
    }
    computations_[index_of_[name]] = computation;
  }
  // All, ordered by first mention of their names; the first element is nullptr.
  const std::vector<HloComputation*>& computations() const { return computations_; }

 private:
  std::vector<uint32_t> index_of_;
  std::vector<HloComputation*> computations_{nullptr};
};

// The attribute being read.
struct AttributeSite {
  std::string_view name;
  uint32_t position = 0;  // of the name
};

// Computations mentioned before their definition.
class ForwardReferences {
 public:
  // The first mention.
  struct Mention {
    HloComputation* computation;  // a stand-in that the definition fills
    uint32_t position;
    AttributeSite attribute;
  };

  void Add(const Mention& mention);
  bool IsUndefined(const HloComputation* computation) const {
    return any_ && undefined_.contains(computation);
  }
  // Call when its definition has been read.
  void NoteDefined(const HloComputation* computation) {
    if (any_ && undefined_.erase(computation) > 0) defined_one_ = true;
  }
  bool has_undefined() const { return !undefined_.empty(); }
  // Those still undefined, in text order.
  std::vector<Mention> Undefined() const;

  // Whether the text has such a reference: only then can calls form a cycle.
  bool any() const { return any_; }
  // Records that `part`, a later part of the text, has one within itself.
  void AdoptAny(const ForwardReferences& part) { any_ |= part.defined_one_; }

 private:
  absl::flat_hash_map<const HloComputation*, Mention> undefined_;
  bool any_ = false;
  bool defined_one_ = false;
};

// The computations of a module to which a text is added; no others have a name here.
class EarlierComputations {
 public:
  void Add(uint32_t name, HloComputation* computation) { by_name_.emplace(name, computation); }
  bool Has(uint32_t name) const { return by_name_.contains(name); }
  // The computation of that name, or nullptr. The text may change the number of fusions that call
  // it.
  HloComputation* FindCallee(uint32_t name);
  // Restores those numbers.
  void RestoreFusionCallers() const;

 private:
  absl::flat_hash_map<uint32_t, HloComputation*> by_name_;
  std::vector<std::pair<HloComputation*, uint32_t>> fusion_callers_before_;
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_COMPUTATION_NAMES_H_
