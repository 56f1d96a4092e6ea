// See wire_reader.h. Source of the format: protobuf.dev, "Encoding".
#include "src/proto/wire_reader.h"

#include "src/base/utf8.h"

namespace hlo::internal {

// ---- ProtoReadState.

size_t ProtoReadState::OffsetOf(const char* at) const {
  // A message that came in parts was copied.
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

void ProtoReadState::AddToPath(ProtoMessage message, uint32_t number, int64_t index) {
  AddToPath(FindProtoField(message, number)->name, index);
}

bool ProtoReadState::HasRoom(const char* at, size_t size) {
  const size_t used = arena->allocated_bytes();
  if (used <= max_memory && size <= max_memory - used) return true;
  return Fail(at, StrCat("the module needs more than ", max_memory, " bytes of memory"),
              absl::StatusCode::kResourceExhausted);
}

void ProtoReadState::NoteUnknown(const char* at, ProtoMessage message, uint32_t number) {
  if (unknown_fields++ > 0) return;
  first_unknown_offset = OffsetOf(at);
  first_unknown_message = message;
  first_unknown_number = number;
}

// ---- WireCursor.

bool WireCursor::ReadLongVarint(const char** p, const char* end, uint64_t* value) {
  constexpr int kBits = 64;
  uint64_t result = 0;
  for (int shift = 0; shift < kBits && *p < end; shift += 7) {
    const auto byte = static_cast<unsigned char>(*(*p)++);
    result |= uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) {
      *value = result;
      return true;
    }
  }
  return false;
}

bool WireCursor::Next() {
  begin_ = p_;
  if (p_ == end_) return false;
  uint64_t tag = 0;
  if (!ReadVarint(&p_, end_, &tag) || tag >> 3 == 0 || tag >> 32 != 0) {
    return state_->Malformed(begin_, "there is no field");
  }
  number_ = static_cast<uint32_t>(tag >> 3);
  wire_type_ = static_cast<WireType>(tag & 7);
  const auto left = static_cast<size_t>(end_ - p_);
  switch (wire_type_) {
    case WireType::kVarint:
      return ReadVarint(&p_, end_, &bits_) || state_->Malformed(begin_, "a number is cut");
    case WireType::kFixed64:
    case WireType::kFixed32: {
      const size_t size = wire_type_ == WireType::kFixed64 ? 8 : 4;
      if (left < size) return state_->Malformed(begin_, "a number is cut");
      bits_ = 0;
      std::memcpy(&bits_, p_, size);
      p_ += size;
      return true;
    }
    case WireType::kBytes: {
      uint64_t size = 0;
      if (!ReadVarint(&p_, end_, &size) || size > static_cast<uint64_t>(end_ - p_)) {
        return state_->Malformed(begin_, "a field is longer than what contains it");
      }
      bytes_ = std::string_view(p_, size);
      p_ += size;
      return true;
    }
    case WireType::kGroupStart:
      return SkipGroup();
    case WireType::kGroupEnd:
      break;
  }
  return state_->Malformed(begin_, "there is no field");
}

// Groups, an older form of messages, are in no field of the schema.
bool WireCursor::SkipGroup() {
  const uint32_t number = number_;
  const char* const begin = begin_;
  ProtoDepthGuard guard(*state_, begin);
  while (!state_->failed() && p_ < end_) {
    const char* p = p_;
    uint64_t tag = 0;
    if (ReadVarint(&p, end_, &tag) && tag == (uint64_t{number} << 3 | 4)) {
      p_ = p;
      begin_ = begin;
      number_ = number;
      wire_type_ = WireType::kGroupStart;
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
  if (!state().HasRoom(begin(), parts.size())) return false;
  *payload = state().arena->CopyString(parts);
  return true;
}

}  // namespace hlo::internal
