// Visits instructions by opcode: one function per opcode, HandleAdd, HandleDot ...
//
//   class FlopCounter : public hlo_text::ConstHloVisitorWithDefault {
//    public:
//     absl::Status HandleDot(const hlo_text::HloInstruction* dot) override {
//       flops += hlo_text::DotFlops(*dot);  // hlo/query.h
//       return absl::OkStatus();
//     }
//     absl::Status DefaultAction(const hlo_text::HloInstruction*) override { return absl::OkStatus(); }
//     double flops = 0;
//   };
//
//   FlopCounter counter;
//   absl::Status status = counter.VisitAll(hlo_text::InstructionPostOrder(*computation));
//
// The functions come from opcodes.def. A class derived from HloVisitor must define all of them: if
// a new version of the library has a new opcode, it no longer compiles. One derived from
// HloVisitorWithDefault defines DefaultAction, which gets every opcode whose function it does not
// define. The Const forms get const instructions.
//
// A link of an asynchronous chain written in sugar, custom-call-start, is visited as what it means:
// HandleAsyncStart, HandleAsyncUpdate, HandleAsyncDone. An opcode that the library does not know
// (hlo/unknown_words.h) goes to HandleUnknown. XLA DfsHloVisitor, DfsHloVisitorWithDefault.
#ifndef HLO_VISITOR_H_
#define HLO_VISITOR_H_

#include "absl/status/status.h"
#include "hlo/instruction.h"

namespace hlo_text_v1 {

// `Instruction` is HloInstruction or const HloInstruction.
template <typename Instruction>
class HloVisitorBase {
 public:
  virtual ~HloVisitorBase() = default;

  // Calls the function of its opcode, and returns what that returns. Constant time.
  absl::Status Visit(Instruction* instruction) {
    switch (instruction->opcode()) {
#define HLO_OPCODE(Id, ...) \
  case HloOpcode::k##Id:    \
    return Handle##Id(instruction);
#include "hlo/tables/opcodes.def"
      case HloOpcode::kUnknown:
        break;
    }
    return HandleUnknown(instruction);
  }

  // Visits `instructions`, a range of pointers such as InstructionPostOrder(computation) or
  // computation.instructions(), in order. Stops at the first error and returns it.
  template <typename Instructions>
  absl::Status VisitAll(const Instructions& instructions) {
    for (Instruction* instruction : instructions) {
      absl::Status status = Visit(instruction);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

#define HLO_OPCODE(Id, ...) virtual absl::Status Handle##Id(Instruction* instruction) = 0;
#include "hlo/tables/opcodes.def"
  virtual absl::Status HandleUnknown(Instruction* instruction) = 0;
};

template <typename Instruction>
class HloVisitorWithDefaultBase : public HloVisitorBase<Instruction> {
 public:
  virtual absl::Status DefaultAction(Instruction* instruction) = 0;

#define HLO_OPCODE(Id, ...) \
  absl::Status Handle##Id(Instruction* instruction) override { return DefaultAction(instruction); }
#include "hlo/tables/opcodes.def"
  absl::Status HandleUnknown(Instruction* instruction) override {
    return DefaultAction(instruction);
  }
};

using HloVisitor = HloVisitorBase<HloInstruction>;
using ConstHloVisitor = HloVisitorBase<const HloInstruction>;
using HloVisitorWithDefault = HloVisitorWithDefaultBase<HloInstruction>;
using ConstHloVisitorWithDefault = HloVisitorWithDefaultBase<const HloInstruction>;

}  // namespace hlo_text_v1

#endif  // HLO_VISITOR_H_
