// Describes a program: name, flags, usage. Help, man page and completions are generated from it.
#ifndef HLO_TOOLS_COMMON_PROGRAM_DESCRIPTION_H_
#define HLO_TOOLS_COMMON_PROGRAM_DESCRIPTION_H_

#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::internal {

// A word that a flag takes, with its meaning unless the flag's help explains it.
struct FlagValue {
  std::string_view word;
  std::string_view help;
};

// A flag as shown in --help, the man page and the completions.
struct FlagDescription {
  std::string_view heading;       // of the flags from this on; empty: that of the flag before it
  std::string name;               // with its hyphens
  std::string value_name;         // FILE, or the default
  std::string help;               // lines; for print options a single one of any length
  bool is_switch = false;         // does not need a value; may have one if there is a value_name
  bool is_print_option = false;   // of hlo/tables/print_options.def
  bool is_list = false;           // takes several of `values`, separated by commas
  std::vector<FlagValue> values;  // all possible values; empty: not listed

  bool may_have_value() const { return is_switch && !value_name.empty(); }
  bool is_short() const { return name.size() == 2; }
  bool takes_file() const {
    return value_name == "FILE" || value_name == "PATH" || value_name == "DIR";
  }
};

// "Print all values:" followed by a command line.
struct ProgramExample {
  std::string_view text;
  std::string_view command;
};

struct Program {
  std::string_view name;     // "hlo-fmt"
  std::string_view summary;  // of the man page: "hlo-fmt - SUMMARY"
  // Text of --help before and after the flags: "Usage: SYNOPSIS", paragraphs, and lists of indented
  // lines under "TITLE:".
  std::string_view before_flags;
  std::string after_flags;
  std::vector<FlagDescription> flags;  // in the order of --help, print options last
  std::vector<ProgramExample> examples;
};

// The text of --help: usage, the first examples, flags under their headings; of --help=print only
// the print options, which --help leaves out.
std::string HelpText(const Program& program, std::string_view topic = {});
// Ends the help of all programs; `exit_1` explains exit status 1.
std::string HelpEnd(std::string_view exit_1);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_PROGRAM_DESCRIPTION_H_
