// A loop over the words, driven by the table of flags that the caller has bound to fields.
#include "src/tools/common/command_line.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "src/base/edit_distance.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

std::string UnknownFlag(std::string_view argument, std::string_view name,
                        absl::Span<const BoundFlag> flags) {
  std::vector<std::string_view> known;
  for (const BoundFlag& flag : flags) {
    if (flag.name.size() > 1) known.push_back(flag.name);
  }
  return StrCat("unknown flag ", argument, DidYouMean(name, known, "--"));
}

bool ParseSwitch(std::string_view text, bool* value) {
  *value = text == "true" || text == "1" || text == "yes";
  return *value || text == "false" || text == "0" || text == "no";
}

// The words that a flag takes; empty if it takes other values.
std::vector<std::string_view> WordsOf(FlagWords words, std::string_view value_name) {
  if (words != nullptr) return words();
  if (value_name.find('|') == std::string_view::npos) return {};
  return Split(value_name, '|');
}

// "a, b or c"
std::string Alternatives(const std::vector<std::string_view>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    StrAppend(&text, i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  }
  return text;
}

// The first given one of names separated by blanks; empty if none is.
std::string_view FirstGiven(std::string_view names, const CommonFlags& flags) {
  for (const std::string_view name : Split(names, ' ')) {
    if (flags.given.count(name) > 0) return name;
  }
  return "";
}

class CommandLineParser {
 public:
  CommandLineParser(int argc, const char* const* argv, absl::Span<const BoundFlag> flags,
                    CommonFlags* common, std::string* error)
      : argc_(argc), argv_(argv), flags_(flags), common_(*common), error_(*error) {}

  bool Parse() {
    bool only_files = false;
    while (at_ < argc_) {
      const std::string_view argument = argv_[at_++];
      if (only_files || argument.empty() || argument[0] != '-' || argument == "-") {
        common_.files.emplace_back(argument);
      } else if (argument == "--") {
        only_files = true;
      } else if (!ParseFlag(argument)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool Error(std::string error) {
    error_ = std::move(error);
    return false;
  }

  bool ParseFlag(std::string_view argument) {
    if (argument == "-h") argument = "--help";
    if (argument.substr(0, 2) == "-o") return ParseOutput(argument.substr(2));
    const bool is_long = argument.substr(0, 2) == "--";
    std::string_view name = argument.substr(is_long ? 2 : 1);
    const size_t equal = name.find('=');
    const bool has_value = equal != std::string_view::npos;
    const std::string_view value = has_value ? name.substr(equal + 1) : std::string_view();
    name = name.substr(0, equal);
    const std::string_view written = argument.substr(0, argument.find('='));
    if (is_long != (name.size() > 1)) return Error(UnknownFlag(written, name, flags_));

    const BoundFlag* flag = FindRow(flags_, name);
    bool on = true;
    if (flag == nullptr && name.substr(0, 2) == "no") {
      flag = FindRow(flags_, name.substr(2));
      if (flag == nullptr || !flag->is_switch) return Error(UnknownFlag(written, name, flags_));
      if (has_value) return Error(std::string(written) + " takes no value");
      on = false;
    }
    if (flag == nullptr) return Error(UnknownFlag(written, name, flags_));
    if (flag->is_switch) {
      const bool is_word = has_value && !ParseSwitch(value, &on);
      if (is_word && flag->value == nullptr) {
        return Error(StrCat(written, " expects true or false, not '", value, "'"));
      }
      if (flag->value != nullptr) *flag->value = std::string(is_word ? value : "");
      return SetSwitch(*flag, on || is_word);
    }
    std::string text;
    return TakeValue(written, has_value, value, &text) && SetValue(*flag, std::move(text));
  }

  bool SetSwitch(const BoundFlag& flag, bool on) {
    SetGiven(flag.name, on || flag.set);
    if (flag.set) return flag.set(on ? "true" : "false", &error_);
    *flag.on = on;
    return true;
  }

  bool SetValue(const BoundFlag& flag, std::string text) {
    SetGiven(flag.name, flag.set || !text.empty());
    if (flag.set) return flag.set(text, &error_);
    const std::vector<std::string_view> words = WordsOf(flag.words, flag.value_name);
    if (!words.empty() && std::find(words.begin(), words.end(), text) == words.end()) {
      return Error(WrongWord(flag.name, words, text));
    }
    if (text.empty() && flag.value_name != "LIST" && flag.value_name != "PATH") {
      return Error(WrongWord(flag.name, {flag.value_name}, ""));
    }
    *flag.value = std::move(text);
    return true;
  }

  void SetGiven(std::string_view name, bool is_given) {
    if (is_given) {
      common_.given.emplace(name);
    } else if (const auto at = common_.given.find(name); at != common_.given.end()) {
      common_.given.erase(at);
    }
  }

  // -o FILE, -oFILE
  bool ParseOutput(std::string_view value) {
    if (!TakeValue("-o", !value.empty(), value, &common_.output)) return false;
    if (common_.output.empty()) return Error("-o expects FILE, not ''");
    if (common_.output == "-") common_.output.clear();
    SetGiven("o", !common_.output.empty());
    return true;
  }

  bool TakeValue(std::string_view written, bool has_value, std::string_view value,
                 std::string* text) {
    if (!has_value) {
      if (at_ == argc_) return Error(std::string(written) + " requires a value");
      value = argv_[at_++];
    }
    *text = std::string(value);
    return true;
  }

  const int argc_;
  const char* const* const argv_;
  int at_ = 1;
  const absl::Span<const BoundFlag> flags_;
  CommonFlags& common_;
  std::string& error_;
};

}  // namespace

bool ParseCommandLine(int argc, const char* const* argv, absl::Span<const BoundFlag> flags,
                      CommonFlags* common, std::string* error) {
  return CommandLineParser(argc, argv, flags, common, error).Parse();
}

std::string FlagSpelling(std::string_view name) {
  return (name.size() == 1 ? "-" : "--") + std::string(name);
}

std::string FindConflict(absl::Span<const FlagRule> rules, const CommonFlags& flags) {
  for (const FlagRule& rule : rules) {
    if (flags.given.count(rule.flag) == 0) continue;
    const std::string_view other = FirstGiven(rule.others, flags);
    if (other.empty()) continue;
    return StrCat(FlagSpelling(rule.flag), " cannot be used with ", FlagSpelling(other));
  }
  return "";
}

std::string FindMissing(absl::Span<const FlagRule> rules, const CommonFlags& flags) {
  for (const FlagRule& rule : rules) {
    if (flags.given.count(rule.flag) > 0) continue;
    const std::string_view other = FirstGiven(rule.others, flags);
    if (!other.empty()) return StrCat(FlagSpelling(other), " requires ", FlagSpelling(rule.flag));
  }
  return "";
}

bool ParseFlagNumber(std::string_view flag, std::string_view text, int min, int max, int* number,
                     std::string* error) {
  if (absl::SimpleAtoi(Absl(text), number) && *number >= min && *number <= max) return true;
  *error =
      StrCat(FlagSpelling(flag), " expects a number from ", min, " to ", max, ", not '", text, "'");
  return false;
}

std::string WrongWord(std::string_view flag, const std::vector<std::string_view>& known,
                      std::string_view word) {
  return StrCat(FlagSpelling(flag), " expects ", Alternatives(known), ", not '", word, "'",
                DidYouMean(word, known));
}

FlagDescription DescribeFlag(std::string_view name, bool is_switch, FlagWords words,
                             std::string_view value_name, std::string_view help) {
  FlagDescription description;
  const std::vector<std::string_view> known = WordsOf(words, value_name);
  description.name = FlagSpelling(name);
  description.value_name = value_name.empty() ? Joined(known, "|") : std::string(value_name);
  description.help = help;
  description.is_switch = is_switch;
  for (std::string_view word : known) description.values.push_back({word, ""});
  return description;
}

}  // namespace hlo_text_v1::internal
