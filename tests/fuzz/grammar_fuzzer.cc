// Programs that the grammar and the tables allow, from bytes: each byte chooses an opcode, an
// operand, a value. What can be read prints, and its print is the same program; what is rejected is
// so with diagnostics in the text. tests/support/random_program.h
#include <string>

#include "tests/fuzz/fuzzing.h"
#include "tests/fuzz/settle.h"
#include "tests/support/random_program.h"

namespace hlo_text_v1::fuzzing {

void FuzzOne(Input& input) {
  const std::string bytes = AllBytes(input);
  test::Choices choices{std::string_view(bytes)};
  const std::string text = test::RandomProgram(choices);
  const Style style;
  const absl::StatusOr<HloModule> module = Read(text, style);
  if (module.ok()) Settle(*module, style);
}

}  // namespace hlo_text_v1::fuzzing
