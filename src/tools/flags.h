// The command line of hlo-fmt.
//
// One table in flags.cc lists the flags; the parser and --help are derived from it. A flag is
// written --name=value or --name value, a switch --name, --noname or --name=true|false. "--" ends
// the flags, "-" is standard input. Flags and files may be mixed.
#ifndef HLO_TOOLS_FLAGS_H_
#define HLO_TOOLS_FLAGS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hlo {

struct Flags {
  bool fast = false;
  bool help = false;
  bool keep = false;
  bool print_large_constants = false;
  bool strip_log_prefix = false;
  bool timing = false;
  bool upgrade_legacy = false;
  bool verify = false;
  bool version = false;
  bool wrap_calls = false;
  std::string async = "sugar";
  std::string lines;  // A:B, A: or :B; empty: all
  int64_t first_line = 1;
  int64_t last_line = 0;  // 0: the last one
  std::string only;
  std::string output;  // empty: standard output
  std::string style = "default";
  std::vector<std::string> files;  // as given
};

// Reads argv[1..argc). False if the command line is wrong, with one line in `error` that says why
// and, if a flag is unknown, what it may have meant.
bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error);

// What --help prints.
std::string HelpText();

}  // namespace hlo

#endif  // HLO_TOOLS_FLAGS_H_
