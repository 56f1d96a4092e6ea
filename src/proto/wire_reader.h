// Reads protocol buffers from untrusted bytes, one message at a time.
//
//   for (MessageReader reader(state, ProtoMessage::kTileProto, bytes); reader.Next();) {
//     reader.Field(pb::TileProto::dimensions, tile.dimensions);
//   }
//   if (state.failed()) ...
//
// Like protobuf's parsers, it takes fields in any order, numbers packed or not, the last of several
// single values, and all parts of a message that comes in parts. It skips fields that the schema
// does not have, or has with another wire type, and counts them. Elements are counted before room
// for them is allocated, so memory is in proportion to the bytes.
//
// protozero, the header-only library for this, was measured: it takes 1.05 times as long to walk
// the fields of four models' instructions.
#ifndef HLO_PROTO_WIRE_READER_H_
#define HLO_PROTO_WIRE_READER_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "src/base/hash_table.h"
#include "src/base/little_endian.h"
#include "src/base/strings.h"
#include "src/proto/schema.h"

namespace hlo_text_v1::internal {

template <typename T>
struct ProtoFieldsOf;

// Defines it: `{ archive.Field(Fields::size, value.size); }` follows, in order of number.
#define HLO_PROTO_FIELDS(Struct, Message, kind)                  \
  template <>                                                    \
  struct ProtoFieldsOf<Struct> {                                 \
    using Fields = pb::Message;                                  \
    static constexpr ProtoMessage kMessage = ProtoMessage::kind; \
    template <typename Archive, typename Value>                  \
    static void Visit(Archive& archive, Value& value);           \
  };                                                             \
  template <typename Archive, typename Value>                    \
  void ProtoFieldsOf<Struct>::Visit(Archive& archive, Value& value)
#define HLO_PROTO_FIELDS_OF(Struct, Message) HLO_PROTO_FIELDS(Struct, Message, k##Message)

// A cache of values by byte string, with a fast hash: a module repeats the same shapes and metadata
// again and again, mostly soon.
template <typename Value, size_t size>
class RecentBytes {
 public:
  // The slot for `bytes`, which may have another string's value; nullptr for strings that are not
  // worth it.
  Value* At(std::string_view bytes) {
    constexpr size_t kWord = sizeof(uint64_t), kHalf = kWord / 2;
    constexpr size_t kMax = 512;
    if (bytes.size() < kHalf || bytes.size() > kMax) return nullptr;
    uint64_t words[3] = {};
    if (bytes.size() < kWord) {  // such as the shapes of scalars
      std::memcpy(&words[0], bytes.data(), kHalf);
      std::memcpy(&words[1], bytes.data() + bytes.size() - kHalf, kHalf);
    } else {
      const size_t last = bytes.size() - kWord;
      std::memcpy(&words[0], bytes.data(), kWord);
      std::memcpy(&words[1], bytes.data() + last / 2, kWord);
      std::memcpy(&words[2], bytes.data() + last, kWord);
    }
    const uint64_t mixed =
        (words[0] ^ words[1] << 1 ^ words[2] << 2 ^ bytes.size()) * 0x9E3779B97F4A7C15;
    return &values_[mixed >> (64 - kBits)];  // the high bits depend on all others
  }

 private:
  static constexpr int kBits = __builtin_ctzll(size);
  static_assert(size == size_t{1} << kBits);
  std::array<Value, size> values_ = {};
};

// State that all readers of an input share: the arena, limits, the first error.
class ProtoReadState {
 public:
  // How deep messages may nest, including the outermost one; protobuf's limit.
  static constexpr int kMaxDepth = 100;

  ProtoReadState(std::string_view bytes, Arena* memory, size_t max_memory_bytes)
      : input(bytes), arena(memory), max_memory(max_memory_bytes) {}

  bool failed() const { return failed_; }
  const std::string& message() const { return message_; }
  const std::string& path() const { return path_; }
  absl::StatusCode code() const { return code_; }
  size_t offset() const { return offset_; }

  // Notes the first error, at the bytes at `at`; returns false.
  bool Fail(const char* at, std::string_view message,
            absl::StatusCode code = absl::StatusCode::kInvalidArgument);
  // Fails in XLA's words because the bytes cannot be read at all.
  bool Malformed(const char* at, std::string_view why);
  // Puts a field before the path of the error; `index` < 0: it is not repeated.
  void AddToPath(std::string_view field, int64_t index);

  // Whether `size` more bytes for the module are within the limit.
  bool HasRoom(const char* at, uint64_t size) {
    const size_t used = arena->allocated_bytes();
    return (used <= max_memory && size <= max_memory - used) || NoRoom(at);
  }

  // Room for `count` elements; nullptr after an error.
  template <typename T>
  T* NewArray(const char* at, size_t count) {
    return HasRoom(at, uint64_t{count} * sizeof(T)) ? arena->NewArray<T>(count) : nullptr;
  }

  // A copy of `text`, which was read at `at`, in the arena. False after an error.
  bool CopyText(const char* at, std::string_view text, std::string_view* copy);

  // Counts a skipped field.
  void NoteUnknown(const char* at, ProtoMessage message, uint32_t number, WireType type);
  // Whether such a field was skipped while keeps_unknown was set.
  bool IsDropped(ProtoMessage message, uint32_t number) const {
    return !kept_.empty() && kept_.contains({message, number});
  }

  std::string_view input;
  std::string_view root = "HloModuleProto";  // the outermost message, for errors
  Arena* arena;
  size_t max_memory;
  int depth = 0;
  bool is_complete = false;  // an HloModuleProtoWithConfig, which has everything that a text has
  absl::Span<const std::string_view> payloads;  // of the module
  bool keeps_unknown = false;  // skipped fields are looked for again, so they do not count
  // The number of skipped fields, and the first one.
  size_t unknown_fields = 0;
  size_t first_unknown_offset = 0;
  ProtoMessage first_unknown_message = ProtoMessage::kNone;
  uint32_t first_unknown_number = 0;

 private:
  size_t OffsetOf(const char* at) const;
  bool NoRoom(const char* at);

  HashSet<std::pair<ProtoMessage, uint32_t>> kept_;

  bool failed_ = false;
  absl::StatusCode code_ = absl::StatusCode::kOk;
  std::string message_;
  std::string path_;
  size_t offset_ = 0;
};

// Counts how deep messages are nested while it lives.
class ProtoDepthGuard {
 public:
  ProtoDepthGuard(ProtoReadState& state, const char* at) : state_(state) {
    if (++state_.depth > ProtoReadState::kMaxDepth) {
      state_.Malformed(at, "messages are nested too deeply");
    }
  }
  ~ProtoDepthGuard() { --state_.depth; }
  ProtoDepthGuard(const ProtoDepthGuard&) = delete;
  ProtoDepthGuard& operator=(const ProtoDepthGuard&) = delete;

 private:
  ProtoReadState& state_;
};

// Reads a varint at `p`; returns its end, or nullptr if there is none.
const char* ReadLongVarint(const char* p, const char* end, uint64_t* value);
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const char* ReadVarint(const char* p, const char* end,
                                                           uint64_t* value) {
  const auto byte = [&](int i) { return static_cast<unsigned char>(p[i]); };
  if (p < end && byte(0) < 0x80) {
    *value = byte(0);
    return p + 1;
  }
  // Most tags of instructions have two bytes.
  if (end - p >= 2 && byte(1) < 0x80) {
    *value = (byte(0) & 0x7Fu) | uint64_t{byte(1)} << 7;
    return p + 2;
  }
  uint64_t wide = 0;  // its address is taken, so that `*value` stays in a register
  p = ReadLongVarint(p, end, &wide);
  *value = wide;
  return p;
}

// A field without its meaning. `bits` has a number, `bytes` a length-delimited value.
struct WireField {
  uint32_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t bits = 0;
  std::string_view bytes;
};
// Reads the field at `p` if it is a varint or length-delimited, and returns its end; else nullptr.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const char* ReadField(const char* p, const char* end,
                                                          WireField* field) {
  uint64_t tag = 0;
  p = ReadVarint(p, end, &tag);
  if (p == nullptr || tag >> 3 == 0 || tag >> 32 != 0) return nullptr;
  field->number = static_cast<uint32_t>(tag >> 3);
  field->type = static_cast<WireType>(tag & 7);
  if (field->type == WireType::kVarint) return ReadVarint(p, end, &field->bits);
  if (field->type != WireType::kBytes) return nullptr;
  uint64_t size = 0;
  p = ReadVarint(p, end, &size);
  if (p == nullptr || size > static_cast<uint64_t>(end - p)) return nullptr;
  field->bytes = std::string_view(p, size);
  return p + size;
}

// The fields of one message, without their meaning.
class WireCursor {
 public:
  WireCursor(ProtoReadState& state, std::string_view bytes)
      : state_(&state), p_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  // Moves to the next field; false after the last and after an error.
  bool Next() {
    begin_ = p_;
    if (p_ == end_) return false;
    if (const char* rest = ReadField(p_, end_, &field_)) {
      p_ = rest;
      return true;
    }
    return NextOther();
  }

  uint32_t number() const { return field_.number; }
  WireType wire_type() const { return field_.type; }
  // A number's value, with floating-point numbers as bits.
  uint64_t bits() const { return field_.bits; }
  // The value of a length-delimited field.
  std::string_view bytes() const { return field_.bytes; }
  // The beginning and end of the field.
  const char* begin() const { return begin_; }
  const char* rest() const { return p_; }
  ProtoReadState& state() const { return *state_; }

 private:
  bool NextOther();
  bool FailHere();
  bool SkipGroup();

  ProtoReadState* state_;
  const char* p_;
  const char* end_;
  const char* begin_ = nullptr;
  WireField field_;
};

// A number of the schema's type, from its bits on the wire.
template <typename T, ProtoType type>
T NumberFromWire(uint64_t bits) {
  if constexpr (type == ProtoType::kFloat) {
    const auto low = static_cast<uint32_t>(bits);
    float value = 0;
    std::memcpy(&value, &low, sizeof(value));
    return static_cast<T>(value);
  } else if constexpr (type == ProtoType::kDouble) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return static_cast<T>(value);
  } else if constexpr (type == ProtoType::kBool) {
    return static_cast<T>(bits != 0);
  } else if constexpr (type == ProtoType::kInt32 || type == ProtoType::kEnum) {
    return static_cast<T>(static_cast<int32_t>(bits));
  } else if constexpr (type == ProtoType::kUint32) {
    return static_cast<T>(static_cast<uint32_t>(bits));
  } else {
    return static_cast<T>(bits);
  }
}

// Calls add(bits) for each number in the payload of a packed field; false if it is cut.
template <ProtoType type, typename Add>
bool ForEachPacked(std::string_view payload, Add add) {
  const char* p = payload.data();
  const char* end = p + payload.size();
  while (p < end) {
    uint64_t bits = 0;
    if constexpr (WireTypeOf(type) == WireType::kVarint) {
      p = ReadVarint(p, end, &bits);
      if (p == nullptr) return false;
    } else {
      constexpr size_t kSize = type == ProtoType::kFloat ? 4 : 8;
      if (static_cast<size_t>(end - p) < kSize) return false;
      std::memcpy(&bits, p, kSize);
      bits = LittleEndian(bits);
      p += kSize;
    }
    add(bits);
  }
  return true;
}
// The count of these numbers.
template <ProtoType type>
size_t CountPacked(std::string_view payload) {
  if constexpr (type == ProtoType::kFloat) return payload.size() / 4;
  if constexpr (type == ProtoType::kDouble) return payload.size() / 8;
  size_t count = 0;
  for (const char c : payload) count += static_cast<unsigned char>(c) < 0x80;
  return count;
}

// Reads the fields of a message into C++ values.
class MessageReader {
 public:
  static constexpr bool kIsWriter = false;

  // Pass kNone to read a part of a message; its unknown fields are then not counted.
  MessageReader(ProtoReadState& state, ProtoMessage message, std::string_view bytes)
      : guard_(state, bytes.data()), message_(message), all_(bytes), cursor_(state, bytes) {}

  // Moves to the next field; false after the last and after an error. A field that has not been
  // taken since the last call is unknown.
  bool Next() {
    if (at_field_ && !taken_ && message_ != ProtoMessage::kNone) {
      state().NoteUnknown(cursor_.begin(), message_, number(), cursor_.wire_type());
    }
    taken_ = false;
    at_field_ = !state().failed() && cursor_.Next();
    return at_field_;
  }

  ProtoReadState& state() const { return cursor_.state(); }
  uint32_t number() const { return cursor_.number(); }
  const char* begin() const { return cursor_.begin(); }

  // Whether the reader is at `field`, in a valid form; takes it.
  template <ProtoType type, ProtoLabel label>
  bool Take(ProtoField<type, label> field) {
    if (number() != field.number) return false;
    const bool is_packed = label == ProtoLabel::kPacked && cursor_.wire_type() == WireType::kBytes;
    if (!is_packed && cursor_.wire_type() != WireTypeOf(type)) return false;
    taken_ = true;
    return true;
  }
  // The value of a taken field.
  uint64_t bits() const { return cursor_.bits(); }
  std::string_view bytes() const { return cursor_.bytes(); }

  // The payload of a taken message. If it comes in several parts, this has all of them, and later
  // parts return false: there is nothing left to read.
  bool TakeWhole(std::string_view* payload);

  // ---- The functions of WireWriter.

  template <ProtoType type, ProtoLabel label, typename Value>
  void Field(ProtoField<type, label> field, Value& value) {
    if (!Take(field)) return;
    if constexpr (label == ProtoLabel::kPacked) {
      AppendNumbers<type>(field.name, &value);
    } else if constexpr (label == ProtoLabel::kRepeated) {
      AppendElement<type>(field.name, &value);
    } else if constexpr (type == ProtoType::kMessage) {
      std::string_view payload;
      if (!TakeWhole(&payload)) return;
      value = Value{};
      if (!ReadStruct(state(), payload, &value)) state().AddToPath(field.name, -1);
    } else if constexpr (IsLengthDelimited(type)) {
      ReadText<type>(field.name, &value);
    } else {
      value = NumberFromWire<Value, type>(bits());
    }
  }
  template <ProtoLabel label, typename Value>
  void MessageIf(ProtoField<ProtoType::kMessage, label> field, bool& is_present, Value& value) {
    FieldIf(field, is_present, value);
  }
  template <ProtoType type, ProtoLabel label, typename Value>
  void FieldIf(ProtoField<type, label> field, bool& is_present, Value& value) {
    Field(field, value);
    if (number() == field.number) is_present |= taken_;
  }

  // One of the module's payloads; an error and empty if there is none.
  std::string_view Payload(int64_t id);

  // Reads all fields of a struct.
  template <typename T>
  static bool ReadStruct(ProtoReadState& state, std::string_view payload, T* value);

  // Takes a string; false if it must be UTF-8 but is not.
  template <ProtoType type>
  bool ReadText(const char* name, std::string_view* value);

 private:
  bool CheckText(const char* name);

  template <ProtoType type, typename T>
  void AppendNumbers(const char* name, absl::Span<const T>* values);
  template <ProtoType type, typename T>
  void AppendElement(const char* name, absl::Span<const T>* values);
  template <ProtoType type>
  size_t CountFromHere() const;

  ProtoDepthGuard guard_;
  ProtoMessage message_;
  std::string_view all_;
  WireCursor cursor_;
  bool at_field_ = false;
  bool taken_ = false;
  uint64_t seen_[2] = {};   // by number: messages that have occurred
  uint64_t whole_[2] = {};  // ... that were in parts and have been read
};

// Calls read(bytes) for each message of the repeated `field` of the message `bytes`; false after an
// error, with the path to it.
template <ProtoLabel label, typename Read>
bool ForEachMessage(ProtoReadState& state, std::string_view bytes,
                    ProtoField<ProtoType::kMessage, label> field, Read read) {
  int64_t index = 0;
  for (MessageReader reader(state, ProtoMessage::kNone, bytes); reader.Next();) {
    if (!reader.Take(field)) continue;
    if (!read(reader.bytes())) state.AddToPath(field.name, index);
    ++index;
  }
  return !state.failed();
}

// ---- implementation ----

// Sets the numbers of a struct, some of which have other defaults in C++, to the values of a
// message without fields.
struct ZeroFields {
  static constexpr bool kIsWriter = false;
  template <ProtoType type, ProtoLabel label, typename Value>
  void Field(ProtoField<type, label>, Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) value = 0;
  }
  template <typename AnyField, typename Value>
  void MessageIf(AnyField, bool&, Value&) {}
  template <typename AnyField, typename Value>
  void FieldIf(AnyField, bool&, Value&) {}
  static std::string_view Payload(int64_t) { return {}; }
};

template <typename T>
bool MessageReader::ReadStruct(ProtoReadState& state, std::string_view payload, T* value) {
  ZeroFields zero;
  ProtoFieldsOf<T>::Visit(zero, *value);
  for (MessageReader reader(state, ProtoFieldsOf<T>::kMessage, payload); reader.Next();) {
    ProtoFieldsOf<T>::Visit(reader, *value);
  }
  return !state.failed();
}

template <ProtoType type>
bool MessageReader::ReadText(const char* name, std::string_view* value) {
  if constexpr (type == ProtoType::kString) {
    if (!CheckText(name)) return false;
  }
  return state().CopyText(begin(), bytes(), value);
}

template <ProtoType type>
size_t MessageReader::CountFromHere() const {
  size_t count = 0;
  WireCursor ahead = cursor_;
  for (bool is_field = true; is_field; is_field = ahead.Next()) {
    if (ahead.number() != number()) continue;
    if (ahead.wire_type() == WireTypeOf(type)) {
      ++count;
    } else if (ahead.wire_type() == WireType::kBytes) {
      count += CountPacked<type>(ahead.bytes());
    }
  }
  return count;
}

template <ProtoType type, typename T>
void MessageReader::AppendNumbers(const char* name, absl::Span<const T>* values) {
  const bool is_packed = cursor_.wire_type() == WireType::kBytes;
  if (is_packed && bytes().empty()) return;
  auto* elements = const_cast<T*>(values->data());
  if (values->empty()) {
    elements = state().NewArray<T>(begin(), CountFromHere<type>());
    if (elements == nullptr) return state().AddToPath(name, -1);
  }
  size_t count = values->size();
  const auto add = [&](uint64_t bits) { elements[count++] = NumberFromWire<T, type>(bits); };
  if (!is_packed) {
    add(bits());
  } else if (!ForEachPacked<type>(bytes(), add)) {
    state().Malformed(begin(), "a number is cut");
    return state().AddToPath(name, -1);
  }
  *values = absl::Span<const T>(elements, count);
}

template <ProtoType type, typename T>
void MessageReader::AppendElement(const char* name, absl::Span<const T>* values) {
  auto* elements = const_cast<T*>(values->data());
  if (values->empty()) {
    elements = state().NewArray<T>(begin(), CountFromHere<type>());
    if (elements == nullptr) return state().AddToPath(name, -1);
  }
  const size_t index = values->size();
  auto* element = new (elements + index) T{};
  bool ok = true;
  if constexpr (type == ProtoType::kMessage) {
    ok = ReadStruct(state(), bytes(), element);
  } else {
    ok = ReadText<type>(name, element);
  }
  if (!ok) return state().AddToPath(name, static_cast<int64_t>(index));
  *values = absl::Span<const T>(elements, index + 1);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_WIRE_READER_H_
