// Writing a module as HLO text, byte for byte what XLA's HloModule::ToString prints.
//
//   std::string text = hlo::PrintHloModule(module);
//
// How it is written, XLA's presets among it: hlo/print_options.h.
//
// Printing reads the module only; a const module may be printed from many threads at once.
#ifndef HLO_PRINTER_H_
#define HLO_PRINTER_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "hlo/module.h"
#include "hlo/print_options.h"

namespace hlo {

// The text of `module`; ends in an empty line. Linear in the size of the text.
std::string PrintHloModule(const HloModule& module, const PrintOptions& options = {});
// The same in pieces of some 64 KiB, handed to `sink` one after the other; each is gone when `sink`
// returns. Takes no memory for the text.
//
//   hlo::PrintHloModule(module, {}, [](std::string_view piece) { std::cout << piece; });
void PrintHloModule(const HloModule& module, const PrintOptions& options,
                    absl::FunctionRef<void(std::string_view)> sink);

// The text of one computation or instruction as it stands in the module's text, without a newline
// at the end. An instruction with canonical names shows no names at all. XLA
// HloComputation::ToString, HloInstruction::ToString.
std::string PrintHloComputation(const HloComputation& computation,
                                const PrintOptions& options = {});
std::string PrintHloInstruction(const HloInstruction& instruction,
                                const PrintOptions& options = {});
// `attribute` as it stands in the text of an instruction of `module`, "dimensions={0}", in the
// default style.
std::string PrintHloAttribute(const HloModule& module, const Attribute& attribute);

}  // namespace hlo

#endif  // HLO_PRINTER_H_
