// Source: XLA Shape::FromProto, Layout::FromProto, ShapeUtil::ValidateShape.
#include <limits>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "hlo/print_values.h"
#include "src/base/name_hash.h"
#include "src/proto/enum_numbers.h"
#include "src/proto/read_values.h"

namespace hlo_text_v1::internal {
namespace {

// "f32[4]", for messages; a shape that cannot be made has no text.
std::string ArrayText(PrimitiveType type, absl::Span<const int64_t> dimensions) {
  return StrCat(PrimitiveTypeName(type), "[", Joined(dimensions, ","), "]");
}
std::string Braced(absl::Span<const int64_t> numbers) {
  return StrCat("{", Joined(numbers, ", "), "}");
}

}  // namespace

const Shape* ShapeReader::Read(std::string_view bytes) {
  Known* recent = recent_.At(bytes);
  if (recent == nullptr) return FindOrRead(bytes);
  if (recent->bytes.size() == bytes.size() &&
      SameBytes(recent->bytes.data(), bytes.data(), bytes.size())) {
    return recent->shape;
  }
  const Shape* shape = FindOrRead(bytes);
  if (shape != nullptr) *recent = {bytes, shape};
  return shape;
}

const Shape* ShapeReader::FindOrRead(std::string_view bytes) {
  const auto found = known_.find(Absl(bytes));
  if (found != known_.end()) return found->second;
  const Shape* shape = ReadNew(bytes);
  if (shape != nullptr) known_.emplace(Absl(bytes), shape);
  return shape;
}

const Shape* ShapeReader::ReadNew(std::string_view bytes) {
  using Fields = pb::ShapeProto;
  int64_t type = 0;
  absl::Span<const int64_t> dimensions;
  absl::Span<const bool> dynamic;
  std::vector<const Shape*> elements;
  std::string_view layout;
  bool has_layout = false;
  for (MessageReader reader(state_, ProtoMessage::kShapeProto, bytes); reader.Next();) {
    reader.Field(Fields::element_type, type);
    reader.Field(Fields::dimensions, dimensions);
    reader.Field(Fields::is_dynamic_dimension, dynamic);
    if (reader.Take(Fields::tuple_shapes)) {
      elements.push_back(Read(reader.bytes()));
      if (elements.back() == nullptr) {
        state_.AddToPath("tuple_shapes", static_cast<int64_t>(elements.size()) - 1);
      }
    } else if (reader.Take(Fields::layout) && reader.TakeWhole(&layout)) {
      has_layout = true;
    }
  }
  if (state_.failed()) return nullptr;
  return MakeShape(bytes, PrimitiveTypeOf(type), dimensions, dynamic, elements,
                   has_layout ? &layout : nullptr);
}

const Shape* ShapeReader::MakeShape(std::string_view bytes, PrimitiveType type,
                                    absl::Span<const int64_t> dimensions,
                                    absl::Span<const bool> dynamic,
                                    absl::Span<const Shape* const> elements,
                                    const std::string_view* layout) {
  const auto fail = [&](std::string_view message) -> const Shape* {
    state_.Fail(bytes.data(), message);
    return nullptr;
  };
  if (IsArrayType(type)) return MakeArray(bytes, type, dimensions, dynamic, layout);
  if (layout != nullptr) {
    return fail(StrCat("Malformed shape proto: element_type ",
                       ProtoEnumName(ProtoEnum::kPrimitiveType, ProtoNumber(type)),
                       " should not have a layout."));
  }
  if (type == PrimitiveType::kTuple) return pool_.Tuple(elements);
  if (type == PrimitiveType::kTOKEN) return pool_.Token();
  if (type == PrimitiveType::kOPAQUE) return pool_.Opaque();
  if (type == PrimitiveType::kBuffer) {
    if (elements.size() != 1 || !elements[0]->IsArray()) {
      return fail("Malformed shape proto: a buffer holds one array.");
    }
    return pool_.Buffer(elements[0]);
  }
  return fail("Malformed shape proto: element_type is not known.");
}

const Shape* ShapeReader::MakeArray(std::string_view bytes, PrimitiveType type,
                                    absl::Span<const int64_t> dimensions,
                                    absl::Span<const bool> dynamic,
                                    const std::string_view* layout) {
  if (!dynamic.empty() && dynamic.size() != dimensions.size()) {
    state_.Fail(
        bytes.data(),
        StrCat("Malformed shape proto: number of is_dynamic_dimension fields (", dynamic.size(),
               ") does not match number of dimension fields (", dimensions.size(), ")."));
    return nullptr;
  }
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const bool is_unbounded = dimensions[i] == kUnboundedSize && !dynamic.empty() && dynamic[i];
    if (dimensions[i] >= 0 || is_unbounded) continue;
    const std::string text = ArrayText(type, dimensions);
    state_.Fail(bytes.data(),
                StrCat("Shape Error: Negative dimension at index ", i, ": ", dimensions[i],
                       ". Shape(", PrimitiveTypeName(type), "): ", text));
    return nullptr;
  }
  if (layout == nullptr) return pool_.ArrayWithoutLayout(type, dimensions, dynamic);
  Layout read;
  if (!ReadLayout(*layout, type, dimensions, &read)) {
    state_.AddToPath("layout", -1);
    return nullptr;
  }
  return pool_.Array(type, dimensions, dynamic, &read);
}

bool ShapeReader::ReadLayout(std::string_view bytes, PrimitiveType type,
                             absl::Span<const int64_t> dimensions, Layout* layout) {
  using Fields = pb::LayoutProto;
  int64_t index_type = 0, pointer_type = 0, alignment = 0;
  for (MessageReader reader(state_, ProtoMessage::kLayoutProto, bytes); reader.Next();) {
    reader.Field(Fields::minor_to_major, layout->minor_to_major);
    reader.Field(Fields::tiles, layout->tiles);
    reader.Field(Fields::element_size_in_bits, layout->element_size_in_bits);
    reader.Field(Fields::memory_space, layout->memory_space);
    reader.Field(Fields::index_primitive_type, index_type);
    reader.Field(Fields::pointer_primitive_type, pointer_type);
    reader.Field(Fields::dynamic_shape_metadata_prefix_bytes,
                 layout->dynamic_shape_metadata_prefix_bytes);
    reader.Field(Fields::tail_padding_alignment_in_elements, alignment);
    reader.Field(Fields::split_configs, layout->split_configs);
  }
  if (state_.failed()) return false;
  layout->index_primitive_type = PrimitiveTypeOf(index_type);
  layout->pointer_primitive_type = PrimitiveTypeOf(pointer_type);
  if (alignment < 0) return state_.Fail(bytes.data(), "alignment > 0");
  layout->tail_padding_alignment = alignment == 0 ? 1 : alignment;

  const absl::Span<const int64_t> order = layout->minor_to_major;
  const auto fail = [&](std::string_view what) {
    return state_.Fail(bytes.data(), StrCat("layout minor_to_major field ", what, Braced(order),
                                            "; shape: ", ArrayText(type, dimensions)));
  };
  const auto rank = static_cast<int64_t>(dimensions.size());
  if (order.size() != dimensions.size()) {
    return fail(
        StrCat("contains ", order.size(), " elements, but shape has ", rank, " dimensions: "));
  }
  if (any_order_) return true;
  absl::InlinedVector<bool, 16> seen(dimensions.size());
  for (const int64_t dimension : order) {
    if (dimension < 0 || dimension >= rank) return fail("has out-of-bounds value: ");
    if (seen[static_cast<size_t>(dimension)]) return fail("has duplicate values: ");
    seen[static_cast<size_t>(dimension)] = true;
  }
  if (layout->element_size_in_bits < 0) {
    return state_.Fail(bytes.data(), StrCat("layout element_size_in_bits field is negative: ",
                                            layout->element_size_in_bits));
  }
  return true;
}

}  // namespace hlo_text_v1::internal
