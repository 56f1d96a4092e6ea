// The command line of hlo-fmt.
//
// Flags are rows of a table in flags.cc and of the print options in hlo/tables/print_options.def.
// command_line.h reads them; flag_rules.h says which go together.
#ifndef HLO_TOOLS_HLO_FMT_FLAGS_H_
#define HLO_TOOLS_HLO_FMT_FLAGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "hlo/verify.h"
#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

// --print_metadata=false and the like.
struct PrintOptionFlag {
  const PrintOptionInfo* option;
  int value;  // a bool, an int or a SubcomputationMode
};

struct Flags : CommonFlags {
  bool in_place = false;
  bool check = false;
  bool diff = false;
  std::string diff_against;
  bool recursive = false;
  int job_count = 0;
  bool lossy = false;
  std::string stdin_filename;
  bool split_input_file = false;
  std::string style = "default";
  std::string xla_version;
  std::string async;
  std::string async_reader;
  bool explain_async = false;
  bool wrap_calls = false;
  bool upgrade_legacy = false;
  bool allow_unknown = false;
  bool verify = false;
  std::string verify_list;
  std::string strip;
  bool sort_maps = false;
  bool inline_stack_frames = false;
  bool canonical_names = false;
  bool canonicalize = false;
  std::string canonical_version;
  bool fingerprint = false;
  std::string fingerprint_form;
  bool summary = false;
  std::string summary_form;
  bool cost = false;
  std::string cost_form;
  std::string machine;
  bool keep = false;
  bool fast = false;
  bool strip_log_prefix = false;
  std::string lines;
  std::string only;
  bool timing = false;

  // Not flags: a fingerprint is of what XLA's parser reads; tables of frames keep their order.
  bool as_xla = false;
  bool keep_stack_frames = false;

  // Parsed from the values of flags.
  StripOptions strip_options;
  VerifyOptions verify_options;
  int64_t first_line = 1;
  int64_t last_line = 0;                       // 0: the last line
  std::vector<PrintOptionFlag> print_options;  // in order
};

// The print options in `flags`: the style, overridden by single options, in any order. Without
// --async: sugar, or the mode of the style.
PrintOptions MakePrintOptions(const Flags& flags);

// Reads argv[1..argc). If the command line is wrong, returns false, with one line in `error` that
// says why and, for an unknown flag, suggests one.
bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error);

// Reads the value of --strip: sets the options named in `list`, which may be empty. Returns false
// for an unknown name, with one line in `error` that lists the known ones and suggests one.
bool ParseStripList(std::string_view list, StripOptions* options, std::string* error);

// hlo-fmt; flags in the order of --help, print options last.
Program HloFmtProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_FLAGS_H_
