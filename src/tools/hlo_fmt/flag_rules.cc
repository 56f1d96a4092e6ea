// Two tables of names, and a few rules that need more than a name.
//
// --keep formats text and knows nothing about modules; -i, --check and --diff need a whole file
// whose program stays the same.
#include "src/tools/hlo_fmt/flag_rules.h"

#include <algorithm>
#include <string_view>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

// A flag, and flags that exclude it.
constexpr FlagRule kExclusive[] = {
    {"i", "check diff o only fingerprint summary cost"},
    {"check", "diff o only fingerprint summary cost"},
    {"diff", "o only fingerprint summary cost"},
    {"fingerprint", "summary cost style xla_version async_reader explain_async"},
    {"summary", "cost only style xla_version async_reader explain_async"},
    {"cost", "only style xla_version async_reader explain_async"},
    {"diff_against",
     "i check diff fingerprint summary cost o only keep style split_input_file r canonical_names "
     "async_reader explain_async"},
    {"canonical_names", "wrap_calls"},
    {"canonicalize",
     "fingerprint summary cost only style xla_version async async_reader explain_async wrap_calls "
     "sort_maps inline_stack_frames canonical_names diff_against"},
    {"keep",
     "style xla_version async async_reader explain_async wrap_calls verify strip sort_maps "
     "inline_stack_frames canonical_names canonicalize fingerprint summary cost only lossy"},
};

// A flag, and flags that have no effect without it.
constexpr FlagRule kRequired[] = {
    {"keep", "fast strip_log_prefix lines"},
    {"cost", "machine"},
};

std::string SwitchSpelling(std::string_view name, bool is_on) {
  return StrCat(is_on ? "--" : "--no", name);
}

// The flag that makes the text unreadable, given the values in `options`; empty if there is none.
// Presets may set these options to values that go together.
std::string UnreadableFlag(const Flags& flags, const PrintOptions& options) {
  const struct {
    std::string_view name;
    bool unreadable_value;
    bool is_unreadable;
  } rows[] = {
      {"compact_operands", true, options.compact_operands},
      {"print_operand_names", false,
       !options.print_operand_names && !options.canonicalize_instruction_names},
      {"print_ids", false, !options.print_ids},
      {"print_parameter_number", false, !options.print_parameter_number},
      {"print_channel_id", false, !options.print_channel_id},
      {"is_in_nested_computation", true, options.is_in_nested_computation},
  };
  for (const auto& row : rows) {
    if (!row.is_unreadable) continue;
    if (flags.given.count(row.name) == 0) return "--style=" + flags.style;
    return SwitchSpelling(row.name, row.unreadable_value);
  }
  return {};
}

std::string_view Mode(const Flags& flags) {
  return flags.in_place ? "i" : flags.check ? "check" : flags.diff ? "diff" : "";
}

bool ReadsStandardInput(const Flags& flags) {
  return flags.files.empty() ||
         std::find(flags.files.begin(), flags.files.end(), "-") != flags.files.end();
}

// The first broken rule; empty if there is none.
std::string BrokenRule(const Flags& flags) {
  const auto given = [&](std::string_view name) { return flags.given.count(name) > 0; };
  std::string conflict = FindConflict(kExclusive, flags);
  if (!conflict.empty()) return conflict;
  if (!flags.print_options.empty()) {
    const PrintOptionFlag& first = flags.print_options[0];
    const bool is_on = first.option->bool_field == nullptr || first.value != 0;
    const std::string option = SwitchSpelling(first.option->name, is_on);
    for (const std::string_view other :
         {"keep", "fingerprint", "summary", "cost", "canonicalize"}) {
      if (given(other)) return FlagSpelling(other) + " cannot be used with " + option;
    }
  }
  std::string missing = FindMissing(kRequired, flags);
  if (!missing.empty()) return missing;
  if (flags.wrap_calls && flags.async != "generic") return "--wrap_calls requires --async=generic";
  for (const std::string_view name : {"async_reader", "explain_async"}) {
    const bool is_sugar = MakePrintOptions(flags).syntax_sugar_async_ops &&
                          (flags.async.empty() || flags.async == "sugar");
    if (given(name) && !is_sugar) return StrCat(FlagSpelling(name), " requires --async=sugar");
  }
  if (!flags.fingerprint_form.empty() && given("only")) {
    return "--fingerprint=shape_blind cannot be used with --only";
  }
  if (given("machine") && flags.cost_form.substr(0, 6) == "folded") {
    return StrCat("--machine cannot be used with --cost=", flags.cost_form);
  }
  if (given("diff_against") && flags.files.size() > 1)
    return "--diff_against requires a single FILE";
  if (flags.diff_against == "-" && ReadsStandardInput(flags)) {
    return "--diff_against=- requires a FILE to compare with";
  }
  if (flags.recursive && flags.files.empty()) return "-r requires a FILE or a folder";
  if (flags.in_place && ReadsStandardInput(flags)) {
    return "-i requires files, not standard input";
  }
  if (!flags.stdin_filename.empty() && !ReadsStandardInput(flags)) {
    return "--stdin_filename requires standard input";
  }
  if (given("lines") && (flags.files.size() > 1 || flags.recursive)) {
    return "--lines requires a single FILE";
  }
  const std::string_view mode = Mode(flags);
  if (flags.lossy && mode.empty()) return "--lossy requires -i, --check or --diff";
  if (mode.empty() || flags.keep) return "";
  if (flags.in_place && flags.async == "xla") {
    return "-i cannot be used with --async=xla, which may change the program";
  }
  const std::string unreadable = UnreadableFlag(flags, MakePrintOptions(flags));
  if (unreadable.empty()) return "";
  return StrCat(FlagSpelling(mode), " cannot be used with ", unreadable,
                ", whose text cannot be read back");
}

}  // namespace

bool CheckFlagRules(const Flags& flags, std::string* error) {
  *error = BrokenRule(flags);
  return error->empty();
}

bool PromisesSameProgram(const Flags& flags) {
  const bool is_changed = !flags.strip.empty() || flags.sort_maps || flags.inline_stack_frames ||
                          flags.canonical_names || flags.canonicalize || flags.upgrade_legacy;
  const bool is_full_style = flags.style == "default" || flags.style == "dump";
  return !is_changed && is_full_style &&
         std::all_of(flags.print_options.begin(), flags.print_options.end(),
                     [](const PrintOptionFlag& flag) {
                       return flag.option->name == "print_large_constants" ||
                              flag.option->name == "exact_literals";
                     });
}

}  // namespace hlo_text_v1::internal
