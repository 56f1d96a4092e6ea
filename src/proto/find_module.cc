// See find_module.h.
#include "src/proto/find_module.h"

#include "hlo/arena.h"
#include "src/proto/wire_reader.h"

namespace hlo::internal {
namespace {

// What the fields of a message look like.
struct Look {
  bool is_message = false;
  bool is_module = false;
  std::string_view first;  // the content of field 1
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
    has_computations |= number == pb::HloModuleProto::computations.number;
    has_shape |= number == pb::HloModuleProto::host_program_shape.number;
  }
  look.is_message = !state.failed();
  look.is_module = look.is_message && look.first.data() != nullptr && has_computations && has_shape;
  return look;
}

std::string_view FindInMessage(std::string_view bytes) {
  const Look outer = LookAt(bytes);
  if (!outer.is_message || outer.first.empty()) return {};
  const Look middle = LookAt(outer.first);
  if (middle.is_module) return outer.first;
  // A snapshot has the fields of a module, too: look inside first.
  if (middle.is_message && !middle.first.empty() && LookAt(middle.first).is_module) {
    return middle.first;
  }
  return outer.is_module ? bytes : std::string_view();
}

}  // namespace

std::string_view FindModuleProto(std::string_view bytes) {
  const std::string_view found = FindInMessage(bytes);
  if (found.data() != nullptr) return found;
  // HloUnoptimizedSnapshot comes after its length, and before its arguments.
  const char* p = bytes.data();
  uint64_t size = 0;
  if (!WireCursor::ReadVarint(&p, bytes.data() + bytes.size(), &size)) return {};
  const auto left = static_cast<size_t>(bytes.data() + bytes.size() - p);
  return size <= left ? FindInMessage(std::string_view(p, size)) : std::string_view();
}

ProtoWrap FindWrap(std::string_view bytes) {
  const std::string_view module = FindInMessage(bytes);
  if (module.data() == nullptr || module.data() == bytes.data()) return ProtoWrap::kNone;
  return LookAt(bytes).first.data() == module.data() ? ProtoWrap::kHloProto : ProtoWrap::kSnapshot;
}

bool LooksBinary(std::string_view bytes) {
  constexpr size_t kStart = 4096;
  constexpr char kTagOfName = '\n';  // field 1, length-delimited
  const std::string_view start = bytes.substr(0, kStart);
  return !start.empty() && start[0] == kTagOfName && start.find('\0') != std::string_view::npos;
}

}  // namespace hlo::internal
