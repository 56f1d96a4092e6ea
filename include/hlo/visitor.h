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
// The functions come from opcodes.def. A class derived from HloVisitorWithDefault defines
// DefaultAction, which gets every opcode whose function it does not define. One derived from
// HloVisitor<itself> must define all of them, and HandleUnknown: if a new version of the library
// has a new opcode, it no longer compiles, and the error names the first one that is missing. The
// Const forms get const instructions.
//
// A link of an asynchronous chain written in sugar, custom-call-start, is visited as what it means:
// HandleAsyncStart, HandleAsyncUpdate, HandleAsyncDone. An opcode that the library does not know
// (hlo/unknown_words.h) goes to HandleUnknown. XLA DfsHloVisitor, DfsHloVisitorWithDefault.
#ifndef HLO_VISITOR_H_
#define HLO_VISITOR_H_

#include <type_traits>

#include "absl/status/status.h"
#include "hlo/instruction.h"

namespace hlo_text_v1 {

// `Instruction` is HloInstruction or const HloInstruction.
template <typename Instruction>
class HloVisitorWithDefaultBase {
 public:
  virtual ~HloVisitorWithDefaultBase() = default;

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

  virtual absl::Status DefaultAction(Instruction* instruction) = 0;

#define HLO_OPCODE(Id, ...) \
  virtual absl::Status Handle##Id(Instruction* instruction) { return DefaultAction(instruction); }
#include "hlo/tables/opcodes.def"
  virtual absl::Status HandleUnknown(Instruction* instruction) {
    return DefaultAction(instruction);
  }
};

// `Visitor` is the class that is derived from this one. Its functions must be public.
template <typename Visitor, typename Instruction>
class HloVisitorBase : public HloVisitorWithDefaultBase<Instruction> {
 public:
  HloVisitorBase() {
    // An else after each, so that the compiler names the first that is missing and no more.
#define HLO_OPCODE(Id, ...)                                                       \
  if constexpr (!kIsDefined<decltype(&Visitor::Handle##Id)>) {                    \
    static_assert(kIsDefined<decltype(&Visitor::Handle##Id)>,                     \
                  "Handle" #Id " is missing in a class derived from HloVisitor"); \
  } else
#include "hlo/tables/opcodes.def"
    static_assert(kIsDefined<decltype(&Visitor::HandleUnknown)>,
                  "HandleUnknown is missing in a class derived from HloVisitor");
  }

 private:
  // Whether a function is of a derived class.
  template <typename Function>
  static constexpr bool kIsDefined =
      !std::is_same_v<Function,
                      absl::Status (HloVisitorWithDefaultBase<Instruction>::*)(Instruction*)>;
  absl::Status DefaultAction(Instruction*) final { return absl::OkStatus(); }  // never called
};

template <typename Visitor>
using HloVisitor = HloVisitorBase<Visitor, HloInstruction>;
template <typename Visitor>
using ConstHloVisitor = HloVisitorBase<Visitor, const HloInstruction>;
using HloVisitorWithDefault = HloVisitorWithDefaultBase<HloInstruction>;
using ConstHloVisitorWithDefault = HloVisitorWithDefaultBase<const HloInstruction>;

}  // namespace hlo_text_v1

#endif  // HLO_VISITOR_H_
