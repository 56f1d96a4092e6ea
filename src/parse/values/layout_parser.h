// Layouts, the braces behind an array shape: {1,0:T(8,128)S(5)}.
#ifndef HLO_PARSE_VALUES_LAYOUT_PARSER_H_
#define HLO_PARSE_VALUES_LAYOUT_PARSER_H_

#include "absl/functional/function_ref.h"
#include "src/parse/parse_context.h"

namespace hlo {

// Rank of an array that is not known; a layout of any length fits it.
inline constexpr int64_t kAnyRank = -1;

// Reads a layout for an array of `rank`, the current token being its '{'. Calls `done` with it; its
// spans are valid during the call only. XLA HloParserImpl::ParseLayout.
bool ReadLayout(ParseContext& ctx, int64_t rank, absl::FunctionRef<void(const Layout&)> done);

// What is wrong with a layout of an array of `dimensions`; nullptr if it is sound. XLA
// LayoutUtil::ValidateLayoutForShape.
const char* FindInvalidLayout(const Layout& layout, absl::Span<const int64_t> dimensions);

}  // namespace hlo

#endif  // HLO_PARSE_VALUES_LAYOUT_PARSER_H_
