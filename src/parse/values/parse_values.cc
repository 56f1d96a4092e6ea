// The functions that read one value: each is ReadPiece with the function of src/parse that reads
// the value inside of a module.
//
// Such a function reads from a padded text. If the value has views into the text, the padded copy
// is in the value's arena; else it is temporary.
#include "hlo/parse_values.h"

#include "absl/status/status.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/literal_parser.h"
#include "src/parse/values/shape_parser.h"
#include "src/parse/values/sharding_parser.h"

namespace hlo {
namespace {

enum class Views : uint8_t { kNone, kIntoText };

// Where a value is read from and what it may use.
struct Target {
  Arena& arena;
  ShapePool& shapes;
  const ParseOptions& options;
  std::vector<Diagnostic>* diagnostics;
};

// Reads all of `text` with `parse(ctx, T*)`. `what` is XLA's word for the value.
template <typename T, typename Parse>
absl::StatusOr<T> ReadPiece(std::string_view text, std::string_view what, Views views,
                            const Target& target, Parse parse) {
  if (target.diagnostics != nullptr) target.diagnostics->clear();
  absl::Status size = CheckInputSize(text.size(), target.options, target.diagnostics);
  if (!size.ok()) return size;
  SourceBuffer copy(0);
  if (views == Views::kNone) copy = SourceBuffer::Copy(text);
  const std::string_view source =
      views == Views::kNone ? copy.view() : CopyPadded(text, &target.arena);

  ParseContext ctx(source, &target.arena, &target.shapes, target.options);
  T value{};
  const bool ok =
      parse(ctx, &value) && (ctx.kind() == TokKind::kEof || ctx.Error(Code::kExtraContent, what));
  if (ok) return value;
  if (ctx.log().empty()) ctx.Error(Code::kSyntaxError);  // XLA says nothing there
  absl::Status status = ErrorStatus(source, ctx.log().front());
  if (target.diagnostics != nullptr) *target.diagnostics = std::move(ctx.log());
  return status;
}

// The same for a value without shapes.
template <typename T, typename Parse>
absl::StatusOr<T> ReadPiece(std::string_view text, std::string_view what, Views views, Arena& arena,
                            const ParseOptions& options, std::vector<Diagnostic>* diagnostics,
                            Parse parse) {
  Arena scratch;
  ShapePool shapes(&scratch);
  return ReadPiece<T>(text, what, views, Target{arena, shapes, options, diagnostics}, parse);
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

bool ReadDimensionList(ParseContext& ctx, absl::Span<const int64_t>* values) {
  return ctx.ReadInt64List(values);
}

}  // namespace

absl::StatusOr<const Shape*> ParseShape(std::string_view text, ShapePool& pool,
                                        const ParseOptions& options,
                                        std::vector<Diagnostic>* diagnostics) {
  return ReadPiece<const Shape*>(
      text, "shape", Views::kNone, Target{*pool.arena(), pool, options, diagnostics},
      [](ParseContext& ctx, const Shape** shape) { return ReadShape(ctx, shape); });
}

absl::StatusOr<absl::Span<const Shape* const>> ParseShapeList(
    std::string_view text, ShapePool& pool, const ParseOptions& options,
    std::vector<Diagnostic>* diagnostics) {
  using Shapes = absl::Span<const Shape* const>;
  return ReadPiece<Shapes>(
      text, "shape", Views::kNone, Target{*pool.arena(), pool, options, diagnostics},
      [](ParseContext& ctx, Shapes* shapes) { return ReadShapeList(ctx, shapes); });
}

absl::StatusOr<Layout> ParseLayout(std::string_view text, Arena& arena, const ParseOptions& options,
                                   std::vector<Diagnostic>* diagnostics) {
  return ReadPiece<Layout>(text, "layout", Views::kNone, arena, options, diagnostics,
                           [](ParseContext& ctx, Layout* layout) {
                             if (ctx.kind() != TokKind::kLbrace) {
                               return ctx.Error(Code::kExpectsLayoutStart);
                             }
                             return ReadLayout(ctx, kAnyRank, [&](const Layout& parsed) {
                               *layout = CopyLayout(parsed, &ctx.arena);
                             });
                           });
}

absl::StatusOr<Literal> ParseLiteral(std::string_view text, ShapePool& pool,
                                     const ParseOptions& options,
                                     std::vector<Diagnostic>* diagnostics) {
  return ReadPiece<Literal>(
      text, "literal", Views::kNone, Target{*pool.arena(), pool, options, diagnostics},
      [](ParseContext& ctx, Literal* literal) { return ReadLiteralWithShape(ctx, literal); });
}

absl::StatusOr<Literal> ParseLiteral(std::string_view text, const Shape& shape, ShapePool& pool,
                                     const ParseOptions& options,
                                     std::vector<Diagnostic>* diagnostics) {
  return ReadPiece<Literal>(
      text, "literal", Views::kNone, Target{*pool.arena(), pool, options, diagnostics},
      [&](ParseContext& ctx, Literal* literal) { return ReadLiteral(ctx, shape, literal); });
}

absl::StatusOr<Window> ParseWindow(std::string_view text, Arena& arena, const ParseOptions& options,
                                   std::vector<Diagnostic>* diagnostics) {
  return ReadPiece<Window>(text, "window", Views::kNone, arena, options, diagnostics,
                           [](ParseContext& ctx, Window* window) {
                             return ctx.kind() == TokKind::kLbrace ? ReadWindow(ctx, window)
                                                                   : ReadWindowFields(ctx, window);
                           });
}

// The values that live in an arena and have one reader function: name, type, function, XLA's word,
// views.
#define HLO_PIECE(Name, Type, ReadInModule, what, views)                                      \
  absl::StatusOr<Type> Name(std::string_view text, Arena& arena, const ParseOptions& options, \
                            std::vector<Diagnostic>* diagnostics) {                           \
    return ReadPiece<Type>(                                                                   \
        text, what, views, arena, options, diagnostics,                                       \
        [](ParseContext& ctx, Type* value) { return ReadInModule(ctx, value); });             \
  }
HLO_PIECE(ParseSharding, HloSharding, ReadSharding, "sharding", Views::kIntoText)
HLO_PIECE(ParseReplicaGroups, ReplicaGroups, ReadReplicaGroups, "replica groups", Views::kIntoText)
HLO_PIECE(ParseConvolutionDimensionNumbers, ConvolutionDimensionNumbers, ReadDimLabels,
          "convolution dnums", Views::kNone)
HLO_PIECE(ParsePaddingConfig, PaddingConfig, ReadPaddingConfig, "PaddingConfig", Views::kNone)
HLO_PIECE(ParseSliceRanges, SliceRanges, ReadSliceRanges, "slice ranges", Views::kNone)
HLO_PIECE(ParseDimensionList, absl::Span<const int64_t>, ReadDimensionList, "dimension list",
          Views::kNone)
HLO_PIECE(ParseBoolList, absl::Span<const bool>, ReadBoolList, "boolean list", Views::kNone)
HLO_PIECE(ParseParameterReplication, absl::Span<const bool>, ReadParameterReplication,
          "parameter replication", Views::kNone)
HLO_PIECE(ParseFrontendAttributes, FrontendAttributes, ReadFrontendAttributes,
          "frontend attributes", Views::kIntoText)
HLO_PIECE(ParseStatistics, Statistics, ReadStatistics, "statistics", Views::kIntoText)
HLO_PIECE(ParseMetadata, OpMetadata, ReadMetadata, "metadata", Views::kIntoText)
HLO_PIECE(ParseOriginalValue, OriginalValue, ReadOriginalValue, "original value", Views::kIntoText)
#undef HLO_PIECE

}  // namespace hlo
