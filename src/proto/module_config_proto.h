// HloModuleConfigProto has header fields that an HloModuleProto does not have: replica_count,
// num_partitions, alias_passthrough_params, allow_spmd_sharding_propagation_to_*.
#ifndef HLO_PROTO_MODULE_CONFIG_PROTO_H_
#define HLO_PROTO_MODULE_CONFIG_PROTO_H_

#include <string_view>

#include "hlo/module_config.h"
#include "src/proto/wire_reader.h"
#include "src/proto/write_values.h"

namespace hlo_text_v1::internal {

// The fields of a ProgramShapeProto. The names are XLA's: p0, p1 ...
void WriteEntryLayout(const EntryComputationLayout& layout, ShapeWriter& shapes, WireWriter* out);

// The fields of an HloModuleConfigProto. Source: XLA HloModuleConfig::ToProto.
void WriteModuleConfig(const HloModuleConfig& config, ShapeWriter& shapes, WireWriter* out);

// Sets the fields in the message, except entry_computation_layout, which the module has itself.
// False after an error. Source: XLA HloModuleConfig::CreateFromProto.
bool ReadModuleConfig(std::string_view bytes, ProtoReadState& wire, HloModuleConfig* config);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_MODULE_CONFIG_PROTO_H_
