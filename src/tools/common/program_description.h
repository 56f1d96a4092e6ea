// Describes a program: name, flags, usage. Help, man page and completions are generated from it.
//
// Each program has one: HloFmtProgram in flags.h, HloTranslateProgram in translate_flags.h,
// HloViewProgram in view_flags.h. How a command line is read: command_line.h.
#ifndef HLO_TOOLS_COMMON_PROGRAM_DESCRIPTION_H_
#define HLO_TOOLS_COMMON_PROGRAM_DESCRIPTION_H_

#include <string>
#include <string_view>
#include <vector>

namespace hlo {

// A word that a flag takes, and what it means if the flag's own help does not say it.
struct FlagValue {
  std::string_view word;
  std::string_view help;
};

// A flag as --help, the man page and the completions show it.
struct FlagDescription {
  std::string name;               // with its dashes
  std::string value_name;         // FILE; or the default
  std::string help;               // lines; of print options one, of any length
  bool is_switch = false;         // has no value
  bool is_print_option = false;   // of hlo/tables/print_options.def
  bool is_list = false;           // takes several of `values`, separated by commas
  std::vector<FlagValue> values;  // all that it takes; empty: not to be listed

  bool is_short() const { return name.size() == 2; }
  bool takes_file() const {
    return value_name == "FILE" || value_name == "PATH" || value_name == "DIR";
  }
};

// "Print all values:" and under it a command line.
struct ProgramExample {
  std::string_view text;
  std::string_view command;
};

struct Program {
  std::string_view name;     // "hlo-fmt"
  std::string_view summary;  // of the man page: "hlo-fmt - SUMMARY"
  // What --help prints before and after the flags: "Usage: SYNOPSIS", paragraphs, and lists of
  // indented lines under "TITLE:".
  std::string_view before_flags;
  std::string after_flags;
  std::vector<FlagDescription> flags;  // in the order of --help, print options last
  std::vector<ProgramExample> examples;
};

// What --help prints.
std::string HelpText(const Program& program);
// What all programs say after their flags; `exit_1` is what exit status 1 means.
std::string HelpEnd(std::string_view exit_1);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_PROGRAM_DESCRIPTION_H_
