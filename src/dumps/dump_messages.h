// The fields of dump_messages.def as constants for MessageReader (src/proto/wire_reader.h).
#ifndef HLO_DUMPS_DUMP_MESSAGES_H_
#define HLO_DUMPS_DUMP_MESSAGES_H_

#include <string>

#include "src/base/strings.h"
#include "src/proto/wire_reader.h"

namespace hlo_text_v1::internal {

namespace pb {
#define HLO_PROTO_MESSAGE(Id, text, ...) \
  struct Id {                            \
    __VA_ARGS__                          \
  };
#define HLO_PROTO_FIELD(name, number, Type, Label, ...) \
  static constexpr ProtoField<ProtoType::k##Type, ProtoLabel::k##Label> name{number, #name};
#include "src/dumps/dump_messages.def"
}  // namespace pb

// The error of `state`: "planes[1].lines[0]: MESSAGE (at byte N)".
inline absl::Status DumpError(const ProtoReadState& state) {
  const std::string_view path = state.path();
  return absl::Status(state.code(), StrCat(path, path.empty() ? "" : ": ", state.message(),
                                           " (at byte ", state.offset(), ")"));
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_DUMPS_DUMP_MESSAGES_H_
