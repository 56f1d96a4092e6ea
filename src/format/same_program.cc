// Prints both programs in XLA's default style with asynchronous instructions unchanged, and
// compares the texts; then the constants, element by element. Printing the constants would give the
// same result, but takes seconds for an f32[4096,4096] constant(0).
#include "src/format/same_program.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/base/stored_elements.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

std::string TextOf(HloModule& module) {
  Desugar(&module);
  Uniquify(&module);
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kKeep;
  return PrintHloModule(module, options);
}

// Shapes are in the text. A list, not recursion: tuples may nest deeply.
bool SameLiteral(const Literal& a, const Literal& b) {
  std::vector<std::pair<const Literal*, const Literal*>> open = {{&a, &b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left->is_elided() != right->is_elided() ||
        left->elements().size() != right->elements().size() ||
        !SameElements(left->bytes(), right->bytes())) {
      return false;
    }
    for (size_t i = 0; i < left->elements().size(); ++i) {
      open.emplace_back(&left->elements()[i], &right->elements()[i]);
    }
  }
  return true;
}

std::vector<const Literal*> Constants(const HloModule& module) {
  std::vector<const Literal*> constants;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() == HloOpcode::kConstant) {
        constants.push_back(&instruction->literal());
      }
    }
  }
  return constants;
}

}  // namespace

absl::Status CheckSameProgram(HloModule before, std::string_view text, ParseOptions options) {
  options.uniquify = false;  // TextOf does, after Desugar
  absl::StatusOr<HloModule> after = ParseHloModule(text, options);
  if (!after.ok()) {
    return absl::InternalError(
        Absl(StrCat("the formatted text is refused: ", Std(after.status().message()))));
  }
  const std::vector<const Literal*> a = Constants(before), b = Constants(*after);
  const bool same_constants = std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Literal* left, const Literal* right) { return SameLiteral(*left, *right); });
  if (!same_constants || TextOf(before) != TextOf(*after)) {
    return absl::InternalError("the formatted text is another program");
  }
  return absl::OkStatus();
}

}  // namespace hlo_text_v1::internal
