// See desugared.h.
#include "src/ir/desugared.h"

#include <string>

#include "hlo/diagnostic.h"
#include "hlo/internal/misuse.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {
namespace {

std::string Problem() { return std::string(DiagnosticCodeText(DiagnosticCode::kNotDesugared)); }

}  // namespace

absl::Status CheckDesugared(const HloModule& module) {
  return IrAccess::StateOf(module).has_sugar ? absl::FailedPreconditionError(Problem())
                                             : absl::OkStatus();
}

bool RequireDesugared(const HloModule& module, const char* function) {
  const bool has_sugar = IrAccess::StateOf(module).has_sugar;
  if (has_sugar) ReportMisuse(function, Problem().c_str());
  return !has_sugar;
}

}  // namespace hlo_text_v1::internal
