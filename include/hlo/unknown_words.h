// Words that this version does not know, kept as read.
//
// A text of a newer XLA may have unknown opcodes and attributes. With ParseOptions::allow_unknown
// they stay in the module and print as written:
//
//   hlo::ReadOptions options;
//   options.parse.allow_unknown = true;
//   hlo::HloModule module = *hlo::ReadHloModule("f32[] frobnicate(f32[] x), speed=11", options);
//   const hlo::HloInstruction* instruction = module.entry_computation()->root_instruction();
//   assert(instruction->opcode() == hlo::HloOpcode::kUnknown);
//   assert(instruction->opcode_name() == "frobnicate");
//   for (const hlo::Attribute& attribute : instruction->attributes()) {
//     if (attribute.kind() != hlo::AttributeKind::kUnknown) continue;
//     const auto& unknown = attribute.As<hlo::UnknownAttribute>();
//     std::cout << unknown.name << "=" << unknown.value.text << "\n";  // speed=11
//   }
//
// All of this lives in the arena of its module, as long as the module; the text is a view into
// HloModule::source().
#ifndef HLO_UNKNOWN_WORDS_H_
#define HLO_UNKNOWN_WORDS_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace hlo {

class HloComputation;
class HloInstruction;

// A `%name` in a kept text: it prints as the current name of the computation or instruction, or as
// written if that was removed. Both are nullptr if nothing in the module has this name.
struct NameReference {
  uint32_t offset = 0;  // of the name in the text, after the '%'
  uint32_t size = 0;
  HloComputation* computation = nullptr;  // wins if there is an instruction of this name too
  HloInstruction* instruction = nullptr;  // of the same computation
  // The computation is defined before this text, and must print before it. The print order ignores
  // other mentions, since they might close a cycle.
  bool is_earlier = false;
};

struct UnknownText {
  std::string_view text;  // as written, without the blanks around it
  absl::Span<const NameReference> references;

  template <typename Visit>
  void ForEachEarlierComputation(Visit visit) const {
    for (const NameReference& reference : references) {
      if (reference.is_earlier) visit(reference.computation);
    }
  }
};

// `name=value`. On an instruction also a known name with a value that is not understood.
struct UnknownAttribute {
  std::string_view name;
  UnknownText value;
  // On a module or computation: the known attribute after which it prints, empty for none. (On an
  // instruction its place in the list of attributes says where.)
  std::string_view after;
};

// An operand of an unknown opcode: the next one of HloInstruction::operands(), or a text if it does
// not name an instruction.
struct UnknownOperand {
  bool is_instruction = false;
  UnknownText text;
};

// The name and operands of an instruction with HloOpcode::kUnknown: its first attribute, of kind
// kUnknownOpcode, which does not print.
struct UnknownOpcode {
  std::string_view name;
  // The whole operand list, if some operand is not an instruction; else empty, and
  // HloInstruction::operands() is the list. (operands() always has those that are instructions.)
  absl::Span<const UnknownOperand> operands;
};

}  // namespace hlo

#endif  // HLO_UNKNOWN_WORDS_H_
