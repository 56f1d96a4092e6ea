// Words that this version does not know, kept as read.
//
// A text of a newer XLA may have unknown opcodes and attributes. With ParseOptions::allow_unknown
// they stay in the module and print as written:
//
//   hlo_text::ReadOptions options;
//   options.parse.allow_unknown = true;
//   hlo_text::HloModule module = *hlo_text::ReadHloModule("f32[] frobnicate(f32[] x), speed=11", options);
//   const hlo_text::HloInstruction* instruction = module.entry_computation()->root_instruction();
//   assert(instruction->opcode() == hlo_text::HloOpcode::kUnknown);
//   assert(instruction->opcode_name() == "frobnicate");
//   for (const hlo_text::Attribute& attribute : instruction->attributes()) {
//     if (attribute.kind() != hlo_text::AttributeKind::kUnknown) continue;
//     const auto& unknown = attribute.As<hlo_text::UnknownAttribute>();
//     std::cout << unknown.name << "=" << unknown.value << "\n";  // speed=11
//   }
//
// An array of an unknown element type, f99[2,3]{1,0}, is an opaque shape that keeps its text
// (Shape::unknown_text). Nobody knows its size: it counts as 0 bytes, so that sums are "at least";
// the verifier skips instructions that have or take such a value; its constants are of the opcode
// kUnknown, called "constant".
//
// A kept text prints as it was written, also if it has names in it, `to=%f`. These names are
// pinned: Uniquify, CanonicalizeNames and SetName leave an instruction or computation alone that
// bears one, and RemoveDeadInstructions, RemoveUnusedComputations and the like do not remove it. A
// copy of an instruction or computation keeps the names that its texts had, so they mean the
// originals, or nothing in another module.
//
// All of this lives in the arena of its module, as long as the module; the text is a view into
// HloModule::source().
#ifndef HLO_UNKNOWN_WORDS_H_
#define HLO_UNKNOWN_WORDS_H_

#include <string_view>

#include "absl/types/span.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

// `name=value`. On an instruction also a known name with a value that is not understood.
struct UnknownAttribute {
  std::string_view name;
  std::string_view value;  // without the blanks around it
  // On a module or computation: the known attribute after which it prints, empty for none. (On an
  // instruction its place in the list of attributes says where.)
  std::string_view after;
  // The value has a `%name` that is not the name of a computation defined earlier: it means
  // something only where it stands.
  bool is_local = false;
};

// An operand of an unknown opcode: the next one of HloInstruction::operands(), or a text if it does
// not name an instruction.
struct UnknownOperand {
  bool is_instruction = false;
  std::string_view text;
};

// The name and operands of an instruction with HloOpcode::kUnknown: its first attribute, of kind
// kUnknownOpcode, which does not print.
struct UnknownOpcode {
  std::string_view name;
  // The whole operand list, if some operand is not an instruction; else empty, and
  // HloInstruction::operands() is the list. (operands() always has those that are instructions.)
  absl::Span<const UnknownOperand> operands;
};

}  // namespace hlo_text_v1

#endif  // HLO_UNKNOWN_WORDS_H_
