// Source: XLA MutableLiteralBase::CreateFromProto.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hlo/print_values.h"
#include "src/base/saturated.h"
#include "src/proto/literal_fields.h"
#include "src/proto/read_values.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1::internal {
namespace {

using LiteralFields = pb::LiteralProto;

// The elements of an array in the order of the bytes, from the field of their type.
class ElementReader {
 public:
  ElementReader(std::string_view bytes, const Shape& shape, ProtoReadState& state)
      : bytes_(bytes), shape_(shape), state_(state) {}

  // Puts them into `to`, row-major.
  bool Read(int64_t count, char* to) {
    const LiteralField field = LiteralFieldOf(shape_.element_type());
    const auto width = static_cast<size_t>(ByteWidth(shape_.element_type()));
    size_t found = 0;
    MemoryOrder order(shape_);
    const auto place = [&] { return to + static_cast<size_t>(order.Next()) * width; };
    for (WireCursor cursor(state_, bytes_); cursor.Next();) {
      if (cursor.number() != field.number) continue;
      const bool is_packed = cursor.wire_type() == WireType::kBytes;
      if (!is_packed && cursor.wire_type() != WireTypeOf(field.type)) continue;
      const std::string_view payload = is_packed ? cursor.bytes() : FixedNumber(cursor);
      if (field.type == ProtoType::kBool || field.type == ProtoType::kInt32 ||
          field.type == ProtoType::kInt64 || field.type == ProtoType::kUint32 ||
          field.type == ProtoType::kUint64) {
        const auto add = [&](uint64_t bits) {
          if (found++ >= static_cast<size_t>(count)) return;
          if (field.type == ProtoType::kBool) bits = bits != 0;
          StoreElement(place(), static_cast<int>(width), bits);
        };
        if (!is_packed) {
          add(cursor.bits());
        } else if (!ForEachPacked<ProtoType::kInt64>(payload, add)) {
          return state_.Malformed(cursor.begin(), "a number is cut");
        }
        continue;
      }
      if (field.type == ProtoType::kBytes &&
          found > 0) {  // the last occurrence of a single field counts
        found = 0;
        order = MemoryOrder(shape_);
      }
      // Already in the form of memory.
      const size_t here = payload.size() / width;
      if (here * width != payload.size() || here > static_cast<size_t>(count) - found)
        return WrongCount(cursor, found + here, count);
      if (order.in_order()) {
        if (here > 0) std::memcpy(to + found * width, payload.data(), payload.size());
      } else {
        for (size_t i = 0; i < here; ++i) std::memcpy(place(), payload.data() + i * width, width);
      }
      found += here;
    }
    if (state_.failed()) return false;
    if (found == static_cast<size_t>(count)) return true;
    return state_.Fail(
        bytes_.data(),
        StrCat("Expected ", count, " elements in LiteralProto repeated field, has ", found));
  }

 private:
  // The bytes of a number of fixed size.
  static std::string_view FixedNumber(const WireCursor& cursor) {
    const size_t size = cursor.wire_type() == WireType::kFixed64   ? 8
                        : cursor.wire_type() == WireType::kFixed32 ? 4
                                                                   : 0;
    return std::string_view(cursor.rest() - size, size);
  }

  bool WrongCount(const WireCursor& cursor, size_t found, int64_t count) {
    return state_.Fail(
        cursor.begin(),
        StrCat("Expected ", count, " elements in LiteralProto repeated field, has ", found));
  }

  std::string_view bytes_;
  const Shape& shape_;
  ProtoReadState& state_;
};

// Unused bits of narrow types are copies of the sign, as when read from text.
void ExtendSigns(PrimitiveType type, int64_t count, char* bytes) {
  const int bits = BitWidth(type);
  if (bits >= 8 || type == PrimitiveType::kPRED) return;
  const auto mask = static_cast<unsigned>((1 << bits) - 1);
  const unsigned sign = IsSignedIntegralType(type) ? 1u << (bits - 1) : 0;
  for (int64_t i = 0; i < count; ++i) {
    const unsigned value = static_cast<unsigned char>(bytes[i]) & mask;
    bytes[i] = static_cast<char>((value ^ sign) - sign);
  }
}

bool ReadArrayLiteral(std::string_view bytes, const Shape* shape, int64_t max_elements,
                      ProtoReadState& state, Literal* literal) {
  if (shape->layout() == nullptr) return state.Fail(bytes.data(), "LiteralProto has no layout");
  const std::optional<int64_t> count = ElementCount(*shape);
  if (!count.has_value() || *count > max_elements) {
    return state.Fail(bytes.data(),
                      StrCat("the constant has more than ", max_elements, " elements"),
                      absl::StatusCode::kResourceExhausted);
  }
  // An unbounded dimension counts as 1, but has no value.
  for (const int64_t size : shape->dimensions()) {
    if (size == kUnboundedSize) return state.Fail(bytes.data(), "LiteralProto is unbounded");
  }
  const auto width = static_cast<size_t>(ByteWidth(shape->element_type()));
  // If there are elements, each takes at least one byte of the input.
  if (static_cast<uint64_t>(*count) > bytes.size()) {
    return state.Fail(bytes.data(), StrCat("Expected ", *count,
                                           " elements in LiteralProto repeated field, has fewer"));
  }
  // Too many for 32 bits are too many for any memory.
  const auto size = static_cast<uint64_t>(SaturatedProduct(*count, static_cast<int64_t>(width)));
  char* elements = state.NewArray<char>(bytes.data(), std::min<uint64_t>(size, SIZE_MAX - 1) + 1);
  if (elements == nullptr) return false;
  if (!ElementReader(bytes, *shape, state).Read(*count, elements)) return false;
  ExtendSigns(shape->element_type(), *count, elements);
  *literal = Literal::Array(shape, absl::Span<const char>(elements, static_cast<size_t>(size)));
  return true;
}

}  // namespace

bool ReadLiteral(std::string_view bytes, int64_t max_elements, ShapeReader& shapes,
                 ProtoReadState& state, Literal* literal) {
  std::string_view shape_bytes;
  bool has_shape = false;
  std::vector<Literal> elements;
  {
    MessageReader reader(state, ProtoMessage::kNone, bytes);
    while (reader.Next()) {
      if (reader.Take(LiteralFields::shape) && reader.TakeWhole(&shape_bytes)) has_shape = true;
      if (!reader.Take(LiteralFields::tuple_literals)) continue;
      if (!state.HasRoom(reader.begin(), sizeof(Literal))) return false;
      elements.emplace_back();
      if (!ReadLiteral(reader.bytes(), max_elements, shapes, state, &elements.back())) {
        state.AddToPath("tuple_literals", static_cast<int64_t>(elements.size()) - 1);
      }
    }
  }
  if (state.failed()) return false;
  if (!has_shape) return state.Fail(bytes.data(), "LiteralProto has no shape");
  const Shape* shape = shapes.Read(shape_bytes);
  if (shape == nullptr) {
    state.AddToPath("shape", -1);
    return false;
  }
  if (shape->IsArray()) return ReadArrayLiteral(bytes, shape, max_elements, state, literal);
  if (elements.size() != shape->tuple_shapes().size() || shape->IsBuffer()) {
    return state.Fail(bytes.data(), StrCat("Expected ", shape->tuple_shapes().size(),
                                           " tuple elements, has ", elements.size()));
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    if (ShapesCompatible(elements[i].shape(), *shape->tuple_shapes()[i])) continue;
    return state.Fail(bytes.data(), StrCat(PrintShape(elements[i].shape()), " vs ",
                                           PrintShape(*shape->tuple_shapes()[i])));
  }
  *literal = Literal::Tuple(shape, state.arena->CopySpan(absl::MakeConstSpan(elements)));
  return true;
}

}  // namespace hlo_text_v1::internal
