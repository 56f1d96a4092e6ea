// Any bytes: the parser gives a module, which can be walked, cloned and printed, or diagnostics
// with positions in the text, which render. A lower max_errors gives fewer diagnostics. Choices:
// parser options.
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

ParseOptions OptionsFrom(uint8_t choice) {
  ParseOptions options = LimitedOptions();
  options.upgrade_legacy = (choice & 1) != 0;
  options.allow_unknown = (choice & 2) != 0;
  options.uniquify = (choice & 4) == 0;
  if ((choice & 8) != 0) options.max_errors = 1;
  if ((choice & 16) != 0) options.limits.max_nesting_depth = 16;
  if ((choice & 32) != 0) options.limits.max_literal_elements = 16;
  return options;
}

void Walk(const HloModule& module) {
  int64_t instructions = 0;
  Promise(module.entry_computation() != nullptr, "a module has an entry", module.source());
  for (const HloComputation* computation : module.computations()) {
    Promise(computation->parent() == &module, "a computation knows its module");
    Promise(computation->source_offset() <= module.source().size(), "a place lies in the text");
    int64_t roots = 0, in_computation = 0;
    for (const HloInstruction* instruction : computation->instructions()) {
      ++in_computation;
      roots += instruction->IsRoot() ? 1 : 0;
      Promise(instruction->parent() == computation, "an instruction knows its computation");
      Promise(instruction->source_offset() <= module.source().size(), "a place lies in the text");
      for (const HloInstruction* operand : instruction->operands()) {
        Promise(operand != nullptr && operand->parent() == computation && HasUsers(*operand),
                "operands are of the computation", module.source());
      }
    }
    Promise(roots == 1, "a computation has one root", module.source());
    Promise(in_computation == computation->instruction_count(), "instructions are counted");
    instructions += in_computation;
  }
  Promise(instructions == module.instruction_count(), "instructions are counted");
}

}  // namespace

void FuzzOne(Input& input) {
  const ParseOptions options = OptionsFrom(input.NextChoice());
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = Parse(input.text(), options, &diagnostics);
  if (!module.ok()) {
    ParseOptions first_only = options;
    first_only.max_errors = 1;
    std::vector<Diagnostic> first;
    Promise(!Parse(input.text(), first_only, &first).ok(), "what is refused is refused");
    // A computation may be defined after its first mention: only the end shows that it is missing.
    if (diagnostics[0].code == DiagnosticCode::kComputationDoesNotExist) return;
    Promise(first[0].message == diagnostics[0].message && first[0].begin == diagnostics[0].begin,
            "the first error is the first error", first[0].message, diagnostics[0].message);
    return;
  }
  Walk(*module);
  const std::string printed = PrintHloModule(*module);
  Promise(PrintHloModule(module->Clone()) == printed, "a clone prints the same", printed);
}

}  // namespace hlo_text_v1::fuzzing
