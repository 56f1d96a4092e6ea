// Shapes and literals are trees, walked with an explicit stack.
#include "src/export/json_values.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "hlo/memory_layout.h"
#include "src/ir/module_state.h"
#include "src/ir/visit_attribute.h"
#include "src/print/attribute_printer.h"

namespace hlo_text_v1::internal {
namespace {

void WriteTiles(absl::Span<const Tile> tiles, JsonWriter* json) {
  json->Key("tiles").BeginArray();
  for (const Tile& tile : tiles) {
    json->BeginArray();
    for (const int64_t size : tile.dimensions) {
      if (size == kCombineDimension) {
        json->String("*");
      } else if (size == kMatchDimension) {
        json->String("d");
      } else {
        json->Int(size);
      }
    }
    json->EndArray();
  }
  json->EndArray();
}

void WriteIntUnless(std::string_view name, int64_t value, int64_t otherwise, JsonWriter* json) {
  if (value == otherwise) return;
  json->Key(name).Int(value);
}

void WriteTypeUnlessInvalid(std::string_view name, PrimitiveType type, JsonWriter* json) {
  if (type == PrimitiveType::kInvalid) return;
  json->Key(name).String(PrimitiveTypeName(type));
}

void WriteLayout(const Layout& layout, JsonWriter* json) {
  json->Key("layout").BeginObject();
  json->Key("minor_to_major").Ints(layout.minor_to_major);
  if (!layout.tiles.empty()) WriteTiles(layout.tiles, json);
  WriteIntUnless("tail_padding_alignment", layout.tail_padding_alignment, 1, json);
  WriteTypeUnlessInvalid("index_primitive_type", layout.index_primitive_type, json);
  WriteTypeUnlessInvalid("pointer_primitive_type", layout.pointer_primitive_type, json);
  WriteIntUnless("element_size_in_bits", layout.element_size_in_bits, 0, json);
  WriteIntUnless("memory_space", layout.memory_space, 0, json);
  if (!layout.split_configs.empty()) {
    json->Key("split_configs");
    WriteValueJson(layout.split_configs, json);
  }
  WriteIntUnless("dynamic_shape_metadata_prefix_bytes", layout.dynamic_shape_metadata_prefix_bytes,
                 0, json);
  json->EndObject();
}

void WriteSize(const Shape& shape, int64_t dimension, JsonWriter* json) {
  if (shape.is_unbounded_dimension(dimension)) {
    json->Null();
  } else {
    json->Int(shape.dimensions(dimension));
  }
}

// The sizes in physical order, if that makes a difference.
void WritePhysicalDimensions(const Shape& shape, JsonWriter* json) {
  if (shape.layout() == nullptr) return;
  const std::vector<int64_t> order = MajorToMinor(shape);
  bool differs = false;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    differs |= shape.dimensions(i) != shape.dimensions(order[static_cast<size_t>(i)]);
  }
  if (!differs) return;
  json->Key("physical_dimensions").BeginArray();
  for (const int64_t dimension : order) WriteSize(shape, dimension, json);
  json->EndArray();
}

void WriteArray(const Shape& shape, JsonWriter* json) {
  json->Key("dimensions").BeginArray();
  for (int64_t i = 0; i < shape.rank(); ++i) WriteSize(shape, i, json);
  json->EndArray();
  if (!shape.is_static()) {
    json->Key("dynamic").BeginArray();
    for (int64_t i = 0; i < shape.rank(); ++i) json->Bool(shape.is_dynamic_dimension(i));
    json->EndArray();
  }
  if (shape.layout() != nullptr) WriteLayout(*shape.layout(), json);
  WritePhysicalDimensions(shape, json);
}

// One element, row-major. Elements that are not stored are zero.
void WriteElement(const Literal& literal, int64_t index, JsonWriter* json) {
  const PrimitiveType type = literal.shape().element_type();
  const auto write_float = [&](PrimitiveType part, double value) {
    if (ByteWidth(part) > 4) {
      json->Double(value);
    } else {
      json->Float(static_cast<float>(value));
    }
  };
  switch (ClassOf(type)) {
    case PrimitiveClass::kPred:
      return json->Bool(literal.GetBool(index));
    case PrimitiveClass::kUnsigned:
      return json->Uint(static_cast<uint64_t>(literal.GetInt64(index)));
    case PrimitiveClass::kFloat:
      return write_float(type, literal.GetDouble(index));
    case PrimitiveClass::kComplex:
      json->BeginArray();
      write_float(ComplexComponentType(type), literal.GetDouble(index));
      write_float(ComplexComponentType(type), literal.GetImaginary(index));
      json->EndArray();
      return;
    case PrimitiveClass::kSigned:
      return json->Int(literal.GetInt64(index));
    case PrimitiveClass::kToken:
    case PrimitiveClass::kOpaque:
    case PrimitiveClass::kNone:
      return;  // no arrays
  }
}

void WriteArrayLiteral(const Literal& literal, int64_t max_elements, JsonWriter* json) {
  if (!literal.shape().IsArray() || literal.is_elided()) {
    json->Key("elided").Bool(true);
    return;
  }
  const std::optional<int64_t> count = ElementCount(literal.shape());
  if (!count.has_value() || *count > max_elements) {
    json->Key("omitted").Int(count.value_or(0));
    return;
  }
  json->Key("values").BeginArray();
  for (int64_t i = 0; i < *count; ++i) WriteElement(literal, i, json);
  json->EndArray();
}

// A tree node; its children from `next` on are still to come.
template <typename Node>
struct Open {
  absl::Span<const Node> children;
  size_t next;
};

const Shape* Target(const Shape* shape) { return shape; }
const Literal* Target(const Literal& literal) { return &literal; }

// Writes {"...","elements":[...]}. `write(node, &children)` opens an object, writes its other
// members and sets its children; false for a node without a list.
template <typename Node, typename Value, typename Write>
void WriteTree(const Value& root, JsonWriter* json, Write write) {
  std::vector<Open<Node>> stack;
  const auto open = [&](const Value& value) {
    absl::Span<const Node> children;
    if (!write(value, &children)) return json->EndObject();
    json->Key("elements").BeginArray();
    stack.push_back({children, 0});
  };
  open(root);
  while (!stack.empty()) {
    if (stack.back().next == stack.back().children.size()) {
      json->EndArray();
      json->EndObject();
      stack.pop_back();
    } else {
      const Open<Node> top = stack.back();
      ++stack.back().next;
      open(*Target(top.children[top.next]));
    }
  }
}

}  // namespace

void WriteShapeJson(const Shape& shape, JsonWriter* json) {
  WriteTree<const Shape*, Shape>(
      shape, json, [json](const Shape& value, absl::Span<const Shape* const>* children) {
        json->BeginObject();
        json->Key("type").String(PrimitiveTypeName(value.element_type()));
        if (!value.unknown_text().empty()) {
          json->Key("unknown_text").String(value.unknown_text());
        }
        if (value.IsArray()) WriteArray(value, json);
        *children = value.tuple_shapes();
        return value.IsTuple() || value.IsBuffer();
      });
}

void WriteLiteralJson(const Literal& literal, int64_t max_elements, JsonWriter* json) {
  WriteTree<Literal, Literal>(literal, json,
                              [=](const Literal& value, absl::Span<const Literal>* children) {
                                json->BeginObject();
                                *children = value.elements();
                                if (value.shape().IsTuple() && !value.is_elided()) return true;
                                WriteArrayLiteral(value, max_elements, json);
                                return false;
                              });
}

void WriteMetadataJson(const OpMetadata& metadata, JsonWriter* json) {
  json->Key("metadata").BeginObject();
  ForEachField(metadata, [&](std::string_view name, const auto& member) {
    using Member = std::decay_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, std::string_view>) {
      const bool is_payload = name == "metadata_payload";
      const bool is_set = is_payload ? metadata.has_metadata_payload : !member.empty();
      if (is_set) json->Key(name).String(member);
    } else if constexpr (std::is_same_v<Member, int32_t>) {
      WriteIntUnless(name, member, 0, json);
    } else if constexpr (!std::is_same_v<Member, bool>) {
      if (!member.empty()) json->Key(name).Ints(member);
    }
  });
  json->EndObject();
}

void WriteUnknownAttributesJson(absl::Span<const UnknownAttribute> attributes, JsonWriter* json) {
  if (attributes.empty()) return;
  json->Key("unknown_attributes").BeginArray();
  for (const UnknownAttribute& attribute : attributes) {
    json->BeginObject();
    json->Key("name").String(attribute.name);
    json->Key("value").String(attribute.value);
    json->EndObject();
  }
  json->EndArray();
}

}  // namespace hlo_text_v1::internal
