// See module_config_proto.h. XLA writes all its fields; a text only has some of them.
#include "src/proto/module_config_proto.h"

#include <string>

#include "src/ir/header_attributes.h"

namespace hlo_text_v1::internal {
namespace {

using Config = pb::HloModuleConfigProto;

static_assert(
    kHeaderAttributeCount == 13,
    "Read and write it here (then WarnOfLosses), or in read_module.cc and write_module.cc");

absl::Span<const bool> OrDefault(absl::Span<const bool> values) {
  return values.empty() ? absl::MakeConstSpan(kNoPropagation) : values;
}

}  // namespace

void WriteEntryLayout(const EntryComputationLayout& layout, ShapeWriter& shapes, WireWriter* out) {
  using Program = pb::ProgramShapeProto;
  for (const Shape* parameter : layout.parameters) {
    shapes.Write(Program::parameters, *parameter, out);
  }
  if (layout.result != nullptr) shapes.Write(Program::result, *layout.result, out);
  for (size_t i = 0; i < layout.parameters.size(); ++i) {
    const std::string name = StrCat("p", i);
    const std::string_view view = name;
    out->Field(Program::parameter_names, absl::Span<const std::string_view>(&view, 1));
  }
}

void WriteModuleConfig(const HloModuleConfig& config, ShapeWriter& shapes, WireWriter* out) {
  out->Message(Config::entry_computation_layout,
               [&] { WriteEntryLayout(config.entry_computation_layout, shapes, out); });
  // Even 0, which XLA leaves out, because a text without the attribute means 1.
  out->Field(Explicit(Config::replica_count), config.replica_count);
  out->Field(Explicit(Config::num_partitions), config.num_partitions);
  out->Field(Config::alias_passthrough_params, config.alias_passthrough_params);
  out->Field(Config::allow_spmd_sharding_propagation_to_output,
             OrDefault(config.allow_spmd_sharding_propagation_to_output));
  out->Field(Config::allow_spmd_sharding_propagation_to_parameters,
             OrDefault(config.allow_spmd_sharding_propagation_to_parameters));
}

bool ReadModuleConfig(std::string_view bytes, ProtoReadState& wire, HloModuleConfig* config) {
  absl::Span<const bool> to_output, to_parameters;
  for (MessageReader reader(wire, ProtoMessage::kHloModuleConfigProto, bytes); reader.Next();) {
    if (reader.Take(Config::entry_computation_layout)) continue;
    reader.Field(Config::replica_count, config->replica_count);
    reader.Field(Config::num_partitions, config->num_partitions);
    reader.Field(Config::alias_passthrough_params, config->alias_passthrough_params);
    reader.Field(Config::allow_spmd_sharding_propagation_to_output, to_output);
    reader.Field(Config::allow_spmd_sharding_propagation_to_parameters, to_parameters);
  }
  config->allow_spmd_sharding_propagation_to_output = OrDefault(to_output);
  config->allow_spmd_sharding_propagation_to_parameters = OrDefault(to_parameters);
  config->has_sharding_propagation =
      IsGiven(*config, &HloModuleConfig::allow_spmd_sharding_propagation_to_output) ||
      IsGiven(*config, &HloModuleConfig::allow_spmd_sharding_propagation_to_parameters);
  return !wire.failed();
}

}  // namespace hlo_text_v1::internal
