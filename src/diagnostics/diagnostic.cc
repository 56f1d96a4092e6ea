// Names and texts of the diagnostics, from diagnostics.def, and positions in a text.
#include "hlo/diagnostic.h"

#include <algorithm>

namespace hlo_text_v1 {
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
  return LineIndex(source.substr(0, std::min(offset, source.size()))).Get(offset);
}

LineColumn LineIndex::Get(size_t offset) {
  constexpr size_t kBlockBytes = 4096;
  offset = std::min(offset, source_.size());
  // The line and column after the bytes from the beginning of `block` to `end`.
  const auto add = [this](const Block& block, size_t begin, size_t end) {
    const std::string_view text = source_.substr(begin, end - begin);
    const size_t newline = text.rfind('\n');
    if (newline == std::string_view::npos) return block;
    return Block{block.newlines + std::count(text.begin(), text.end(), '\n'), begin + newline + 1};
  };
  while (offset / kBlockBytes >= blocks_.size()) {
    const size_t begin = (blocks_.size() - 1) * kBlockBytes;
    blocks_.push_back(add(blocks_.back(), begin, begin + kBlockBytes));
  }
  const size_t number = offset / kBlockBytes;
  const Block place = add(blocks_[number], number * kBlockBytes, offset);
  return {1 + place.newlines, 1 + static_cast<int64_t>(offset - place.line_begin)};
}

}  // namespace hlo_text_v1
