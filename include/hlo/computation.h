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
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/instruction.h"
#include "hlo/internal/stringify.h"

namespace hlo_text_v1 {

namespace internal {
class UseLists;
}

class HloComputation {
 public:
  // The list of a computation's instructions: `Instruction` is HloInstruction or const
  // HloInstruction. A view; iterators go both ways and follow edits of the list.
  template <typename Instruction>
  class InstructionRange {
   public:
    class iterator {
     public:
      using iterator_category = std::bidirectional_iterator_tag;
      using value_type = Instruction*;
      using difference_type = std::ptrdiff_t;
      using pointer = Instruction* const*;
      using reference = Instruction*;
      iterator() = default;
      Instruction* operator*() const { return at_; }
      iterator& operator++() {
        at_ = at_->next();
        return *this;
      }
      iterator operator++(int) {
        iterator before = *this;
        ++*this;
        return before;
      }
      iterator& operator--() {
        at_ = at_ == nullptr ? computation_->node_.last : at_->previous();
        return *this;
      }
      iterator operator--(int) {
        iterator before = *this;
        --*this;
        return before;
      }
      friend bool operator==(const iterator& a, const iterator& b) { return a.at_ == b.at_; }
      friend bool operator!=(const iterator& a, const iterator& b) { return a.at_ != b.at_; }

     private:
      friend class InstructionRange;
      iterator(Instruction* at, const HloComputation* computation)
          : at_(at), computation_(computation) {}
      Instruction* at_ = nullptr;
      const HloComputation* computation_ = nullptr;
    };
    using const_iterator = iterator;
    using value_type = Instruction*;

    InstructionRange() = default;
    iterator begin() const { return iterator(first(), computation_); }
    iterator end() const { return iterator(nullptr, computation_); }
    auto rbegin() const { return std::make_reverse_iterator(end()); }
    auto rend() const { return std::make_reverse_iterator(begin()); }
    bool empty() const { return first() == nullptr; }
    size_t size() const {
      return computation_ == nullptr ? 0 : static_cast<size_t>(computation_->instruction_count());
    }
    // nullptr if it is empty.
    Instruction* front() const { return first(); }
    Instruction* back() const {
      return computation_ == nullptr ? nullptr : computation_->node_.last;
    }

   private:
    friend class HloComputation;
    explicit InstructionRange(const HloComputation* computation) : computation_(computation) {}
    Instruction* first() const {
      return computation_ == nullptr ? nullptr : computation_->node_.first;
    }
    const HloComputation* computation_ = nullptr;
  };

  HloComputation();
  ~HloComputation();
  HloComputation(const HloComputation&) = delete;
  HloComputation& operator=(const HloComputation&) = delete;

  // Without '%'. Unique among the module's computations once Uniquify has run.
  std::string_view name() const;
  HloModule* parent();
  const HloModule* parent() const;
  bool IsEntry() const;
  // Whether an edit took it out of its module (hlo/edit.h), which keeps its memory.
  bool is_removed() const { return node_.is_removed; }

  // In order of creation, which is the order of the text (nested operands before their user), or in
  // that of a proto's schedule. The printed order may differ: PrintOrder in hlo/graph.h.
  InstructionRange<HloInstruction> instructions() { return InstructionRange<HloInstruction>(this); }
  InstructionRange<const HloInstruction> instructions() const {
    return InstructionRange<const HloInstruction>(this);
  }
  int64_t instruction_count() const { return node_.instruction_count; }
  // Every HloInstruction::index() is below this: the length of an array by index. More than
  // instruction_count() if instructions were removed (hlo/edit.h).
  uint32_t index_limit() const { return node_.index_limit; }
  HloInstruction* root_instruction() { return node_.root; }
  const HloInstruction* root_instruction() const { return node_.root; }
  // The first instruction called `name` (without '%'); nullptr if there is none. Linear in the
  // computation, comparing numbers. XLA GetInstructionWithName.
  HloInstruction* FindInstruction(std::string_view name);
  const HloInstruction* FindInstruction(std::string_view name) const;
  // By parameter number, 0..n-1. An edit does not invalidate the span, as
  // HloModule::computations().
  absl::Span<HloInstruction* const> parameters() { return node_.parameters; }
  absl::Span<const HloInstruction* const> parameters() const { return node_.parameters; }

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

#ifdef __cpp_lib_ranges  // iterators outlive their range: std::ranges::find(c.instructions(), i)
template <typename I>
inline constexpr bool
    std::ranges::enable_borrowed_range<hlo_text_v1::HloComputation::InstructionRange<I>> = true;
#endif

// `stream << computation` and absl::StrCat(computation) write PrintHloComputation(computation),
// hlo/printer.h.
HLO_TEXT_STRINGIFY(HloComputation)

#endif  // HLO_COMPUTATION_H_
