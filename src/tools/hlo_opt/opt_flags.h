// The command line of hlo-opt; command_line.h reads it.
#ifndef HLO_TOOLS_HLO_OPT_OPT_FLAGS_H_
#define HLO_TOOLS_HLO_OPT_OPT_FLAGS_H_

#include <string>

#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

struct OptFlags : CommonFlags {
  std::string pass_pipeline;
  bool list_passes = false;
  bool verify_each = true;
  bool check_changes = false;
  std::string dump_to;
  bool timing = false;
  bool upgrade_legacy = false;
  bool allow_unknown = true;
};

// Reads argv[1..argc), as ParseFlags does. Leaves one name in `files`, unless --list_passes is
// given.
bool ParseOptFlags(int argc, const char* const* argv, OptFlags* flags, std::string* error);

Program HloOptProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_OPT_OPT_FLAGS_H_
