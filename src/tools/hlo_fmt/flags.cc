// kFlagTable gives the command line, --help, the man page and the completions; print options are
// bound from their own table. Values are checked after all flags are read. A new flag is a field of
// Flags, a row here, the flags that exclude it in flag_rules.cc, and its use.
#include "src/tools/hlo_fmt/flags.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/base/strings.h"
#include "src/tools/common/flag_regex.h"
#include "src/tools/hlo_fmt/flag_rules.h"

namespace hlo_text_v1::internal {
namespace {

constexpr char kStripHelp[] = "remove the parts in LIST, separated by commas:"
#define HLO_STRIP(name, help, Kind) "\n" #name ": " help
#include "hlo/tables/strip.def"
#undef HLO_STRIP
    ;

// The names in --verify=LIST: name, field of VerifyOptions, what it does.
#define HLO_FMT_VERIFY_LIST(row)                                                                 \
  row("strict", xla_strict, "reject what only the Async document allows")                        \
      row("layouts", layout_sensitive, "reject shapes that differ in layout only")               \
          row("mixed_precision", allow_mixed_precision,                                          \
              "accept operands of several\n  floating-point types, as between passes for a TPU") \
              row("stage=before_optimizations", before_optimizations,                            \
                  "reject\n  fusions and bitcasts, which only compilers\n  make; ignore layouts")

constexpr char kVerifyHelp[] =
    "reject a module that breaks the rules of XLA's\n"
    "verifier for structure, shapes, asynchronous chains,\n"
    "calls, aliases and layouts; LIST (with commas) has:"
#define HLO_FMT_VERIFY_ROW(name, field, help) "\n" name ": " help
    HLO_FMT_VERIFY_LIST(HLO_FMT_VERIFY_ROW)
#undef HLO_FMT_VERIFY_ROW
    ;

struct VerifyInfo {
  std::string_view name;
  bool VerifyOptions::* field;
  std::string_view help;
};
constexpr VerifyInfo kVerifyTable[] = {
#define HLO_FMT_VERIFY_ROW(name, field, help) {name, &VerifyOptions::field, help},
    HLO_FMT_VERIFY_LIST(HLO_FMT_VERIFY_ROW)
#undef HLO_FMT_VERIFY_ROW
};

constexpr FlagRow<Flags> kFlagTable[] = {
    {"Files"},
    {"i", &Flags::in_place,
     "rewrite each FILE in place if it changes, unless that\n"
     "would lose comments or values of constants"},
    {"check", &Flags::check,
     "list the files that -i would change; exit status 1 if\n"
     "there are any"},
    {"diff", &Flags::diff,
     "show what -i would change as a unified diff; exit\n"
     "status 1 if there is anything"},
    {"r", &Flags::recursive,
     "format the HLO files in folders, recursively: *.hlo,\n"
     "*.hlo.txt, XLA's dumps module_N.NAME.*.txt, also with\n"
     ".gz"},
    {"jobs", &Flags::job_count, 1, kMaxJobs, "N",
     "format N files at a time, or read and print one large\n"
     "file on N threads; default: the number of cores"},
    {"lossy", &Flags::lossy,
     "with -i, --check and --diff: also change files that\n"
     "would lose comments or values"},
    {"stdin_filename", &Flags::stdin_filename, "PATH", "name of standard input in messages"},
    {"split_input_file", &Flags::split_input_file,
     "split each FILE at lines // ----- and format each\n"
     "part on its own; --keep accepts such files without it"},
    {"How it prints"},
    {"style", &Flags::style, RowNames<PrintStyleTable>, "default",
     "XLA's presets: default, short_parsable, canonical,\n"
     "fingerprint, module_fingerprint; dump: as in XLA's\n"
     "dump files"},
    {"xla_version", &Flags::xla_version, "VERSION",
     "spell as the XLA of a version of jaxlib, such as\n"
     "0.4.30, or, if it is auto, as the input, which\n"
     "--style=dump does by itself"},
    {"async", &Flags::async, RowNames<AsyncPrintModeTable>, "sugar",
     "how to print asynchronous operations:\n"
     "sugar: custom-call-start if it reads back as the same\n"
     "program, also in XLA, else async-start\n"
     "xla: custom-call-start wherever XLA prints it\n"
     "generic: async-start\n"
     "keep: as in the input"},
    {"async_reader", &Flags::async_reader, RowNames<AsyncReaderTable>, "xla-0.12",
     "with --async=sugar: who must be able to read sugar;\n"
     "XLA 0.12 crashes on some that hlo-text reads"},
    {"explain_async", &Flags::explain_async,
     "with --async=sugar: say of each operation that prints\n"
     "as async-start why it has no sugar"},
    {"wrap_calls", &Flags::wrap_calls,
     "with --async=generic: keep calls in wrapped\n"
     "computations, as XLA has them in memory"},
    {"What it reads"},
    {"upgrade_legacy", &Flags::upgrade_legacy,
     "accept what older versions of XLA wrote, such as\n"
     "less-than(x, y) and constant(f32[2] {1, 2}); warn\n"
     "about each"},
    {"allow_unknown", &Flags::allow_unknown,
     "keep unknown opcodes and attributes as written; warn\n"
     "about each"},
    {"verify", &Flags::verify, &Flags::verify_list, "LIST", kVerifyHelp},
    {"What it changes"},
    {"only", &Flags::only, "REGEX",
     "print only computations whose name matches REGEX\n"
     "(RE2), and those that they call; errors in others may\n"
     "stay unseen"},
    {"strip", &Flags::strip, "LIST", kStripHelp},
    {"sort_maps", &Flags::sort_maps,
     "sort the members of JSON in backend_config and\n"
     "frontend_attributes"},
    {"inline_stack_frames", &Flags::inline_stack_frames,
     "replace stack_frame_id by file and line; remove the\n"
     "tables of stack frames"},
    {"canonical_names", &Flags::canonical_names,
     "rename by structure, as in add.3: dumps that differ\n"
     "only in numbering become equal; --only matches these\n"
     "names"},
    {"canonicalize", &Flags::canonicalize, &Flags::canonical_version, "VERSION",
     "print canonical text, the same for all modules with\n"
     "the same fingerprint; --canonicalize=1 is the same in\n"
     "each release that has it"},
    {"Keeping comments and layout"},
    {"keep", &Flags::keep,
     "only format: keep comments, blank lines, order and\n"
     "names; not with --style or --async"},
    {"fast", &Flags::fast,
     "with --keep: do not check that the result is the same\n"
     "program"},
    {"strip_log_prefix", &Flags::strip_log_prefix,
     "with --keep: remove a logger's prefix from each line"},
    {"lines", &Flags::lines, "A:B",
     "with --keep: format only instructions that touch\n"
     "lines A to B; either may be omitted"},
    {"Instead of the module"},
    {"diff_against", &Flags::diff_against, "FILE",
     "show how the input differs from FILE in structure,\n"
     "ignoring names and numbers; exit status 1 if it does.\n"
     "With --print_metadata, also compare metadata"},
    {"fingerprint", &Flags::fingerprint, &Flags::fingerprint_form, "shape_blind",
     "instead of each module, print its path and a 128-bit\n"
     "fingerprint that ignores names and metadata; with\n"
     "--only, of these computations; =shape_blind: also\n"
     "ignores sizes of arrays and values of constants"},
    {"cost", &Flags::cost, &Flags::cost_form, "FORM",
     "instead of each module, print what a run costs:\n"
     "flops and bytes, with loops as often as they run, by\n"
     "opcode, scope and source line; what is alive at the\n"
     "peak; --cost=json: all rows; --cost=folded,\n"
     "folded_bytes, folded_sent: flops, bytes or bytes sent\n"
     "by stack, for speedscope and flamegraph.pl"},
    {"machine", &Flags::machine, "FILE",
     "with --cost: also print the least time on the machine\n"
     "whose peak numbers FILE has, as JSON"},
    {"summary", &Flags::summary, &Flags::summary_form, "json",
     "instead of each module, print what is in it in less\n"
     "than 2 KB: counts, collectives, custom calls, largest\n"
     "values, loops; --summary=json as a line of JSON"},
    {"Other"},
    {"timing", &Flags::timing,
     "print the seconds of each phase and the peak memory\n"
     "to standard error, as a line of JSON"},
    {"help", &Flags::help, &Flags::help_topic, "print",
     "print this help; --help=print: the print options"},
    {"version", &Flags::version, "print the version"},
};

// For numeric options; a wider indent would not be readable.
constexpr int kMaxPrintOption = 1000;

constexpr std::string_view kUsage = R"(Usage: hlo-fmt [flags] [FILE]...

Reads HLO text and prints it as XLA does. Without a FILE, or if FILE is -, reads
standard input. Prints several files one after the other. Decompresses gzip'd
files; -i compresses them again.

)";

constexpr ProgramExample kExamples[] = {
    {"Print a dump with all values of its constants:",
     "hlo-fmt --print_large_constants module_0001.before_optimizations.txt"},
    {"Format a file written by hand:", "hlo-fmt --keep -o test.hlo test.hlo"},
    {"Print a dump so that it can be compared with another:", "hlo-fmt --canonicalize dump.txt"},
    {"Find dumps of the same program:", "hlo-fmt --fingerprint *.txt | sort"},
};

// The value of --NAME for a print option.
bool ParsePrintOption(const PrintOptionInfo& option, std::string_view text, int* value,
                      std::string* error) {
  if (option.bool_field != nullptr) {
    *value = text == "true" ? 1 : 0;
    return true;
  }
  if (option.int_field != nullptr) {
    return ParseFlagNumber(option.name, text, 0, kMaxPrintOption, value, error);
  }
  const std::optional<SubcomputationMode> mode = ParseSubcomputationMode(text);
  if (!mode.has_value()) {
    const auto words = SubcomputationModeWords();
    *error = WrongWord(option.name, {words.begin(), words.end()}, text);
    return false;
  }
  *value = static_cast<int>(*mode);
  return true;
}

BoundFlag BindPrintOption(const PrintOptionInfo& option, Flags* flags) {
  BoundFlag bound;
  bound.name = option.name;
  bound.is_switch = option.bool_field != nullptr;
  bound.set = [&option, flags](std::string_view text, std::string* error) {
    int value = 0;
    if (!ParsePrintOption(option, text, &value, error)) return false;
    flags->print_options.push_back({&option, value});
    return true;
  };
  return bound;
}

// Sets the fields whose rows are named in `list`, the value of `flag`.
template <typename Row, typename Options>
bool ParseNames(std::string_view flag, std::string_view list, absl::Span<const Row> rows,
                Options* options, std::string* error) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    const Row* row = FindRow(rows, name);
    if (row == nullptr) {
      std::vector<std::string_view> known;
      for (const Row& each : rows) known.push_back(each.name);
      *error = WrongWord(flag, known, name);
      return false;
    }
    options->*(row->field) = true;
    list.remove_prefix(std::min(list.size(), name.size() + 1));
  }
  return true;
}

// A:B, A:, :B or ":"
bool ParseLines(std::string_view text, Flags* flags) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view first = text.substr(0, colon), last = text.substr(colon + 1);
  const auto parse = [](std::string_view number, int64_t* value) {
    if (number.empty()) return true;
    const char* end = number.data() + number.size();
    const auto result = std::from_chars(number.data(), end, *value);
    return result.ec == std::errc() && result.ptr == end && *value >= 1;
  };
  return parse(first, &flags->first_line) && parse(last, &flags->last_line) &&
         (last.empty() || flags->first_line <= flags->last_line);
}

// Checks the value of each flag.
bool CheckValues(Flags* flags, std::string* error) {
  if (!ParseStripList(flags->strip, &flags->strip_options, error) ||
      !ParseNames("verify", flags->verify_list, absl::MakeConstSpan(kVerifyTable),
                  &flags->verify_options, error)) {
    return false;
  }
  const struct {
    std::string_view name;
    const std::string& form;
    std::vector<std::string_view> words;
  } forms[] = {{"summary", flags->summary_form, {"json"}},
               {"cost", flags->cost_form, {"json", "folded", "folded_bytes", "folded_sent"}},
               {"fingerprint", flags->fingerprint_form, {"shape_blind"}}};
  for (const auto& [name, form, words] : forms) {
    if (form.empty() || std::find(words.begin(), words.end(), form) != words.end()) continue;
    *error = WrongWord(name, words, form);
    return false;
  }
  if (!flags->canonical_version.empty() &&
      flags->canonical_version != std::to_string(kCanonicalTextVersion)) {
    *error = WrongWord("canonicalize", {std::to_string(kCanonicalTextVersion)},
                       flags->canonical_version);
    return false;
  }
  if (flags->given.count("xla_version") > 0 && flags->xla_version != "auto" &&
      !SpellingsOfVersion(flags->xla_version).has_value()) {
    *error =
        StrCat("--xla_version expects numbers with dots or auto, not '", flags->xla_version, "'");
    return false;
  }
  if (!flags->lines.empty() && !ParseLines(flags->lines, flags)) {
    *error = "--lines expects A:B with 1 <= A <= B, not '" + flags->lines + "'";
    return false;
  }
  return CheckRegex("only", flags->only, error);
}

}  // namespace

PrintOptions MakePrintOptions(const Flags& flags) {
  if (flags.canonicalize) return CanonicalTextOptions();
  PrintOptions options = FindRow(PrintStyleTable(), flags.style)->preset();
  if (!flags.xla_version.empty() && flags.xla_version != "auto") {
    const Spellings spellings = *SpellingsOfVersion(flags.xla_version);
    if (flags.style == "dump") options = PrintOptions::Dump(spellings);
    if (flags.style == "default") options.print_operand_shape = spellings.operand_shapes;
    options.spellings = spellings;
  }
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
  if (!flags.async_reader.empty()) {
    options.async_reader = FindRow(AsyncReaderTable(), flags.async_reader)->reader;
  }
  return options;
}

bool ParseStripList(std::string_view list, StripOptions* options, std::string* error) {
  return ParseNames("strip", list, StripTable(), options, error);
}

bool ParseFlags(int argc, const char* const* argv, Flags* flags, std::string* error) {
  std::vector<BoundFlag> bound = BindFlags(kFlagTable, flags);
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    bound.push_back(BindPrintOption(option, flags));
  }
  if (!ParseCommandLine(argc, argv, bound, flags, error)) return false;
  if (!flags->help_topic.empty() && flags->help_topic != "print") {
    *error = WrongWord("help", {"print"}, flags->help_topic);
    return false;
  }
  if (flags->help || flags->version) return true;
  return CheckValues(flags, error) && CheckFlagRules(*flags, error);
}

namespace {

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

// The value of --NAME is a list of `rows`.
template <typename Row>
void DescribeList(std::string_view name, absl::Span<const Row> rows, Program* program) {
  for (FlagDescription& flag : program->flags) {
    if (flag.name != FlagSpelling(name)) continue;
    flag.is_list = true;
    for (const Row& row : rows) flag.values.push_back({row.name, row.help});
  }
}

}  // namespace

Program HloFmtProgram() {
  Program program =
      DescribeProgram("hlo-fmt", "read HLO text and print it as XLA does", kUsage,
                      "an input has an error; with --check or --diff, it would change; with\n"
                      "     --diff_against, it differs",
                      kFlagTable, kExamples);
  DescribeList("verify", absl::MakeConstSpan(kVerifyTable), &program);
  DescribeList("strip", StripTable(), &program);
  const size_t first = program.flags.size();
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    program.flags.push_back(Describe(option));
  }
  program.flags[first].heading = "Print options, on top of the style";
  return program;
}

}  // namespace hlo_text_v1::internal
