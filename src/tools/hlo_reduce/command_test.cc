// See command_test.h. Each run has its own file, so that several can run at once.
#include "src/tools/hlo_reduce/command_test.h"

#include <fcntl.h>
#include <ftw.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "src/base/strings.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/run_command.h"

namespace hlo_text_v1::internal {
namespace {

// Only this much of the output is searched.
constexpr size_t kMaxOutput = size_t{64} << 20;

// A plain path stays unquoted, as the command may have quotes around it: "{}".
std::string ShellQuoted(std::string_view text) {
  const auto is_plain = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("/._-").find(c) != std::string_view::npos;
  };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string WithPath(std::string_view command, std::string_view path) {
  if (command.find("{}") == std::string_view::npos) {
    return StrCat(command, " ", ShellQuoted(path));
  }
  std::string line;
  for (size_t at; (at = command.find("{}")) != std::string_view::npos;) {
    StrAppend(&line, command.substr(0, at), ShellQuoted(path));
    command.remove_prefix(at + 2);
  }
  line += command;
  return line;
}

// The beginning of a file. Returns 0 or an errno.
int ReadOutput(const std::string& path, std::string* text) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const absl::Cleanup close_it = [file] { close(file); };
  std::vector<char> block(size_t{64} << 10);
  while (text->size() < kMaxOutput) {
    const ssize_t count = read(file, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) break;
    text->append(block.data(), static_cast<size_t>(count));
  }
  return 0;
}

std::string ErrorText(std::string_view what, int error) {
  return StrCat(what, ": ", std::strerror(error));
}

}  // namespace

CommandTest::CommandTest(const ReduceFlags& flags, std::string ending)
    : flags_(flags),
      ending_(std::move(ending)),
      // ^ and $ match at lines.
      regex_(flags.prints.empty() ? nullptr : CompileRegex("(?m)" + flags.prints)) {}

CommandTest::~CommandTest() {
  if (folder_.empty() || rmdir(folder_.c_str()) == 0) return;
  // The tests left something there. If memory runs out, nftw does nothing, but remove_all of
  // <filesystem> would end the process.
  const auto remove_it = [](const char* path, const struct stat*, int, FTW*) {
    return std::remove(path);
  };
  constexpr int kMaxOpen = 16;
  nftw(folder_.c_str(), remove_it, kMaxOpen, FTW_DEPTH | FTW_PHYS);
}

absl::Status CommandTest::Start(std::string_view bytes) {
  std::error_code error;
  std::string pattern = std::filesystem::temp_directory_path(error) / "hlo-reduce-XXXXXX";
  if (error || mkdtemp(pattern.data()) == nullptr) {
    return absl::UnavailableError(ErrorText("cannot make a folder for temporary files", errno));
  }
  folder_ = pattern;
  // This program is about crashes; core files would fill the disk.
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const Answer answer = Run(bytes);
  if (has_failed_) return absl::UnavailableError(failure());
  if (!answer.is_interesting) return absl::FailedPreconditionError(answer.reason);
  signal_ = answer.signal;
  return absl::OkStatus();
}

bool CommandTest::IsInteresting(std::string_view bytes) { return Run(bytes).is_interesting; }

std::string CommandTest::failure() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return failure_;
}

// Keeps the first one.
CommandTest::Answer CommandTest::Fail(std::string failure) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!has_failed_.exchange(true)) failure_ = std::move(failure);
  return {};
}

CommandTest::Answer CommandTest::Run(std::string_view bytes) {
  if (WasInterrupted() || has_failed_) return {};
  const std::string path = StrCat(folder_, "/", next_file_++, ending_);
  const std::string output = path + ".out";
  const absl::Cleanup remove_them = [&] {
    unlink(path.c_str());
    unlink(output.c_str());
  };
  return Test(bytes, path, output);
}

CommandTest::Answer CommandTest::Test(std::string_view bytes, const std::string& path,
                                      const std::string& output) {
  OutputFile file(path);
  if (!file.Write(bytes) || !file.Commit()) return Fail(file.error());
  std::vector<std::string> words = {flags_.test, path};
  if (flags_.test.empty()) {
    const std::string& command = flags_.crashes.empty() ? flags_.by : flags_.crashes;
    words = {"/bin/sh", "-c", WithPath(command, path)};
  } else if (flags_.test.find('/') == std::string::npos && access(flags_.test.c_str(), X_OK) == 0) {
    words[0] = "./" + flags_.test;
  }
  const CommandResult result = RunCommand(words, output, flags_.timeout_seconds);
  if (result.error != 0) return Fail(ErrorText(StrCat("cannot run ", words[0]), result.error));
  std::string text;
  if (regex_ != nullptr && !result.is_timeout && !result.is_interrupted) {
    const int error = ReadOutput(output, &text);
    if (error != 0) return Fail(ErrorText("cannot read what the command has printed", error));
  }
  Answer answer;
  if (result.is_timeout) {
    answer.reason = StrCat("the test took more than ", flags_.timeout_seconds, " seconds");
  } else if (result.is_interrupted) {
    answer.reason = "interrupted";
  } else if (!flags_.test.empty()) {
    answer.is_interesting = result.exit_code == 0;
    answer.reason = StrCat("the test exits with ", result.exit_code);
  } else if (!flags_.crashes.empty() &&
             (result.signal == 0 || (signal_ != 0 && signal_ != result.signal))) {
    answer.reason = StrCat("the command exits with ", result.exit_code, ", not by a signal");
  } else if (regex_ != nullptr && !RE2::PartialMatch(text, *regex_)) {
    answer.reason = "the output of the command does not match --prints";
  } else {
    answer.is_interesting = true;
    answer.signal = result.signal;
  }
  return answer;
}

}  // namespace hlo_text_v1::internal
