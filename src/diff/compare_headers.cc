// Prints each field alone, from an otherwise empty configuration, and compares the text.
#include "src/diff/compare_headers.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "hlo/print_values.h"
#include "src/canonical/structural_hash.h"
#include "src/ir/header_attributes.h"
#include "src/print/module_header_printer.h"
#include "src/text/sorted_json.h"

namespace hlo_text_v1::internal {
namespace {

using Config = HloModuleConfig;

// The part after "name=", if it prints.
std::string ValueText(const Config& config, std::string_view name) {
  std::string text;
  AppendModuleConfig(config, {}, &text);
  const size_t at = text.find(std::string(name) + "=");
  return at == std::string::npos ? "" : text.substr(at + name.size() + 1);
}

template <typename T>
std::string FieldText(const HloModule& module, std::string_view name, T Config::* field) {
  Config config;
  config.*field = module.config().*field;
  return ValueText(config, name);
}

std::string ShapesWithoutLayout(const EntryComputationLayout& layout) {
  std::string text;
  for (const Shape* shape : layout.parameters) text += PrintShape(*shape, false) + ", ";
  if (layout.result != nullptr) text += "-> " + PrintShape(*layout.result, false);
  return text;
}

std::string UnknownTexts(const HloModule& module, std::string_view name) {
  std::string text;
  for (const UnknownAttribute& attribute : module.config().unknown_attributes) {
    if (attribute.name != name) continue;
    if (!text.empty()) text += ", ";
    text += attribute.value;
  }
  return text;
}

void CompareUnknown(const HloModule& before, const HloModule& after, const DiffOptions& options,
                    std::vector<HeaderDiff>* changes) {
  std::set<std::string_view> names;
  for (const HloModule* module : {&before, &after}) {
    for (const UnknownAttribute& attribute : module->config().unknown_attributes) {
      names.insert(attribute.name);
    }
  }
  for (const std::string_view name : names) {
    if (IsOriginOfHeader(name) && !options.metadata) continue;
    std::string text_before = UnknownTexts(before, name);
    std::string text_after = UnknownTexts(after, name);
    if (text_before == text_after) continue;
    changes->push_back({std::string(name), std::move(text_before), std::move(text_after)});
  }
}

}  // namespace

std::vector<HeaderDiff> CompareHeaders(const HloModule& before, const HloModule& after,
                                       const DiffOptions& options) {
  std::vector<HeaderDiff> changes;
  if (options.names && before.name() != after.name()) {
    changes.push_back({"name", std::string(before.name()), std::string(after.name())});
  }
  const auto compare = [&](std::string_view name, std::string of_before, std::string of_after) {
    if (of_before == of_after) return;
    if (name == "backend_config" && SortedJson(of_before) == SortedJson(of_after)) return;
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
  CompareUnknown(before, after, options, &changes);
  return changes;
}

}  // namespace hlo_text_v1::internal
