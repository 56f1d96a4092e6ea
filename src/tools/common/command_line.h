// Reads command lines in the same way for all programs.
//
// A program has a struct of flags that derives from CommonFlags, and a table with one row per flag:
//
//   struct CountFlags : CommonFlags { bool lines = false; std::string only; int jobs = 1; };
//   constexpr FlagRow<CountFlags> kTable[] = {
//       {"lines", &CountFlags::lines, "count lines"},
//       {"only", &CountFlags::only, "REGEX", "only lines that match"},
//       {"jobs", &CountFlags::jobs, 1, kMaxJobs, "N", "count N files at a time"},
//       {"About the program"},  // a heading of --help
//       {"help", &CountFlags::help, "this text"},
//   };
//   ok = ParseCommandLine(argc, argv, BindFlags(kTable, &flags), &flags, &error);
//
// A flag is written --name=value or --name value, a switch --name, --noname or --name=true|false;
// single-letter flags have one hyphen, -i. "--" ends the flags, "-" is standard input. Flags and
// files may be mixed. Every program has -o FILE. A flag whose value_name is a|b|c takes one of
// these words. A switch with a value may also be written --name=value, which turns it on. Only a
// LIST and a PATH may be empty, as if the flag were not given: a script with an unset variable must
// not silently do something else.
//
// Rejected: absl::flags (globals, some hundred kilobytes, its own --help) and CLI11 (has rules for
// flags that need or exclude each other). Neither makes man pages and completions.
#ifndef HLO_TOOLS_COMMON_COMMAND_LINE_H_
#define HLO_TOOLS_COMMON_COMMAND_LINE_H_

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

// Shared by all programs.
struct CommonFlags {
  bool help = false;
  std::string help_topic;  // --help=TOPIC, of a program that has some
  bool version = false;
  std::string output;              // -o; empty: standard output
  std::vector<std::string> files;  // as given
  // Names of the flags set by the command line, except switches turned off and empty values.
  // "o" is -o.
  std::set<std::string, std::less<>> given;
};

// More threads do not help.
inline constexpr int kMaxJobs = 1024;

// The words that a flag takes if they are in a table: RowNames<AsyncPrintModeTable>.
using FlagWords = std::vector<std::string_view> (*)();
template <auto table>
std::vector<std::string_view> RowNames() {
  std::vector<std::string_view> names;
  for (const auto& row : table()) names.push_back(row.name);
  return names;
}

// A switch, a flag with a value (text, one of some words, or a number), or a switch that may have a
// value. Those of `on`, `value` and `number` that it does not have are null.
template <typename Flags>
struct FlagRow {
  // No flag, but the heading of those after it. Not explicit: rows are lists in braces.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr FlagRow(std::string_view heading) : help(heading) {}
  constexpr FlagRow(std::string_view name, bool Flags::* on, std::string_view help)
      : name(name), on(on), help(help) {}
  constexpr FlagRow(std::string_view name, std::string Flags::* value, std::string_view value_name,
                    std::string_view help)
      : name(name), value(value), value_name(value_name), help(help) {}
  // The value_name may be the default; empty: a|b|c.
  constexpr FlagRow(std::string_view name, std::string Flags::* value, FlagWords words,
                    std::string_view value_name, std::string_view help)
      : name(name), value(value), words(words), value_name(value_name), help(help) {}
  constexpr FlagRow(std::string_view name, int Flags::* number, int min, int max,
                    std::string_view value_name, std::string_view help)
      : name(name), number(number), min(min), max(max), value_name(value_name), help(help) {}
  constexpr FlagRow(std::string_view name, bool Flags::* on, std::string Flags::* value,
                    std::string_view value_name, std::string_view help)
      : name(name), on(on), value(value), value_name(value_name), help(help) {}

  std::string_view name;
  bool Flags::* on = nullptr;
  std::string Flags::* value = nullptr;
  int Flags::* number = nullptr;
  int min = 0;
  int max = 0;
  FlagWords words = nullptr;
  std::string_view value_name;
  std::string_view help;
};

// A flag and its target: `on` for a switch, `value` if it takes one. If there is a `set`, it is
// called instead, with "true" or "false" for a switch; it returns false, with a line in `error`,
// for a wrong value.
struct BoundFlag {
  std::string_view name;
  std::string_view value_name;
  FlagWords words = nullptr;
  bool is_switch = false;
  bool* on = nullptr;
  std::string* value = nullptr;
  std::function<bool(std::string_view value, std::string* error)> set;
};

// Parses a number from `min` to `max` into `number`; on failure, puts a line in `error`.
bool ParseFlagNumber(std::string_view flag, std::string_view text, int min, int max, int* number,
                     std::string* error);

template <typename Flags, size_t n>
std::vector<BoundFlag> BindFlags(const FlagRow<Flags> (&table)[n], Flags* flags) {
  std::vector<BoundFlag> bound;
  bound.reserve(n);
  for (const FlagRow<Flags>& row : table) {
    if (row.name.empty()) continue;
    BoundFlag& flag = bound.emplace_back();
    flag.name = row.name;
    flag.value_name = row.value_name;
    flag.words = row.words;
    flag.is_switch = row.on != nullptr;
    if (row.on != nullptr) flag.on = &(flags->*row.on);
    if (row.value != nullptr) flag.value = &(flags->*row.value);
    if (row.number != nullptr) {
      flag.set = [&row, flags](std::string_view text, std::string* error) {
        return ParseFlagNumber(row.name, text, row.min, row.max, &(flags->*row.number), error);
      };
    }
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

// "--style expects a, b or c, not 'x'", with a suggestion if `word` is nearly one of them.
std::string WrongWord(std::string_view flag, const std::vector<std::string_view>& known,
                      std::string_view word);

// A flag, and other flags, separated by blanks, that exclude or need it.
struct FlagRule {
  std::string_view flag;
  std::string_view others;
};
// "--keep cannot be used with --style", for the first of `rules` whose flag is given with one of
// its others; empty if there is none.
std::string FindConflict(absl::Span<const FlagRule> rules, const CommonFlags& flags);
// "--lines requires --keep", for the first of `rules` with one of its others given but not its
// flag.
std::string FindMissing(absl::Span<const FlagRule> rules, const CommonFlags& flags);

// Describes a flag for --help and the like.
FlagDescription DescribeFlag(std::string_view name, bool is_switch, FlagWords words,
                             std::string_view value_name, std::string_view help);
template <typename Flags>
FlagDescription DescribeFlag(const FlagRow<Flags>& row) {
  return DescribeFlag(row.name, row.on != nullptr, row.words, row.value_name, row.help);
}

// Describes a program with -o and the flags of its table. `exit_1` explains exit status 1.
template <typename Flags, size_t n, size_t examples>
Program DescribeProgram(std::string_view name, std::string_view summary, std::string_view usage,
                        std::string_view exit_1, const FlagRow<Flags> (&table)[n],
                        const ProgramExample (&example)[examples]) {
  Program program{name, summary, usage, HelpEnd(exit_1), {}, {example, example + examples}};
  program.flags.push_back(DescribeFlag("o", false, nullptr, "FILE",
                                       "write to FILE, atomically, instead of standard output"));
  std::string_view heading;
  for (const FlagRow<Flags>& row : table) {
    if (row.name.empty()) {
      heading = row.help;
    } else {
      program.flags.push_back(DescribeFlag(row));
      program.flags.back().heading = std::exchange(heading, {});
    }
  }
  return program;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_COMMAND_LINE_H_
