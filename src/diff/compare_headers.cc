// Prints each field alone, from an otherwise empty configuration, and compares the text.
#include "src/diff/compare_headers.h"

#include <set>
#include <string>
#include <string_view>

#include "hlo/print_values.h"
#include "src/canonical/structural_hash.h"
#include "src/ir/header_attributes.h"
#include "src/ir/name_reference.h"
#include "src/print/module_header_printer.h"

namespace hlo::internal {
namespace {

using Config = HloModuleConfig;

// The part after "name=", if it prints.
std::string ValueText(const HloModule& module, const Config& config, std::string_view name) {
  std::string text;
  AppendModuleConfig(module, config, {}, &text);
  const size_t at = text.find(std::string(name) + "=");
  return at == std::string::npos ? "" : text.substr(at + name.size() + 1);
}

template <typename T>
std::string FieldText(const HloModule& module, std::string_view name, T Config::* field) {
  Config config;
  config.*field = module.config().*field;
  return ValueText(module, config, name);
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
  const auto compare = [&](std::string_view name, std::string of_before, std::string of_after) {
    if (of_before == of_after) return;
    if (name == "entry_computation_layout" && !options.layouts &&
        ShapesWithoutLayout(before.config().entry_computation_layout) ==
            ShapesWithoutLayout(after.config().entry_computation_layout)) {
      return;
    }
    changes.push_back({std::string(name), std::move(of_before), std::move(of_after)});
  };
  const auto counts = [&](std::string_view name) {
    return options.metadata || !IsOriginOfHeader(name);
  };
  ForEachHeaderAttribute([&](std::string_view name, auto field) {
    if (counts(name)) compare(name, FieldText(before, name, field), FieldText(after, name, field));
  });
  CompareUnknown(before, after, matching, options, &changes);
  return changes;
}

}  // namespace hlo::internal
