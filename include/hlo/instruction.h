// HloInstruction: one operation of a computation, a node of the module's data flow graph.
//
//   for (const hlo_text::HloInstruction* instruction : computation->instructions()) {
//     if (instruction->opcode() != hlo_text::HloOpcode::kDot) continue;
//     const hlo_text::Shape& lhs = instruction->operand(0)->shape();
//     absl::Span<const int64_t> dims =
//         instruction->dot_dimension_numbers().lhs_contracting_dimensions;
//   }
//
// Instructions live in the arena of their module and are linked into a list: in order of
// creation, or in that of a schedule that came with a proto. Pointers to them, and the views they
// return, stay valid until the module is destroyed. Reading is safe from many threads at once.
// Every accessor takes constant time unless it says otherwise.
//
// Misuse is a call that breaks the rules of a function: asks for operand 99, for the integer of an
// attribute that is a list, for the value of what is not a constant.
//
//   hlo_text::HloInstruction* none = add->operand(99);   // nullptr
//   int64_t number = add->parameter_number();       // -1
//   bool is_set = add->attributes()[0].AsBool();    // false, if it is a list
//
// A library that was built with assertions (without NDEBUG) stops the program with a message,
// "Misuse of hlo_text::HloInstruction::operand: ...". Any other gives a neutral result, which the
// function names, or a Status, and changes nothing. What depends on the module and not on the
// program, such as an operand of the wrong shape, is never a misuse: it is a Status in both.
//
// Not checked: pointers and references to what is destroyed, or nullptr where an argument is a
// reference; absl::Span::operator[]; numbers cast to an enumeration that has no such value; values
// that no text can say, such as a shape with a size of -3: then the text does not read back.
#ifndef HLO_INSTRUCTION_H_
#define HLO_INSTRUCTION_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/attribute_accessors.h"
#include "hlo/attribute_values.h"
#include "hlo/internal/misuse.h"
#include "hlo/internal/stringify.h"
#include "hlo/literal.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

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
    return node_.phase == AsyncPhase::kNone ? node_.opcode : GenericAsyncOpcode(node_.phase);
  }
  // The opcode as the text spells it, which tells attributes and operands: kAdd for the sugar
  // `add-start`, `add-update` and `add-done`, else opcode().
  HloOpcode spelled_opcode() const { return node_.opcode; }
  // The word of spelled_opcode(), "add", without the suffix of the phase; for HloOpcode::kUnknown
  // the word in the text (hlo/unknown_words.h).
  std::string_view opcode_name() const {
    return node_.opcode == HloOpcode::kUnknown ? UnknownOpcodeName() : HloOpcodeName(node_.opcode);
  }
  // The step of an asynchronous operation written in sugar; `custom-call-start` has the spelled
  // opcode custom-call and the phase start. Generic async-start has no phase.
  AsyncPhase async_phase() const { return node_.phase; }

  // Without '%'. Unique in the module once Uniquify has run. Lives as long as the module. Empty
  // once removed.
  std::string_view name() const;
  const Shape& shape() const { return *node_.shape; }
  // nullptr once removed (hlo/edit.h).
  HloComputation* parent() { return node_.parent; }
  const HloComputation* parent() const { return node_.parent; }
  bool IsRoot() const;

  // Operands in order; may contain the same instruction several times.
  absl::Span<HloInstruction* const> operands();
  absl::Span<const HloInstruction* const> operands() const;
  // nullptr if 0 <= i < operand_count() is not true.
  HloInstruction* operand(int64_t i);
  const HloInstruction* operand(int64_t i) const;
  int64_t operand_count() const { return static_cast<int64_t>(operands().size()); }

  // The number of a parameter, >= 0. Only if opcode() is kParameter; else -1.
  int64_t parameter_number() const;
  // The value of a constant. Only if opcode() is kConstant; else the empty literal.
  const Literal& literal() const;

  // All attributes in print order. Those of an unknown opcode are in text order, after one of kind
  // kUnknownOpcode.
  absl::Span<const Attribute> attributes() const;
  // The attribute of `kind`; nullptr if the instruction has none. Linear in their number.
  const Attribute* FindAttribute(AttributeKind kind) const;
  // The struct of an attribute, nullptr if absent: FindAttribute<Window>(kWindow). Costs the same.
  // The empty struct if `kind` has another type.
  template <typename T>
  const T* FindAttribute(AttributeKind kind) const {
    const Attribute* attribute = FindAttribute(kind);
    return attribute == nullptr ? nullptr : &attribute->As<T>();
  }
  // Shortcuts for common attributes; hlo/attribute_accessors.h has all others.
  const HloSharding* sharding() const {
    return FindAttribute<HloSharding>(AttributeKind::kSharding);
  }
  absl::Span<HloInstruction* const> control_predecessors() {
    return !node_.has_control_predecessors ? absl::Span<HloInstruction* const>()
                                           : ControlPredecessorList();
  }
  absl::Span<const HloInstruction* const> control_predecessors() const {
    return !node_.has_control_predecessors ? absl::Span<HloInstruction* const>()
                                           : ControlPredecessorList();
  }
  // By value: unpacked from the text on each call, linear in its length.
  OpMetadata metadata() const;
  std::string_view backend_config() const;  // unescaped; empty if absent
  std::string_view custom_call_target() const;

  // Calls `visit(HloComputation*)` for each called computation, in XLA's order: a while's body
  // before its condition, a conditional's branches, select before scatter.
  template <typename Visit>
  void ForEachCalledComputation(Visit visit);
  template <typename Visit>  // visit(const HloComputation*)
  void ForEachCalledComputation(Visit visit) const;
  // Neighbours in the computation's list of instructions; nullptr at its ends.
  HloInstruction* next() { return node_.next; }
  const HloInstruction* next() const { return node_.next; }
  HloInstruction* previous() { return node_.previous; }
  const HloInstruction* previous() const { return node_.previous; }
  // Number in the order of that list, from 0; dense after parsing. Removing an
  // instruction leaves a gap and moving one keeps its number: see HloComputation::index_limit.
  uint32_t index() const { return node_.index; }
  // Byte offset of the instruction's name in HloModule::source(), 0 if not read from text.
  uint32_t source_offset() const { return node_.source_offset; }

 private:
  friend struct internal::IrAccess;
  friend class Arena;  // makes instructions

  // The library changes these as internal::Node(instruction).
  struct Fields {
    HloComputation* parent = nullptr;
    const Shape* shape = nullptr;
    union {
      HloInstruction** operands = nullptr;
      const Literal* literal;    // kConstant
      int64_t parameter_number;  // kParameter
    };
    Attribute* attributes = nullptr;
    HloInstruction* next = nullptr;
    HloInstruction* previous = nullptr;
    uint32_t name = 0;  // id in the module's symbol table
    uint32_t index = 0;
    uint32_t source_offset = 0;
    HloOpcode opcode = HloOpcode::kParameter;
    AsyncPhase phase = AsyncPhase::kNone;
    bool has_users : 1;  // another instruction of the computation has it as an operand
    bool has_calls : 1;  // has an attribute that may name computations
    bool has_control_predecessors : 1;
    bool was_sugar : 1;  // made generic by Desugar
    // Made in a scheduled computation without a place of its own: its first user decides.
    bool is_floating : 1;
    bool is_poisoned : 1;  // stands for one that was refused; parser only
  };

  std::string_view UnknownOpcodeName() const;
  absl::Span<HloInstruction* const> ControlPredecessorList() const;

  // Arrays in the arena with their length in the eight bytes before the first element; nullptr for
  // no element.
  static uint64_t CountOf(const void* elements) {
    return elements == nullptr ? 0 : static_cast<const uint64_t*>(elements)[-1];
  }

  Fields node_ = {};
};
static_assert(sizeof(void*) < 8 || sizeof(HloInstruction) == 64, "one cache line");

// ---- implementation ----

inline absl::Span<HloInstruction* const> HloInstruction::operands() {
  if (node_.phase == AsyncPhase::kNone &&
      (node_.opcode == HloOpcode::kParameter || node_.opcode == HloOpcode::kConstant)) {
    return {};
  }
  return absl::Span<HloInstruction* const>(node_.operands, CountOf(node_.operands));
}

inline absl::Span<const HloInstruction* const> HloInstruction::operands() const {
  return const_cast<HloInstruction*>(this)->operands();
}

inline HloInstruction* HloInstruction::operand(int64_t i) {
  const absl::Span<HloInstruction* const> all = operands();
  if (static_cast<uint64_t>(i) < all.size()) return all[static_cast<size_t>(i)];
  ReportMisuse(internal::AccessorMisuse::kOperand);
  return nullptr;
}

inline const HloInstruction* HloInstruction::operand(int64_t i) const {
  return const_cast<HloInstruction*>(this)->operand(i);
}

inline int64_t HloInstruction::parameter_number() const {
  if (opcode() == HloOpcode::kParameter) return node_.parameter_number;
  ReportMisuse(internal::AccessorMisuse::kParameterNumber);
  return -1;
}

inline const Literal& HloInstruction::literal() const {
  if (opcode() == HloOpcode::kConstant && node_.literal != nullptr) return *node_.literal;
  ReportMisuse(internal::AccessorMisuse::kLiteral);
  static const Literal kEmpty{};
  return kEmpty;
}

inline absl::Span<const Attribute> HloInstruction::attributes() const {
  return absl::Span<const Attribute>(node_.attributes, CountOf(node_.attributes));
}

template <typename Visit>
void HloInstruction::ForEachCalledComputation(Visit visit) const {
  const_cast<HloInstruction*>(this)->ForEachCalledComputation(
      [&](const HloComputation* callee) { visit(callee); });
}

template <typename Visit>
void HloInstruction::ForEachCalledComputation(Visit visit) {
  if (!node_.has_calls) return;
  using Held = internal::AttributeAccess;
  const Attribute* condition = nullptr;
  for (const Attribute& attribute : attributes()) {
    const AttributeType type = attribute.info().type;
    if (type == AttributeType::kComputationList) {
      for (HloComputation* callee : Held::Held<absl::Span<HloComputation* const>>(attribute)) {
        visit(callee);
      }
    } else if (type == AttributeType::kComputation) {
      if (attribute.kind() == AttributeKind::kCondition) {
        condition = &attribute;  // prints first, but is visited after the body
      } else {
        visit(Held::Held<HloComputation>(attribute));
      }
    }
  }
  if (condition != nullptr) visit(Held::Held<HloComputation>(*condition));
}

}  // namespace hlo_text_v1

// `stream << instruction` and absl::StrCat(instruction) write PrintHloInstruction(instruction),
// hlo/printer.h.
HLO_TEXT_STRINGIFY(HloInstruction)

#endif  // HLO_INSTRUCTION_H_
