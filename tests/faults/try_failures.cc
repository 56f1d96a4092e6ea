// See try_failures.h.
#include "tests/faults/try_failures.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hlo::faults {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kSeconds = 60;  // what takes longer hangs, and ends with SIGALRM

// The bytes of each file by name; of a folder none.
using Files = std::map<std::string, std::optional<std::string>>;
// Status, and files with the standard streams.
using Outcome = std::pair<int, Files>;

std::string ReadAll(int fd) {
  std::string bytes;
  struct stat info;
  if (fstat(fd, &info) != 0) std::abort();
  bytes.resize(static_cast<size_t>(info.st_size));
  if (pread(fd, bytes.data(), bytes.size(), 0) != info.st_size) std::abort();
  return bytes;
}

Files FilesHere() {
  Files files;
  for (const fs::directory_entry& entry : fs::directory_iterator(".")) {
    std::optional<std::string>& bytes = files[entry.path().filename()];
    if (!entry.is_regular_file()) continue;
    const int fd = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    bytes = ReadAll(fd);
    close(fd);
  }
  return files;
}

void PutBack(const Files& old, const Files& now) {
  for (const auto& [name, bytes] : now) {
    if (old.count(name) == 0) fs::remove_all(name);
  }
  for (const auto& [name, bytes] : old) {
    const auto found = now.find(name);
    if (found != now.end() && found->second == bytes) continue;
    fs::remove_all(name);
    std::ofstream(name) << *bytes;
    if (name == "TEST") chmod(name.c_str(), 0755);
  }
}

bool HasAny(std::string_view text, const std::string& words) {
  std::istringstream rest(words);
  for (std::string word; std::getline(rest, word, '|');) {
    if (text.find(word) != text.npos) return true;
  }
  return false;
}

// The client of a session with hlo-lsp: talks to the program, returns what it writes.
class Client {
 public:
  Client(int to, int from) : to_(to), from_(from) {}

  std::string Converse(const std::string& session) {
    std::istringstream lines(session);
    bool is_first = true;
    for (std::string wait, body; std::getline(lines, wait, '\t') && std::getline(lines, body);) {
      const size_t at = out_.size();
      Send(body);
      // After a change of a text that the server has not kept nothing comes.
      const bool is_told = wait.find("publishDiagnostics") != wait.npos;
      if (is_told && HasAny(out_, "the text is closed")) continue;
      while (!wait.empty() && !HasAny(std::string_view(out_).substr(at), wait) && Read()) {
      }
      // Without an answer to `initialize` only `exit` may follow, which is the last line.
      if (is_first && HasAny(out_, "\"error\":")) {
        Send(session.substr(session.rfind('\t') + 1));
        break;
      }
      is_first = false;
    }
    while (Read()) {
    }
    close(to_);
    close(from_);
    return std::move(out_);
  }

 private:
  void Send(std::string_view body) {
    if (!body.empty() && body.back() == '\n') body.remove_suffix(1);
    std::string frame = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    frame += body;
    // If the program has ended, so has its output.
    for (size_t at = 0; at < frame.size();) {
      const ssize_t count = write(to_, frame.data() + at, frame.size() - at);
      if (count < 0) return;
      at += static_cast<size_t>(count);
    }
  }
  // False at the end.
  bool Read() {
    char block[1 << 16];
    const ssize_t count = read(from_, block, sizeof(block));
    if (count > 0) out_.append(block, static_cast<size_t>(count));
    return count > 0;
  }

  const int to_, from_;
  std::string out_;
};

// Runs the command in the folder, and puts back what it changes.
class Trial {
 public:
  Trial(int argc, char** argv, RunFailing run) : argc_(argc), argv_(argv), run_(run) {
    void* log =
        mmap(nullptr, sizeof(CallLog), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (log == MAP_FAILED) std::abort();
    log_ = static_cast<CallLog*>(log);
  }

  // What is in the folder now is what each run finds.
  void Keep() { old_ = FilesHere(); }

  Outcome Run(const Failure& failure, bool counts) {
    if (ftruncate(out_, 0) != 0 || ftruncate(err_, 0) != 0) std::abort();
    log_->size = 0;
    const auto session = old_.find("SESSION");
    int input[2], output[2];
    if (session != old_.end() && (pipe(input) != 0 || pipe(output) != 0)) std::abort();
    const pid_t child = fork();
    if (child == 0) {
      if (session == old_.end()) {
        RunChild(open("/dev/null", O_RDONLY | O_CLOEXEC), out_, failure, counts);
      }
      close(input[1]);
      close(output[0]);
      RunChild(input[0], output[1], failure, counts);
    }
    std::string answers;
    if (session != old_.end()) {
      close(input[0]);
      close(output[1]);
      answers = Client(input[1], output[0]).Converse(*session->second);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) std::abort();
    Files files = FilesHere();
    PutBack(old_, files);
    files["/out"] = session == old_.end() ? ReadAll(out_) : std::move(answers);
    files["/err"] = ReadAll(err_);
    return {WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status), std::move(files)};
  }

  // Of the last run that counted.
  std::vector<Call> Calls() const { return {log_->calls, log_->calls + log_->size}; }

 private:
  [[noreturn]] void RunChild(int input, int output, const Failure& failure, bool counts) {
    alarm(kSeconds);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(err_, STDERR_FILENO);
    if (input > STDERR_FILENO) close(input);
    if (output > STDERR_FILENO && output != out_) close(output);
    lseek(STDOUT_FILENO, 0, SEEK_SET);
    lseek(STDERR_FILENO, 0, SEEK_SET);
    const int code = run_(failure, counts ? log_ : nullptr, argc_, argv_);
    std::fflush(nullptr);
    std::_Exit(code);
  }

  const int argc_;
  char** const argv_;
  const RunFailing run_;
  const int out_ = memfd_create("out", MFD_CLOEXEC);
  const int err_ = memfd_create("err", MFD_CLOEXEC);
  CallLog* log_;
  Files old_;
};

// Which calls fail.
class Choice {
 public:
  Choice(int texts, int repeats, int step) : texts_(texts), repeats_(repeats), step_(step) {}

  std::vector<Call> Of(const std::vector<Call>& calls) {
    std::map<Stack, int> here;
    std::vector<Call> chosen;
    int counts[kCallKinds] = {};
    for (const Call& call : calls) {
      const Stack stack = {call.kind, call.stack};
      const int repeat = ++here[stack];
      if (repeat == 1) ++texts_of_[stack];
      if (repeat <= repeats_ && texts_of_[stack] <= texts_ && counts[call.kind]++ % step_ == 0) {
        chosen.push_back(call);
      }
    }
    return chosen;
  }

  // How many stacks there have been.
  size_t Stacks() const { return texts_of_.size(); }

 private:
  using Stack = std::pair<uint32_t, uint64_t>;
  const int texts_, repeats_, step_;
  std::map<Stack, int> texts_of_;
};

void Print(const Failure& failure, const Outcome& outcome) {
  std::cout << "outcome ";
  if (failure.kind < 0) {
    std::cout << '-';
  } else {
    std::cout << kCallNames[failure.kind] << ':' << failure.at << (failure.goes_on ? "+" : "");
  }
  std::cout << ' ' << outcome.first << ' ' << outcome.second.size() << '\n';
  for (const auto& [name, bytes] : outcome.second) {
    std::cout << (bytes.has_value() ? static_cast<long>(bytes->size()) : -1) << ' ' << name << '\n'
              << bytes.value_or("");
  }
  std::cout << std::flush;  // or children have it, too
}

void TryFolder(Trial* trial, Choice* choice, bool all) {
  trial->Keep();
  std::set<std::pair<int, Outcome>> outcomes;  // by the kind of the failure
  const auto attempt = [&](const Failure& failure, bool counts) {
    Outcome outcome = trial->Run(failure, counts);
    // Once more: the machine may have been busy with something else.
    if (outcome.first == -SIGALRM) outcome = trial->Run(failure, counts);
    const auto [found, is_new] = outcomes.emplace(failure.kind, std::move(outcome));
    if (is_new) Print(failure, found->second);
  };
  attempt({}, /*counts=*/true);
  const std::vector<Call> calls = trial->Calls();
  const std::vector<Call> chosen = choice->Of(calls);
  int runs[kCallKinds] = {};
  for (const Call& call : all ? calls : chosen) {
    for (const bool goes_on : {false, true}) {
      attempt({static_cast<int>(call.kind), call.number, goes_on}, /*counts=*/false);
      ++runs[call.kind];
    }
  }
  std::cout << "done " << calls.size() << ' ' << choice->Stacks();
  for (int kind = 0; kind < kCallKinds; ++kind) {
    std::cout << ' ' << kCallNames[kind] << ' ' << runs[kind];
  }
  std::cout << '\n' << std::flush;
}

}  // namespace

int TryFailures(int argc, char** argv, RunFailing run) {
  if (argc < 6 || chdir(argv[1]) != 0) return 99;
  std::signal(SIGPIPE, SIG_IGN);
  Trial trial(argc - 5, argv + 5, run);
  Choice choice(std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]));
  for (std::string line; std::getline(std::cin, line);) TryFolder(&trial, &choice, line == "all");
  return 0;
}

}  // namespace hlo::faults
