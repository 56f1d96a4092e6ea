// Most options remove the attribute of the same name; the rest clear fields of the module's header
// and of its computations.
//
// Canonical metadata is packed: a piece of the source and the number of its stack frame. Removing
// the number unpacks it; removing the metadata as a whole does not.
#include <array>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/print_values.h"
#include "src/canonical/edit_attributes.h"
#include "src/ir/header_attributes.h"
#include "src/ir/kept_text.h"
#include "src/ir/packed_metadata.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr StripInfo kStripTable[] = {
#define HLO_STRIP(name, help, Kind) {#name, help, &StripOptions::name},
#include "hlo/tables/strip.def"
#undef HLO_STRIP
};

// The attributes that are removed as a whole.
using KindSet = std::array<bool, kAttributeKindCount>;

KindSet DroppedKinds(const StripOptions& options) {
  KindSet dropped = {};
  const auto drop = [&dropped](AttributeKind kind, bool value) {
    if (kind < AttributeKind::kUnknown) dropped[static_cast<size_t>(kind)] = value;
  };
#define HLO_STRIP(name, help, Kind) drop(AttributeKind::k##Kind, options.name);
#include "hlo/tables/strip.def"
#undef HLO_STRIP
  return dropped;
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

// False if nothing is left of the metadata.
bool DropStackFrame(const HloInstruction& instruction, Arena& arena, Attribute* attribute) {
  if (StackFrameOf(*attribute) == 0) return true;
  OpMetadata metadata = instruction.metadata();
  metadata.stack_frame_id = 0;
  ReplaceValue(metadata, arena, attribute);
  return MetadataIsPrinted(metadata);
}

void StripInstructions(IrAccess::ModuleState& state, const StripOptions& options) {
  const KindSet dropped = DroppedKinds(options);
  EditAttributes(state, [&](const HloInstruction& instruction, Attribute* attribute) {
    if (IsDropped(dropped, *attribute)) return false;
    if (attribute->kind() == AttributeKind::kSharding) {
      const auto any = [](const OpMetadata&) { return true; };
      if (options.metadata) EditMetadataOfSharding(state.arena, any, ReductionOnly, attribute);
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
    ForEachHeaderAttribute([&](std::string_view name, auto field) {
      if (IsOriginOfHeader(name)) config.*field = HloModuleConfig().*field;
    });
    config.unknown_attributes =
        WithoutDropped(config.unknown_attributes, state.arena,
                       [](const auto& text) { return IsOriginOfHeader(text.name); });
  }
  if (options.backend_config) {
    config.backend_config = {};
    for (HloComputation* computation : state.computations) {
      Node(computation).backend_config = {};
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

void Strip(HloModule* module, const StripOptions& options) {
  ForEachModule(*module, [&](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    StripInstructions(state, options);
    StripHeader(state, options);
  });
}

}  // namespace hlo_text_v1
