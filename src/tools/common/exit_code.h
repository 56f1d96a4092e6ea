// The exit codes of all programs, from good to bad: the worst of all files is the program's.
#ifndef HLO_TOOLS_COMMON_EXIT_CODE_H_
#define HLO_TOOLS_COMMON_EXIT_CODE_H_

namespace hlo {

enum ExitCode {
  kFine = 0,
  kInputRefused = 1,  // or, with --check and --diff, would change; with --diff_against, differs
  kUsageError = 2,
  kIoError = 3,  // or an internal error
};

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_EXIT_CODE_H_
