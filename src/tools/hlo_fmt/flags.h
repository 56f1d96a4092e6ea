// The command line of hlo-fmt.
//
// Flags are rows of flags.def, and of the table of print options, hlo/tables/print_options.def. How
// they are read: command_line.h. Which go together: flag_rules.h.
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
  Flags() { style = "default"; }

#define HLO_FMT_SWITCH(field, name, help) bool field = false;
#define HLO_FMT_VALUE(field, name, value_name, help) std::string field;
#include "src/tools/hlo_fmt/flags.def"

  // What the values of flags stand for.
  StripOptions strip_options;
  int job_count = 0;  // 0: one for each core
  int64_t first_line = 1;
  int64_t last_line = 0;                       // 0: the last one
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
