// A table of the flags, and a few rules.
#include "src/tools/hlo_view/view_flags.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/base/strings.h"
#include "src/tools/common/flag_regex.h"

namespace hlo_text_v1::internal {
namespace {

constexpr FlagRow<ViewFlags> kViewFlags[] = {
    {"passes", &ViewFlags::passes, "DIR",
     "report what each pass changed, from a folder with\n"
     "XLA's dumps of all passes"},
    {"diff_against", &ViewFlags::diff_against, "FILE",
     "show how the input differs from FILE in structure,\n"
     "side by side; or, of two folders, how the modules\n"
     "after each pass differ"},
    {"profile", &ViewFlags::profile, "FILE",
     "show the times that a profile, xplane.pb, has of the\n"
     "instructions"},
    {"machine", &ViewFlags::machine, "FILE",
     "with costs: the least times on the machine whose peak\n"
     "numbers FILE has, as JSON"},
    {"annotate", &ViewFlags::annotate, "FILE",
     "print this file of the program, such as train.py, and\n"
     "the flops, bytes, share of the peak, collectives of\n"
     "each line"},
    {"only", &ViewFlags::only, "REGEX",
     "show only computations whose name matches REGEX\n"
     "(RE2), and those that they call; errors in others may\n"
     "stay unseen"},
    {"format", &ViewFlags::format, "text|json|html",
     "output format: html, or of --passes text (the\n"
     "default), json or html"},
    {"first", &ViewFlags::first, "REGEX",
     "with --passes: report only the first pass after which\n"
     "the text of an instruction matches REGEX (RE2)"},
    {"blame", &ViewFlags::blame, "REGEX",
     "with --passes: report which passes made, moved and\n"
     "changed the instructions whose name matches REGEX\n"
     "(RE2); with --open, in the page of the last stage"},
    {"module", &ViewFlags::module, "REGEX",
     "with --passes: report only modules whose name matches\n"
     "REGEX (RE2), or the module with this number"},
    {"stages", &ViewFlags::stages, "A,B",
     "with --passes: compare two stages, given by number or\n"
     "name"},
    {"all", &ViewFlags::all, "with --passes: also show passes that changed nothing"},
    {"open", &ViewFlags::open,
     "open the page in a browser: the first that works of\n"
     "those in $BROWSER and xdg-open; without -o, as a\n"
     "temporary file"},
    {"What it reads"},
    {"upgrade_legacy", &ViewFlags::upgrade_legacy, "accept what older versions of XLA wrote"},
    {"allow_unknown", &ViewFlags::allow_unknown,
     "keep unknown opcodes and attributes (the default;\n--noallow_unknown refuses them)"},
    {"Other"},
    {"help", &ViewFlags::help, "print this help"},
    {"version", &ViewFlags::version, "print the version"},
};

constexpr std::string_view kViewUsage = R"(Usage: hlo-view [flags] [FILE|DIR]

Turns a module of HLO text into an HTML page for reading: text with links, and
the timeline of asynchronous operations; or two modules into a page with both
side by side. For a DIR with XLA's dumps, reports what each pass of a
compilation changed, as --passes=DIR does. Without a FILE, or if FILE is -,
reads standard input. Decompresses gzip'd files.

)";

constexpr ProgramExample kViewExamples[] = {
    {"Read a module in a browser:", "hlo-view --open dump.txt"},
    {"See two modules side by side:", "hlo-view --open --diff_against=before.hlo after.hlo"},
    {"See which instructions take long:",
     "hlo-view --open --profile=host.xplane.pb dump/*_after_optimizations.txt"},
    {"See what the passes of a compilation changed:", "hlo-view /tmp/dump"},
    {"Find the pass that makes asynchronous collectives:",
     "hlo-view --passes=/tmp/dump --first=all-reduce-start"},
    {"Find the passes that made and changed an instruction:",
     "hlo-view --passes=/tmp/dump --blame=copy.7"},
};

constexpr FlagRule kRequired[] = {{"passes", "first blame module stages all"}};
constexpr FlagRule kExclusive[] = {
    {"first", "blame stages"},
    {"blame", "stages"},
    {"all", "first blame stages"},
    {"open", "first"},
    {"diff_against", "first blame stages"},
    {"allow_unknown", "passes"},  // reports always do this
    {"upgrade_legacy", "passes"},
    {"profile", "passes diff_against"},
    {"machine", "passes diff_against"},
    {"annotate", "passes diff_against open only format"},
    {"only", "passes diff_against"},
};

// The first broken rule; empty if there is none.
std::string BrokenViewRule(const ViewFlags& flags) {
  const bool has_passes = flags.given.count("passes") > 0;
  std::string missing = FindMissing(kRequired, flags);
  if (!missing.empty()) return missing;
  const bool is_page = flags.format.empty() || flags.format == "html";
  if (!is_page && !has_passes) return StrCat("--format=", flags.format, " requires --passes");
  std::string conflict = FindConflict(kExclusive, flags);
  if (!conflict.empty()) return conflict;
  if (flags.open && !is_page) return StrCat("--open cannot be used with --format=", flags.format);
  if (!flags.first.empty() && flags.format == "html") {
    return "--first cannot be used with --format=html";
  }
  const bool reads_input = !has_passes && (flags.files.empty() || flags.files[0] == "-");
  if (reads_input && flags.profile == "-") return "--profile=- requires a FILE";
  if (!flags.diff_against.empty()) {
    if (reads_input && flags.diff_against == "-") return "--diff_against=- requires a FILE";
    std::error_code error;
    const std::filesystem::file_status against = std::filesystem::status(flags.diff_against, error);
    if (std::filesystem::exists(against) && std::filesystem::is_directory(against) != has_passes) {
      return "--diff_against requires two files or two folders";
    }
  }
  if (has_passes && !flags.files.empty()) return "--passes cannot be used with a FILE";
  if (flags.files.size() > 1) return "only one FILE is allowed";
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

// A folder as the only FILE is the DIR of --passes.
void TakeFolder(ViewFlags* flags) {
  std::error_code error;
  if (flags->files.size() != 1 || !flags->passes.empty()) return;
  if (!std::filesystem::is_directory(flags->files[0], error)) return;
  flags->passes = std::move(flags->files[0]);
  flags->files.clear();
  flags->given.insert("passes");
}

}  // namespace

bool ParseViewFlags(int argc, const char* const* argv, ViewFlags* flags, std::string* error) {
  if (!ParseCommandLine(argc, argv, BindFlags(kViewFlags, flags), flags, error)) return false;
  if (flags->help || flags->version) return true;
  TakeFolder(flags);
  if (!CheckRegex("only", flags->only, error) || !CheckRegex("first", flags->first, error) ||
      !CheckRegex("blame", flags->blame, error) || !CheckRegex("module", flags->module, error)) {
    return false;
  }
  *error = BrokenViewRule(*flags);
  if (error->empty() && !flags->stages.empty() && !SplitStages(flags)) {
    *error = "--stages expects A,B, not '" + flags->stages + "'";
  }
  if (flags->format.empty()) flags->format = flags->passes.empty() || flags->open ? "html" : "text";
  if (flags->files.empty() && flags->passes.empty()) flags->files.emplace_back("-");
  return error->empty();
}

Program HloViewProgram() {
  return DescribeProgram("hlo-view", "read HLO in a browser, and see what XLA's passes change",
                         kViewUsage, "an input has an error", kViewFlags, kViewExamples);
}

}  // namespace hlo_text_v1::internal
