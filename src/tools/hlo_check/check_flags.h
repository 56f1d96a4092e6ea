// The command line of hlo-check, which also takes FileCheck's spelling of flags:
// -check-prefix=A, -DNAME=VALUE.
#ifndef HLO_TOOLS_HLO_CHECK_CHECK_FLAGS_H_
#define HLO_TOOLS_HLO_CHECK_CHECK_FLAGS_H_

#include <string>
#include <vector>

#include "src/check/check_file.h"
#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

struct CheckFlags : CommonFlags {
  std::string input_file;  // "-": standard input
  bool update = false;
  int job_count = 0;  // 0: one per core
  int timeout_seconds = 600;
  bool allow_empty = false;

  // Each may be given several times; `checks` has all of them.
  std::string check_prefix, check_prefixes, comment_prefixes, implicit_check_not, define;
  std::string substitute;
  std::vector<std::string> substitutions;  // NAME=VALUE
  bool ignore_case = false, strict_whitespace = false, match_full_lines = false;
  bool enable_var_scope = false, allow_unused_prefixes = false;
  bool allow_deprecated_dag_overlap = false;

  // Without effect: FileCheck's, about its messages.
  std::string dump_input, dump_input_context, dump_input_filter;
  bool color = false, verbose = false, very_verbose = false;

  CheckOptions checks;
};

// Reads argv[1..argc), after the words of the environment variable FILECHECK_OPTS.
bool ParseCheckFlags(int argc, const char* const* argv, CheckFlags* flags, std::string* error);

Program HloCheckProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_CHECK_CHECK_FLAGS_H_
