// The public functions that read one value. Each calls ReadPiece with the production that reads the
// value inside a module.
//
// A production reads padded text. If the value has views into the text, the padded copy is in the
// value's arena; otherwise it is temporary.
#include "hlo/parse_values.h"

#include "absl/status/status.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "src/parse/values/literal.h"
#include "src/parse/values/shape.h"
#include "src/parse/values/sharding.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

enum class Views : uint8_t { kNone, kIntoText };

// Reads all of `text` with `parse(ctx, T*)`. `what` is XLA's word for the value.
template <typename T, typename Parse>
absl::StatusOr<T> ReadPiece(std::string_view text, std::string_view what, Views views, Arena& arena,
                            ShapePool& shapes, const ParseOptions& options,
                            std::vector<Diagnostic>* diagnostics, Parse parse) {
  if (diagnostics != nullptr) diagnostics->clear();
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;
  SourceBuffer copy(0);
  if (views == Views::kNone) copy = SourceBuffer::Copy(text);
  const std::string_view source = views == Views::kNone ? copy.view() : CopyPadded(text, &arena);

  ParseContext ctx(source, &arena, &shapes, options);
  T value{};
  const bool ok =
      parse(ctx, &value) && ctx.Require(ctx.kind() == TokKind::kEof, Code::kExtraContent, what);
  if (ok) return value;
  if (ctx.log().empty()) ctx.Error(Code::kSyntaxError);  // XLA says nothing there
  absl::Status status = ErrorStatus(source, ctx.log().front());
  if (diagnostics != nullptr) *diagnostics = std::move(ctx.log());
  return status;
}

// The same for a value in the arena of its shapes.
template <typename T, typename Parse>
absl::StatusOr<T> ReadPiece(std::string_view text, std::string_view what, Views views,
                            ShapePool& pool, const ParseOptions& options,
                            std::vector<Diagnostic>* diagnostics, Parse parse) {
  return ReadPiece<T>(text, what, views, *pool.arena(), pool, options, diagnostics, parse);
}

// The same for a value without shapes.
template <typename T, typename Parse>
absl::StatusOr<T> ReadPiece(std::string_view text, std::string_view what, Views views, Arena& arena,
                            const ParseOptions& options, std::vector<Diagnostic>* diagnostics,
                            Parse parse) {
  Arena scratch;
  ShapePool shapes(&scratch);
  return ReadPiece<T>(text, what, views, arena, shapes, options, diagnostics, parse);
}

Layout CopyLayout(const Layout& layout, Arena* arena) {
  Layout copy = layout;
  copy.minor_to_major = arena->CopySpan(layout.minor_to_major);
  std::vector<Tile> tiles;
  for (const Tile& tile : layout.tiles) tiles.push_back({arena->CopySpan(tile.dimensions)});
  copy.tiles = arena->CopySpan(absl::MakeConstSpan(tiles));
  std::vector<SplitConfig> splits;
  for (const SplitConfig& split : layout.split_configs) {
    splits.push_back({split.dimension, arena->CopySpan(split.split_indices)});
  }
  copy.split_configs = arena->CopySpan(absl::MakeConstSpan(splits));
  return copy;
}

bool ReadBracedLayout(ParseContext& ctx, Layout* layout) {
  if (ctx.kind() != TokKind::kLbrace) return ctx.Error(Code::kExpectsLayoutStart);
  return ReadLayout(ctx, kAnyRank,
                    [&](const Layout& parsed) { *layout = CopyLayout(parsed, &ctx.arena); });
}

bool ReadAnyWindow(ParseContext& ctx, Window* window) {
  return ctx.kind() == TokKind::kLbrace ? ReadWindow(ctx, window) : ReadWindowFields(ctx, window);
}

bool ReadDimensionList(ParseContext& ctx, absl::Span<const int64_t>* values) {
  return ctx.ReadInt64List(values);
}

}  // namespace

absl::StatusOr<Literal> ParseLiteral(std::string_view text, const Shape& shape, ShapePool& pool,
                                     const ParseOptions& options,
                                     std::vector<Diagnostic>* diagnostics) {
  return ReadPiece<Literal>(
      text, "literal", Views::kNone, pool, options, diagnostics,
      [&](ParseContext& ctx, Literal* literal) { return ReadLiteral(ctx, shape, literal); });
}

// The values that have one reader function: name, type, home, XLA's word, views, function.
#define HLO_PIECE(Name, Type, Home, what, views, ReadInModule)                              \
  absl::StatusOr<Type> Name(std::string_view text, Home& home, const ParseOptions& options, \
                            std::vector<Diagnostic>* diagnostics) {                         \
    return ReadPiece<Type>(text, what, views, home, options, diagnostics, ReadInModule);    \
  }
HLO_PIECE(ParseShape, const Shape*, ShapePool, "shape", Views::kNone, ReadShape)
HLO_PIECE(ParseShapeList, absl::Span<const Shape* const>, ShapePool, "shape", Views::kNone,
          ReadShapeList)
HLO_PIECE(ParseLayout, Layout, Arena, "layout", Views::kNone, ReadBracedLayout)
HLO_PIECE(ParseLiteral, Literal, ShapePool, "literal", Views::kNone, ReadLiteralWithShape)
HLO_PIECE(ParseSharding, HloSharding, Arena, "sharding", Views::kIntoText, ReadSharding)
HLO_PIECE(ParseReplicaGroups, ReplicaGroups, Arena, "replica groups", Views::kIntoText,
          ReadReplicaGroups)
HLO_PIECE(ParseWindow, Window, Arena, "window", Views::kNone, ReadAnyWindow)
HLO_PIECE(ParseConvolutionDimensionNumbers, ConvolutionDimensionNumbers, Arena, "convolution dnums",
          Views::kNone, ReadDimLabels)
HLO_PIECE(ParsePaddingConfig, PaddingConfig, Arena, "PaddingConfig", Views::kNone,
          ReadPaddingConfig)
HLO_PIECE(ParseSliceRanges, SliceRanges, Arena, "slice ranges", Views::kNone, ReadSliceRanges)
HLO_PIECE(ParseDimensionList, absl::Span<const int64_t>, Arena, "dimension list", Views::kNone,
          ReadDimensionList)
HLO_PIECE(ParseBoolList, absl::Span<const bool>, Arena, "boolean list", Views::kNone, ReadBoolList)
HLO_PIECE(ParseParameterReplication, absl::Span<const bool>, Arena, "parameter replication",
          Views::kNone, ReadParameterReplication)
HLO_PIECE(ParseFrontendAttributes, FrontendAttributes, Arena, "frontend attributes",
          Views::kIntoText, ReadFrontendAttributes)
HLO_PIECE(ParseStatistics, Statistics, Arena, "statistics", Views::kIntoText, ReadStatistics)
HLO_PIECE(ParseMetadata, OpMetadata, Arena, "metadata", Views::kIntoText, ReadMetadata)
HLO_PIECE(ParseOriginalValue, OriginalValue, Arena, "original value", Views::kIntoText,
          ReadOriginalValue)
#undef HLO_PIECE

}  // namespace hlo_text_v1
