// PrintHloInstruction for many instructions of one module. Which chains print as sugar is decided
// once; by itself, each link of one costs a walk over the module.
#ifndef HLO_PRINT_INSTRUCTION_TEXTS_H_
#define HLO_PRINT_INSTRUCTION_TEXTS_H_

#include <string>
#include <utility>

#include "hlo/instruction.h"
#include "hlo/module.h"
#include "hlo/print_options.h"
#include "src/print/module_printer.h"

namespace hlo::internal {

class InstructionTexts {
 public:
  // `module` must outlive this and not be edited meanwhile.
  explicit InstructionTexts(const HloModule& module, PrintOptions options = {})
      : options_(std::move(options)), printer_(module, options_, &text_) {}
  InstructionTexts(const InstructionTexts&) = delete;
  InstructionTexts& operator=(const InstructionTexts&) = delete;

  // Of an instruction in the module.
  std::string Of(const HloInstruction& instruction) {
    text_.clear();
    printer_.ResetLimits();
    printer_.PrintInstruction(instruction);
    printer_.Finish();
    return text_;
  }

 private:
  const PrintOptions options_;
  std::string text_;
  ModulePrinter printer_;
};

}  // namespace hlo::internal

#endif  // HLO_PRINT_INSTRUCTION_TEXTS_H_
