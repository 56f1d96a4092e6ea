// A table of the flags, and a few rules.
#include "src/tools/hlo_view/view_flags.h"

#include <iterator>
#include <string_view>

#include "src/base/strings.h"

namespace hlo {
namespace {

constexpr FlagRow<ViewFlags> kViewFlags[] = {
    {"passes", &ViewFlags::passes, "DIR",
     "report what each pass has changed, from the dumps of\n"
     "all passes that XLA has written into a folder"},
    {"format", &ViewFlags::format, "text|json|html|svg",
     "how --passes writes its report: text by default, json\n"
     "or html; how a FILE is shown: html by default, or the\n"
     "time line of its entry computation as svg"},
    {"first", &ViewFlags::first, "REGEX",
     "with --passes: only the first pass after which there\n"
     "is an instruction whose text has a match of REGEX\n"
     "(RE2)"},
    {"module", &ViewFlags::module, "REGEX",
     "with --passes: only modules whose names have a match\n"
     "of REGEX (RE2), or the one with this number"},
    {"stages", &ViewFlags::stages, "A,B",
     "with --passes: what is different between two stages,\n"
     "by number or name"},
    {"all", &ViewFlags::all, "with --passes: also those that have changed nothing"},
    {"upgrade_legacy", &ViewFlags::upgrade_legacy,
     "accept older forms of asynchronous instructions"},
    {"allow_unknown", &ViewFlags::allow_unknown, "keep opcodes and attributes that are not known"},
    {"help", &ViewFlags::help, "this text"},
    {"version", &ViewFlags::version, "the version"},
};

constexpr std::string_view kViewUsage = R"(Usage: hlo-view [flags] [FILE]

Reads a module of HLO text and writes a page of HTML to read it in: text with
links, and the time line of asynchronous instructions. Or reports what each
pass of a compilation has changed. Without a FILE, or where FILE is -, reads
standard input. Text in gzip form is unpacked.

)";

constexpr ProgramExample kViewExamples[] = {
    {"Read a module in a browser:", "hlo-view -o module.html dump.txt"},
    {"See what the passes of a compilation have done:", "hlo-view --passes /tmp/dump"},
    {"Find the pass that makes asynchronous collectives:",
     "hlo-view --passes=/tmp/dump --first=all-reduce-start"},
};

// The first broken rule; empty if none.
std::string BrokenViewRule(const ViewFlags& flags) {
  const auto given = [&](std::string_view name) { return flags.given.count(name) > 0; };
  for (std::string_view name : {"first", "module", "stages", "all"}) {
    if (given(name) && !given("passes")) return StrCat(FlagSpelling(name), " wants --passes");
  }
  const bool is_of_file = flags.format == "svg";
  const bool is_of_passes = flags.format == "text" || flags.format == "json";
  if (given("passes") ? is_of_file : is_of_passes) {
    return StrCat("--format=", flags.format,
                  given("passes") ? " does not go with --passes" : " wants --passes");
  }
  if (given("first") && given("stages")) return "--first does not go with --stages";
  for (std::string_view name : {"allow_unknown", "upgrade_legacy"}) {  // reports always do this
    if (given(name) && given("passes"))
      return StrCat(FlagSpelling(name), " does not go with --passes");
  }
  for (std::string_view name : {"first", "stages"}) {
    if (given("all") && given(name)) return StrCat("--all does not go with ", FlagSpelling(name));
  }
  if (given("passes") && !flags.files.empty()) return "--passes does not go with a FILE";
  if (flags.files.size() > 1) return "a single FILE is wanted";
  return "";
}

// A,B
bool SplitStages(ViewFlags* flags) {
  const size_t comma = flags->stages.find(',');
  if (comma == 0 || comma == std::string::npos || comma + 1 == flags->stages.size()) return false;
  flags->stage_before = flags->stages.substr(0, comma);
  flags->stage_after = flags->stages.substr(comma + 1);
  return flags->stage_after.find(',') == std::string::npos;
}

}  // namespace

bool ParseViewFlags(int argc, const char* const* argv, ViewFlags* flags, std::string* error) {
  if (!ParseCommandLine(argc, argv, BindFlags(kViewFlags, flags), flags, error)) return false;
  if (flags->help || flags->version) return true;
  *error = BrokenViewRule(*flags);
  if (error->empty() && !flags->stages.empty() && !SplitStages(flags)) {
    *error = "--stages wants A,B, not '" + flags->stages + "'";
  }
  if (flags->format.empty()) flags->format = flags->passes.empty() ? "html" : "text";
  if (flags->files.empty() && flags->passes.empty()) flags->files.emplace_back("-");
  return error->empty();
}

Program HloViewProgram() {
  Program program;
  program.name = "hlo-view";
  program.summary = "read HLO in a browser, and see what the passes of XLA do";
  program.before_flags = kViewUsage;
  program.after_flags = HelpEnd("an input has an error");
  program.flags.push_back(DescribeOutputFlag());
  for (const FlagRow<ViewFlags>& flag : kViewFlags) program.flags.push_back(DescribeFlag(flag));
  program.examples.assign(std::begin(kViewExamples), std::end(kViewExamples));
  return program;
}

}  // namespace hlo
