// The command line of hlo-fmt.
//
// One table in flags.cc lists the flags, another is that of the print options
// (hlo/print_options.def); the parser and --help are derived from them. A flag is
// written --name=value or --name value, a switch --name, --noname or --name=true|false; one whose
// name is a single letter has one hyphen, -i. "--" ends the flags, "-" is standard input. Flags and
// files may be mixed. Which flags go together: src/tools/flag_rules.h.
#ifndef HLO_TOOLS_FLAGS_H_
#define HLO_TOOLS_FLAGS_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/print_options.h"
#include "hlo/strip.h"

namespace hlo {

// --print_metadata=false and the like.
struct PrintOptionFlag {
  const PrintOptionInfo* option;
  int value;  // a bool, an int or a SubcomputationMode
};

struct Flags {
  bool allow_unknown = false;
  bool canonical_names = false;
  bool check = false;
  bool diff = false;
  bool fast = false;
  bool fingerprint = false;
  bool help = false;
  bool in_place = false;
  bool inline_stack_frames = false;
  bool keep = false;
  bool lossy = false;
  bool recursive = false;
  bool sort_maps = false;
  bool split_input_file = false;
  bool strip_log_prefix = false;
  bool timing = false;
  bool upgrade_legacy = false;
  bool verify = false;
  bool version = false;
  bool wrap_calls = false;
  std::string diff_against;  // empty: none
  std::string async;         // empty: as the style has it
  std::string jobs;          // a number from 1 to kMaxJobs; empty: one for each core
  std::string lines;         // A:B, A: or :B; empty: all
  int64_t first_line = 1;
  int64_t last_line = 0;  // 0: the last one
  std::string only;
  std::string output;  // empty: standard output
  std::string stdin_filename;
  std::string strip;  // as given
  StripOptions strip_options;
  std::string style = "default";
  std::vector<PrintOptionFlag> print_options;  // in order
  std::vector<std::string> files;              // as given
  // Names of the flags above and of print options that the command line sets; not those of switches
  // that it turns off, nor of values that it leaves empty. "o" is -o.
  std::set<std::string, std::less<>> given;
};

// More threads than this help nobody.
inline constexpr int kMaxJobs = 1024;

// "--style", "-i": a flag as it is written.
std::string FlagSpelling(std::string_view name);

// What `flags` say of printing: the style, and on top of it single options, wherever they stood.
// No mode of --async means sugar, or what the style has. The style must be a known one.
PrintOptions MakePrintOptions(const Flags& flags);

// Reads argv[1..argc). False if the command line is wrong, with one line in `error` that says why
// and, if a flag is unknown, what it may have meant.
bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error);

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
  bool is_print_option = false;   // of hlo/print_options.def
  bool is_list = false;           // takes several of `values`, separated by commas
  std::vector<FlagValue> values;  // all that it takes; empty: not to be listed

  bool is_short() const { return name.size() == 2; }
  bool takes_file() const { return value_name == "FILE" || value_name == "PATH"; }
};

// All flags in the order of --help, the print options last. A flag whose value_name is a|b|c takes
// these words.
std::vector<FlagDescription> DescribeFlags();

// What --help prints: usage, flags, and what holds for all of them.
std::string HelpText();
std::string_view HelpBeforeFlags();
std::string_view HelpAfterFlags();

}  // namespace hlo

#endif  // HLO_TOOLS_FLAGS_H_
