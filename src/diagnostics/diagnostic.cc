// Names and texts of the diagnostics, from diagnostics.def, and positions in a text.
#include "hlo/diagnostic.h"

#include <algorithm>

namespace hlo {
namespace {

constexpr std::string_view kNames[] = {
#define HLO_DIAGNOSTIC(Id, text) #Id,
#include "hlo/tables/diagnostics.def"
#undef HLO_DIAGNOSTIC
};
constexpr std::string_view kTexts[] = {
#define HLO_DIAGNOSTIC(Id, text) text,
#include "hlo/tables/diagnostics.def"
#undef HLO_DIAGNOSTIC
};

}  // namespace

std::string_view DiagnosticCodeName(DiagnosticCode code) {
  return kNames[static_cast<size_t>(code)];
}

std::string_view DiagnosticCodeText(DiagnosticCode code) {
  return kTexts[static_cast<size_t>(code)];
}

LineColumn GetLineColumn(std::string_view source, size_t offset) {
  const std::string_view before = source.substr(0, std::min(offset, source.size()));
  const size_t last_newline = before.rfind('\n');
  const size_t line_begin = last_newline == std::string_view::npos ? 0 : last_newline + 1;
  LineColumn place;
  place.line = 1 + std::count(before.begin(), before.begin() + line_begin, '\n');
  place.column = 1 + static_cast<int64_t>(before.size() - line_begin);
  return place;
}

}  // namespace hlo
