// A table of the flags, and a table of the targets that some need.
#include "src/tools/hlo_translate/translate_flags.h"

#include <iterator>
#include <string_view>

#include "src/base/strings.h"
#include "src/tools/common/find_row.h"

namespace hlo {
namespace {

constexpr FlagRow<TranslateFlags> kTranslateFlags[] = {
    {"to", &TranslateFlags::to, "json|dot|mlir-async|hlo", "what to write"},
    {"from", &TranslateFlags::from, "hlo|mlir-async",
     "what FILE is: HLO text, or what --to=mlir-async has\n"
     "written, which becomes HLO text again"},
    {"large_constants", &TranslateFlags::large_constants,
     "with --to=json: all values of constants of more than\n"
     "10 elements"},
    {"registered_only", &TranslateFlags::registered_only,
     "with --to=mlir-async: calls of declared functions in\n"
     "place of operations that MLIR does not know"},
    {"name_attributes", &TranslateFlags::name_attributes,
     "with --to=mlir-async: names of instructions in\n"
     "attributes too, which passes of MLIR keep"},
    {"async", &TranslateFlags::async, "sugar",
     "with --to=hlo: how asynchronous instructions are\n"
     "written, as in hlo-fmt: sugar, xla, generic, keep"},
    {"computation", &TranslateFlags::computation, "NAME", "with --to=dot: only this computation"},
    {"around", &TranslateFlags::around, "NAME",
     "with --to=dot: only what is near this instruction"},
    {"hops", &TranslateFlags::hops, "2",
     "with --around: how many edges away, forwards and\n"
     "backwards"},
    {"unfold", &TranslateFlags::unfold, "with --to=dot: show what is in fusions"},
    {"max_nodes", &TranslateFlags::max_nodes, "1000",
     "with --to=dot: refuse to draw more instructions than\n"
     "that; nobody can read it"},
    {"upgrade_legacy", &TranslateFlags::upgrade_legacy,
     "accept older forms of asynchronous instructions"},
    {"allow_unknown", &TranslateFlags::allow_unknown,
     "keep opcodes and attributes that are not known"},
    {"help", &TranslateFlags::help, "this text"},
    {"version", &TranslateFlags::version, "the version"},
};

constexpr std::string_view kTranslateUsage = R"(Usage: hlo-translate [flags] [FILE]

Reads a module of HLO text and writes it as JSON, as a graph for graphviz, or
in MLIR's async dialect; and reads the latter back. Without a FILE, or where
FILE is -, reads standard input. Text in gzip form is unpacked.

)";

constexpr ProgramExample kTranslateExamples[] = {
    {"Draw a computation:",
     "hlo-translate --to=dot --computation=main dump.txt | dot -Tsvg > main.svg"},
    {"Draw what is near an instruction:",
     "hlo-translate --to=dot --around=all-reduce.3 --hops=4 dump.txt | dot -Tsvg > near.svg"},
    {"Count the opcodes of a module:",
     "hlo-translate --to=json dump.txt | jq -r .computations[].instructions[].opcode"},
};

// `flag` has no effect without --NAME=WORD.
struct FlagTarget {
  std::string_view flag;
  std::string_view word;
};
constexpr FlagTarget kWantsTarget[] = {
    {"large_constants", "json"},
    {"registered_only", "mlir-async"},
    {"name_attributes", "mlir-async"},
    {"async", "hlo"},
    {"computation", "dot"},
    {"around", "dot"},
    {"unfold", "dot"},
    {"max_nodes", "dot"},
};

// The first broken rule; empty if none.
std::string BrokenTranslateRule(const TranslateFlags& flags) {
  const auto given = [&](std::string_view name) { return flags.given.count(name) > 0; };
  if (flags.to.empty()) return "--to is missing: json, dot, mlir-async or hlo";
  for (const FlagTarget& rule : kWantsTarget) {
    if (given(rule.flag) && flags.to != rule.word) {
      return StrCat(FlagSpelling(rule.flag), " wants --to=", rule.word);
    }
  }
  if (given("hops") && !given("around")) return "--hops wants --around";
  if (flags.from == "mlir-async" && given("upgrade_legacy")) {
    return "--upgrade_legacy does not go with --from=mlir-async";
  }
  if (flags.files.size() > 1) return "a single FILE is wanted";
  return "";
}

bool ParseAsyncMode(TranslateFlags* flags, std::string* error) {
  if (flags->async.empty()) return true;
  const AsyncPrintModeName* mode =
      RequireRow(AsyncPrintModeTable(), "async mode", flags->async, error);
  if (mode != nullptr) flags->async_mode = mode->mode;
  return mode != nullptr;
}

bool CheckTranslateValues(TranslateFlags* flags, std::string* error) {
  if (!ParseAsyncMode(flags, error)) return false;
  constexpr int kMost = 1000000000;
  return (flags->hops.empty() ||
          ParseFlagNumber("hops", flags->hops, 0, kMost, &flags->hop_count, error)) &&
         (flags->max_nodes.empty() ||
          ParseFlagNumber("max_nodes", flags->max_nodes, 1, kMost, &flags->node_limit, error));
}

}  // namespace

bool ParseTranslateFlags(int argc, const char* const* argv, TranslateFlags* flags,
                         std::string* error) {
  if (!ParseCommandLine(argc, argv, BindFlags(kTranslateFlags, flags), flags, error)) return false;
  if (flags->help || flags->version) return true;
  if (!CheckTranslateValues(flags, error)) return false;
  if (flags->from.empty()) flags->from = "hlo";
  if (flags->to.empty() && flags->from == "mlir-async") flags->to = "hlo";
  *error = BrokenTranslateRule(*flags);
  if (flags->files.empty()) flags->files.emplace_back("-");
  return error->empty();
}

Program HloTranslateProgram() {
  Program program;
  program.name = "hlo-translate";
  program.summary = "write HLO as JSON, as a graph or in MLIR's async dialect";
  program.before_flags = kTranslateUsage;
  program.after_flags = HelpEnd("the input has an error, or the graph is too large");
  program.flags.push_back(DescribeOutputFlag());
  for (const FlagRow<TranslateFlags>& flag : kTranslateFlags) {
    program.flags.push_back(DescribeFlag(flag));
    if (flag.value != &TranslateFlags::async) continue;
    for (const AsyncPrintModeName& mode : AsyncPrintModeTable()) {
      program.flags.back().values.push_back({mode.name, ""});
    }
  }
  program.examples.assign(std::begin(kTranslateExamples), std::end(kTranslateExamples));
  return program;
}

}  // namespace hlo
