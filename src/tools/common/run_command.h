// Runs a program with a time limit, in its own process group.
#ifndef HLO_TOOLS_COMMON_RUN_COMMAND_H_
#define HLO_TOOLS_COMMON_RUN_COMMAND_H_

#include <string>
#include <vector>

namespace hlo_text_v1::internal {

struct CommandResult {
  int error = 0;  // the errno if the command could not be run or waited for
  bool is_timeout =
      false;  // this or is_interrupted: it was killed, with all processes that it started
  bool is_interrupted = false;
  int exit_code = -1;  // -1: ended by a signal
  int signal = 0;  // the signal that ended it, also if a shell reports it as exit code 128 + signal
};

// Runs `words`, the first of which names a program, found as the shell finds it, and waits. Its
// output and errors go to the file `output`. Safe to call from several threads.
CommandResult RunCommand(const std::vector<std::string>& words, const std::string& output,
                         int timeout_seconds);

// From now on SIGHUP, SIGINT and SIGTERM end running commands and make WasInterrupted true. A
// second signal ends the program.
void CatchInterrupts();
bool WasInterrupted();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_RUN_COMMAND_H_
