// The presets of PrintOptions by name, and its fields (print_options.def) as a table for flags.
//
// Source: XLA HloPrintOptions.
#include <algorithm>
#include <iterator>
#include <type_traits>

#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/ir/module_state.h"

namespace hlo {
namespace {

// `field` in the column of its type, nullptr in the others.
template <typename Column, typename T>
constexpr Column PrintOptions::* FieldOf(T PrintOptions::* field) {
  if constexpr (std::is_same_v<Column, T>) return field;
  return nullptr;
}

constexpr PrintOptionInfo kTable[] = {
#define HLO_PRINT_OPTION(Type, name, value, help)                                      \
  {#name, help, FieldOf<bool>(&PrintOptions::name), FieldOf<int>(&PrintOptions::name), \
   FieldOf<SubcomputationMode>(&PrintOptions::name)},
#include "hlo/tables/print_options.def"
};

constexpr std::string_view kModeWords[] = {"off", "name_only", "full_bodies",
                                           "non_sequential_bodies"};

constexpr PrintStyle kStyles[] = {
    {"default", PrintOptions::Default},
    {"short_parsable", PrintOptions::ShortParsable},
    {"canonical", PrintOptions::Canonical},
    {"fingerprint", PrintOptions::Fingerprint},
    {"module_fingerprint", PrintOptions::ModuleFingerprint},
    {"dump", PrintOptions::Dump},
};

constexpr AsyncPrintModeName kAsyncModes[] = {
    {"sugar", AsyncPrintMode::kSugar},
    {"xla", AsyncPrintMode::kXla},
    {"generic", AsyncPrintMode::kGeneric},
    {"keep", AsyncPrintMode::kKeep},
};

}  // namespace

absl::Span<const PrintOptionInfo> PrintOptionTable() { return kTable; }

absl::Span<const PrintStyle> PrintStyleTable() { return kStyles; }

absl::Span<const AsyncPrintModeName> AsyncPrintModeTable() { return kAsyncModes; }

absl::Span<const std::string_view> SubcomputationModeWords() { return kModeWords; }

bool ParseSubcomputationMode(std::string_view word, SubcomputationMode* mode) {
  const auto* found = std::find(std::begin(kModeWords), std::end(kModeWords), word);
  if (found == std::end(kModeWords)) return false;
  *mode = static_cast<SubcomputationMode>(found - kModeWords);
  return true;
}

PrintOptions PrintOptions::ShortParsable() {
  PrintOptions options;
  options.print_large_constants = true;
  options.print_metadata = false;
  options.print_operand_index_annotation_interval = 0;
  options.print_program_shape = false;
  options.print_percent = false;
  options.print_control_dependencies = false;
  return options;
}

PrintOptions PrintOptions::Canonical() {
  PrintOptions options;
  options.print_subcomputation_mode = SubcomputationMode::kFullBodies;
  options.print_metadata = false;
  options.print_backend_config = false;
  options.print_operand_shape = true;
  options.print_operand_names = false;
  options.print_operand_index_annotation_interval = 0;
  options.print_program_shape = false;
  options.print_percent = false;
  options.print_control_dependencies = false;
  options.canonicalize_instruction_names = true;
  return options;
}

PrintOptions PrintOptions::Fingerprint() {
  PrintOptions options = Canonical();
  options.print_only_essential_constants = true;
  options.print_infeed_outfeed_config = false;
  options.print_ids = false;
  options.canonicalize_computations = true;
  options.print_full_replica_group_list = true;
  return options;
}

PrintOptions PrintOptions::ModuleFingerprint() {
  PrintOptions options = Fingerprint();
  options.print_operand_shape = false;
  return options;
}

PrintOptions PrintOptions::Dump() {
  PrintOptions options;
  options.syntax_sugar_async_ops = false;
  options.compact_gte = true;
  options.keep_definition_order = true;
  return options;
}

PrintOptions PrintOptions::DumpOf(const HloModule& module) {
  const internal::ModuleFlags& hints = internal::IrAccess::StateOf(module);
  PrintOptions options = Dump();
  options.compact_gte = hints.folds_tuple_elements || module.source().empty();
  options.print_compare_type = hints.writes_compare_type;
  return options;
}

}  // namespace hlo
