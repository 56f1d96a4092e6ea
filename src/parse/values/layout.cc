// The fields follow the minor-to-major list and a colon, each at most once and in a fixed order:
//
//   D(..) T(..)(..) L(n) #(type) *(type) E(n) S(n) SC(..)(..) P(shape) M(n)
//
// An error inside a field is soft: it is logged, and the next field is tried where it occurred.
#include <limits>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "hlo/print_values.h"
#include "src/parse/parse_context.h"
#include "src/parse/values/shape.h"

namespace hlo_text_v1::internal {
namespace {

class LayoutParser {
 public:
  LayoutParser(ParseContext& ctx, int64_t rank) : ctx_(ctx), rank_(rank) {}

  bool Read(absl::FunctionRef<void(const Layout&)> done) {
    const uint32_t begin = ctx_.lexer.Position();
    ctx_.lexer.Next();
    if (!ReadMinorToMajor()) return false;
    if (ctx_.EatIf(TokKind::kColon)) ReadFields();
    if (!ctx_.Expect(TokKind::kRbrace, Code::kExpectsLayoutEnd)) return false;
    if (invalid_ != nullptr) return ctx_.ErrorAt(begin, Code::kInvalidShape, invalid_);
    const auto entries = static_cast<int64_t>(minor_to_major_.size());
    // A memory space may come without a dimension order.
    const bool only_memory_space = entries == 0 && layout_.memory_space != 0;
    if (rank_ != kAnyRank && entries != rank_ && !only_memory_space) {
      return ctx_.Error(Code::kLayoutRankMismatch, rank_, entries);
    }
    Fill();
    if (has_physical_shape_) return ctx_.Error(Code::kPhysicalShapeNotSparse, TextWithPhysical());
    done(layout_);
    return true;
  }

 private:
  bool ReadMinorToMajor() {
    return ctx_.kind() != TokKind::kInt ||
           ctx_.ReadItems([this] { return ctx_.ReadInt64(&minor_to_major_.emplace_back()); });
  }

  bool EatWord(std::string_view word) {
    if (ctx_.kind() != TokKind::kIdent || ctx_.token().value != word) return false;
    ctx_.lexer.Next();
    return true;
  }

  void ReadFields() {
    if (EatWord("D")) ReadDimLevelTypes();
    if (EatWord("T")) ReadTiles();
    if (EatWord("L") &&
        ReadIntField("multiple padded to in elements", &layout_.tail_padding_alignment) &&
        layout_.tail_padding_alignment < 1) {
      invalid_ = "the tail padding alignment must be positive";
    }
    if (ctx_.kind() == TokKind::kOctothorp) {
      ReadTypeField("kOctothorp", "index", &layout_.index_primitive_type);
    }
    if (ctx_.kind() == TokKind::kAsterisk) {
      ReadTypeField("kAsterisk", "pointer", &layout_.pointer_primitive_type);
    }
    if (EatWord("E")) ReadIntField("element size in bits", &layout_.element_size_in_bits);
    if (EatWord("S")) {
      ReadIntField("memory space", &layout_.memory_space);
      layout_.memory_space =
          static_cast<int8_t>(static_cast<uint64_t>(layout_.memory_space) & 0xff);
    }
    if (EatWord("SC")) ReadSplitConfigs();
    if (EatWord("P")) ReadPhysicalShape();
    if (EatWord("M")) {
      ReadIntField("dynamic shape metadata prefix bytes",
                   &layout_.dynamic_shape_metadata_prefix_bytes);
    }
  }

  // D(C+~,S): read and ignored, as in XLA for dense arrays.
  bool ReadDimLevelTypes() {
    return ctx_.ReadList(TokKind::kLparen, TokKind::kRparen, [this] {
      if (!EatWord("D") && !EatWord("C") && !EatWord("S") && !EatWord("H")) {
        return ctx_.Error(Code::kExpectedDimLevelType);
      }
      ctx_.EatIf(TokKind::kPlus);
      ctx_.EatIf(TokKind::kTilde);
      return true;
    });
  }

  bool ReadTileDimension(int64_t* size) {
    if (ctx_.EatIf(TokKind::kAsterisk)) {
      *size = kCombineDimension;
      return true;
    }
    if (EatWord("d")) {
      *size = kMatchDimension;
      return true;
    }
    if (!ctx_.ReadInt64(size)) return false;
    if (*size < 0 && *size != kCombineDimension && *size != kMatchDimension) {
      invalid_ = "negative tile dimension";
    }
    return true;
  }

  // Items between parentheses, appended to `items` as they are read. `open` is '(' or ':'.
  template <typename ReadItem>
  bool ReadItems(TokKind open, std::vector<int64_t>* items, ReadItem parse_item) {
    return ctx_.ReadList(open, TokKind::kRparen, [&] {
      int64_t item = 0;
      if (!parse_item(&item)) return false;
      items->push_back(item);
      return true;
    });
  }

  void ReadTiles() {
    do {
      tiles_.emplace_back();
      if (!ReadItems(TokKind::kLparen, &tiles_.back(),
                     [this](int64_t* size) { return ReadTileDimension(size); })) {
        return;
      }
    } while (ctx_.kind() == TokKind::kLparen);
  }

  bool ReadIntField(std::string_view name, int64_t* value) {
    return ctx_.Expect(TokKind::kLparen, Code::kExpectsLayoutFieldStart, name) &&
           ctx_.ReadInt64(value) &&
           ctx_.Expect(TokKind::kRparen, Code::kExpectsLayoutFieldEnd, name);
  }

  void ReadTypeField(std::string_view token, std::string_view name, PrimitiveType* type) {
    ctx_.lexer.Next();
    ctx_.Expect(TokKind::kLparen, Code::kExpectsFollowedByLparen, token);
    if (ctx_.kind() == TokKind::kPrimitiveType) {
      *type = ctx_.token().primitive_type;
      ctx_.lexer.Next();
      if (!IsUnsignedIntegralType(*type)) ctx_.Error(Code::kExpectingUnsignedIntegerType);
    } else {
      ctx_.Error(Code::kExpectedPrimitiveType, TokKindName(ctx_.kind()));
      if (ctx_.kind() == TokKind::kIdent) SuggestType(ctx_);
    }
    ctx_.Expect(TokKind::kRparen, Code::kExpectsPrimitiveTypeFollowedByRparen, name);
  }

  void ReadSplitConfigs() {
    do {
      int64_t dimension = 0;
      if (!ctx_.Expect(TokKind::kLparen, Code::kExpectsLayoutFieldStart, "split configs") ||
          !ctx_.ReadInt64(&dimension)) {
        return;
      }
      split_dimensions_.push_back(dimension);
      split_indices_.emplace_back();
      if (!ReadItems(TokKind::kColon, &split_indices_.back(),
                     [this](int64_t* index) { return ctx_.ReadInt64(index); })) {
        return;
      }
    } while (ctx_.kind() == TokKind::kLparen);
  }

  void ReadPhysicalShape() {
    has_physical_shape_ = true;
    if (!ctx_.Expect(TokKind::kLparen, Code::kExpectsLayoutFieldStart, "physical shape")) return;
    if (!ReadShape(ctx_, &physical_shape_)) physical_shape_ = nullptr;
    ctx_.Expect(TokKind::kRparen, Code::kExpectsLayoutFieldEnd, "physical shape");
  }

  void Fill() {
    layout_.minor_to_major = minor_to_major_;
    for (const std::vector<int64_t>& tile : tiles_) tile_views_.push_back(Tile{tile});
    layout_.tiles = tile_views_;
    for (size_t i = 0; i < split_dimensions_.size(); ++i) {
      split_views_.push_back(SplitConfig{split_dimensions_[i], split_indices_[i]});
    }
    layout_.split_configs = split_views_;
  }

  // The layout as text with its physical shape, for the message that refuses it.
  std::string TextWithPhysical() const {
    Layout before = layout_;
    before.dynamic_shape_metadata_prefix_bytes = 0;  // prints after the physical shape
    const int64_t prefix_bytes = layout_.dynamic_shape_metadata_prefix_bytes;
    std::string text = PrintLayout(before);
    text.pop_back();
    if (text.find(':') == std::string::npos) text += ':';
    return StrCat(text, "P(",
                  physical_shape_ == nullptr ? "primitive_type_invalid[]"
                                             : PrintShape(*physical_shape_, /*with_layout=*/true),
                  prefix_bytes > 0 ? StrCat(")M(", prefix_bytes, ")}") : ")}");
  }

  ParseContext& ctx_;
  const int64_t rank_;
  Layout layout_;
  absl::InlinedVector<int64_t, 8> minor_to_major_;
  std::vector<std::vector<int64_t>> tiles_;
  std::vector<Tile> tile_views_;
  std::vector<int64_t> split_dimensions_;
  std::vector<std::vector<int64_t>> split_indices_;
  std::vector<SplitConfig> split_views_;
  const Shape* physical_shape_ = nullptr;
  bool has_physical_shape_ = false;
  const char* invalid_ = nullptr;  // an error on which XLA would abort
};

const char* FindInvalidSplit(const Layout& layout, absl::Span<const int64_t> dimensions) {
  const auto rank = static_cast<int64_t>(dimensions.size());
  absl::InlinedVector<bool, 16> seen(dimensions.size(), false);
  for (const SplitConfig& config : layout.split_configs) {
    if (layout.minor_to_major.size() != dimensions.size()) return "split without dimension order";
    if (config.dimension < 0 || config.dimension >= rank) return "split of no dimension";
    const auto dimension = static_cast<size_t>(config.dimension);
    if (seen[dimension]) return "dimension split twice";
    seen[dimension] = true;
    int64_t previous = 0;
    // Dimensions count from the major end of the layout.
    const int64_t logical = layout.minor_to_major[dimensions.size() - 1 - dimension];
    for (int64_t index : config.split_indices) {
      if (index <= previous || index >= dimensions[static_cast<size_t>(logical)]) {
        return "split index out of range";
      }
      previous = index;
    }
  }
  return nullptr;
}

}  // namespace

bool ReadLayout(ParseContext& ctx, int64_t rank, absl::FunctionRef<void(const Layout&)> done) {
  return LayoutParser(ctx, rank).Read(done);
}

const char* FindInvalidLayout(const Layout& layout, absl::Span<const int64_t> dimensions) {
  const auto rank = static_cast<int64_t>(dimensions.size());
  absl::InlinedVector<bool, 16> seen(dimensions.size());
  for (int64_t dimension : layout.minor_to_major) {
    if (dimension < 0 || dimension >= rank || seen[static_cast<size_t>(dimension)]) {
      return "minor-to-major is not a permutation";
    }
    seen[static_cast<size_t>(dimension)] = true;
  }
  if (layout.tail_padding_alignment < 1) return "tail padding alignment is not positive";
  if (layout.index_primitive_type != PrimitiveType::kInvalid ||
      layout.pointer_primitive_type != PrimitiveType::kInvalid) {
    return "only sparse arrays have index and pointer types";
  }
  if (layout.element_size_in_bits < 0) return "negative element size";
  for (const Tile& tile : layout.tiles) {
    if (tile.dimensions.empty()) return "empty tile";
    for (int64_t size : tile.dimensions) {
      if (size < 1 && size != kCombineDimension && size != kMatchDimension) {
        return "tile dimension is not positive";
      }
    }
  }
  return FindInvalidSplit(layout, dimensions);
}

}  // namespace hlo_text_v1::internal
