// Shapes and layouts.
//
// Programs repeat few shapes many times, so ReadShape first looks the bytes up in a table of texts
// already parsed; it reads tokens only for a new text.
#ifndef HLO_PARSE_VALUES_SHAPE_PARSER_H_
#define HLO_PARSE_VALUES_SHAPE_PARSER_H_

#include "absl/functional/function_ref.h"
#include "hlo/shape.h"
#include "src/lex/scan_run.h"
#include "src/parse/parse_context.h"

namespace hlo::internal {

// Whether the current token can begin a shape: a type, '(' or the word b before '('.
bool CanBeShape(ParseContext& ctx);

// Adds the type that the current token, an identifier, may mean to the last error. Returns false.
bool SuggestType(ParseContext& ctx);

// A shape; arrays without layout get the default one. XLA HloParserImpl::ParseShape.
bool ReadShape(ParseContext& ctx, const Shape** shape);

// The shape at the current token, if its text was parsed before; steps over it. Otherwise nullptr,
// with nothing consumed.
const Shape* FindKnownShape(ParseContext& ctx);
// The shape at `p` if its text is in `known` and has no blank, and one blank and a word or %name
// follow, which rules out a layout; sets `end` to that word. Otherwise nullptr.
inline const Shape* FindKnownShapeBeforeWord(const ShapeTextCache& known, const char* p,
                                             const char** end) {
  const char* blank = FindBlank(p);
  if (*blank != ' ' || (!HasClass(blank[1], kIdentifierStart) && blank[1] != '%')) return nullptr;
  *end = blank + 1;
  return known.Find(std::string_view(p, static_cast<size_t>(blank - p)));
}

// '{' [ shape { ',' shape } ] '}'.
bool ReadShapeList(ParseContext& ctx, absl::Span<const Shape* const>* shapes);

// ---- Layouts, the braces after an array shape: {1,0:T(8,128)S(5)} (layout_parser.cc).

// Unknown rank of an array; a layout of any length fits it.
inline constexpr int64_t kAnyRank = -1;

// Reads a layout for an array of `rank`; the current token is its '{'. Calls `done` with it; its
// spans are valid only during the call. XLA HloParserImpl::ParseLayout.
bool ReadLayout(ParseContext& ctx, int64_t rank, absl::FunctionRef<void(const Layout&)> done);

// The error in a layout of an array of `dimensions`; nullptr if it is valid. XLA
// LayoutUtil::ValidateLayoutForShape.
const char* FindInvalidLayout(const Layout& layout, absl::Span<const int64_t> dimensions);

}  // namespace hlo::internal

#endif  // HLO_PARSE_VALUES_SHAPE_PARSER_H_
