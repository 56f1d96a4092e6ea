// The command line of hlo-fmt.
//
// One table in flags.cc lists the flags, another is that of the print options
// (hlo/tables/print_options.def). How they are read: command_line.h. Which flags go together:
// flag_rules.h.
#ifndef HLO_TOOLS_HLO_FMT_FLAGS_H_
#define HLO_TOOLS_HLO_FMT_FLAGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/normalize.h"
#include "hlo/print_options.h"
#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo {

// --print_metadata=false and the like.
struct PrintOptionFlag {
  const PrintOptionInfo* option;
  int value;  // a bool, an int or a SubcomputationMode
};

struct Flags : CommonFlags {
  bool allow_unknown = false;
  bool canonical_names = false;
  bool check = false;
  bool diff = false;
  bool fast = false;
  bool fingerprint = false;
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
  bool wrap_calls = false;
  std::string diff_against;  // empty: none
  std::string async;         // empty: as the style has it
  std::string jobs;          // a number from 1 to kMaxJobs; empty: one for each core
  int job_count = 0;         // the same; 0: one for each core
  std::string lines;         // A:B, A: or :B; empty: all
  int64_t first_line = 1;
  int64_t last_line = 0;  // 0: the last one
  std::string only;
  std::string stdin_filename;
  std::string strip;  // as given
  StripOptions strip_options;
  std::string style = "default";
  std::vector<PrintOptionFlag> print_options;  // in order
};

// More threads than this help nobody.
inline constexpr int kMaxJobs = 1024;

// What `flags` say of printing: the style, and on top of it single options, wherever they stood.
// No mode of --async means sugar, or what the style has. The style must be a known one.
PrintOptions MakePrintOptions(const Flags& flags);

// Reads argv[1..argc). False if the command line is wrong, with one line in `error` that says why
// and, if a flag is unknown, what it may have meant.
bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error);

// hlo-fmt, with all flags in the order of --help, the print options last.
Program HloFmtProgram();

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_FLAGS_H_
