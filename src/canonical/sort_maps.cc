// SortedJson rewrites every value that may hold JSON; sorted ones stay byte-identical.
#include <string>
#include <vector>

#include "hlo/canonical.h"
#include "src/canonical/edit_attributes.h"
#include "src/text/sorted_json.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::string_view Sorted(std::string_view value, Arena& arena) {
  const std::string sorted = SortedJson(value);
  return sorted == value ? value : arena.CopyString(sorted);
}

FrontendAttributes Sorted(const FrontendAttributes& attributes, Arena& arena) {
  std::vector<FrontendAttribute> entries(attributes.entries.begin(), attributes.entries.end());
  for (FrontendAttribute& entry : entries) entry.value = Sorted(entry.value, arena);
  return FrontendAttributes{arena.CopySpan<FrontendAttribute>(entries)};
}

}  // namespace

void internal::SortBackendConfigs(IrAccess::ModuleState& state) {
  Arena& arena = state.arena;
  EditAttributes(state, [&arena](const HloInstruction&, Attribute* attribute) {
    const AttributeKind kind = attribute->kind();
    if (kind == AttributeKind::kBackendConfig) {
      ReplaceAttribute(Attribute::String(kind, Sorted(attribute->AsString(), arena)), attribute);
    }
    return true;
  });
  for (HloComputation* computation : state.computations) {
    std::string_view& config = Node(computation).backend_config;
    config = Sorted(config, arena);
  }
  state.config.backend_config = Sorted(state.config.backend_config, arena);
}

void SortMaps(HloModule* module) {
  ForEachModule(*module, [](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    SortBackendConfigs(state);
    Arena& arena = state.arena;
    EditAttributes(state, [&arena](const HloInstruction&, Attribute* attribute) {
      if (attribute->kind() == AttributeKind::kFrontendAttributes) {
        ReplaceValue(Sorted(attribute->As<FrontendAttributes>(), arena), arena, attribute);
      }
      return true;
    });
    state.config.frontend_attributes = Sorted(state.config.frontend_attributes, arena);
  });
}

}  // namespace hlo_text_v1
