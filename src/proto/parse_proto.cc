// ParseHloProto: finds the module in the message around it, and reads it.
#include <string>

#include "hlo/proto.h"
#include "src/base/saturated.h"
#include "src/proto/find_module.h"
#include "src/proto/module_config_proto.h"
#include "src/proto/read_module.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::string WithPlace(const ProtoReadState& state) {
  const std::string_view path = state.path();
  return StrCat(path, path.empty() ? "" : ": ", state.message(), " (at byte ", state.offset(), ")");
}

void WarnOfUnknown(const ProtoReadState& state, std::vector<ProtoWarning>* warnings) {
  if (state.unknown_fields == 0) return;
  const ProtoMessageInfo& message = GetProtoMessageInfo(state.first_unknown_message);
  const ProtoFieldInfo* field =
      FindProtoField(state.first_unknown_message, state.first_unknown_number);
  ProtoWarning& warning = warnings->emplace_back();
  warning.offset = state.first_unknown_offset;
  warning.path = StrCat(message.name, ".");
  if (field != nullptr) {
    warning.path.append(field->name);
  } else {
    StrAppend(&warning.path, state.first_unknown_number);
  }
  warning.message = "the field is dropped";
  if (state.unknown_fields > 1) {
    StrAppend(&warning.message, ", as are ", state.unknown_fields - 1, " others");
  }
}

}  // namespace

bool IsHloProto(std::string_view bytes) {
  // As bytes of a proto, these would be field 9, a number, and then a field without a valid type;
  // after a line feed, a name with a blank.
  constexpr std::string_view kHeader = "HloModule", kHeaderAfterLine = "\nHloModule ";
  if (bytes.substr(0, kHeader.size()) == kHeader ||
      bytes.substr(0, kHeaderAfterLine.size()) == kHeaderAfterLine) {
    return false;
  }
  return LooksBinary(bytes) || FindModuleProto(bytes).module.data() != nullptr;
}

absl::StatusOr<HloModule> ParseHloProto(std::string_view bytes, const ProtoReadOptions& options,
                                        std::vector<ProtoWarning>* warnings) {
  if (warnings != nullptr) warnings->clear();
  FoundModule found = FindModuleProto(bytes);
  if (found.module.data() == nullptr) found.module = bytes;  // reading it reports the error
  const size_t memory = MemoryLimitOf(options, bytes.size());
  HloModule module;
  ProtoReadState state(bytes, &module.arena(), memory);
  state.is_complete = found.config.data() != nullptr;
  state.keeps_unknown = options.keep_unknown_fields;
  bool ok = ReadModuleProto(found.module, options, state, &module);
  state.keeps_unknown = false;  // a module has no place for fields of a config
  if (ok && state.is_complete) {
    ok = ReadModuleConfig(found.config, state, &IrAccess::StateOf(module).config);
    if (!ok) state.AddToPath("config", -1);
  }
  if (!ok) return absl::Status(state.code(), WithPlace(state));
  if (warnings != nullptr) WarnOfUnknown(state, warnings);
  return module;
}

}  // namespace hlo_text_v1
