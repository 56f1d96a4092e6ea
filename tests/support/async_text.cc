#include "tests/support/async_text.h"

#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "absl/strings/match.h"
#include "hlo/async.h"
#include "hlo/read.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool OpensComputation(const std::string& line) {
  return !line.empty() && line.back() == '{' && line[0] != ' ';
}

// Names of computations called by a start that are one instruction with its parameters.
std::set<std::string> WrappedComputations(const std::vector<std::string>& lines) {
  static const std::regex* calls = new std::regex(R"( async-start\(.*calls=%([\w.\-]+))");
  static const std::regex* header = new std::regex(R"(^%([\w.\-]+) )");
  std::set<std::string> called, single;
  std::string current;
  for (const std::string& line : lines) {
    std::smatch match;
    if (std::regex_search(line, match, *calls)) called.insert(match[1]);
    if (OpensComputation(line)) {
      current = std::regex_search(line, match, *header) ? match[1].str() : "";
    } else if (absl::StartsWith(line, "}")) {
      single.insert(current);
      current.clear();
    } else if (!absl::StartsWith(line, "  ROOT ") &&
               line.find(" parameter(") == std::string::npos) {
      current.clear();
    }
  }
  std::set<std::string> wrapped;
  for (const std::string& name : called) {
    if (single.count(name) != 0) wrapped.insert(name);
  }
  return wrapped;
}

// "negate.12" -> "negate".
std::string WithoutSuffix(std::string name) {
  size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) --end;
  if (end > 1 && end < name.size() && name[end - 1] == '.') name.resize(end - 1);
  return name;
}

// Gives each name a new one: a stem and a number within it.
class Renamer {
 public:
  const std::string& Rename(const std::string& name, const std::string& stem) {
    std::string& renamed = renamed_[name];
    if (renamed.empty()) renamed = stem + "#" + std::to_string(count_[stem]++);
    return renamed;
  }

 private:
  std::map<std::string, std::string> renamed_;
  std::map<std::string, int> count_;
};

}  // namespace

std::optional<AsyncStyle> ParseAsyncStyle(std::string_view flags) {
  static const std::map<std::string, AsyncPrintMode>* modes =
      new std::map<std::string, AsyncPrintMode>{{"--async=sugar", AsyncPrintMode::kSugar},
                                                {"--async=xla", AsyncPrintMode::kXla},
                                                {"--async=generic", AsyncPrintMode::kGeneric},
                                                {"--async=keep", AsyncPrintMode::kKeep}};
  AsyncStyle style;
  std::istringstream in{std::string(flags)};
  for (std::string flag; in >> flag;) {
    if (const auto mode = modes->find(flag); mode != modes->end()) {
      style.mode = mode->second;
    } else if (flag == "--wrap_calls") {
      style.wrap_calls = true;
    } else if (flag == "--print_large_constants") {
      style.print_large_constants = true;
    } else if (flag == "--upgrade_legacy") {
      style.upgrade_legacy = true;
    } else {
      return std::nullopt;
    }
  }
  return style;
}

absl::StatusOr<HloModule> ReadForStyle(std::string_view text, const AsyncStyle& style,
                                       std::vector<Diagnostic>* diagnostics) {
  ReadOptions options;
  options.parse.upgrade_legacy = style.upgrade_legacy;
  options.parse.allow_unknown = style.allow_unknown;
  options.parse.as_xla =
      style.as_xla || style.mode == AsyncPrintMode::kSugar || style.mode == AsyncPrintMode::kXla;
  absl::StatusOr<HloModule> module = ReadHloModule(text, options, diagnostics);
  if (!module.ok()) return module;
  if (style.mode == AsyncPrintMode::kGeneric && !style.wrap_calls) UnwrapAsyncCalls(&*module);
  return module;
}

std::optional<std::string> Reprint(std::string_view text, const AsyncStyle& style) {
  const absl::StatusOr<HloModule> module = ReadForStyle(text, style);
  if (!module.ok()) return std::nullopt;
  PrintOptions options;
  options.async_mode = style.mode;
  options.print_large_constants = style.print_large_constants;
  return PrintHloModule(*module, options);
}

std::string EvenOutAsyncNames(std::string_view text) {
  // After '%', or a parameter in the head of a computation.
  static const std::regex* names = new std::regex(R"(%([\w.\-]+)|([\w.\-]+)(?=: ))");
  const std::vector<std::string> lines = Lines(text);
  const std::set<std::string> wrapped = WrappedComputations(lines);
  Renamer computations, instructions;
  bool in_wrapped = false;
  std::string result;
  for (const std::string& line : lines) {
    const bool opens = OpensComputation(line);
    const size_t head = absl::StartsWith(line, "ENTRY ") ? 6 : 0;
    auto begin = std::sregex_iterator(line.begin(), line.end(), *names);
    if (opens && begin != std::sregex_iterator()) in_wrapped = wrapped.count((*begin)[1]) != 0;
    size_t copied = 0;
    for (auto match = begin; match != std::sregex_iterator(); ++match) {
      if ((*match)[2].matched && !opens) continue;
      const std::string name = (*match)[1].matched ? (*match)[1] : (*match)[2];
      const size_t at = static_cast<size_t>(match->position());
      const bool is_callee = (opens && at == head) || (at > 0 && line[at - 1] == '=');
      result += line.substr(copied, at - copied);
      if (is_callee) {
        result +=
            computations.Rename(name, wrapped.count(name) != 0 ? "wrapped" : WithoutSuffix(name));
      } else {
        result += instructions.Rename(name, in_wrapped ? "in_wrapped" : WithoutSuffix(name));
      }
      copied = at + static_cast<size_t>(match->length());
    }
    result += line.substr(copied) + "\n";
    if (absl::StartsWith(line, "}")) in_wrapped = false;
  }
  return result;
}

}  // namespace hlo_text_v1
