// Writes protocol buffers as XLA's serialisation does: fields in ascending order of number, packed
// numbers, nothing for a default.
//
//   WireWriter writer;
//   writer.Field(pb::TileProto::dimensions, tile.dimensions);
//   writer.Message(pb::ShapeProto::layout, [&] { WriteLayout(layout, writer); });
//   std::string bytes = std::move(writer).Take();
//
// The length of a message comes before it but is only known after it: as many bytes are kept free
// as the last message with the same field number needed, and a message that needs a different
// number is moved. The caller decides the order of fields.
#ifndef HLO_PROTO_WIRE_WRITER_H_
#define HLO_PROTO_WIRE_WRITER_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/casts.h"
#include "absl/types/span.h"
#include "src/base/hash_table.h"
#include "src/base/little_endian.h"
#include "src/base/utf8.h"
#include "src/proto/schema.h"

namespace hlo_text_v1::internal {

// The fields of a value, for WireWriter and MessageReader; value_fields.h has the specialisations.
template <typename T>
struct ProtoFieldsOf;

// A field that is written whatever its value is.
template <ProtoType type>
constexpr ProtoField<type, ProtoLabel::kOptional> Explicit(
    ProtoField<type, ProtoLabel::kImplicit> field) {
  return {field.number, field.name};
}

// The texts that messages of a module refer to by number, each one once, in the order of first use.
class PayloadList {
 public:
  int64_t Add(std::string_view payload) {
    const auto [known, is_new] = ids_.try_emplace(payload, static_cast<int64_t>(all_.size()));
    if (is_new) all_.push_back(payload);
    return known->second;
  }
  absl::Span<const std::string_view> all() const { return all_; }

 private:
  HashMap<std::string_view, int64_t> ids_;
  std::vector<std::string_view> all_;
};

class WireWriter {
 public:
  static constexpr bool kIsWriter = true;

  WireWriter() = default;
  WireWriter(const WireWriter&) = delete;
  WireWriter& operator=(const WireWriter&) = delete;

  // Reserves room for about as many bytes as will be written, with a margin if it has to grow.
  void Expect(size_t bytes) {
    if (Free() < bytes) Resize(size() + bytes + bytes / 8);
  }

  // The first string that is not UTF-8, which XLA writes but does not read; nullptr if there was
  // none.
  const char* bad_string() const { return bad_string_; }
  size_t size() const { return static_cast<size_t>(p_ - bytes_.data()); }
  // The bytes written from `begin` on; valid until the next call.
  std::string_view written(size_t begin = 0) const {
    return std::string_view(bytes_.data() + begin, size() - begin);
  }
  // Drops the bytes written from `begin` on.
  void Clear(size_t begin = 0) { p_ = bytes_.data() + begin; }
  std::string Take() && {
    bytes_.resize(size());
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
  // A message without fields.
  template <ProtoLabel label>
  void EmptyMessage(ProtoField<ProtoType::kMessage, label> field) {
    Text(field.number, {});
  }
  // A message whose fields are written already.
  template <ProtoLabel label>
  void MessageOf(ProtoField<ProtoType::kMessage, label> field, std::string_view content) {
    Text(field.number, content);
  }

  // Collects payloads of metadata; without it they are written in place. Must outlive this, or be
  // reset to null before.
  void set_payloads(PayloadList* payloads) { payloads_ = payloads; }
  PayloadList* payloads() { return payloads_; }

  // A field known only by its number.
  void LengthDelimited(uint32_t number, std::string_view content) { Text(number, content); }

  // A string that is known to be UTF-8.
  template <ProtoLabel label>
  void Word(ProtoField<ProtoType::kString, label> field, std::string_view word) {
    Text(field.number, word);
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

  // A packed field of `count` numbers; get(i) returns each.
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
    Reserve(2 * kLongestVarint + size);
    PutTag(field.number, WireType::kBytes);
    PutVarint(size);
    char* at = p_;
    p_ += size;
    return at;
  }

  void Raw(std::string_view bytes) {
    if (bytes.empty()) return;
    Reserve(bytes.size());
    std::memcpy(p_, bytes.data(), bytes.size());
    p_ += bytes.size();
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

  size_t Free() const { return static_cast<size_t>(end_ - p_); }
  void Reserve(size_t more) {
    if (Free() < more) Grow(more);
  }
  ABSL_ATTRIBUTE_NOINLINE void Grow(size_t more) {
    constexpr size_t kMinimum = 256;
    Resize(size() + more + bytes_.size() + kMinimum);
  }
  void Resize(size_t room) {
    const size_t used = size();
    bytes_.resize(room);
    p_ = bytes_.data() + used;
    end_ = bytes_.data() + room;
  }

  // ---- Where there is room.

  ABSL_ATTRIBUTE_ALWAYS_INLINE void PutVarint(uint64_t value) {
    if (value < 0x80) {
      *p_++ = static_cast<char>(value);
    } else {
      p_ = PutLongVarint(value, p_);
    }
  }
  static char* PutLongVarint(uint64_t value, char* at) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    // Ids have six bytes. Bits are spread into groups of four, two and one bytes of seven bits.
    constexpr int kBits = 56;
    if (value >> kBits == 0) {
      const auto size = static_cast<size_t>((64 - __builtin_clzll(value | 1) + 6) / 7);
      uint64_t word = (value & 0x000000000fffffff) | (value & 0x00fffffff0000000) << 4;
      word = (word & 0x00003fff00003fff) | (word & 0x0fffc0000fffc000) << 2;
      word = (word & 0x007f007f007f007f) | (word & 0x3f803f803f803f80) << 1;
      word |= 0x8080808080808080 & ((uint64_t{1} << (8 * size - 8)) - 1);
      std::memcpy(at, &word, sizeof(word));
      return at + size;
    }
#endif
    for (; value >= 0x80; value >>= 7) *at++ = static_cast<char>(value | 0x80);
    *at++ = static_cast<char>(value);
    return at;
  }
  // A number of the schema, which has at most two bytes with its type.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void PutTag(uint32_t number, WireType type) {
    const uint32_t tag = number << 3 | static_cast<uint32_t>(type);
    if (tag < 0x80) {
      *p_++ = static_cast<char>(tag);
      return;
    }
    p_[0] = static_cast<char>(tag | 0x80);
    p_[1] = static_cast<char>(tag >> 7);
    p_ += 2;
  }

  // The tag, the length and the bytes of a field.
  void Text(uint32_t number, std::string_view text) {
    Reserve(2 * kLongestVarint + text.size());
    PutTag(number, WireType::kBytes);
    PutVarint(text.size());
    if (!text.empty()) std::memcpy(p_, text.data(), text.size());
    p_ += text.size();
  }

  // The tag, the length and the content of a field that write() writes.
  template <typename Write>
  void WithLength(uint32_t number, Write write) {
    uint8_t& last = length_sizes_[number % kLengthSizes];
    Reserve(2 * kLongestVarint);
    PutTag(number, WireType::kBytes);
    const size_t free = last;
    p_ += free;
    const size_t begin = size();
    write();
    const size_t length = size() - begin;
    constexpr size_t kTwoBytes = 0x80, kThreeBytes = 0x4000;
    if (free == 1 && length < kTwoBytes) {
      bytes_[begin - 1] = static_cast<char>(length);
    } else if (free == 2 && length >= kTwoBytes && length < kThreeBytes) {
      bytes_[begin - 2] = static_cast<char>(length | 0x80);
      bytes_[begin - 1] = static_cast<char>(length >> 7);
    } else {
      PutLength(begin, length, free, &last);
    }
  }
  // Puts the length of the bytes written from `begin` on before them, where `free` bytes are free.
  ABSL_ATTRIBUTE_NOINLINE void PutLength(size_t begin, size_t length, size_t free, uint8_t* last) {
    char varint[kLongestVarint];
    const auto size = static_cast<size_t>(PutLongVarint(length, varint) - varint);
    if (size != free) {
      Reserve(size);
      char* const content = &bytes_[begin];
      std::memmove(content - free + size, content, length);
      p_ = content - free + size + length;
      *last = static_cast<uint8_t>(size);
    }
    std::memcpy(&bytes_[begin - free], varint, size);
  }

  template <ProtoType type, typename T>
  void Number(T value) {
    Reserve(kLongestVarint);
    PutNumber<type>(value);
  }
  template <ProtoType type, typename T>
  void PutNumber(T value) {
    if constexpr (WireTypeOf(type) == WireType::kVarint) {
      PutVarint(static_cast<uint64_t>(static_cast<int64_t>(value)));
    } else {
      using Wire = std::conditional_t<type == ProtoType::kFloat, float, double>;
      using Bits = std::conditional_t<type == ProtoType::kFloat, uint32_t, uint64_t>;
      const Bits bits = LittleEndian(absl::bit_cast<Bits>(static_cast<Wire>(value)));
      std::memcpy(p_, &bits, sizeof(bits));
      p_ += sizeof(bits);
    }
  }

  template <ProtoType type, ProtoLabel label, typename Value>
  void Single(ProtoField<type, label> field, const Value& value) {
    if constexpr (type == ProtoType::kMessage) {
      Message(field, [&] { ProtoFieldsOf<Value>::Visit(*this, value); });
    } else if constexpr (IsLengthDelimited(type)) {
      Text(field.number, value);
      if constexpr (type == ProtoType::kString) {
        if (!IsUtf8(value)) bad_string_ = field.name;
      }
    } else {
      Reserve(2 * kLongestVarint);
      PutTag(field.number, WireTypeOf(type));
      PutNumber<type>(value);
    }
  }

  template <ProtoType type, typename T>
  void Packed(uint32_t number, absl::Span<T> values) {
    PackedFrom(ProtoField<type, ProtoLabel::kPacked>{number, ""}, values.size(),
               [&](size_t i) { return values[i]; });
  }

  std::string bytes_;
  char* p_ = bytes_.data();  // the end of what is written
  char* end_ = bytes_.data();
  // The number of bytes that the last length of a field took, by field number.
  static constexpr size_t kLengthSizes = 128;
  std::array<uint8_t, kLengthSizes> length_sizes_ = {};
  const char* bad_string_ = nullptr;
  PayloadList* payloads_ = nullptr;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_WIRE_WRITER_H_
