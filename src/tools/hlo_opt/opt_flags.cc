// A table of the flags. Hyphens within their names are read as XLA's underscores.
#include "src/tools/hlo_opt/opt_flags.h"

#include <algorithm>
#include <vector>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr FlagRow<OptFlags> kOptFlags[] = {
    {"pass_pipeline", &OptFlags::pass_pipeline, "LIST",
     "passes in order, with commas between them; NAME(LIST)\n"
     "is a pipeline of its own, and NAME* repeats a pass or\n"
     "a pipeline until nothing changes"},
    {"passes", &OptFlags::pass_pipeline, "LIST", "the same, as XLA's hlo-opt has it"},
    {"list_passes", &OptFlags::list_passes, "print the passes, and read no FILE"},
    {"verify_each", &OptFlags::verify_each,
     "verify the module before the first pass and after\n"
     "each one (the default; --noverify_each does not)"},
    {"check_changes", &OptFlags::check_changes,
     "refuse a pass that changes the module and does not\nsay so, or the reverse"},
    {"dump_to", &OptFlags::dump_to, "DIR",
     "write the module after each pass that changes it to\n"
     "this folder, under XLA's names; hlo-view --passes DIR\n"
     "shows them"},
    {"timing", &OptFlags::timing, "print the seconds of each pass on standard error"},
    {"upgrade_legacy", &OptFlags::upgrade_legacy, "accept what older versions of XLA wrote"},
    {"allow_unknown", &OptFlags::allow_unknown,
     "keep unknown opcodes and attributes (the default;\n--noallow_unknown refuses them)"},
    {"help", &OptFlags::help, "print this help"},
    {"version", &OptFlags::version, "print the version"},
};

constexpr std::string_view kOptUsage = R"(Usage: hlo-opt [flags] FILE

Runs passes on a module and prints it. FILE is HLO text or a proto of XLA, also
gzip'd; - is standard input. The module is verified between the passes: an
error names the pass that broke it.

)";

constexpr ProgramExample kOptExamples[] = {
    {"Remove what nobody needs:", "hlo-opt --pass-pipeline=dce model.hlo"},
    {"Simplify until nothing changes, then schedule:",
     "hlo-opt --pass-pipeline='simplify*(algsimp,cse,dce),schedule-for-overlap' model.hlo"},
    {"See what each pass changes:",
     "hlo-opt --passes=algsimp,cse,dce --dump-to=dump -o out.hlo model.hlo && hlo-view --passes "
     "dump"},
};

// --pass-pipeline=a-b -> --pass_pipeline=a-b
std::string Respelled(std::string_view word) {
  std::string spelled(word);
  if (word.size() < 3 || word.substr(0, 2) != "--") return spelled;
  const auto end = spelled.begin() + static_cast<ptrdiff_t>(std::min(word.find('='), word.size()));
  std::replace(spelled.begin() + 2, end, '-', '_');
  return spelled;
}

}  // namespace

bool ParseOptFlags(int argc, const char* const* argv, OptFlags* flags, std::string* error) {
  std::vector<std::string> words;
  bool only_files = false;
  for (int i = 0; i < argc; ++i) {
    words.push_back(only_files || i == 0 ? argv[i] : Respelled(argv[i]));
    only_files |= words.back() == "--";
  }
  std::vector<const char*> pointers;
  pointers.reserve(words.size());
  for (const std::string& word : words) pointers.push_back(word.c_str());
  if (!ParseCommandLine(static_cast<int>(pointers.size()), pointers.data(),
                        BindFlags(kOptFlags, flags), flags, error)) {
    return false;
  }
  if (flags->help || flags->version || flags->list_passes) return true;
  if (flags->files.empty()) *error = "FILE is required";
  if (flags->files.size() > 1) *error = "only one FILE is allowed";
  return error->empty();
}

Program HloOptProgram() {
  return DescribeProgram("hlo-opt", "run passes on an HLO module", kOptUsage,
                         "the input has an error, or a pass failed or broke the module", kOptFlags,
                         kOptExamples);
}

}  // namespace hlo_text_v1::internal
