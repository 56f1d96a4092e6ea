// A table of the flags. Words are respelled before they are read, so one table serves both
// spellings.
#include "src/tools/hlo_check/check_flags.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "src/base/strings.h"
#include "src/check/text_scan.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMost = 1000000;

constexpr FlagRow<CheckFlags> kCheckFlags[] = {
    {"input_file", &CheckFlags::input_file, "FILE",
     "do not run FILE's RUN lines: hold this file, or - for\n"
     "standard input, against its CHECK lines, as FileCheck\n"
     "does"},
    {"update", &CheckFlags::update,
     "write CHECK lines that fail again, for the output as\n"
     "it is now; lines that pass stay as they are"},
    {"jobs", &CheckFlags::job_count, 0, kMaxJobs, "N",
     "run N files at a time; 0, the default: one per core"},
    {"timeout", &CheckFlags::timeout_seconds, 1, kMost, "600",
     "seconds after which a RUN line is killed, and fails"},
    {"substitute", &CheckFlags::substitute, "TEXT",
     "NAME=VALUE: in RUN lines, VALUE takes the place of\n"
     "NAME; may be given several times"},
    {"FileCheck's flags"},
    {"check_prefix", &CheckFlags::check_prefix, "LIST",
     "directives begin with one of these words, with commas\n"
     "between them, instead of CHECK"},
    {"check_prefixes", &CheckFlags::check_prefixes, "LIST", "the same"},
    {"comment_prefixes", &CheckFlags::comment_prefixes, "LIST",
     "lines with these prefixes have no directives; COM,RUN"},
    {"implicit_check_not", &CheckFlags::implicit_check_not, "PATTERN",
     "nothing between matches may match; may be given\n"
     "several times"},
    {"define", &CheckFlags::define, "TEXT",
     "NAME=VALUE or #NAME=NUMBER: the value of a variable;\n"
     "may be given several times; also -DNAME=VALUE"},
    {"allow_empty", &CheckFlags::allow_empty, "accept an empty input"},
    {"ignore_case", &CheckFlags::ignore_case, "match upper case and lower case alike"},
    {"strict_whitespace", &CheckFlags::strict_whitespace,
     "a run of blanks does not match another run of blanks"},
    {"match_full_lines", &CheckFlags::match_full_lines, "a pattern matches a whole line"},
    {"enable_var_scope", &CheckFlags::enable_var_scope,
     "after a label, only variables that begin with $ keep\n"
     "their values"},
    {"allow_unused_prefixes", &CheckFlags::allow_unused_prefixes,
     "accept prefixes that no directive has"},
    {"allow_deprecated_dag_overlap", &CheckFlags::allow_deprecated_dag_overlap,
     "-DAG directives may match the same text"},
    {"color", &CheckFlags::color, "no effect, like the following; for FileCheck"},
    {"dump_input", &CheckFlags::dump_input, "TEXT", "no effect"},
    {"dump_input_context", &CheckFlags::dump_input_context, "TEXT", "no effect"},
    {"dump_input_filter", &CheckFlags::dump_input_filter, "TEXT", "no effect"},
    {"v", &CheckFlags::verbose, "no effect"},
    {"vv", &CheckFlags::very_verbose, "no effect"},
    {"Other"},
    {"help", &CheckFlags::help, "print this help"},
    {"version", &CheckFlags::version, "print the version"},
};

constexpr std::string_view kCheckUsage = R"(Usage: hlo-check [flags] FILE|FOLDER...

Runs tests: the lines "// RUN: COMMAND" of each file, where COMMAND usually ends
with "| FileCheck %s", and holds their output against the lines "// CHECK: TEXT"
of the file. In a COMMAND, %s is the file, %S its folder, %t a temporary file,
and FileCheck and hlo-check are this program.

)";

constexpr ProgramExample kCheckExamples[] = {
    {"Run a test:", "hlo-check sine.hlo"},
    {"All tests in a folder, some at a time:", "hlo-check tests"},
    {"Write CHECK lines again after a change of a compiler:", "hlo-check --update tests"},
    {"In place of FileCheck:", "hlo-check --input_file=out.txt --check_prefix=GPU sine.hlo"},
};

constexpr FlagRule kNeeded[] = {{"update", "o"}, {"input_file", "o"}};
constexpr FlagRule kExcludes[] = {{"input_file", "jobs timeout substitute"}};

// -check-prefix=A -> --check_prefix=A, -DNAME=VALUE -> --define=NAME=VALUE, -D NAME=VALUE ->
// --define NAME=VALUE.
std::string Respelled(std::string_view word) {
  if (word.size() < 2 || word[0] != '-' || word == "--" || word.substr(0, 2) == "-o") {
    return std::string(word);
  }
  if (word.substr(0, 2) == "-D") {
    return word.size() == 2 ? "--define" : StrCat("--define=", word.substr(2));
  }
  const std::string_view name = word.substr(word[1] == '-' ? 2 : 1);
  std::string spelled = name.size() == 1 ? "-" : "--";
  const size_t end = std::min(name.find('='), name.size());
  for (size_t i = 0; i < end; ++i) spelled += name[i] == '-' ? '_' : name[i];
  return spelled.append(name.substr(end));
}

// The words of a command line, with those of FILECHECK_OPTS first.
std::vector<std::string> WordsOf(int argc, const char* const* argv) {
  std::vector<std::string> words = {argc > 0 ? argv[0] : ""};
  if (const char* options = std::getenv("FILECHECK_OPTS"); options != nullptr) {
    for (const std::string_view word : Split(options, ' ')) {
      if (!word.empty()) words.push_back(Respelled(word));
    }
  }
  bool only_files = false;
  for (int i = 1; i < argc; ++i) {
    words.push_back(only_files ? argv[i] : Respelled(argv[i]));
    only_files |= words.back() == "--";
  }
  return words;
}

bool IsPrefix(std::string_view word) {
  return !word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) != 0 &&
         std::all_of(word.begin(), word.end(), IsWordByte);
}

// Makes the flags that may be given several times append to `checks`.
void BindLists(std::vector<BoundFlag>* bound, CheckFlags* flags) {
  CheckOptions& checks = flags->checks;
  const std::pair<std::string_view, std::vector<std::string>*> kLists[] = {
      {"implicit_check_not", &checks.implicit_nots},
      {"define", &checks.definitions},
      {"substitute", &flags->substitutions},
      {"check_prefix", &checks.prefixes},
      {"check_prefixes", &checks.prefixes},
      {"comment_prefixes", &checks.comment_prefixes}};
  for (BoundFlag& flag : *bound) {
    for (const auto& [name, list] : kLists) {
      if (flag.name != name) continue;
      const bool has_commas = flag.value_name == "LIST";
      flag.set = [list = list, has_commas](std::string_view value, std::string*) {
        if (!has_commas) {
          list->emplace_back(value);
        } else {
          for (const std::string_view each : Split(value, ',')) list->emplace_back(each);
        }
        return true;
      };
    }
  }
}

std::string BrokenCheckRule(const CheckFlags& flags) {
  if (std::string error = FindConflict(kExcludes, flags); !error.empty()) return error;
  if (std::string error = FindMissing(kNeeded, flags); !error.empty()) return error;
  for (const std::string& word : flags.checks.prefixes) {
    if (!IsPrefix(word))
      return WrongWord("check_prefix", {"words of letters, digits, - and _"}, word);
  }
  for (const std::string& word : flags.checks.comment_prefixes) {
    if (!IsPrefix(word))
      return WrongWord("comment_prefixes", {"words of letters, digits, - and _"}, word);
  }
  std::vector<std::string> words = flags.checks.prefixes;
  words.insert(words.end(), flags.checks.comment_prefixes.begin(),
               flags.checks.comment_prefixes.end());
  std::sort(words.begin(), words.end());
  const auto twice = std::adjacent_find(words.begin(), words.end());
  if (twice != words.end()) return StrCat("the prefix ", *twice, " is given twice");
  for (const std::string& text : flags.substitutions) {
    if (text.find('=') == std::string::npos || text[0] == '=') {
      return WrongWord("substitute", {"NAME=VALUE"}, text);
    }
  }
  if (flags.files.empty()) return "FILE is required";
  const bool is_single = flags.given.count("input_file") > 0;
  return is_single && flags.files.size() > 1 ? "only one FILE is allowed with --input_file" : "";
}

}  // namespace

bool ParseCheckFlags(int argc, const char* const* argv, CheckFlags* flags, std::string* error) {
  const std::vector<std::string> words = WordsOf(argc, argv);
  std::vector<const char*> pointers;
  pointers.reserve(words.size());
  for (const std::string& word : words) pointers.push_back(word.c_str());
  std::vector<BoundFlag> bound = BindFlags(kCheckFlags, flags);
  const CheckOptions defaults;
  CheckOptions& checks = flags->checks;
  checks.prefixes.clear();
  checks.comment_prefixes.clear();
  BindLists(&bound, flags);
  if (!ParseCommandLine(static_cast<int>(pointers.size()), pointers.data(), bound, flags, error)) {
    return false;
  }
  if (flags->help || flags->version) return true;
  checks.has_default_prefix = checks.prefixes.empty();
  if (checks.prefixes.empty()) checks.prefixes = defaults.prefixes;
  if (checks.comment_prefixes.empty()) checks.comment_prefixes = defaults.comment_prefixes;
  checks.ignore_case = flags->ignore_case;
  checks.strict_whitespace = flags->strict_whitespace;
  checks.match_full_lines = flags->match_full_lines;
  checks.enable_var_scope = flags->enable_var_scope;
  checks.allow_unused_prefixes = flags->allow_unused_prefixes;
  checks.allow_deprecated_dag_overlap = flags->allow_deprecated_dag_overlap;
  *error = BrokenCheckRule(*flags);
  return error->empty();
}

Program HloCheckProgram() {
  return DescribeProgram("hlo-check", "run tests with RUN and CHECK lines", kCheckUsage,
                         "a test fails, or a CHECK line is wrong", kCheckFlags, kCheckExamples);
}

}  // namespace hlo_text_v1::internal
