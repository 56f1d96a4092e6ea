// Prints a module as HLO text, byte for byte as XLA's HloModule::ToString.
//
//   std::string text = hlo::PrintHloModule(module);
//
// hlo/print_options.h has the styles, XLA's presets among them. One default is not XLA's: sugar
// only where it reads back as the same program. PrintOptions::async_mode kXla prints what XLA
// prints.
//
// Printing only reads the module; many threads may print a const module at once. Never fails.
#ifndef HLO_PRINTER_H_
#define HLO_PRINTER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/print_options.h"

namespace hlo {

// The text of `module`; ends in an empty line. Linear in the size of the text.
std::string PrintHloModule(const HloModule& module, const PrintOptions& options = {});
// Hands the same text to `sink` in pieces of about 64 KiB; each is gone when `sink` returns. Takes
// no memory for the text.
//
// With `jobs` above 1 a long text is printed on up to as many threads, including the calling one,
// and takes memory for some pieces; `sink` is called on the calling thread, with the same text in
// pieces of other sizes. One thread prints bodies in place, large constants, shapes of operands and
// what else PrintOptions::max_expansion_bytes limits. If a thread has no memory the text ends
// early, with std::bad_alloc.
//
//   hlo::PrintHloModule(module, {}, [](std::string_view piece) { std::cout << piece; });
void PrintHloModule(const HloModule& module, const PrintOptions& options,
                    absl::FunctionRef<void(std::string_view)> sink, int jobs = 1);

// The text of one computation or instruction as in the module's text, without a newline at the end.
// An instruction with canonical names shows no names at all, a removed one has no text. Linear in
// the text; in a module with asynchronous chains, or with compact_gte, at most in the module. XLA
// HloComputation::ToString, HloInstruction::ToString.
std::string PrintHloComputation(const HloComputation& computation,
                                const PrintOptions& options = {});
std::string PrintHloInstruction(const HloInstruction& instruction,
                                const PrintOptions& options = {});

// PrintHloInstruction for many instructions of a module: what is to be decided about asynchronous
// chains, a walk over the module for each of their links, is decided once.
//
//   hlo::HloInstructionPrinter printer(module);
//   for (const hlo::HloInstruction* instruction : module.entry_computation()->instructions()) {
//     std::cerr << printer.Print(*instruction) << "\n";
//   }
class HloInstructionPrinter {
 public:
  // Copies `options`. `module` must outlive the printer and not be edited before the last Print.
  explicit HloInstructionPrinter(const HloModule& module, const PrintOptions& options = {});
  ~HloInstructionPrinter();
  HloInstructionPrinter(HloInstructionPrinter&&) noexcept;
  HloInstructionPrinter& operator=(HloInstructionPrinter&&) noexcept;

  // The text of PrintHloInstruction, also for an instruction of another module. Linear in the text;
  // all calls together at most in the module, too. For one thread at a time.
  std::string Print(const HloInstruction& instruction);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// `attribute` as in the text of an instruction of `module`, "dimensions={0}", in the default style.
// Empty if it does not print. Linear in the text.
std::string PrintHloAttribute(const HloModule& module, const Attribute& attribute);

// What the text does not say when it is read again: a warning for each computation that reading the
// text of PrintHloModule(module, options) would move to another execution thread: asynchronous
// chains on several threads reach it, the last one in the text decides, and XLA's order of the text
// is not that of `module`, which must be desugared. AsyncPrintMode::kGeneric keeps the order where
// it matters; no order helps if an edit has removed the chain that decided. Offsets are into
// module.source(). Nearly always empty. Linear in the module if it has chains.
std::vector<Diagnostic> PrintWarnings(const HloModule& module, const PrintOptions& options = {});

}  // namespace hlo

#endif  // HLO_PRINTER_H_
