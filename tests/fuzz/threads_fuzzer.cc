// Several threads read what one does, wherever they cut the text. Choices: parser options and the
// number of threads.
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

namespace {

// All that the text says of each instruction, and what the parser notes of it.
std::string Describe(const HloModule& module) {
  std::string text = PrintHloModule(module, PrintOptions::Dump());
  for (const HloComputation* computation : module.computations()) {
    text.append(computation->name()).append("\n");
    for (const HloInstruction* instruction : computation->instructions()) {
      text.append(instruction->name()).append(HasUsers(*instruction) ? " used " : " ");
      text.append(std::to_string(instruction->index())).append(" ");
      text.append(std::to_string(instruction->source_offset())).append("\n");
    }
  }
  return text;
}

std::string Describe(const std::vector<Diagnostic>& diagnostics, std::string_view source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += RenderDiagnostic(diagnostic, source, {});
  return text;
}

}  // namespace

void FuzzOne(Input& input) {
  ParseOptions options = LimitedOptions();
  const uint8_t choice = input.NextChoice();
  options.allow_unknown = (choice & 1) != 0;
  options.uniquify = (choice & 2) == 0;
  std::vector<Diagnostic> of_one, of_several;
  const absl::StatusOr<HloModule> one = Parse(input.text(), options, &of_one);
  options.jobs = 2 + (choice >> 2) % 8;
  options.min_bytes_per_job = 1;
  const absl::StatusOr<HloModule> several = Parse(input.text(), options, &of_several);
  const std::string a = Describe(of_one, input.text()), b = Describe(of_several, input.text());
  Promise(a == b, "the same diagnostics", a, b);
  if (!one.ok()) return;
  const std::string first = Describe(*one), second = Describe(*several);
  Promise(first == second, "the same module", first, second);
}

}  // namespace hlo_text_v1::fuzzing
