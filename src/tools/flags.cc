// A table-driven parser of the command line: each flag is a row of kFlagTable with its name, the
// field that it sets and its line of help. absl::flags would do, but it brings some hundred
// kilobytes, a help text of its own and flags that are not ours.
#include "src/tools/flags.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

namespace hlo {
namespace {

// A switch has `on`, a flag with a value has `value`.
struct FlagInfo {
  std::string_view name;
  bool Flags::* on;
  std::string Flags::* value;
  std::string_view value_name;
  std::string_view help;
};

constexpr FlagInfo kFlagTable[] = {
    {"style", nullptr, &Flags::style, "default", "print as XLA's HloModule::ToString does"},
    {"print_large_constants", &Flags::print_large_constants, nullptr, "",
     "all values of constants, not {...} for large ones"},
    {"async", nullptr, &Flags::async, "sugar",
     "asynchronous instructions: sugar (custom-call-start)\n"
     "where it reads back as the same program; xla: where\n"
     "XLA writes it; generic: async-start; keep: as they\n"
     "stood"},
    {"wrap_calls", &Flags::wrap_calls, nullptr, "",
     "with --async=generic: calls keep a wrapped\n"
     "computation, as XLA holds them"},
    {"upgrade_legacy", &Flags::upgrade_legacy, nullptr, "",
     "accept older forms of asynchronous instructions, as\n"
     "(f32[8], f32[8], s32[]) op-start(x), with a warning\n"
     "for each"},
    {"verify", &Flags::verify, nullptr, "",
     "refuse a module that breaks the rules of XLA's\n"
     "verifier on structure, asynchronous chains, calls,\n"
     "aliases and layouts"},
    {"keep", &Flags::keep, nullptr, "",
     "format only: comments, blank lines, order and names\n"
     "stay; not with --style or --async"},
    {"fast", &Flags::fast, nullptr, "", "with --keep: do not read the result again to compare"},
    {"strip_log_prefix", &Flags::strip_log_prefix, nullptr, "",
     "with --keep: remove what a logger put before each\n"
     "line"},
    {"lines", nullptr, &Flags::lines, "A:B",
     "with --keep: only instructions that touch lines A to\n"
     "B; either may be missing"},
    {"only", nullptr, &Flags::only, "REGEX",
     "only computations with a match of REGEX (RE2) in\n"
     "their name, and those that they call"},
    {"timing", &Flags::timing, nullptr, "",
     "seconds of each phase and peak memory, as a line of\n"
     "JSON on standard error"},
    {"help", &Flags::help, nullptr, "", "this text"},
    {"version", &Flags::version, nullptr, "", "the version"},
};

constexpr std::string_view kUsage = R"(Usage: hlo-fmt [flags] [FILE]...

Reads HLO text and prints it as XLA prints it. Without a FILE, or where FILE
is -, reads standard input. Several files are printed one after the other.

)";

constexpr std::string_view kHelpEnd = R"(
A switch may also be written --noNAME, --NAME=true or --NAME=false. -- ends the
flags.

Errors go to standard error as PATH:LINE:COLUMN: error: MESSAGE. Of a file that
has an error nothing is printed; with -o, one such file leaves the output as it
was.

Exit status:
  0  fine
  1  an input has an error
  2  wrong usage
  3  a file cannot be read or written; an internal error
)";

const FlagInfo* FindFlag(std::string_view name) {
  for (const FlagInfo& flag : kFlagTable) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

// Number of insertions, deletions and replacements of one byte that turn `a` into `b`.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string UnknownFlag(std::string_view argument, std::string_view name) {
  std::string error = "unknown flag " + std::string(argument);
  const FlagInfo* nearest = nullptr;
  // No flag comes near to a name so long, and the distance takes time.
  size_t distance = name.size() > 64 ? 0 : std::min<size_t>(4, name.size() / 2 + 1);
  for (const FlagInfo& flag : kFlagTable) {
    const size_t d = distance == 0 ? 0 : EditDistance(name, flag.name);
    if (d < distance) {
      distance = d;
      nearest = &flag;
    }
  }
  if (nearest != nullptr) error += "; did you mean --" + std::string(nearest->name) + "?";
  return error;
}

bool ParseSwitch(std::string_view text, bool* value) {
  *value = text == "true" || text == "1" || text == "yes";
  return *value || text == "false" || text == "0" || text == "no";
}

class Parser {
 public:
  Parser(int argc, const char* const* argv, Flags* flags, std::string* error)
      : argc_(argc), argv_(argv), flags_(*flags), error_(*error) {}

  bool Parse() {
    bool only_files = false;
    while (at_ < argc_) {
      const std::string_view argument = argv_[at_++];
      if (only_files || argument.empty() || argument[0] != '-' || argument == "-") {
        flags_.files.emplace_back(argument);
      } else if (argument == "--") {
        only_files = true;
      } else if (!ParseFlag(argument)) {
        return false;
      }
    }
    if (!CheckKeep()) return false;
    if (flags_.style != "default") {
      return Error("unknown style '" + flags_.style + "'; known: default");
    }
    for (const char* mode : {"sugar", "xla", "generic", "keep"}) {
      if (flags_.async == mode) return true;
    }
    return Error("unknown mode '" + flags_.async +
                 "' of --async; known: sugar, xla, generic, keep");
  }

 private:
  bool Error(std::string error) {
    error_ = std::move(error);
    return false;
  }

  bool CheckKeep() {
    if (flags_.keep && style_or_async_given_) {
      return Error("--keep does not go with --style or --async");
    }
    for (const auto& [on, name] : {std::pair(flags_.fast, "--fast"),
                                   std::pair(flags_.strip_log_prefix, "--strip_log_prefix"),
                                   std::pair(!flags_.lines.empty(), "--lines")}) {
      if (on && !flags_.keep) return Error(std::string(name) + " wants --keep");
    }
    return flags_.lines.empty() || ParseLines(flags_.lines) ||
           Error("--lines wants A:B with 1 <= A <= B, not '" + flags_.lines + "'");
  }

  bool ParseLines(std::string_view text) {
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view first = text.substr(0, colon), last = text.substr(colon + 1);
    const auto parse = [](std::string_view number, int64_t* value) {
      if (number.empty()) return true;
      const char* end = number.data() + number.size();
      const auto result = std::from_chars(number.data(), end, *value);
      return result.ec == std::errc() && result.ptr == end && *value >= 1;
    };
    return parse(first, &flags_.first_line) && parse(last, &flags_.last_line) &&
           (last.empty() || flags_.first_line <= flags_.last_line);
  }

  bool ParseFlag(std::string_view argument) {
    if (argument.substr(0, 2) == "-o") return ParseOutput(argument.substr(2));
    const bool is_long = argument.substr(0, 2) == "--";
    std::string_view name = argument.substr(is_long ? 2 : 1);
    const size_t equal = name.find('=');
    const bool has_value = equal != std::string_view::npos;
    const std::string_view value = has_value ? name.substr(equal + 1) : std::string_view();
    name = name.substr(0, equal);
    const std::string_view written = argument.substr(0, argument.find('='));
    if (!is_long) return Error(UnknownFlag(written, name));

    const FlagInfo* flag = FindFlag(name);
    if (flag == nullptr && name.substr(0, 2) == "no") {
      flag = FindFlag(name.substr(2));
      if (flag == nullptr || flag->on == nullptr) return Error(UnknownFlag(written, name));
      if (has_value) return Error(std::string(written) + " takes no value");
      flags_.*(flag->on) = false;
      return true;
    }
    if (flag == nullptr) return Error(UnknownFlag(written, name));
    style_or_async_given_ |= flag->value == &Flags::style || flag->value == &Flags::async;
    if (flag->on == nullptr) return SetValue(written, has_value, value, &(flags_.*(flag->value)));
    if (!has_value) {
      flags_.*(flag->on) = true;
      return true;
    }
    return ParseSwitch(value, &(flags_.*(flag->on))) ||
           Error(std::string(written) + " wants true or false, not '" + std::string(value) + "'");
  }

  // -o FILE, -oFILE
  bool ParseOutput(std::string_view value) {
    if (!SetValue("-o", !value.empty(), value, &flags_.output)) return false;
    if (flags_.output.empty()) return Error("-o wants the name of a file");
    if (flags_.output == "-") flags_.output.clear();
    return true;
  }

  bool SetValue(std::string_view written, bool has_value, std::string_view value,
                std::string* field) {
    if (!has_value) {
      if (at_ == argc_) return Error(std::string(written) + " wants a value");
      value = argv_[at_++];
    }
    *field = std::string(value);
    return true;
  }

  const int argc_;
  const char* const* const argv_;
  int at_ = 1;
  bool style_or_async_given_ = false;
  Flags& flags_;
  std::string& error_;
};

void AppendHelpLine(std::string_view flag, std::string_view help, std::string* out) {
  constexpr size_t kColumn = 27;
  std::string line = "  " + std::string(flag);
  line.append(line.size() < kColumn ? kColumn - line.size() : 1, ' ');
  for (char c : help) {
    line += c;
    if (c == '\n') line.append(kColumn, ' ');
  }
  *out += line + "\n";
}

}  // namespace

bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error) {
  return Parser(argc, argv, flags, error).Parse();
}

std::string HelpText() {
  std::string text(kUsage);
  AppendHelpLine("-o FILE", "write FILE, atomically, instead of standard output", &text);
  for (const FlagInfo& flag : kFlagTable) {
    std::string name = "--" + std::string(flag.name);
    if (flag.value != nullptr) name += "=" + std::string(flag.value_name);
    AppendHelpLine(name, flag.help, &text);
  }
  text += kHelpEnd;
  return text;
}

}  // namespace hlo
