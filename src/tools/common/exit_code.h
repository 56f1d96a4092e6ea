// The exit codes of all programs, best first: a program returns the worst of its files' codes.
#ifndef HLO_TOOLS_COMMON_EXIT_CODE_H_
#define HLO_TOOLS_COMMON_EXIT_CODE_H_

namespace hlo_text_v1::internal {

enum ExitCode {
  kFine = 0,
  kInputRefused = 1,  // or, with --check and --diff, would change; with --diff_against, differs
  kUsageError = 2,
  kIoError = 3,  // or an internal error
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_EXIT_CODE_H_
