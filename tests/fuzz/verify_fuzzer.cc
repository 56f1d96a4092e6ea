// The verifier accepts any module as input: violations have positions in the text and render; with
// first_only, it finds the first one; and a sound module is still sound after printing and reading.
// Choices: verifier options.
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/verify.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

VerifyOptions VerifyOptionsFrom(uint8_t bits) {
  VerifyOptions options;
  options.layout_sensitive = (bits & 1) != 0;
  options.allow_mixed_precision = (bits & 2) != 0;
  options.allow_unbounded_dynamism = (bits & 4) != 0;
  options.verify_call_nested_computation_thread_name = (bits & 8) != 0;
  options.verify_sharding_device_numbers = (bits & 16) == 0;
  options.xla_strict = (bits & 32) != 0;
  options.before_optimizations = (bits & 128) != 0;
  return options;
}

}  // namespace

void FuzzOne(Input& input) {
  const uint8_t bits = input.NextChoice();
  VerifyOptions options = VerifyOptionsFrom(bits);
  ParseOptions parse = LimitedOptions();
  parse.allow_unknown = (bits & 64) != 0;
  const absl::StatusOr<HloModule> module = Read(input.text(), parse);
  if (!module.ok()) return;
  const std::vector<Diagnostic> violations = Verify(*module, options);
  CheckDiagnostics(violations, module->source());

  const std::string printed = PrintHloModule(*module);
  if (violations.empty()) {
    // An inferred layout in the header is not checked against the program, but prints; in XLA as
    // well.
    if (options.layout_sensitive && !module->config().has_entry_computation_layout) return;
    const absl::StatusOr<HloModule> again = Read(printed, parse);
    if (!again.ok()) return;  // which roundtrip_fuzzer tests
    const std::vector<Diagnostic> later = Verify(*again, options);
    Promise(later.empty(), "sound stays sound", later.empty() ? "" : later[0].message, printed);
    return;
  }
  options.first_only = true;
  const std::vector<Diagnostic> first = Verify(*module, options);
  Promise(first.size() == 1 && first[0].message == violations[0].message,
          "the first violation comes first", violations[0].message, printed);
}

}  // namespace hlo_text_v1::fuzzing
