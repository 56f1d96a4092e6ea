// Sugar is another spelling of the same program. For a program whose generic text (--async=generic
// --wrap_calls) is stable:
//   - its sugar, and the text with links as in the input, read as a program with the same
//     fingerprint, which ignores names, unless RoundTripWarnings say that a computation gets another
//     thread;
//   - generic text without wrapped calls reads back exactly;
//   - sugar settles.
// Constants print in full, so all of them count. Choices: parser options.
#include <cstdint>
#include <optional>
#include <string>

#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "tests/fuzz/fuzzing.h"
#include "tests/fuzz/settle.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

Style StyleOf(AsyncPrintMode mode, bool allow_unknown) {
  Style style;
  style.parse.allow_unknown = allow_unknown;
  style.print.async_mode = mode;
  style.print.print_large_constants = true;
  return style;
}

}  // namespace

void FuzzOne(Input& input) {
  const uint8_t bits = input.NextChoice();
  const bool allow_unknown = (bits & 1) != 0;
  const Style wrapped = StyleOf(AsyncPrintMode::kGeneric, allow_unknown);
  ParseOptions parse = wrapped.parse;
  parse.upgrade_legacy = (bits & 2) != 0;
  const absl::StatusOr<HloModule> first = Read(input.text(), parse);
  if (!first.ok()) return;
  const std::optional<std::string> generic = Settle(*first, wrapped);
  if (!generic.has_value()) return;

  const absl::StatusOr<HloModule> module = Read(*generic, wrapped);
  const std::string fingerprint = Fingerprint(*module).ToString();
  for (const AsyncPrintMode mode : {AsyncPrintMode::kSugar, AsyncPrintMode::kKeep}) {
    const Style style = StyleOf(mode, allow_unknown);
    const std::string sugar = PrintHloModule(*module, style.print);
    const absl::StatusOr<HloModule> again = Read(sugar, style);
    Promise(again.ok(), "sugar is read", *generic, sugar);
    if (RoundTripWarnings(*module, style.print).empty()) {
      Promise(Fingerprint(*again).ToString() == fingerprint, "sugar is the same program", *generic,
              sugar);
    }
    Settle(*again, style);
  }

  Style unwrapped = wrapped;
  unwrapped.unwrap_calls = true;
  const absl::StatusOr<HloModule> without_calls = Read(*generic, unwrapped);
  Settle(*without_calls, unwrapped);
}

}  // namespace hlo_text_v1::fuzzing
