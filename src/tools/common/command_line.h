// Reads a command line, in the same way for all programs.
//
// A program has a struct of flags that derives from CommonFlags, and a table with a row for each:
//
//   struct CountFlags : CommonFlags { bool lines = false; std::string only; };
//   constexpr FlagRow<CountFlags> kTable[] = {
//       {"lines", &CountFlags::lines, "count lines"},
//       {"only", &CountFlags::only, "REGEX", "only lines that match"},
//       {"help", &CountFlags::help, "this text"},
//   };
//   ok = ParseCommandLine(argc, argv, BindFlags(kTable, &flags), &flags, &error);
//
// A flag is written --name=value or --name value, a switch --name, --noname or --name=true|false;
// single-letter flags have one hyphen, -i. "--" ends the flags, "-" is standard input. Flags and
// files may be mixed. Every program has -o FILE. A flag whose value_name is a|b|c takes one of
// these words. A switch with a value may be written --name=value, too, which turns it on.
//
// Rejected: absl::flags (globals, some hundred kilobytes, its own --help) and CLI11 (has rules for
// flags that need or exclude each other). Neither makes man pages and completions.
#ifndef HLO_TOOLS_COMMON_COMMAND_LINE_H_
#define HLO_TOOLS_COMMON_COMMAND_LINE_H_

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "src/base/strings.h"
#include "src/tools/common/program_description.h"

namespace hlo::internal {

// Shared by all programs.
struct CommonFlags {
  bool help = false;
  bool version = false;
  std::string output;              // -o; empty: standard output
  std::vector<std::string> files;  // as given
  // Names of the flags set by the command line, except switches turned off and values left empty.
  // "o" is -o.
  std::set<std::string, std::less<>> given;
};

// A switch, a flag with a value, or a switch that may have one; else `on` or `value` is null.
template <typename Flags>
struct FlagRow {
  constexpr FlagRow(std::string_view name, bool Flags::* on, std::string_view help)
      : name(name), on(on), help(help) {}
  constexpr FlagRow(std::string_view name, std::string Flags::* value, std::string_view value_name,
                    std::string_view help)
      : name(name), value(value), value_name(value_name), help(help) {}
  constexpr FlagRow(std::string_view name, bool Flags::* on, std::string Flags::* value,
                    std::string_view value_name, std::string_view help)
      : name(name), on(on), value(value), value_name(value_name), help(help) {}

  std::string_view name;
  bool Flags::* on = nullptr;
  std::string Flags::* value = nullptr;
  std::string_view value_name;
  std::string_view help;
};

// A flag and its target: `on` for a switch, `value` if it takes one. If there is a `set`, it is
// called instead, with "true" or "false" for a switch; for a wrong value it returns false with a
// line in `error`.
struct BoundFlag {
  std::string_view name;
  std::string_view value_name;
  bool is_switch = false;
  bool* on = nullptr;
  std::string* value = nullptr;
  std::function<bool(std::string_view value, std::string* error)> set;
};

template <typename Flags, size_t n>
std::vector<BoundFlag> BindFlags(const FlagRow<Flags> (&table)[n], Flags* flags) {
  std::vector<BoundFlag> bound;
  bound.reserve(n);
  for (const FlagRow<Flags>& row : table) {
    const bool is_switch = row.on != nullptr;
    bound.push_back({row.name, row.value_name, is_switch, is_switch ? &(flags->*row.on) : nullptr,
                     row.value == nullptr ? nullptr : &(flags->*row.value), nullptr});
  }
  return bound;
}

// Reads argv[1..argc) into the targets of `flags` and into `common`. If the command line is wrong,
// returns false, with one line in `error` that says why and, for an unknown flag, suggests one.
bool ParseCommandLine(int argc, const char* const* argv, absl::Span<const BoundFlag> flags,
                      CommonFlags* common, std::string* error);

// "--style", "-i": a flag as users write it.
std::string FlagSpelling(std::string_view name);

// The row called `name` of a table; nullptr if there is none.
template <typename Row>
const Row* FindRow(absl::Span<const Row> rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// FindRow, with an error that lists the rows: "unknown style 'x'; known: a, b".
template <typename Row>
const Row* RequireRow(absl::Span<const Row> rows, std::string_view what, std::string_view name,
                      std::string* error) {
  const Row* row = FindRow(rows, name);
  if (row == nullptr) {
    *error = StrCat("unknown ", what, " '", name,
                    "'; known: ", Joined(rows, ", ", [](const Row& known) { return known.name; }));
  }
  return row;
}

// A flag, and others, separated by blanks, that exclude or need it.
struct FlagRule {
  std::string_view flag;
  std::string_view others;
};
// "--keep cannot be used with --style", for the first of `rules` with a flag and one of its others;
// empty if none.
std::string FindConflict(absl::Span<const FlagRule> rules, const CommonFlags& flags);
// "--lines requires --keep", for the first with one of the others alone.
std::string FindMissing(absl::Span<const FlagRule> rules, const CommonFlags& flags);

// Parses a number from `min` to `max` into `number`; on failure, puts a line in `error`.
bool ParseFlagNumber(std::string_view flag, std::string_view text, int min, int max, int* number,
                     std::string* error);

// Describes a row of a table for --help and the like.
FlagDescription DescribeFlag(std::string_view name, bool is_switch, std::string_view value_name,
                             std::string_view help);

// Describes a program with -o and the flags of its table. `exit_1` explains exit status 1.
template <typename Flags, size_t n, size_t examples>
Program DescribeProgram(std::string_view name, std::string_view summary, std::string_view usage,
                        std::string_view exit_1, const FlagRow<Flags> (&table)[n],
                        const ProgramExample (&example)[examples]) {
  Program program{name, summary, usage, HelpEnd(exit_1), {}, {example, example + examples}};
  program.flags.push_back(
      DescribeFlag("o", false, "FILE", "write to FILE, atomically, instead of standard output"));
  for (const FlagRow<Flags>& row : table) {
    program.flags.push_back(DescribeFlag(row.name, row.on != nullptr, row.value_name, row.help));
  }
  return program;
}

// Adds the names of a table's rows as the values of --NAME, which must be a flag.
template <typename Rows>
FlagDescription& DescribeValues(std::string_view name, const Rows& rows, Program* program) {
  const auto flag = std::find_if(
      program->flags.begin(), program->flags.end(),
      [&](const FlagDescription& candidate) { return candidate.name == FlagSpelling(name); });
  for (const auto& row : rows) flag->values.push_back({row.name, ""});
  return *flag;
}

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_COMMAND_LINE_H_
