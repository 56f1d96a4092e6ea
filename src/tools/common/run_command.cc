// See run_command.h. Uses posix_spawn, since the program has threads; polls for the end, since
// waiting has no time limit.
#include "src/tools/common/run_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

extern char** environ;

namespace hlo_text_v1::internal {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> was_interrupted{false};

// Starts `words` as the leader of a new process group. Returns 0 or an errno.
int Start(const std::vector<std::string>& words, const std::string& output, pid_t* child) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  int error = posix_spawn_file_actions_init(&files);
  if (error != 0) return error;
  constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;
  error = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (error == 0) {
    error = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), kCreate, 0600);
  }
  if (error == 0) error = posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // The program ignores SIGPIPE and catches other signals; its children must not.
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGHUP, SIGINT, SIGTERM}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  if (error == 0) {
    error = posix_spawnp(child, arguments[0], &files, &attributes, arguments.data(), environ);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

// Does not reap the process. Sets `error` if the call fails.
bool HasEnded(pid_t child, int* error) {
  siginfo_t info = {};
  if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0) {
    return info.si_pid == child;
  }
  if (errno != EINTR) *error = errno;
  return false;
}

}  // namespace

CommandResult RunCommand(const std::vector<std::string>& words, const std::string& output,
                         int timeout_seconds) {
  CommandResult result;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(timeout_seconds);
  pid_t child = -1;
  result.error = Start(words, output, &child);
  if (result.error != 0) return result;
  auto pause = std::chrono::microseconds(200);
  while (!HasEnded(child, &result.error)) {
    result.is_timeout = Clock::now() >= end;
    result.is_interrupted = was_interrupted;
    if (result.error != 0 || result.is_timeout || result.is_interrupted) break;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  // With all processes that it has left behind, before its number can be reused.
  kill(-child, SIGKILL);
  int status = 0;
  pid_t waited;
  while ((waited = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  if (waited < 0) result.error = errno;
  if (result.error != 0 || result.is_timeout || result.is_interrupted) return result;
  if (WIFEXITED(status)) {
    result.exit_code = WEXITSTATUS(status);
    if (result.exit_code > 128 && result.exit_code < 192) result.signal = result.exit_code - 128;
  } else if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  }
  return result;
}

void CatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { was_interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

bool WasInterrupted() { return was_interrupted; }

}  // namespace hlo_text_v1::internal
