// Any module prints in each of XLA's styles as text that parses; after a few rounds the text is
// stable. Exceptions: settle.h. Choices: the style; large constants, parser options.
#include <cstdint>
#include <optional>
#include <string>

#include "tests/fuzz/fuzzing.h"
#include "tests/fuzz/settle.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

Style StyleFrom(Input& input) {
  Style style;
  const absl::Span<const PrintStyle> styles = PrintStyleTable();
  const PrintStyle& chosen = styles[input.NextChoice() % styles.size()];
  style.print = chosen.preset();
  if (chosen.name == "dump") {  // like hlo-fmt
    style.uniquify.keep_stack_frames = true;
    style.uniquify.keep_instruction_names = true;
  }
  const uint8_t bits = input.NextChoice();
  style.parse.upgrade_legacy = (bits & 1) != 0;
  style.parse.allow_unknown = (bits & 2) != 0;
  if ((bits & 4) != 0) style.print.print_large_constants = true;
  if ((bits & 8) != 0) style.print.async_mode = AsyncPrintMode::kKeep;
  return style;
}

}  // namespace

void FuzzOne(Input& input) {
  const Style style = StyleFrom(input);
  const absl::StatusOr<HloModule> module = Read(input.text(), style);
  if (module.ok()) Settle(*module, style);
}

}  // namespace hlo_text_v1::fuzzing
