// The presets of PrintOptions by name, and its fields (print_options.def) as a table for flags.
//
// Source: XLA HloPrintOptions.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "hlo/spellings.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

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

constexpr AsyncReaderName kAsyncReaders[] = {
    {"xla-0.12", AsyncReader::kXla012},
    {"hlo-text", AsyncReader::kHloText},
};

}  // namespace

absl::Span<const PrintOptionInfo> PrintOptionTable() { return kTable; }

absl::Span<const PrintStyle> PrintStyleTable() { return kStyles; }

absl::Span<const AsyncPrintModeName> AsyncPrintModeTable() { return kAsyncModes; }

absl::Span<const AsyncReaderName> AsyncReaderTable() { return kAsyncReaders; }

absl::Span<const std::string_view> SubcomputationModeWords() { return kModeWords; }

std::optional<SubcomputationMode> ParseSubcomputationMode(std::string_view word) {
  const auto* found = std::find(std::begin(kModeWords), std::end(kModeWords), word);
  if (found == std::end(kModeWords)) return std::nullopt;
  return static_cast<SubcomputationMode>(found - kModeWords);
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

namespace {

// The numbers of "0.4.30".
std::optional<std::vector<int64_t>> ParseVersion(std::string_view version) {
  std::vector<int64_t> numbers;
  for (const absl::string_view part : absl::StrSplit(Absl(version), '.')) {
    int64_t number = 0;
    if (!absl::SimpleAtoi(part, &number) || number < 0) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

PrintOptions PrintOptions::Dump(const Spellings& spellings) {
  PrintOptions options = Dump();
  options.spellings = spellings;
  options.compact_gte = !spellings.tuple_elements;
  options.print_percent = !spellings.bare_heads;
  options.print_program_shape = !spellings.bare_heads;
  options.print_name_after_closing_brace = spellings.closing_names;
  return options;
}

PrintOptions PrintOptions::DumpOf(const HloModule& module) { return Dump(SpellingsOf(module)); }

Spellings SpellingsOf(const HloModule& module) {
  const internal::ModuleFlags& flags = internal::IrAccess::StateOf(module);
  Spellings spellings = flags.spellings;
  spellings.tuple_elements = !flags.folds_tuple_elements && !module.source().empty();
  return spellings;
}

std::optional<Spellings> SpellingsOfVersion(std::string_view version) {
  const std::optional<std::vector<int64_t>> numbers = ParseVersion(version);
  if (!numbers.has_value()) return std::nullopt;
  Spellings spellings;
#define HLO_SPELLING(name, since, text) spellings.name = *numbers < *ParseVersion(since);
#include "hlo/tables/spellings.def"
#undef HLO_SPELLING
  return spellings;
}

}  // namespace hlo_text_v1
