// See diagnostic_log.h.
#include "src/tools/common/diagnostic_log.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/base/strings.h"

namespace hlo::internal {

void DiagnosticLog::SetPart(std::string_view whole, size_t offset) {
  whole_ = whole;
  offset_ = offset;
  has_part_ = true;
}

void DiagnosticLog::Add(std::string_view source, const std::vector<Diagnostic>& diagnostics) {
  RenderOptions options;
  options.path = name_;
  options.color = color_;
  for (Diagnostic diagnostic : diagnostics) {
    if (has_part_) {
      const auto offset = static_cast<uint32_t>(offset_);
      diagnostic.begin += offset;
      diagnostic.end += offset;
      for (DiagnosticNote& note : diagnostic.notes) {
        note.begin += offset;
        note.end += offset;
      }
    }
    text_ += RenderDiagnostic(diagnostic, has_part_ ? whole_ : source, options);
  }
}

void DiagnosticLog::AddViolations(std::string_view source, std::vector<Diagnostic> violations) {
  constexpr size_t kMostShown = 100;
  const size_t count = violations.size();
  violations.erase(violations.begin() + static_cast<ptrdiff_t>(std::min(count, kMostShown)),
                   violations.end());
  Add(source, violations);
  if (count > kMostShown) Complain(StrCat(count - kMostShown, " more violations"));
}

void DiagnosticLog::Complain(std::string_view message) {
  ComplainPlainly(StrCat(name_, ": ", message));
}

void DiagnosticLog::ComplainPlainly(std::string_view message) {
  StrAppend(&text_, program_, ": ", message, "\n");
}

}  // namespace hlo::internal
