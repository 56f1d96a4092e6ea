// A table of the flags, and the rules for combining them.
#include "src/tools/hlo_reduce/reduce_flags.h"

#include <string_view>

#include "src/base/strings.h"
#include "src/tools/common/flag_regex.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMost = 1000000000;

constexpr FlagRow<ReduceFlags> kReduceFlags[] = {
    {"test", &ReduceFlags::test, "SCRIPT",
     "a program that gets the path of a module and exits\n"
     "with 0 while it is still interesting"},
    {"crashes", &ReduceFlags::crashes, "COMMAND",
     "instead: a command line of the shell, in which {} is\n"
     "the path (or else its end); interesting while it dies\n"
     "by the signal by which it dies on FILE"},
    {"prints", &ReduceFlags::prints, "REGEX",
     "interesting while the output of the command, standard\n"
     "error included, matches (RE2, anywhere)"},
    {"by", &ReduceFlags::by, "COMMAND",
     "with --prints: the command, as for --crashes, however\n"
     "it ends. Without --by: that of --crashes, and both\n"
     "must hold"},
    {"timeout", &ReduceFlags::timeout_seconds, 1, 1000000, "60",
     "seconds after which a test is killed, and the module\n"
     "not interesting"},
    {"jobs", &ReduceFlags::job_count, 1, kMaxJobs, "1",
     "tests at once. The result is the same for any number,\n"
     "unless --max_tests stops the run"},
    {"max_tests", &ReduceFlags::test_limit, 1, kMost, "N",
     "stop after so many tests of smaller modules"},
    {"Without a test"},
    {"extract", &ReduceFlags::extract, "NAME",
     "no tests: write what this instruction depends on as a\n"
     "module of its own; several: NAME,NAME. Or a whole\n"
     "computation, with all it calls"},
    {"hops", &ReduceFlags::hop_count, 0, kMost, "N",
     "with --extract: what is at most N edges away instead,\n"
     "in both directions"},
    {"anonymize", &ReduceFlags::anonymize,
     "no tests: replace names, strings and constants, drop\n"
     "metadata and configurations, keep the structure;\n"
     "lists what is left on standard error"},
    {"unverified", &ReduceFlags::unverified, "also ask about modules that the verifier rejects"},
    {"text", &ReduceFlags::text,
     "reduce the text, not the module: blocks, lines,\n"
     "tokens. Also done if FILE cannot be read"},
    {"What it reads"},
    {"upgrade_legacy", &ReduceFlags::upgrade_legacy, "accept what older versions of XLA wrote"},
    {"allow_unknown", &ReduceFlags::allow_unknown,
     "keep unknown opcodes and attributes (the default;\n--noallow_unknown refuses them)"},
    {"Other"},
    {"help", &ReduceFlags::help, "print this help"},
    {"version", &ReduceFlags::version, "print the version"},
};

constexpr std::string_view kReduceUsage = R"(Usage: hlo-reduce [flags] FILE

Finds a small module that still shows a bug: drops, shrinks and simplifies parts
of FILE while a test says that the rest is interesting. FILE is HLO text or a
proto of XLA, also gzip'd; the tests get modules of the same form. Interrupted,
it writes the best so far. With --extract or --anonymize it writes a part of
FILE, or FILE without names, without any test.

)";

constexpr ProgramExample kReduceExamples[] = {
    {"The smallest module on which a compiler crashes:",
     "hlo-reduce --crashes=run_hlo_module -o small.hlo dump.txt"},
    {"On which it prints a certain error:",
     "hlo-reduce --prints=Check.failed:.*schedule --by=run_hlo_module dump.txt"},
    {"For which a script exits with 0:", "hlo-reduce --test=./wrong_result.sh --jobs=8 dump.txt"},
    {"What an instruction depends on, as a module:", "hlo-reduce --extract=fusion.7 dump.txt"},
    {"A dump that can be shared:", "hlo-reduce --anonymize -o shared.hlo dump.txt"},
};

constexpr FlagRule kExcludes[] = {
    {"test", "crashes prints by"},
    {"by", "crashes"},
    {"extract", "test crashes prints by text max_tests timeout jobs unverified"},
    {"anonymize", "test crashes prints by text max_tests timeout jobs unverified"},
};
constexpr FlagRule kNeeded[] = {{"prints", "by"}, {"extract", "hops"}};

std::string BrokenReduceRule(const ReduceFlags& flags) {
  const auto given = [&](std::string_view name) { return flags.given.count(name) > 0; };
  if (std::string error = FindConflict(kExcludes, flags); !error.empty()) return error;
  if (std::string error = FindMissing(kNeeded, flags); !error.empty()) return error;
  if (given("prints") && !given("by") && !given("crashes")) {
    return "--prints requires --by or --crashes";
  }
  if (!given("test") && !given("crashes") && !given("prints") && !given("extract") &&
      !given("anonymize")) {
    return "--test, --crashes, --prints, --extract or --anonymize is required";
  }
  if (flags.files.empty()) return "FILE is required";
  if (flags.files.size() > 1) return "only one FILE is allowed";
  return "";
}

}  // namespace

bool ParseReduceFlags(int argc, const char* const* argv, ReduceFlags* flags, std::string* error) {
  if (!ParseCommandLine(argc, argv, BindFlags(kReduceFlags, flags), flags, error)) return false;
  if (flags->help || flags->version) return true;
  for (std::string_view name : Split(flags->extract, ',')) {
    if (name.substr(0, 1) == "%") name.remove_prefix(1);
    if (!name.empty()) flags->names.emplace_back(name);
  }
  if (!CheckRegex("prints", flags->prints, error)) return false;
  *error = BrokenReduceRule(*flags);
  if (error->empty() && flags->names.empty() && !flags->extract.empty()) {
    *error = WrongWord("extract", {"NAME"}, flags->extract);
  }
  return error->empty();
}

Program HloReduceProgram() {
  return DescribeProgram("hlo-reduce", "find the smallest HLO module that shows a bug",
                         kReduceUsage,
                         "the input has an error or is not interesting, or the run was stopped",
                         kReduceFlags, kReduceExamples);
}

}  // namespace hlo_text_v1::internal
