// HloInstruction: one operation of a computation, a node of the module's data flow graph.
//
//   for (const hlo::HloInstruction* instruction : computation->instructions()) {
//     if (instruction->opcode() != hlo::HloOpcode::kDot) continue;
//     const hlo::Shape& lhs = instruction->operand(0)->shape();
//     absl::Span<const int64_t> dims =
//         instruction->dot_dimension_numbers().lhs_contracting_dimensions;
//   }
//
// Instructions live in the arena of their module and are linked into a list: in order of
// creation, or in that of a schedule that came with a proto. Pointers to them, and the views they
// return, stay valid until the module is destroyed. Reading is safe from many threads at once.
// Every accessor takes constant time unless it says otherwise.
#ifndef HLO_INSTRUCTION_H_
#define HLO_INSTRUCTION_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/attribute_accessors.h"
#include "hlo/literal.h"
#include "hlo/metadata.h"
#include "hlo/misuse.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"

namespace hlo {

class HloComputation;
class HloModule;
namespace internal {
struct IrAccess;
}

class HloInstruction : public AttributeAccessors<HloInstruction> {
 public:
  // kAsyncStart, kAsyncUpdate or kAsyncDone for an asynchronous instruction, sugar or not: a pass
  // that looks for kAdd never meets an `add-start`. XLA HloInstruction::opcode.
  HloOpcode opcode() const {
    return phase_ == AsyncPhase::kNone ? opcode_ : GenericAsyncOpcode(phase_);
  }
  // The opcode as the text spells it, which tells attributes and operands: kAdd for the sugar
  // `add-start`, `add-update` and `add-done`, else opcode().
  HloOpcode spelled_opcode() const { return opcode_; }
  // The word of spelled_opcode(), "add", without the suffix of the phase; for HloOpcode::kUnknown
  // the word in the text (hlo/unknown_words.h).
  std::string_view opcode_name() const {
    return opcode_ == HloOpcode::kUnknown ? UnknownOpcodeName() : HloOpcodeName(opcode_);
  }
  // The step of an asynchronous operation written in sugar; `custom-call-start` has the spelled
  // opcode custom-call and the phase start. Generic async-start has no phase.
  AsyncPhase async_phase() const { return phase_; }

  // Without '%'. Unique in the module once Uniquify has run. Lives as long as the module. Empty
  // once removed.
  std::string_view name() const;
  const Shape& shape() const { return *shape_; }
  // nullptr once removed (hlo/edit.h).
  HloComputation* parent() const { return parent_; }
  bool IsRoot() const;

  // Operands in order; may contain the same instruction several times.
  absl::Span<HloInstruction* const> operands() const;
  // nullptr if 0 <= i < operand_count() is not true.
  HloInstruction* operand(int64_t i) const;
  int64_t operand_count() const { return static_cast<int64_t>(operands().size()); }
  // Whether another instruction of the computation has this one as an operand.
  bool has_users() const { return (flags_ & kHasUsers) != 0; }

  // The number of a parameter, >= 0. Only if opcode() is kParameter; else -1.
  int64_t parameter_number() const;
  // The value of a constant. Only if opcode() is kConstant; else the empty literal.
  const Literal& literal() const;

  // All attributes in print order. Those of an unknown opcode are in text order, after one of kind
  // kUnknownOpcode.
  absl::Span<const Attribute> attributes() const;
  // The attribute of `kind`; nullptr if the instruction has none. Linear in their number.
  const Attribute* FindAttribute(AttributeKind kind) const;
  // The struct of an attribute, nullptr if absent: GetAttribute<Window>(kWindow). Costs as
  // FindAttribute. The empty struct if `kind` has another type.
  template <typename T>
  const T* GetAttribute(AttributeKind kind) const {
    const Attribute* attribute = FindAttribute(kind);
    return attribute == nullptr ? nullptr : &attribute->As<T>();
  }
  // Shortcuts for common attributes; hlo/attribute_accessors.h has all others.
  const HloSharding* sharding() const {
    return GetAttribute<HloSharding>(AttributeKind::kSharding);
  }
  absl::Span<HloInstruction* const> control_predecessors() const {
    return (flags_ & kHasControlPredecessors) == 0 ? absl::Span<HloInstruction* const>()
                                                   : ControlPredecessorList();
  }
  // By value: unpacked from the text on each call, linear in its length.
  OpMetadata metadata() const;
  std::string_view backend_config() const;  // unescaped; empty if absent
  std::string_view custom_call_target() const;

  // Calls `visit(HloComputation*)` for each called computation, in XLA's order: a while's body
  // before its condition, a conditional's branches, select before scatter.
  template <typename Visit>
  void ForEachCalledComputation(Visit visit) const;
  // The same, then those that its unknown attributes and operands name (hlo/unknown_words.h): all
  // that must come earlier in the text.
  template <typename Visit>
  void ForEachNamedComputation(Visit visit) const;

  // Neighbours in the computation's list of instructions; nullptr at its ends.
  HloInstruction* next() const { return next_; }
  HloInstruction* previous() const { return previous_; }
  // Number in the order of that list, from 0; dense after parsing. Removing an
  // instruction leaves a gap and moving one keeps its number: see HloComputation::index_limit.
  uint32_t index() const { return index_; }
  // Byte offset of the instruction's name in HloModule::source(), 0 if not read from text.
  uint32_t source_offset() const { return source_offset_; }

 private:
  friend struct internal::IrAccess;
  friend class Arena;  // makes instructions

  static constexpr uint16_t kHasUsers = 1;
  static constexpr uint16_t kPoisoned = 2;  // stands for one that was refused; parser only
  static constexpr uint16_t kCalls = 4;     // has an attribute that may name computations
  static constexpr uint16_t kHasControlPredecessors = 16;
  static constexpr uint16_t kWasSugar = 8;  // made generic by Desugar
  // Made in a scheduled computation without a place of its own: its first user decides.
  static constexpr uint16_t kIsFloating = 32;
  static constexpr uint16_t kStandIn = 64;  // for one in an earlier part of the text; parser only
  // Its checks need a stand-in; parser only.
  static constexpr uint16_t kUnchecked = 128;

  std::string_view UnknownOpcodeName() const;
  absl::Span<HloInstruction* const> ControlPredecessorList() const;

  // Arrays in the arena with their length in the eight bytes before the first element; nullptr for
  // no element.
  static uint64_t CountOf(const void* elements) {
    return elements == nullptr ? 0 : static_cast<const uint64_t*>(elements)[-1];
  }

  HloComputation* parent_ = nullptr;
  const Shape* shape_ = nullptr;
  union {
    HloInstruction** operands_ = nullptr;
    const Literal* literal_;    // kConstant
    int64_t parameter_number_;  // kParameter
  };
  Attribute* attributes_ = nullptr;
  HloInstruction* next_ = nullptr;
  HloInstruction* previous_ = nullptr;
  uint32_t name_ = 0;  // id in the module's symbol table
  uint32_t index_ = 0;
  uint32_t source_offset_ = 0;
  HloOpcode opcode_ = HloOpcode::kParameter;
  AsyncPhase phase_ = AsyncPhase::kNone;
  uint16_t flags_ = 0;
};
static_assert(sizeof(void*) < 8 || sizeof(HloInstruction) == 64, "one cache line");

// ---- implementation ----

inline absl::Span<HloInstruction* const> HloInstruction::operands() const {
  if (phase_ == AsyncPhase::kNone &&
      (opcode_ == HloOpcode::kParameter || opcode_ == HloOpcode::kConstant)) {
    return {};
  }
  return absl::Span<HloInstruction* const>(operands_, CountOf(operands_));
}

inline HloInstruction* HloInstruction::operand(int64_t i) const {
  const absl::Span<HloInstruction* const> all = operands();
  if (static_cast<uint64_t>(i) < all.size()) return all[static_cast<size_t>(i)];
  ReportMisuse(internal::AccessorMisuse::kOperand);
  return nullptr;
}

inline int64_t HloInstruction::parameter_number() const {
  if (opcode() == HloOpcode::kParameter) return parameter_number_;
  ReportMisuse(internal::AccessorMisuse::kParameterNumber);
  return -1;
}

inline const Literal& HloInstruction::literal() const {
  if (opcode() == HloOpcode::kConstant && literal_ != nullptr) return *literal_;
  ReportMisuse(internal::AccessorMisuse::kLiteral);
  static const Literal kEmpty{};
  return kEmpty;
}

inline absl::Span<const Attribute> HloInstruction::attributes() const {
  return absl::Span<const Attribute>(attributes_, CountOf(attributes_));
}

template <typename Visit>
void HloInstruction::ForEachCalledComputation(Visit visit) const {
  if ((flags_ & kCalls) == 0) return;
  const Attribute* condition = nullptr;
  for (const Attribute& attribute : attributes()) {
    const AttributeType type = attribute.info().type;
    if (type == AttributeType::kComputationList) {
      for (HloComputation* callee : attribute.AsList<HloComputation*>()) visit(callee);
    } else if (type == AttributeType::kComputation) {
      if (attribute.kind() == AttributeKind::kCondition) {
        condition = &attribute;  // prints first, but is visited after the body
      } else {
        visit(attribute.AsComputation());
      }
    }
  }
  if (condition != nullptr) visit(condition->AsComputation());
}

template <typename Visit>
void HloInstruction::ForEachNamedComputation(Visit visit) const {
  if ((flags_ & kCalls) == 0) return;
  ForEachCalledComputation(visit);
  for (const Attribute& attribute : attributes()) {
    if (attribute.kind() == AttributeKind::kUnknown) {
      attribute.As<UnknownAttribute>().value.ForEachEarlierComputation(visit);
    } else if (attribute.kind() == AttributeKind::kUnknownOpcode) {
      for (const UnknownOperand& operand : attribute.As<UnknownOpcode>().operands) {
        operand.text.ForEachEarlierComputation(visit);
      }
    }
  }
}

}  // namespace hlo

#endif  // HLO_INSTRUCTION_H_
