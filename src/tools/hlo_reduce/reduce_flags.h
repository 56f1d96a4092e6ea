// The command line of hlo-reduce; command_line.h reads it.
#ifndef HLO_TOOLS_HLO_REDUCE_REDUCE_FLAGS_H_
#define HLO_TOOLS_HLO_REDUCE_REDUCE_FLAGS_H_

#include <string>
#include <vector>

#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

struct ReduceFlags : CommonFlags {
  std::string test;     // a program
  std::string crashes;  // a command with {}
  std::string prints;   // a regular expression
  std::string by;       // a command with {}
  int timeout_seconds = 60;
  int job_count = 1;
  int test_limit = 0;
  std::string extract;             // names, separated by commas
  std::vector<std::string> names;  // of `extract`
  int hop_count = -1;              // negative: without --hops
  bool anonymize = false;
  bool unverified = false;
  bool text = false;
  bool upgrade_legacy = false;
  bool allow_unknown = true;
};

// Reads argv[1..argc), as ParseFlags does. Leaves one name in `files`.
bool ParseReduceFlags(int argc, const char* const* argv, ReduceFlags* flags, std::string* error);

Program HloReduceProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_REDUCE_REDUCE_FLAGS_H_
