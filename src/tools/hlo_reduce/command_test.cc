// See command_test.h. Each run has a file of its own, so that several may run at once.
#include "src/tools/hlo_reduce/command_test.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "src/base/strings.h"
#include "src/tools/hlo_reduce/run_command.h"

namespace hlo::internal {
namespace {

// Of the output, only so much is searched.
constexpr size_t kMaxOutput = size_t{64} << 20;

std::string ShellQuoted(std::string_view text) {
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

std::string ReadOutput(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.size() > kMaxOutput) text.resize(kMaxOutput);
  return text;
}

}  // namespace

CommandTest::CommandTest(const ReduceFlags& flags, std::string ending)
    : flags_(flags), ending_(std::move(ending)) {}

CommandTest::~CommandTest() {
  std::error_code error;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, error);
}

absl::Status CommandTest::Start(std::string_view bytes) {
  if (!flags_.prints.empty()) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_encoding(RE2::Options::EncodingLatin1);               // output may be any bytes
    regex_ = std::make_unique<RE2>("(?m)" + flags_.prints, options);  // ^ and $ are of lines
    if (!regex_->ok()) {
      return absl::InvalidArgumentError(StrCat("--prints: ", regex_->error()));
    }
  }
  std::error_code error;
  std::string pattern = std::filesystem::temp_directory_path(error) / "hlo-reduce-XXXXXX";
  if (error || mkdtemp(pattern.data()) == nullptr) {
    return absl::UnavailableError("cannot make a folder for temporary files");
  }
  folder_ = pattern;
  // Crashes are what this program is about; files of core would fill the disk.
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const Answer answer = Run(bytes);
  if (!answer.is_interesting) return absl::FailedPreconditionError(answer.reason);
  signal_ = answer.signal;
  return absl::OkStatus();
}

bool CommandTest::IsInteresting(std::string_view bytes) { return Run(bytes).is_interesting; }

CommandTest::Answer CommandTest::Run(std::string_view bytes) {
  if (WasInterrupted()) return {};
  const std::string path = StrCat(folder_, "/", next_file_++, ending_);
  const std::string output = path + ".out";
  std::ofstream(path, std::ios::binary) << bytes;
  std::vector<std::string> words = {flags_.test, path};
  if (flags_.test.empty()) {
    const std::string& command = flags_.crashes.empty() ? flags_.by : flags_.crashes;
    words = {"/bin/sh", "-c", WithPath(command, path)};
  } else if (flags_.test.find('/') == std::string::npos && access(flags_.test.c_str(), X_OK) == 0) {
    words[0] = "./" + flags_.test;
  }
  const CommandResult result = RunCommand(words, output, flags_.timeout_seconds);
  Answer answer;
  if (!result.has_started) {
    answer.reason = StrCat("cannot run ", words[0]);
  } else if (result.is_timeout) {
    answer.reason = StrCat("the test took more than ", flags_.timeout_seconds, " seconds");
  } else if (result.is_interrupted) {
    answer.reason = "interrupted";
  } else if (!flags_.test.empty()) {
    answer.is_interesting = result.exit_code == 0;
    answer.reason = StrCat("the test exits with ", result.exit_code);
  } else if (!flags_.crashes.empty() &&
             (result.signal == 0 || (signal_ != 0 && signal_ != result.signal))) {
    answer.reason = StrCat("the command exits with ", result.exit_code, ", not by a signal");
  } else if (regex_ != nullptr && !RE2::PartialMatch(ReadOutput(output), *regex_)) {
    answer.reason = "the output of the command does not match --prints";
  } else {
    answer.is_interesting = true;
    answer.signal = result.signal;
  }
  unlink(path.c_str());
  unlink(output.c_str());
  return answer;
}

}  // namespace hlo::internal
