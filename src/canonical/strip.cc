// Most options remove the attribute of their name; the rest are fields of the module's header and
// of its computations.
//
// Canonical metadata is packed: a piece of the source and the number of its stack frame. Removing
// the number unpacks it; removing the metadata as a whole does not.
#include <array>
#include <vector>

#include "hlo/normalize.h"
#include "hlo/print_values.h"
#include "src/canonical/edit_attributes.h"

namespace hlo {
namespace {

using internal::IrAccess;

constexpr StripInfo kStripTable[] = {
#define HLO_STRIP(name, help) {#name, help, &StripOptions::name},
#include "hlo/tables/strip.def"
#undef HLO_STRIP
};

// Which attributes are removed as a whole.
using KindSet = std::array<bool, kAttributeKindCount>;

KindSet DroppedKinds(const StripOptions& options) {
  KindSet dropped = {};
  const auto set = [&dropped](AttributeKind kind, bool value) {
    dropped[static_cast<size_t>(kind)] = value;
  };
  set(AttributeKind::kMetadata, options.metadata);
  set(AttributeKind::kOrigin, options.origin);
  set(AttributeKind::kBackendConfig, options.backend_config);
  set(AttributeKind::kFrontendAttributes, options.frontend_attributes);
  set(AttributeKind::kSharding, options.sharding);
  set(AttributeKind::kParameterReplication, options.parameter_replication);
  set(AttributeKind::kControlPredecessors, options.control_predecessors);
  set(AttributeKind::kStatistics, options.statistics);
  set(AttributeKind::kInfeedConfig, options.infeed_config);
  set(AttributeKind::kOutfeedConfig, options.outfeed_config);
  return dropped;
}

// XLA keeps the reduction of an unreduced value in the sharding's metadata; the last entry counts,
// and no entry means a sum.
absl::Span<const OpMetadata> ReductionOnly(absl::Span<const OpMetadata> all) {
  for (size_t i = all.size(); i > 0; --i) {
    const OpMetadata& metadata = all[i - 1];
    if (metadata.op_type != "sdy::reduction_op") continue;
    const bool matters = metadata.op_name == "MAX" || metadata.op_name == "MIN";
    return matters ? all.subspan(i - 1, 1) : absl::Span<const OpMetadata>();
  }
  return {};
}

// Includes an attribute kept as text because its value is not understood.
bool IsDropped(const KindSet& dropped, const Attribute& attribute) {
  if (static_cast<size_t>(attribute.kind()) < dropped.size()) {
    return dropped[static_cast<size_t>(attribute.kind())];
  }
  for (size_t kind = 0; kind < dropped.size(); ++kind) {
    if (dropped[kind] && AttributeName(static_cast<AttributeKind>(kind)) == attribute.name()) {
      return true;
    }
  }
  return false;
}

void DropMetadataOfSharding(Arena& arena, Attribute* attribute) {
  const auto& sharding = attribute->As<HloSharding>();
  const auto has_any = [](absl::Span<const OpMetadata> all) { return !all.empty(); };
  if (!AnyMetadata(sharding, has_any)) return;
  const auto* without = arena.New<HloSharding>(WithMetadata(sharding, arena, ReductionOnly));
  ReplaceAttribute(Attribute::Pointer(AttributeKind::kSharding, without), attribute);
}

// False if nothing is left of the metadata.
bool DropStackFrame(const HloInstruction& instruction, Arena& arena, Attribute* attribute) {
  const bool has_frame = attribute->raw_is_canonical()
                             ? attribute->raw_stack_frame_offset() != 0
                             : attribute->As<OpMetadata>().stack_frame_id != 0;
  if (!has_frame) return true;
  OpMetadata metadata = instruction.metadata();
  metadata.stack_frame_id = 0;
  ReplaceAttribute(Attribute::Pointer(AttributeKind::kMetadata, arena.New<OpMetadata>(metadata)),
                   attribute);
  return MetadataIsPrinted(metadata);
}

void StripInstructions(IrAccess::ModuleState& state, const StripOptions& options) {
  const KindSet dropped = DroppedKinds(options);
  EditAttributes(state, [&](const HloInstruction& instruction, Attribute* attribute) {
    if (IsDropped(dropped, *attribute)) return false;
    if (attribute->kind() == AttributeKind::kSharding) {
      if (options.metadata) DropMetadataOfSharding(state.arena, attribute);
      if (options.stack_frames) DropStackFramesOfSharding(state.arena, attribute);
    } else if (attribute->kind() == AttributeKind::kMetadata && options.stack_frames) {
      return DropStackFrame(instruction, state.arena, attribute);
    }
    return true;
  });
}

void StripHeader(IrAccess::ModuleState& state, const StripOptions& options) {
  HloModuleConfig& config = state.config;
  if (options.metadata || options.stack_frames) {
    state.stack_frames = StackFrameTables();
    state.uses_stack_frames = false;
  }
  if (options.origin) {
    config.origin_recovery_table = {};
    config.debug_attributes = {};
  }
  if (options.backend_config) {
    config.backend_config = {};
    for (HloComputation* computation : state.computations) {
      IrAccess::BackendConfig(computation) = {};
    }
  }
  if (options.frontend_attributes) config.frontend_attributes = {};
  if (options.sharding) {
    config.has_sharding_propagation = false;
    config.allow_spmd_sharding_propagation_to_parameters = {};
    config.allow_spmd_sharding_propagation_to_output = {};
  }
}

}  // namespace

absl::Span<const StripInfo> StripTable() { return kStripTable; }

void Strip(HloModule& module, const StripOptions& options) {
  ForEachModule(module, [&](IrAccess::ModuleState& state) {
    StripInstructions(state, options);
    StripHeader(state, options);
  });
}

}  // namespace hlo
