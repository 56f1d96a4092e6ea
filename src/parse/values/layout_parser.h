// Layouts, the braces after an array shape: {1,0:T(8,128)S(5)}.
#ifndef HLO_PARSE_VALUES_LAYOUT_PARSER_H_
#define HLO_PARSE_VALUES_LAYOUT_PARSER_H_

#include "absl/functional/function_ref.h"
#include "src/parse/parse_context.h"

namespace hlo {

// Unknown rank of an array; a layout of any length fits it.
inline constexpr int64_t kAnyRank = -1;

// Reads a layout for an array of `rank`; the current token is its '{'. Calls `done` with it; its
// spans are valid only during the call. XLA HloParserImpl::ParseLayout.
bool ReadLayout(ParseContext& ctx, int64_t rank, absl::FunctionRef<void(const Layout&)> done);

// The error in a layout of an array of `dimensions`; nullptr if it is valid. XLA
// LayoutUtil::ValidateLayoutForShape.
const char* FindInvalidLayout(const Layout& layout, absl::Span<const int64_t> dimensions);

}  // namespace hlo

#endif  // HLO_PARSE_VALUES_LAYOUT_PARSER_H_
