// Reduces any module with a predicate that the choices make: an opcode that it has, a shape that
// prints in it, a number of instructions. Every module that the predicate sees verifies, and the
// result satisfies it. Then one instruction is extracted, and the module is anonymised: both
// verify.
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "hlo/reduce.h"
#include "hlo/verify.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

constexpr int64_t kMostInstructions = 200;
constexpr int64_t kMostTests = 300;

const HloInstruction* Chosen(const HloModule& module, uint8_t choice) {
  const auto computations = module.computations();
  const HloComputation& computation = *computations[choice % computations.size()];
  int64_t left = choice / 7 % computation.instruction_count();
  for (const HloInstruction* instruction : computation.instructions()) {
    if (left-- == 0) return instruction;
  }
  Broken("instructions are counted");
}

bool HasOpcode(const HloModule& module, HloOpcode opcode) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      if (i->opcode() == opcode) return true;
    }
  }
  return false;
}

void CheckValid(const HloModule& module, std::string_view what) {
  const std::vector<Diagnostic> violations = Verify(module);
  if (!violations.empty()) Broken(what, violations.front().message, PrintHloModule(module));
}

}  // namespace

void FuzzOne(Input& input) {
  ParseOptions parse = LimitedOptions();
  const uint8_t bits = input.NextChoice();
  parse.allow_unknown = (bits & 1) != 0;
  const absl::StatusOr<HloModule> module = Read(input.text(), parse);
  if (!module.ok() || module->instruction_count() > kMostInstructions) return;
  if (!Verify(*module).empty()) return;
  const HloInstruction* wanted = Chosen(*module, input.NextChoice());
  const HloOpcode opcode = wanted->opcode();
  const std::string shape = PrintShape(wanted->shape());
  const auto is_interesting = [&](const HloModule& candidate) {
    if ((bits & 2) != 0 && !HasOpcode(candidate, opcode)) return false;
    if ((bits & 4) != 0) return PrintHloModule(candidate).find(shape) != std::string::npos;
    return candidate.instruction_count() > (bits >> 4);
  };
  const auto predicate = [&](const HloModule& candidate) {
    CheckValid(candidate, "the predicate sees valid modules");
    return is_interesting(candidate);
  };
  ReduceOptions options;
  options.max_tests = kMostTests;
  const absl::StatusOr<ReduceResult> result = ReduceHloModule(*module, predicate, options);
  if (result.ok()) {
    CheckValid(result->module, "the result is valid");
    Promise(is_interesting(result->module), "the result is interesting");
  }
  const absl::StatusOr<HloModule> part =
      ExtractHlo(*module, {wanted->name()}, {static_cast<int>(bits % 5) - 1});
  const bool is_buffer = !part.ok() && part.status().message().find("a buffer") == 0;
  Promise(part.ok() || is_buffer, "an instruction can be extracted", PrintHloModule(*module));
  if (part.ok()) CheckValid(*part, "what is extracted is valid");
  HloModule copy = module->Clone();
  AnonymizeHlo(&copy);
  CheckValid(copy, "an anonymised module is valid");
}

}  // namespace hlo_text_v1::fuzzing
