// Writes protocol buffers as XLA's serialisation does: fields in ascending order of number, packed
// numbers, nothing for a default.
//
//   WireWriter writer;
//   writer.Field(pb::TileProto::dimensions, tile.dimensions);
//   writer.Message(pb::ShapeProto::layout, [&] { WriteLayout(layout, writer); });
//   std::string bytes = std::move(writer).Take();
//
// The length of a message comes before it and is not known yet: as many bytes are kept free as the
// last message of the same number needed, and a message that needs another number moves. The order
// of the fields is the caller's.
#ifndef HLO_PROTO_WIRE_WRITER_H_
#define HLO_PROTO_WIRE_WRITER_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/casts.h"
#include "absl/types/span.h"
#include "src/base/utf8.h"
#include "src/proto/schema.h"

namespace hlo::internal {

// The fields of a value, for WireWriter and for MessageReader: proto_fields.h specialises it.
template <typename T>
struct ProtoFieldsOf;

// A field that is written whatever its value is.
template <ProtoType type>
constexpr ProtoField<type, ProtoLabel::kOptional> Explicit(
    ProtoField<type, ProtoLabel::kImplicit> field) {
  return {field.number, field.name};
}

class WireWriter {
 public:
  static constexpr bool kIsWriter = true;

  // Room for about as many bytes as will be written.
  void Expect(size_t bytes) { Reserve(bytes); }

  // A string that is not UTF-8, which XLA writes but does not read; nullptr if there was none.
  const char* bad_string() const { return bad_string_; }
  size_t size() const { return size_; }
  std::string Take() && {
    bytes_.resize(size_);
    return std::move(bytes_);
  }

  // A number, a string, a list of them, a struct or a list of structs, as the label says.
  template <ProtoType type, ProtoLabel label, typename Value>
  void Field(ProtoField<type, label> field, const Value& value) {
    if constexpr (label == ProtoLabel::kPacked) {
      Packed<type>(field.number, value);
    } else if constexpr (label == ProtoLabel::kRepeated) {
      for (const auto& element : value) Single<type>(field, element);
    } else if constexpr (label == ProtoLabel::kImplicit) {
      if (!IsDefault(value)) Single<type>(field, value);
    } else {
      Single<type>(field, value);
    }
  }

  // A message whose fields `write` writes.
  template <ProtoLabel label, typename Write>
  void Message(ProtoField<ProtoType::kMessage, label> field, Write write) {
    WithLength(field.number, write);
  }

  // A struct that may be absent.
  template <ProtoLabel label, typename Value>
  void MessageIf(ProtoField<ProtoType::kMessage, label> field, bool is_present,
                 const Value& value) {
    if (is_present) Field(field, value);
  }
  template <ProtoType type, ProtoLabel label, typename Value>
  void FieldIf(ProtoField<type, label> field, bool is_present, const Value& value) {
    if (is_present) Field(field, value);
  }

  // `count` numbers of a packed field, each as `get(i)` gives it.
  template <ProtoType type, typename Get>
  void PackedFrom(ProtoField<type, ProtoLabel::kPacked> field, size_t count, Get get) {
    if (count == 0) return;
    WithLength(field.number, [&] {
      for (size_t i = 0; i < count; ++i) Number<type>(get(i));
    });
  }

  // The tag and length of a bytes field; returns where its `size` bytes are to be put.
  template <ProtoType type, ProtoLabel label>
  char* Bytes(ProtoField<type, label> field, size_t size) {
    Tag(field.number, WireType::kBytes);
    Varint(size);
    Reserve(size);
    char* at = &bytes_[size_];
    size_ += size;
    return at;
  }

  void Raw(std::string_view bytes) {
    if (bytes.empty()) return;
    Reserve(bytes.size());
    std::memcpy(&bytes_[size_], bytes.data(), bytes.size());
    size_ += bytes.size();
  }

 private:
  static constexpr size_t kLongestVarint = 10;

  static bool IsDefault(std::string_view text) { return text.empty(); }
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>, int> = 0>
  static bool IsDefault(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
      return absl::bit_cast<Bits>(value) == 0;  // -0.0 is written
    } else {
      return value == T{};
    }
  }

  void Reserve(size_t more) {
    if (bytes_.size() - size_ < more) Grow(more);
  }
  ABSL_ATTRIBUTE_NOINLINE void Grow(size_t more) {
    constexpr size_t kMinimum = 256;
    bytes_.resize(size_ + more + bytes_.size() + kMinimum);
  }

  void Varint(uint64_t value) {
    Reserve(kLongestVarint);
    char* at = &bytes_[size_];
    size_ += PutVarint(value, at);
  }
  static size_t PutVarint(uint64_t value, char* at) {
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) at[size++] = static_cast<char>(value | 0x80);
    at[size++] = static_cast<char>(value);
    return size;
  }
  void Tag(uint32_t number, WireType type) { Varint(number << 3 | static_cast<uint32_t>(type)); }

  // The tag, the length and the content of a field that write() writes.
  template <typename Write>
  void WithLength(uint32_t number, Write write) {
    Tag(number, WireType::kBytes);
    uint8_t& last = length_sizes_[number % kLengthSizes];
    const size_t free = last;
    Reserve(free);
    size_ += free;
    const size_t begin = size_;
    write();
    const size_t length = size_ - begin;
    char varint[kLongestVarint];
    const size_t size = PutVarint(length, varint);
    if (size != free) {
      Reserve(size);
      std::memmove(&bytes_[begin - free + size], &bytes_[begin], length);
      size_ = begin - free + size + length;
      last = static_cast<uint8_t>(size);
    }
    std::memcpy(&bytes_[begin - free], varint, size);
  }

  template <ProtoType type, typename T>
  void Number(T value) {
    if constexpr (WireTypeOf(type) == WireType::kVarint) {
      Varint(static_cast<uint64_t>(static_cast<int64_t>(value)));
    } else {
      using Wire = std::conditional_t<type == ProtoType::kFloat, float, double>;
      const auto wire = static_cast<Wire>(value);
      Raw(std::string_view(reinterpret_cast<const char*>(&wire), sizeof(wire)));
    }
  }

  template <ProtoType type, ProtoLabel label, typename Value>
  void Single(ProtoField<type, label> field, const Value& value) {
    if constexpr (type == ProtoType::kMessage) {
      Message(field, [&] { ProtoFieldsOf<Value>::Visit(*this, value); });
    } else if constexpr (IsLengthDelimited(type)) {
      Tag(field.number, WireType::kBytes);
      Varint(value.size());
      Raw(value);
      if (type == ProtoType::kString && !IsUtf8(value)) bad_string_ = field.name;
    } else {
      Tag(field.number, WireTypeOf(type));
      Number<type>(value);
    }
  }

  template <ProtoType type, typename T>
  void Packed(uint32_t number, absl::Span<T> values) {
    PackedFrom(ProtoField<type, ProtoLabel::kPacked>{number, ""}, values.size(),
               [&](size_t i) { return values[i]; });
  }

  std::string bytes_;  // of which size_ are written
  size_t size_ = 0;
  // How many bytes the last length of a field took, by number.
  static constexpr size_t kLengthSizes = 128;
  std::array<uint8_t, kLengthSizes> length_sizes_ = {};
  const char* bad_string_ = nullptr;
};

}  // namespace hlo::internal

#endif  // HLO_PROTO_WIRE_WRITER_H_
