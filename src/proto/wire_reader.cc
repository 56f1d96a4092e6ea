// See wire_reader.h. Source of the format: protobuf.dev, "Encoding".
#include "src/proto/wire_reader.h"

#include "src/base/little_endian.h"
#include "src/base/utf8.h"

namespace hlo_text_v1::internal {

// ---- ProtoReadState.

size_t ProtoReadState::OffsetOf(const char* at) const {
  // A message that comes in parts is copied.
  const bool is_inside = at >= input.data() && at <= input.data() + input.size();
  return is_inside ? static_cast<size_t>(at - input.data()) : 0;
}

bool ProtoReadState::Fail(const char* at, std::string_view message, absl::StatusCode code) {
  if (failed_) return false;
  failed_ = true;
  message_ = message;
  code_ = code;
  offset_ = OffsetOf(at);
  return false;
}

bool ProtoReadState::Malformed(const char* at, std::string_view why) {
  return Fail(at, StrCat("Failed to deserialize ", root, ": ", why));
}

void ProtoReadState::AddToPath(std::string_view field, int64_t index) {
  std::string path(field);
  if (index >= 0) StrAppend(&path, "[", index, "]");
  if (!path_.empty()) StrAppend(&path, ".", path_);
  path_ = std::move(path);
}

bool ProtoReadState::NoRoom(const char* at) {
  return Fail(at, StrCat("the module needs more than ", max_memory, " bytes of memory"),
              absl::StatusCode::kResourceExhausted);
}

bool ProtoReadState::CopyText(const char* at, std::string_view text, std::string_view* copy) {
  if (!HasRoom(at, text.size())) return false;
  *copy = arena->CopyString(text);
  return true;
}

void ProtoReadState::NoteUnknown(const char* at, ProtoMessage message, uint32_t number,
                                 WireType type) {
  if (keeps_unknown) {
    const ProtoFieldInfo* field = FindProtoField(message, number);
    if (field != nullptr && CanHaveType(*field, type)) kept_.insert({message, number});
    return;
  }
  if (unknown_fields++ > 0) return;
  first_unknown_offset = OffsetOf(at);
  first_unknown_message = message;
  first_unknown_number = number;
}

// ---- Fields.

const char* ReadLongVarint(const char* p, const char* end, uint64_t* value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  // Ids have six bytes. The first byte without a high bit is the last; the seven bits of each are
  // joined in pairs, then fours, then all.
  uint64_t word = 0;
  if (end - p >= static_cast<std::ptrdiff_t>(sizeof(word))) {
    std::memcpy(&word, p, sizeof(word));
    const uint64_t last = ~word & 0x8080808080808080;
    if (last != 0) {
      const uint64_t lowest = last & (0 - last);
      word &= (lowest - 1) & 0x7f7f7f7f7f7f7f7f;
      word = (word & 0x007f007f007f007f) | (word & 0x7f007f007f007f00) >> 1;
      word = (word & 0x00003fff00003fff) | (word & 0x3fff00003fff0000) >> 2;
      *value = (word & 0x000000000fffffff) | (word & 0x0fffffff00000000) >> 4;
      return p + (__builtin_ctzll(lowest) + 1) / 8;
    }
  }
#endif
  constexpr int kBits = 64;
  uint64_t result = 0;
  for (int shift = 0; shift < kBits && p < end; shift += 7) {
    const auto byte = static_cast<unsigned char>(*p++);
    result |= uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) {
      *value = result;
      return p;
    }
  }
  return nullptr;
}

// The rare cases: numbers of fixed size, groups, and bytes that are not a field.
bool WireCursor::NextOther() {
  uint64_t tag = 0;
  p_ = ReadVarint(begin_, end_, &tag);
  if (p_ == nullptr || tag >> 3 == 0 || tag >> 32 != 0) return FailHere();
  if (field_.type == WireType::kGroupStart) return SkipGroup();
  if (field_.type != WireType::kFixed64 && field_.type != WireType::kFixed32) return FailHere();
  const size_t size = field_.type == WireType::kFixed64 ? 8 : 4;
  if (static_cast<size_t>(end_ - p_) < size) return FailHere();
  field_.bits = 0;
  std::memcpy(&field_.bits, p_, size);
  field_.bits = LittleEndian(field_.bits);
  p_ += size;
  return true;
}

// The reason why the field at begin_ cannot be read.
bool WireCursor::FailHere() {
  uint64_t tag = 0;
  if (ReadVarint(begin_, end_, &tag) == nullptr || tag >> 3 == 0 || tag >> 32 != 0) {
    return state_->Malformed(begin_, "there is no field");
  }
  const auto type = static_cast<WireType>(tag & 7);
  if (type == WireType::kBytes) {
    return state_->Malformed(begin_, "a field is longer than what contains it");
  }
  const bool is_number =
      type == WireType::kVarint || type == WireType::kFixed64 || type == WireType::kFixed32;
  return state_->Malformed(begin_, is_number ? "a number is cut" : "there is no field");
}

// The schema has no groups, an older form of messages.
bool WireCursor::SkipGroup() {
  const uint32_t number = field_.number;
  const char* const begin = begin_;
  ProtoDepthGuard guard(*state_, begin);
  while (!state_->failed() && p_ < end_) {
    uint64_t tag = 0;
    const char* const p = ReadVarint(p_, end_, &tag);
    if (p != nullptr && tag == (uint64_t{number} << 3 | 4)) {
      p_ = p;
      begin_ = begin;
      field_.number = number;
      field_.type = WireType::kGroupStart;
      return true;
    }
    Next();
  }
  return state_->Malformed(begin, "a group has no end");
}

// ---- MessageReader.

bool MessageReader::CheckText(const char* name) {
  return IsUtf8(bytes()) ||
         state().Malformed(begin(), StrCat("the string in ", name, " is not UTF-8"));
}

std::string_view MessageReader::Payload(int64_t id) {
  const absl::Span<const std::string_view> payloads = state().payloads;
  if (id >= 0 && id < static_cast<int64_t>(payloads.size())) {
    return payloads[static_cast<size_t>(id)];
  }
  state().Fail(begin(), StrCat("Invalid metadata payload id ", id));
  return {};
}

bool MessageReader::TakeWhole(std::string_view* payload) {
  const uint32_t word = number() / 64;
  const uint64_t bit = uint64_t{1} << number() % 64;
  if ((whole_[word] & bit) != 0) return false;
  if ((seen_[word] & bit) == 0) {
    seen_[word] |= bit;
    *payload = bytes();
    return true;
  }
  whole_[word] |= bit;
  std::string parts;
  for (WireCursor part(state(), all_); part.Next();) {
    if (part.number() == number() && part.wire_type() == WireType::kBytes) {
      parts.append(part.bytes());
    }
  }
  if (parts.empty()) return true;  // as the first part
  if (!state().HasRoom(begin(), parts.size())) return false;
  *payload = state().arena->CopyString(parts);
  return true;
}

}  // namespace hlo_text_v1::internal
