// Reads HloModuleProto.
#ifndef HLO_PROTO_READ_MODULE_H_
#define HLO_PROTO_READ_MODULE_H_

#include <string_view>
#include <vector>

#include "hlo/proto.h"
#include "src/proto/read_instruction.h"

namespace hlo_text_v1::internal {

// Fills `module`, which is empty and owns the arena of `wire`. False after an error.
bool ReadModuleProto(std::string_view bytes, const ProtoReadOptions& options, ProtoReadState& wire,
                     HloModule* module);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_READ_MODULE_H_
