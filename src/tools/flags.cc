// A table-driven parser of the command line: each flag is a row of kFlagTable with its name, the
// field that it sets and its line of help. absl::flags would do, but it brings some hundred
// kilobytes, a help text of its own and flags that are not ours.
#include "src/tools/flags.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/numbers.h"
#include "src/tools/edit_distance.h"
#include "src/tools/flag_rules.h"
#include "src/tools/strip_list.h"

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
    {"i", &Flags::in_place, nullptr, "",
     "write each FILE in place, if it changes; not if it\n"
     "would lose comments or values of constants"},
    {"check", &Flags::check, nullptr, "",
     "list the files that -i would change on standard\n"
     "output; exit status 1 if there are any"},
    {"diff", &Flags::diff, nullptr, "",
     "show what -i would change as a unified diff; exit\n"
     "status 1 if there is anything"},
    {"diff_against", nullptr, &Flags::diff_against, "FILE",
     "show how the input differs from FILE, by structure,\n"
     "whatever the names and numbers; exit status 1 if it\n"
     "does. --print_metadata: that counts too"},
    {"r", &Flags::recursive, nullptr, "",
     "take the HLO files in folders and below: *.hlo,\n"
     "*.hlo.txt, XLA's dumps module_N.NAME.*.txt, also with\n"
     ".gz"},
    {"jobs", nullptr, &Flags::jobs, "N",
     "format N files at a time, or read one long file on N\n"
     "threads; as many as there are cores"},
    {"lossy", &Flags::lossy, nullptr, "", "with -i: write also what loses comments or values"},
    {"stdin_filename", nullptr, &Flags::stdin_filename, "PATH",
     "what standard input is called in messages"},
    {"split_input_file", &Flags::split_input_file, nullptr, "",
     "a FILE holds several texts between lines // -----,\n"
     "each on its own; with --keep it may anyway"},
    {"style", nullptr, &Flags::style, "default",
     "XLA's presets: default, short_parsable, canonical,\n"
     "fingerprint, module_fingerprint; dump: as XLA writes\n"
     "dump files"},
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
    {"allow_unknown", &Flags::allow_unknown, nullptr, "",
     "keep opcodes and attributes that are not known as\n"
     "they are written, with a warning for each word"},
    {"verify", &Flags::verify, nullptr, "",
     "refuse a module that breaks the rules of XLA's\n"
     "verifier on structure, asynchronous chains, calls,\n"
     "aliases and layouts"},
    {"strip", nullptr, &Flags::strip, "LIST", "take out what LIST names, separated by commas:"
#define HLO_STRIP(name, help) "\n" #name ": " help
#include "hlo/strip.def"
#undef HLO_STRIP
    },
    {"sort_maps", &Flags::sort_maps, nullptr, "",
     "sort the members of the JSON in backend_config and\n"
     "frontend_attributes"},
    {"inline_stack_frames", &Flags::inline_stack_frames, nullptr, "",
     "file and line of stack frames with each instruction,\n"
     "no tables"},
    {"canonical_names", &Flags::canonical_names, nullptr, "",
     "names by structure, add.3, so that dumps that differ\n"
     "in numbering only become equal; --only matches these"},
    {"fingerprint", &Flags::fingerprint, nullptr, "",
     "print, instead of each module, 128 bits that are the\n"
     "same for programs equal up to names and metadata,\n"
     "and its path"},
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

// The row called `name` of a table; nullptr if there is none.
template <typename Row>
const Row* FindRow(absl::Span<const Row> rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// "a, b, c"
template <typename Rows>
std::string Names(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

// Of options that are numbers; an indent of more would be no text.
constexpr int kMaxPrintOption = 1000;

constexpr std::string_view kUsage = R"(Usage: hlo-fmt [flags] [FILE]...

Reads HLO text and prints it as XLA prints it. Without a FILE, or where FILE
is -, reads standard input. Several files are printed one after the other.
Text in gzip form is unpacked; -i packs it again.

)";

constexpr std::string_view kHelpEnd = R"(
A switch may also be written --noNAME, --NAME=true or --NAME=false. -- ends the
flags.

Errors go to standard error as PATH:LINE:COLUMN: error: MESSAGE. Of a file that
has an error nothing is printed; with -o, one such file leaves the output as it
was.

Exit status:
  0  fine
  1  an input has an error, or with --check and --diff would change, or with
     --diff_against differs
  2  wrong usage
  3  a file cannot be read or written; an internal error
)";

std::string UnknownFlag(std::string_view argument, std::string_view name) {
  std::string error = "unknown flag " + std::string(argument);
  std::string_view nearest;
  // No flag comes near to a name so long, and the distance takes time.
  size_t distance = name.size() > 64 ? 0 : std::min<size_t>(4, name.size() / 2 + 1);
  const auto consider = [&](std::string_view candidate) {
    const size_t d = distance == 0 ? 0 : EditDistance(name, candidate);
    if (d >= distance) return;
    distance = d;
    nearest = candidate;
  };
  for (const FlagInfo& flag : kFlagTable) {
    if (flag.name.size() > 1) consider(flag.name);
  }
  for (const PrintOptionInfo& option : PrintOptionTable()) consider(option.name);
  if (!nearest.empty()) error += "; did you mean --" + std::string(nearest) + "?";
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
    if (FindRow(PrintStyleTable(), flags_.style) == nullptr) {
      return Error("unknown style '" + flags_.style + "'; known: " + Names(PrintStyleTable()));
    }
    if (!ParseStripList(flags_.strip, &flags_.strip_options, &error_)) return false;
    if (!flags_.async.empty() && FindRow(AsyncPrintModeTable(), flags_.async) == nullptr) {
      return Error("unknown mode '" + flags_.async +
                   "' of --async; known: " + Names(AsyncPrintModeTable()));
    }
    if (!flags_.lines.empty() && !ParseLines(flags_.lines)) {
      return Error("--lines wants A:B with 1 <= A <= B, not '" + flags_.lines + "'");
    }
    int jobs = 0;
    if (!flags_.jobs.empty() &&
        (!absl::SimpleAtoi(flags_.jobs, &jobs) || jobs < 1 || jobs > kMaxJobs)) {
      return Error("--jobs wants a number from 1 to " + std::to_string(kMaxJobs) + ", not '" +
                   flags_.jobs + "'");
    }
    return flags_.help || flags_.version || CheckFlagRules(flags_, &error_);
  }

 private:
  bool Error(std::string error) {
    error_ = std::move(error);
    return false;
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
    if (is_long != (name.size() > 1)) return Error(UnknownFlag(written, name));

    NamedFlag flag = Find(name);
    bool on = true;
    if (!flag.IsKnown() && name.substr(0, 2) == "no") {
      flag = Find(name.substr(2));
      if (!flag.IsSwitch()) return Error(UnknownFlag(written, name));
      if (has_value) return Error(std::string(written) + " takes no value");
      on = false;
    }
    if (!flag.IsKnown()) return Error(UnknownFlag(written, name));
    if (flag.IsSwitch()) {
      if (has_value && !ParseSwitch(value, &on)) {
        return Error(std::string(written) + " wants true or false, not '" + std::string(value) +
                     "'");
      }
      SetSwitch(flag, on);
      return true;
    }
    std::string text;
    if (!SetValue(written, has_value, value, &text)) return false;
    if (flag.option != nullptr) return SetPrintOption(written, *flag.option, text);
    flags_.*(flag.info->value) = text;
    SetGiven(flag.info->name, !text.empty());
    return true;
  }

  // A row of one of the two tables.
  struct NamedFlag {
    const FlagInfo* info;
    const PrintOptionInfo* option;

    bool IsKnown() const { return info != nullptr || option != nullptr; }
    bool IsSwitch() const {
      return info != nullptr ? info->on != nullptr
                             : option != nullptr && option->bool_field != nullptr;
    }
  };
  static NamedFlag Find(std::string_view name) {
    return {FindRow(absl::MakeConstSpan(kFlagTable), name), FindRow(PrintOptionTable(), name)};
  }

  void SetSwitch(const NamedFlag& flag, bool on) {
    if (flag.info != nullptr) {
      flags_.*(flag.info->on) = on;
      SetGiven(flag.info->name, on);
    } else {
      SetGiven(flag.option->name, true);
      flags_.print_options.push_back({flag.option, on});
    }
  }

  bool SetPrintOption(std::string_view written, const PrintOptionInfo& option,
                      const std::string& text) {
    int value = 0;
    if (option.int_field != nullptr) {
      if (!absl::SimpleAtoi(text, &value) || value < 0 || value > kMaxPrintOption) {
        return Error(std::string(written) + " wants a number from 0 to " +
                     std::to_string(kMaxPrintOption) + ", not '" + text + "'");
      }
    } else {
      SubcomputationMode mode;
      if (!ParseSubcomputationMode(text, &mode)) {
        return Error(std::string(written) +
                     " wants off, name_only, full_bodies or non_sequential_bodies, not '" + text +
                     "'");
      }
      value = static_cast<int>(mode);
    }
    flags_.print_options.push_back({&option, value});
    SetGiven(option.name, true);
    return true;
  }

  void SetGiven(std::string_view name, bool is_given) {
    if (is_given) {
      flags_.given.emplace(name);
    } else if (const auto at = flags_.given.find(name); at != flags_.given.end()) {
      flags_.given.erase(at);
    }
  }

  // -o FILE, -oFILE
  bool ParseOutput(std::string_view value) {
    if (!SetValue("-o", !value.empty(), value, &flags_.output)) return false;
    if (flags_.output.empty()) return Error("-o wants the name of a file");
    if (flags_.output == "-") flags_.output.clear();
    SetGiven("o", !flags_.output.empty());
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
  Flags& flags_;
  std::string& error_;
};

}  // namespace

PrintOptions MakePrintOptions(const Flags& flags) {
  PrintOptions options = FindRow(PrintStyleTable(), flags.style)->preset();
  for (const PrintOptionFlag& flag : flags.print_options) {
    const PrintOptionInfo& option = *flag.option;
    if (option.bool_field != nullptr) {
      options.*option.bool_field = flag.value != 0;
    } else if (option.int_field != nullptr) {
      options.*option.int_field = flag.value;
    } else {
      options.*option.mode_field = static_cast<SubcomputationMode>(flag.value);
    }
  }
  if (!flags.async.empty()) {
    options.async_mode = FindRow(AsyncPrintModeTable(), flags.async)->mode;
    options.syntax_sugar_async_ops = true;
  }
  return options;
}

std::string FlagSpelling(std::string_view name) {
  return (name.size() == 1 ? "-" : "--") + std::string(name);
}

bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error) {
  return Parser(argc, argv, flags, error).Parse();
}

namespace {

FlagDescription Describe(const FlagInfo& flag) {
  FlagDescription description;
  description.name = FlagSpelling(flag.name);
  description.value_name = flag.value_name;
  description.help = flag.help;
  description.is_switch = flag.on != nullptr;
  auto& values = description.values;
  if (flag.value == nullptr) return description;
  if (flag.value == &Flags::style) {
    for (const PrintStyle& style : PrintStyleTable()) values.push_back({style.name, ""});
  } else if (flag.value == &Flags::async) {
    for (const AsyncPrintModeName& mode : AsyncPrintModeTable()) values.push_back({mode.name, ""});
  } else if (flag.value == &Flags::strip) {
    for (const StripInfo& item : StripTable()) values.push_back({item.name, item.help});
    description.is_list = true;
  } else if (flag.value_name.find('|') != std::string_view::npos) {
    std::string_view rest = flag.value_name;
    while (!rest.empty()) {
      values.push_back({rest.substr(0, rest.find('|')), ""});
      rest.remove_prefix(std::min(rest.size(), values.back().word.size() + 1));
    }
  }
  return description;
}

FlagDescription Describe(const PrintOptionInfo& option) {
  const PrintOptions defaults;
  FlagDescription description;
  description.name = FlagSpelling(option.name);
  description.help = option.help;
  description.is_print_option = true;
  if (option.bool_field != nullptr) {
    description.is_switch = true;
    if (defaults.*option.bool_field) description.help += " (on)";
  } else if (option.int_field != nullptr) {
    description.value_name = std::to_string(defaults.*option.int_field);
  } else {
    const auto words = SubcomputationModeWords();
    description.value_name = words[static_cast<size_t>(defaults.*option.mode_field)];
    for (std::string_view word : words) description.values.push_back({word, ""});
  }
  return description;
}

}  // namespace

std::vector<FlagDescription> DescribeFlags() {
  std::vector<FlagDescription> flags;
  FlagDescription& output = flags.emplace_back();
  output.name = "-o";
  output.value_name = "FILE";
  output.help = "write FILE, atomically, instead of standard output";
  for (const FlagInfo& flag : kFlagTable) flags.push_back(Describe(flag));
  for (const PrintOptionInfo& option : PrintOptionTable()) flags.push_back(Describe(option));
  return flags;
}

std::string_view HelpBeforeFlags() { return kUsage; }
std::string_view HelpAfterFlags() { return kHelpEnd; }

}  // namespace hlo
