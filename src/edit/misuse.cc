// Checks the arguments of an edit one by one: ReportMisuse stops debug builds, others get a Status.
#include "src/edit/misuse.h"

#include <string>

#include "absl/algorithm/container.h"
#include "hlo/internal/misuse.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/ir/desugared.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

absl::Status Misuse(std::string_view function, std::string_view problem) {
  ReportMisuse(std::string(function).c_str(), std::string(problem).c_str());
  return absl::InvalidArgumentError(StrCat(function, ": ", problem));
}

namespace {

template <typename Instructions>
absl::Status CheckEach(std::string_view function, const Instructions& instructions) {
  const HloComputation* computation = nullptr;
  for (const HloInstruction* instruction : instructions) {
    if (instruction == nullptr) return Misuse(function, "an instruction is null");
    // The name of a removed instruction cannot be looked up.
    if (instruction->parent() == nullptr) return Misuse(function, "an instruction was removed");
    if (computation == nullptr) {
      computation = instruction->parent();
      absl::Status status = CheckComputation(function, computation);
      if (!status.ok()) return status;
    } else if (instruction->parent() != computation) {
      return Misuse(function,
                    StrCat(instruction->name(), " is of computation ",
                           instruction->parent()->name(), ", not of ", computation->name()));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckInstructions(std::string_view function,
                               std::initializer_list<const HloInstruction*> instructions) {
  return CheckEach(function, instructions);
}

absl::Status CheckInstructions(std::string_view function,
                               absl::Span<HloInstruction* const> instructions) {
  return CheckEach(function, instructions);
}

absl::Status CheckComputation(std::string_view function, const HloComputation* computation) {
  if (computation == nullptr) return Misuse(function, "the computation is null");
  if (Node(computation).is_removed) {
    return Misuse(function, StrCat("computation ", computation->name(), " was removed"));
  }
  return CheckDesugared(*computation->parent());
}

absl::Status CheckShape(std::string_view function, const HloModule& module, const Shape* shape) {
  if (shape == nullptr) return Misuse(function, "the shape is null");
  if (IrAccess::StateOf(module).shapes.Contains(shape)) return absl::OkStatus();
  return Misuse(function, StrCat("the shape ", PrintShape(*shape), " is of another module's pool"));
}

bool IsRawText(std::string_view text) {
  return absl::c_none_of(
      text, [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; });
}

}  // namespace hlo_text_v1::internal
