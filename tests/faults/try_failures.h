// Runs a command in which calls fail, in forked children: a new process takes ten times as long.
//
//   failing_tools FOLDER TEXTS REPEATS STEP COMMAND...
//
// For each line of standard input runs COMMAND in FOLDER, which is put back after each run: once
// without a failure, which notes the call stack of each call, then twice for each call that is
// chosen: it fails, or it and all later ones. Chosen are the first REPEATS calls of a stack, unless
// TEXTS lines had the stack before; of those, each STEP-th of a kind. The line `all` chooses all.
//
// Writes the outcome without a failure, and each that differs from those before:
//
//   outcome FAIL STATUS FILES   FAIL as in the environment, or `-`; STATUS is negative for a signal
//   SIZE NAME                   FILES times, each with SIZE bytes after it; a folder has size -1;
//                               /out and /err are the standard streams
//
// and then `done CALLS STACKS`, with the runs of each kind: `memory 40 open 6`.
//
// If FOLDER has a file SESSION, its lines are messages for the program, with words before a tab:
// what the program writes then is read until it has one of the words, which `|` separates.
#ifndef HLO_TESTS_FAULTS_TRY_FAILURES_H_
#define HLO_TESTS_FAULTS_TRY_FAILURES_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace hlo::faults {

constexpr const char* kCallNames[] = {"memory", "open", "read",   "write", "fsync", "close",
                                      "rename", "mmap", "thread", "spawn", "wait",  "mkdtemp"};
constexpr int kCallKinds = 12;

struct Call {
  uint32_t kind;
  uint32_t number;  // among those of its kind; the first is 1
  uint64_t stack;   // a hash of the callers
};

// Lies in memory that a child shares with its parent.
struct CallLog {
  static constexpr size_t kMost = size_t{1} << 21;

  void Add(const Call& call) {
    const size_t at = size++;
    if (at >= kMost) std::abort();
    calls[at] = call;
  }

  std::atomic<size_t> size;
  Call calls[kMost];
};

struct Failure {
  int kind = -1;  // none
  uint32_t at = 0;
  bool goes_on = false;  // all later ones fail, too
};

// Runs a program with a failure; `log` may be null. Called in a child.
using RunFailing = int (*)(const Failure&, CallLog* log, int argc, char** argv);

// main of the above.
int TryFailures(int argc, char** argv, RunFailing run);

}  // namespace hlo::faults

#endif  // HLO_TESTS_FAULTS_TRY_FAILURES_H_
