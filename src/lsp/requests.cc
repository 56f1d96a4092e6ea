// Converts parameters that many requests have, from the protocol's positions to bytes of the text.
#include "src/lsp/requests.h"

#include <algorithm>

namespace hlo_text_v1::internal {

std::optional<uint32_t> RequestContext::Offset() const {
  const std::optional<LspPosition> position = PositionOf(Member(params, "position"));
  if (!position.has_value()) return std::nullopt;
  return document.text().Offset(*position);
}

std::optional<ByteRange> RequestContext::Range() const {
  const std::optional<LspRange> range = RangeOf(Member(params, "range"));
  if (!range.has_value()) return std::nullopt;
  const uint32_t begin = document.text().Offset(range->begin);
  return ByteRange{begin, std::max(begin, document.text().Offset(range->end))};
}

}  // namespace hlo_text_v1::internal
