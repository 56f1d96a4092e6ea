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
// these words.
//
// Rejected: absl::flags (globals, some hundred kilobytes, its own --help) and CLI11 (has rules for
// flags that need or exclude each other). Neither makes man pages and completions.
#ifndef HLO_TOOLS_COMMON_COMMAND_LINE_H_
#define HLO_TOOLS_COMMON_COMMAND_LINE_H_

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "src/tools/common/program_description.h"

namespace hlo {

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

// A switch, or a flag with a value; `on` or `value` is null.
template <typename Flags>
struct FlagRow {
  constexpr FlagRow(std::string_view name, bool Flags::* on, std::string_view help)
      : name(name), on(on), help(help) {}
  constexpr FlagRow(std::string_view name, std::string Flags::* value, std::string_view value_name,
                    std::string_view help)
      : name(name), value(value), value_name(value_name), help(help) {}

  std::string_view name;
  bool Flags::* on = nullptr;
  std::string Flags::* value = nullptr;
  std::string_view value_name;
  std::string_view help;
};

// A flag and its target: `on` for a switch, or `value`. If there is a `set`, it is called instead,
// with "true" or "false" for a switch; for a wrong value it returns false with a line in `error`.
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
                     is_switch ? nullptr : &(flags->*row.value), nullptr});
  }
  return bound;
}

// Reads argv[1..argc) into the targets of `flags` and into `common`. If the command line is wrong,
// returns false, with one line in `error` that says why and, for an unknown flag, suggests one.
bool ParseCommandLine(int argc, const char* const* argv, absl::Span<const BoundFlag> flags,
                      CommonFlags* common, std::string* error);

// "--style", "-i": a flag as users write it.
std::string FlagSpelling(std::string_view name);

// Parses a number from `min` to `max` into `number`; on failure, puts a line in `error`.
bool ParseFlagNumber(std::string_view flag, std::string_view text, int min, int max, int* number,
                     std::string* error);

// Describes a row of a table, and the flag -o, for --help and the like.
FlagDescription DescribeFlag(std::string_view name, bool is_switch, std::string_view value_name,
                             std::string_view help);
template <typename Flags>
FlagDescription DescribeFlag(const FlagRow<Flags>& row) {
  return DescribeFlag(row.name, row.on != nullptr, row.value_name, row.help);
}
FlagDescription DescribeOutputFlag();

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_COMMAND_LINE_H_
