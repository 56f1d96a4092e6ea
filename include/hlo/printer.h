// Writing a module as HLO text, byte for byte what XLA's HloModule::ToString prints.
//
//   std::string text = hlo::PrintHloModule(module);
//
// Printing reads the module only; a const module may be printed from many threads at once.
#ifndef HLO_PRINTER_H_
#define HLO_PRINTER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace hlo {

// How asynchronous chains are written (hlo/async.h); for a module that was desugared.
enum class AsyncPrintMode : uint8_t {
  kSugar,    // sugar wherever reading it back gives the same program
  kXla,      // wherever XLA writes sugar, also where that changes the meaning
  kGeneric,  // no sugar; wrapped computations stand in an order that stays when read again
  kKeep,     // each link as it stood in the text
};

// The fields of XLA's HloPrintOptions that are supported; the defaults are XLA's.
struct PrintOptions {
  // Values of constants of more than 10 elements, and of tuples, instead of {...}.
  // XLA print_large_constants.
  bool print_large_constants = false;
  // Steps of two blanks before every line. XLA indent_amount.
  int indent_amount = 0;
  // XLA syntax_sugar_async_ops, in four shades.
  AsyncPrintMode async_mode = AsyncPrintMode::kSugar;
  // Only the computations for which this is true; empty: all.
  std::function<bool(const HloComputation&)> computation_filter;
};

// The text of `module`; ends in an empty line. Linear in the size of the text.
std::string PrintHloModule(const HloModule& module, const PrintOptions& options = {});

// The text of one computation or instruction as it stands in the module's text, without a newline
// at the end.
std::string PrintHloComputation(const HloComputation& computation,
                                const PrintOptions& options = {});
std::string PrintHloInstruction(const HloInstruction& instruction,
                                const PrintOptions& options = {});

// The computations in the order in which they print: each after those that it calls, as far as XLA
// does that. Callees of one computation come in the order in which its instructions were created,
// as in XLA, or in which they print; the latter stays when the text is read again. XLA
// HloModule::MakeComputationPostOrder.
enum class CallOrder : uint8_t { kCreation, kPrinted };
std::vector<HloComputation*> ComputationPostOrder(const HloModule& module,
                                                  CallOrder order = CallOrder::kCreation);
// The instructions of `computation` in the order in which they print: as created if the module is
// scheduled (and no fusion calls the computation), else each after its control predecessors and
// operands. XLA HloComputation::MakeInstructionPostOrder.
std::vector<HloInstruction*> PrintOrder(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_PRINTER_H_
