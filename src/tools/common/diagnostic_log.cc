// See diagnostic_log.h.
#include "src/tools/common/diagnostic_log.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hlo/proto.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/diagnostics/move_ranges.h"

namespace hlo_text_v1::internal {

void DiagnosticLog::SetPart(std::string_view whole, size_t offset) {
  const bool is_same = whole_.has_value() && whole_->source().data() == whole.data() &&
                       whole_->source().size() == whole.size();
  if (!is_same) whole_.emplace(whole);
  offset_ = static_cast<uint32_t>(offset);
}

void DiagnosticLog::Add(std::string_view source, const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return;  // the usual case; saves looking at `source`
  RenderOptions options;
  options.path = name_;
  options.color = color_;
  LineIndex lines(IsHloProto(source) ? std::string_view() : source);
  for (Diagnostic diagnostic : diagnostics) {
    MoveRanges(&diagnostic, [this](uint32_t* begin, uint32_t* end) {
      *begin += offset_;
      *end += offset_;
    });
    text_ += RenderDiagnostic(diagnostic, whole_.has_value() ? &*whole_ : &lines, options);
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
  StrAppend(&text_, program_, ": ", Printable(message, /*keep_newlines=*/true), "\n");
}

}  // namespace hlo_text_v1::internal
