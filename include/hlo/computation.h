// HloComputation: a function of the module, a list of instructions with parameters and a root.
//
//   const hlo_text::HloComputation* entry = module.entry_computation();
//   for (const hlo_text::HloInstruction* i : entry->instructions()) std::cout << i->name() << "\n";
//   const hlo_text::Shape& result = entry->root_instruction()->shape();
//   std::string_view first = entry->parameters()[0]->name();  // by parameter number
//
// Its module owns it, and it lives as long; see hlo/instruction.h for the rules of its
// instructions. Accessors take constant time.
#ifndef HLO_COMPUTATION_H_
#define HLO_COMPUTATION_H_

#include <atomic>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/instruction.h"

namespace hlo_text_v1 {

namespace internal {
class UseLists;
}

class HloComputation {
 public:
  // Forward iteration over HloInstruction*.
  class InstructionIterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = HloInstruction*;
    using difference_type = std::ptrdiff_t;
    using pointer = HloInstruction* const*;
    using reference = HloInstruction*;
    explicit InstructionIterator(HloInstruction* at) : at_(at) {}
    HloInstruction* operator*() const { return at_; }
    InstructionIterator& operator++() {
      at_ = at_->next();
      return *this;
    }
    InstructionIterator operator++(int) {
      InstructionIterator before = *this;
      at_ = at_->next();
      return before;
    }
    bool operator==(const InstructionIterator& other) const { return at_ == other.at_; }
    bool operator!=(const InstructionIterator& other) const { return at_ != other.at_; }

   private:
    HloInstruction* at_;
  };
  struct InstructionRange {
    HloInstruction* first;
    InstructionIterator begin() const { return InstructionIterator(first); }
    InstructionIterator end() const { return InstructionIterator(nullptr); }
  };

  HloComputation();
  ~HloComputation();
  HloComputation(const HloComputation&) = delete;
  HloComputation& operator=(const HloComputation&) = delete;

  // Without '%'. Unique among the module's computations once Uniquify has run.
  std::string_view name() const;
  HloModule* parent() const;
  bool IsEntry() const;
  // Whether an edit took it out of its module (hlo/edit.h), which keeps its memory.
  bool is_removed() const { return node_.is_removed; }

  // In order of creation, which is the order of the text (nested operands before their user), or in
  // that of a proto's schedule. The printed order may differ: PrintOrder in hlo/graph.h.
  InstructionRange instructions() const { return InstructionRange{node_.first}; }
  int64_t instruction_count() const { return node_.instruction_count; }
  // Every HloInstruction::index() is below this: the length of an array by index. More than
  // instruction_count() if instructions were removed (hlo/edit.h).
  uint32_t index_limit() const { return node_.index_limit; }
  HloInstruction* root_instruction() const { return node_.root; }
  // The first instruction called `name` (without '%'); nullptr if there is none. Linear in the
  // computation, comparing numbers. XLA GetInstructionWithName.
  HloInstruction* GetInstructionWithName(std::string_view name) const;
  // By parameter number, 0..n-1. An edit does not invalidate the span, as
  // HloModule::computations().
  absl::Span<HloInstruction* const> parameters() const { return node_.parameters; }

  std::string_view execution_thread() const { return node_.execution_thread; }  // "main" by default
  std::string_view backend_config() const { return node_.backend_config; }      // unescaped
  // Kept by ParseOptions::allow_unknown, in order.
  absl::Span<const UnknownAttribute> unknown_attributes() const { return node_.unknown_attributes; }
  // Whether a fusion instruction calls it; then it is never scheduled.
  bool is_fusion_computation() const { return node_.fusion_callers > 0; }

  // Byte offset of the name in HloModule::source(), 0 if not read from text.
  uint32_t source_offset() const { return node_.source_offset; }

 private:
  friend struct internal::IrAccess;

  // The library changes these as internal::Node(computation).
  struct Fields {
    HloModule* const* parent = nullptr;  // follows the module when it is moved
    HloInstruction* first = nullptr;
    HloInstruction* last = nullptr;
    HloInstruction* root = nullptr;
    std::vector<HloInstruction*> parameters;
    std::string_view execution_thread = "main";
    std::string_view backend_config;
    absl::Span<const UnknownAttribute> unknown_attributes;
    int64_t instruction_count = 0;
    uint32_t name = 0;  // id in the module's symbol table
    uint32_t source_offset = 0;
    uint32_t index_limit = 0;
    uint32_t fusion_callers = 0;  // fusion instructions that call it
    uint32_t number = 0;          // in owned_computations, for sets of computations as arrays
    bool has_calls = false;       // some instruction may call a computation
    bool is_removed = false;      // from its module (hlo/edit.h)
    // Made by the first edit or reader that needs them; readers may race for it.
    mutable std::atomic<internal::UseLists*> uses{nullptr};
  };

  Fields node_;
};

}  // namespace hlo_text_v1

#endif  // HLO_COMPUTATION_H_
