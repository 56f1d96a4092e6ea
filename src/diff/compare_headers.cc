// Prints each field alone, from an otherwise empty configuration, and compares the text.
#include "src/diff/compare_headers.h"

#include <set>
#include <string>
#include <string_view>

#include "hlo/print_values.h"
#include "src/canonical/structural_hash.h"
#include "src/ir/name_reference.h"
#include "src/print/module_header_printer.h"

namespace hlo::internal {
namespace {

using Config = HloModuleConfig;

// Copies one field.
struct Field {
  std::string_view name;
  void (*copy)(const Config& from, Config* to);
  bool is_metadata = false;
};

template <auto member>
void Copy(const Config& from, Config* to) {
  to->*member = from.*member;
}

// In text order.
constexpr Field kFields[] = {
    {"is_scheduled", Copy<&Config::is_scheduled>},
    {"input_output_alias", Copy<&Config::input_output_alias>},
    {"buffer_donor", Copy<&Config::buffer_donor>},
    {"alias_passthrough_params", Copy<&Config::alias_passthrough_params>},
    {"entry_computation_layout", Copy<&Config::entry_computation_layout>},
    {"allow_spmd_sharding_propagation_to_parameters",
     Copy<&Config::allow_spmd_sharding_propagation_to_parameters>},
    {"allow_spmd_sharding_propagation_to_output",
     Copy<&Config::allow_spmd_sharding_propagation_to_output>},
    {"replica_count", Copy<&Config::replica_count>},
    {"num_partitions", Copy<&Config::num_partitions>},
    {"frontend_attributes", Copy<&Config::frontend_attributes>},
    {"backend_config", Copy<&Config::backend_config>},
    {"origin_recovery_table", Copy<&Config::origin_recovery_table>, true},
    {"debug_attributes", Copy<&Config::debug_attributes>, true},
};

// The part after "name=", if it prints.
std::string ValueText(const HloModule& module, const Config& config, std::string_view name) {
  std::string text;
  AppendModuleConfig(module, config, {}, &text);
  const size_t at = text.find(std::string(name) + "=");
  return at == std::string::npos ? "" : text.substr(at + name.size() + 1);
}

std::string FieldText(const HloModule& module, const Field& field) {
  Config config;
  field.copy(module.config(), &config);
  return ValueText(module, config, field.name);
}

std::string UnknownValue(const HloModule& module, const UnknownAttribute& attribute) {
  Config config;
  UnknownAttribute alone = attribute;
  alone.after = {};
  config.unknown_attributes = absl::MakeConstSpan(&alone, 1);
  return ValueText(module, config, attribute.name);
}

std::string ShapesWithoutLayout(const EntryComputationLayout& layout) {
  std::string text;
  for (const Shape* shape : layout.parameters) text += PrintShape(*shape, false) + ", ";
  if (layout.result != nullptr) text += "-> " + PrintShape(*layout.result, false);
  return text;
}

// A hash of the unknown attributes called `name`, using the counterparts of the names in them.
uint64_t HashUnknown(const HloModule& module, std::string_view name, const Matching* matching) {
  HashState hash;
  InstructionHasher hasher;
  for (const UnknownAttribute& attribute : module.config().unknown_attributes) {
    if (attribute.name != name) continue;
    hasher.Add(absl::MakeConstSpan(&attribute, 1), &hash);
    for (const NameReference& reference : attribute.value.references) {
      if (!IsHere(reference)) continue;
      const HloComputation* target = reference.computation;
      const HloComputation* counterpart =
          matching == nullptr ? nullptr : matching->AfterOf(*target);
      if (counterpart != nullptr) target = counterpart;
      hash.Add(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(target)));
    }
  }
  return hash.Finish().high;
}

std::string UnknownTexts(const HloModule& module, std::string_view name) {
  std::string text;
  for (const UnknownAttribute& attribute : module.config().unknown_attributes) {
    if (attribute.name != name) continue;
    if (!text.empty()) text += ", ";
    text += UnknownValue(module, attribute);
  }
  return text;
}

void CompareUnknown(const HloModule& before, const HloModule& after, const Matching& matching,
                    const DiffOptions& options, std::vector<HeaderDiff>* changes) {
  std::set<std::string_view> names;
  for (const HloModule* module : {&before, &after}) {
    for (const UnknownAttribute& attribute : module->config().unknown_attributes) {
      names.insert(attribute.name);
    }
  }
  for (const std::string_view name : names) {
    if (IsOriginOfHeader(name) && !options.metadata) continue;
    if (HashUnknown(before, name, &matching) == HashUnknown(after, name, nullptr)) continue;
    changes->push_back({std::string(name), UnknownTexts(before, name), UnknownTexts(after, name)});
  }
}

}  // namespace

std::vector<HeaderDiff> CompareHeaders(const HloModule& before, const HloModule& after,
                                       const Matching& matching, const DiffOptions& options) {
  std::vector<HeaderDiff> changes;
  if (options.names && before.name() != after.name()) {
    changes.push_back({"name", std::string(before.name()), std::string(after.name())});
  }
  for (const Field& field : kFields) {
    if (field.is_metadata && !options.metadata) continue;
    std::string of_before = FieldText(before, field), of_after = FieldText(after, field);
    if (of_before == of_after) continue;
    if (field.name == "entry_computation_layout" && !options.layouts &&
        ShapesWithoutLayout(before.config().entry_computation_layout) ==
            ShapesWithoutLayout(after.config().entry_computation_layout)) {
      continue;
    }
    changes.push_back({std::string(field.name), std::move(of_before), std::move(of_after)});
  }
  CompareUnknown(before, after, matching, options, &changes);
  return changes;
}

}  // namespace hlo::internal
