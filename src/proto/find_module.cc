// See find_module.h.
#include "src/proto/find_module.h"

#include "hlo/arena.h"
#include "src/proto/wire_reader.h"

namespace hlo_text_v1::internal {
namespace {

// The fields that tell the messages apart.
struct Look {
  bool is_message = false;
  bool is_module = false;
  std::string_view first;   // the content of field 1
  std::string_view second;  // of field 2
};

Look LookAt(std::string_view bytes) {
  Arena arena;
  ProtoReadState state(bytes, &arena, 0);
  Look look;
  bool has_computations = false, has_shape = false;
  for (WireCursor cursor(state, bytes); cursor.Next();) {
    if (cursor.wire_type() != WireType::kBytes) continue;
    const uint32_t number = cursor.number();
    if (number == pb::HloModuleProto::name.number) look.first = cursor.bytes();
    if (number == pb::HloModuleProtoWithConfig::config.number) look.second = cursor.bytes();
    has_computations |= number == pb::HloModuleProto::computations.number;
    has_shape |= number == pb::HloModuleProto::host_program_shape.number;
  }
  look.is_message = !state.failed();
  look.is_module = look.is_message && has_computations && has_shape;
  return look;
}

// In other messages, field 2 has only messages and strings.
bool IsConfig(std::string_view bytes) {
  Arena arena;
  ProtoReadState state(bytes, &arena, 0);
  bool has_count = false;
  for (WireCursor cursor(state, bytes); cursor.Next();) {
    has_count |= cursor.number() == pb::HloModuleConfigProto::replica_count.number &&
                 cursor.wire_type() == WireType::kVarint;
  }
  return has_count && !state.failed();
}

FoundModule FindInMessage(std::string_view bytes) {
  const Look outer = LookAt(bytes);
  if (!outer.is_message) return {};
  const Look middle = LookAt(outer.first);
  if (middle.is_module) {
    if (IsConfig(outer.second)) return {outer.first, outer.second, ProtoWrap::kWithConfig};
    return {outer.first, {}, ProtoWrap::kHloProto};
  }
  // A snapshot has the fields of a module, too: look inside first.
  if (middle.is_message && !middle.first.empty() && LookAt(middle.first).is_module) {
    return {middle.first, {}, ProtoWrap::kSnapshot};
  }
  return outer.is_module ? FoundModule{bytes, {}, ProtoWrap::kNone} : FoundModule();
}

}  // namespace

FoundModule FindModuleProto(std::string_view bytes) {
  const FoundModule found = FindInMessage(bytes);
  if (found.module.data() != nullptr) return found;
  // HloUnoptimizedSnapshot comes after its length, and before its arguments.
  uint64_t size = 0;
  const char* const p = ReadVarint(bytes.data(), bytes.data() + bytes.size(), &size);
  if (p == nullptr) return {};
  const auto left = static_cast<size_t>(bytes.data() + bytes.size() - p);
  if (size > left) return {};
  return {FindInMessage(std::string_view(p, size)).module, {}, ProtoWrap::kNone};
}

bool LooksBinary(std::string_view bytes) {
  constexpr size_t kStart = 4096;
  constexpr char kTagOfName = '\n';  // field 1, length-delimited
  const std::string_view start = bytes.substr(0, kStart);
  return !start.empty() && start[0] == kTagOfName && start.find('\0') != std::string_view::npos;
}

}  // namespace hlo_text_v1::internal
