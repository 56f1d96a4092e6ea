// See run_test.h. Stops at the first RUN line that fails, as lit does.
#include "src/tools/hlo_check/run_test.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/cleanup/cleanup.h"
#include "src/base/strings.h"
#include "src/check/text_scan.h"
#include "src/read/source.h"
#include "src/tools/common/run_command.h"

namespace hlo_text_v1::internal {
namespace {

namespace fs = std::filesystem;

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

// This program, as a command that takes FileCheck's command line.
std::string Checker(bool updates) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  // Of the wheel, where one file is all programs, the script is in PATH.
  const bool is_known = !error && self.filename() == "hlo-check";
  return StrCat(is_known ? Quoted(self.string()) : "hlo-check", updates ? " --update" : "",
                " --input_file=-");
}

bool IsCommandWord(std::string_view command, size_t at, size_t size) {
  const size_t before = command.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
  const bool has_blank = at == 0 || std::strchr(" \t|;&(!", command[at - 1]) != nullptr;
  const bool begins = at == 0 || before == std::string_view::npos ||
                      std::strchr("|;&(!", command[before]) != nullptr ||
                      command.substr(0, before + 1).substr(before < 2 ? 0 : before - 2) == "not";
  const bool ends =
      at + size == command.size() || std::strchr(" \t;&)", command[at + size]) != nullptr;
  return has_blank && begins && ends;
}

}  // namespace

std::vector<RunLine> FindRunLines(std::string_view text) {
  std::vector<RunLine> lines;
  bool goes_on = false;
  int number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = NextLine(text, at);
    std::string_view line = text.substr(at, end - at);
    at = end;
    ++number;
    const size_t run = line.find("RUN:");
    const bool is_word = run != std::string_view::npos && (run == 0 || !IsWordByte(line[run - 1]));
    if (!is_word) continue;
    line = line.substr(run + 4);
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    line = line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
    if (!goes_on) lines.push_back({number, ""});
    goes_on = !line.empty() && line.back() == '\\';
    if (goes_on) line.remove_suffix(1);
    StrAppend(&lines.back().command, lines.back().command.empty() ? "" : " ", line);
  }
  return lines;
}

std::string Substituted(std::string_view command,
                        std::vector<std::pair<std::string, std::string>> substitutions,
                        std::string_view checker) {
  std::stable_sort(substitutions.begin(), substitutions.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  std::string result;
  for (size_t at = 0; at < command.size();) {
    std::string_view taken = command.substr(at, 1);
    std::string_view value = taken;
    for (const std::string_view name : {"FileCheck", "hlo-check"}) {
      if (command.substr(at, name.size()) != name || !IsCommandWord(command, at, name.size()))
        continue;
      taken = name;
      value = checker;
    }
    for (const auto& [name, replacement] : substitutions) {
      if (taken.size() > 1 || command.substr(at, name.size()) != name) continue;
      taken = name;
      value = replacement;
      break;
    }
    result += value;
    at += taken.size();
  }
  return result;
}

TestResult RunTest(const CheckFlags& flags, const std::string& path, const std::string& folder,
                   size_t number) {
  const absl::StatusOr<Source> source = ReadSource(path);
  if (!source.ok()) {
    return {kIoError, StrCat("hlo-check: ", Std(source.status().message()), "\n")};
  }
  const std::vector<RunLine> lines = FindRunLines(source->text.view());
  if (lines.empty()) return {kInputRefused, StrCat(path, ":1:1: error: no RUN line\n")};
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const std::string parent = absolute.parent_path().string();
  const std::string output = StrCat(folder, "/", number, ".out");
  const absl::Cleanup remove_it = [&] { unlink(output.c_str()); };
  std::vector<std::pair<std::string, std::string>> substitutions = {
      {"%%", "%"},
      {"%s", path},
      {"%S", parent},
      {"%p", parent},
      {"%t", StrCat(folder, "/", number, ".tmp")},
      {"%T", folder}};
  for (const std::string& text : flags.substitutions) {
    const size_t equals = text.find('=');
    substitutions.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const RunLine& line : lines) {
    const std::string command = Substituted(line.command, substitutions, Checker(flags.update));
    CommandResult result =
        RunCommand({"bash", "-o", "pipefail", "-c", command}, output, flags.timeout_seconds);
    if (result.error == ENOENT) {
      result = RunCommand({"/bin/sh", "-c", command}, output, flags.timeout_seconds);
    }
    if (result.exit_code == 0 && result.signal == 0 && result.error == 0 && !result.is_timeout &&
        !result.is_interrupted) {
      continue;
    }
    TestResult failure{kInputRefused, ""};
    if (const absl::StatusOr<Source> text = ReadSource(output); text.ok()) {
      failure.output = std::string(text->text.view());
    }
    std::string why = StrCat("exits with ", result.exit_code);
    if (result.error != 0) {
      failure.code = kIoError;
      why = StrCat("cannot be run: ", std::strerror(result.error));
    } else if (result.is_timeout) {
      why = StrCat("took more than ", flags.timeout_seconds, " seconds");
    } else if (result.is_interrupted) {
      why = "was interrupted";
    } else if (result.signal != 0) {
      why = StrCat("ended by signal ", result.signal);
    }
    StrAppend(&failure.output, path, ":", line.line, ":1: error: the command ", why, ": ", command,
              "\n");
    return failure;
  }
  return {};
}

}  // namespace hlo_text_v1::internal
