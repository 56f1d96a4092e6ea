// Text of shapes and layouts. Copies the cached text of a shape if there is one, else writes it out
// element by element. XLA ShapeUtil::PrintHumanString, Layout::Print.
#include "hlo/shape.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Most sizes and all numbers of dimensions have one digit.
void AppendNumber(int64_t value, std::string* out) {
  if (value >= 0 && value < 10) {
    out->push_back(static_cast<char>('0' + value));
  } else {
    StrAppend(out, value);
  }
}

void AppendDimensions(const Shape& shape, std::string* out) {
  out->push_back('[');
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (i > 0) out->push_back(',');
    if (shape.is_unbounded_dimension(i)) {
      out->push_back('?');
      continue;
    }
    if (shape.is_dynamic_dimension(i)) out->append("<=");
    AppendNumber(shape.dimensions(i), out);
  }
  out->push_back(']');
}

void AppendElements(const Shape& shape, bool with_layout, std::string* out) {
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    if (i > 0) out->append(", ");
    if (i > 0 && i % 5 == 0) StrAppend(out, "/*index=", i, "*/");
    AppendShape(*shape.tuple_shapes()[i], with_layout, out);
  }
}

void AppendNumbers(absl::Span<const int64_t> values, std::string* out) {
  AppendJoined(values, ",", out, [out](int64_t value) { AppendNumber(value, out); });
}

void AppendTile(const Tile& tile, std::string* out) {
  out->push_back('(');
  AppendJoined(tile.dimensions, ",", out, [out](int64_t size) {
    if (size == kCombineDimension) {
      out->push_back('*');
    } else if (size == kMatchDimension) {
      out->push_back('d');
    } else {
      AppendNumber(size, out);
    }
  });
  out->push_back(')');
}

}  // namespace

void AppendLayout(const Layout& layout, std::string* out) {
  out->push_back('{');
  AppendNumbers(layout.minor_to_major, out);
  const size_t fields_begin = out->size();
  out->push_back(':');
  if (!layout.tiles.empty()) {
    out->push_back('T');
    for (const Tile& tile : layout.tiles) AppendTile(tile, out);
  }
  if (layout.tail_padding_alignment != 1) StrAppend(out, "L(", layout.tail_padding_alignment, ")");
  if (layout.index_primitive_type != PrimitiveType::kInvalid) {
    StrAppend(out, "#(", PrimitiveTypeName(layout.index_primitive_type), ")");
  }
  if (layout.pointer_primitive_type != PrimitiveType::kInvalid) {
    StrAppend(out, "*(", PrimitiveTypeName(layout.pointer_primitive_type), ")");
  }
  if (layout.element_size_in_bits != 0) StrAppend(out, "E(", layout.element_size_in_bits, ")");
  if (layout.memory_space != 0) StrAppend(out, "S(", layout.memory_space, ")");
  if (!layout.split_configs.empty()) {
    out->append("SC");
    for (const SplitConfig& config : layout.split_configs) {
      StrAppend(out, "(", config.dimension, ":");
      AppendNumbers(config.split_indices, out);
      out->push_back(')');
    }
  }
  if (layout.dynamic_shape_metadata_prefix_bytes > 0) {
    StrAppend(out, "M(", layout.dynamic_shape_metadata_prefix_bytes, ")");
  }
  if (out->size() == fields_begin + 1) out->pop_back();  // only the colon
  out->push_back('}');
}

void AppendShape(const Shape& shape, bool with_layout, std::string* out) {
  const std::string_view cached =
      with_layout ? shape.cached_text() : shape.cached_text_without_layout();
  if (!cached.empty()) {
    out->append(cached);
    return;
  }
  if (shape.IsTuple() || shape.IsBuffer()) {
    out->append(shape.IsTuple() ? "(" : "b(");
    AppendElements(shape, with_layout, out);
    out->push_back(')');
    return;
  }
  out->append(PrimitiveTypeName(shape.element_type()));
  AppendDimensions(shape, out);
  if (!with_layout || !shape.IsArray() || shape.layout() == nullptr) return;
  const size_t layout_begin = out->size();
  AppendLayout(*shape.layout(), out);
  if (shape.rank() == 0 && out->size() == layout_begin + 2) out->resize(layout_begin);  // {}
}

}  // namespace hlo_text_v1
