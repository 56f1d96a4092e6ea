// Runs a program with a time limit, in a process group of its own.
#ifndef HLO_TOOLS_HLO_REDUCE_RUN_COMMAND_H_
#define HLO_TOOLS_HLO_REDUCE_RUN_COMMAND_H_

#include <string>
#include <vector>

namespace hlo::internal {

struct CommandResult {
  int error = 0;            // the errno of what kept the command from being run or waited for
  bool is_timeout = false;  // or is_interrupted: then it was killed, with all it has started
  bool is_interrupted = false;
  int exit_code = -1;  // -1: ended by a signal
  int signal = 0;      // that ended it; also one that a shell reports as exit code 128 + signal
};

// Runs `words`, the first of which is a program, found as the shell does, and waits. Its output and
// errors go to the file `output`. Safe to call from several threads.
CommandResult RunCommand(const std::vector<std::string>& words, const std::string& output,
                         int timeout_seconds);

// From now on SIGHUP, SIGINT and SIGTERM interrupt: they end the commands that run, and make
// WasInterrupted true. A second signal ends the program.
void CatchInterrupts();
bool WasInterrupted();

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_REDUCE_RUN_COMMAND_H_
