// A table of the flags, and a table of the targets that some need.
#include "src/tools/hlo_translate/translate_flags.h"

#include <string_view>

#include "hlo/printer.h"
#include "hlo/tables.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kTargets =
    "json|dot|mlir-async|hlo|hlo-proto|textproto|ndjson|csv|literal";

constexpr int kMost = 1000000000;

constexpr FlagRow<TranslateFlags> kTranslateFlags[] = {
    {"to", &TranslateFlags::to, kTargets,
     "output format; hlo-proto is XLA's binary form, and\n"
     "textproto the same to read; ndjson and csv are rows\n"
     "of a --table, and python -m hlo_text.write_table has\n"
     "them as Parquet; literal is the result of running the\n"
     "module, slowly"},
    {"from", &TranslateFlags::from, "hlo|hlo-proto|mlir-async",
     "input format: HLO, as text or in XLA's binary form;\n"
     "in the binary form only; or the output of\n"
     "--to=mlir-async, to turn it back into HLO text"},
    {"Tables"},
    {"table", &TranslateFlags::table, RowNames<AllTables>, "TABLE",
     "with --to=ndjson or csv: what the rows are about, in\n"
     "all FILEs and the HLO files in folders: modules,\n"
     "computations, instructions, edges, collectives,\n"
     "costs, cost_sums, passes, errors; a file that is\n"
     "missing or has an error is a row of errors, and the\n"
     "exit status stays 0"},
    {"raw_cells", &TranslateFlags::raw_cells,
     "with --to=csv: write text that begins with = + - or @\n"
     "as it is; by default ' comes before it, since a\n"
     "spreadsheet would take it for a formula"},
    {"jobs", &TranslateFlags::job_count, 1, kMaxJobs, "N",
     "with --table: read N files at a time; default: the\n"
     "number of cores"},
    {"Protos, JSON and MLIR"},
    {"wrap", &TranslateFlags::wrap, "hlo_proto|snapshot|with_config",
     "with --to=hlo-proto or textproto: put the module into\n"
     "an HloProto or an HloSnapshot, as XLA's dumps do, or\n"
     "with all of its header into HloModuleProtoWithConfig"},
    {"large_constants", &TranslateFlags::large_constants,
     "with --to=json: all values of constants with more\n"
     "than 10 elements"},
    {"arguments", &TranslateFlags::arguments, "FILE",
     "with --to=literal: the arguments, each on its line as\n"
     "in a constant, {1, 2.5}; default: small numbers, the\n"
     "same in each run"},
    {"registered_only", &TranslateFlags::registered_only,
     "with --to=mlir-async: call declared functions instead\n"
     "of using operations that MLIR does not know"},
    {"name_attributes", &TranslateFlags::name_attributes,
     "with --to=mlir-async: also put instruction names into\n"
     "attributes, which MLIR passes keep"},
    {"HLO and graphs"},
    {"async", &TranslateFlags::async, RowNames<AsyncPrintModeTable>, "sugar",
     "with --to=hlo: how to print asynchronous operations,\n"
     "as in hlo-fmt: sugar, xla, generic or keep"},
    {"computation", &TranslateFlags::computation, "NAME",
     "with --to=dot: draw only this computation"},
    {"around", &TranslateFlags::around, "NAME",
     "with --to=dot: draw only nodes near this instruction"},
    {"hops", &TranslateFlags::hop_count, 0, kMost, "2",
     "with --around: how many edges away, in both\n"
     "directions"},
    {"unfold", &TranslateFlags::unfold, "with --to=dot: draw the contents of fusions"},
    {"max_nodes", &TranslateFlags::node_limit, 1, kMost, "1000",
     "with --to=dot: fail if more instructions would be\n"
     "drawn"},
    {"What it reads"},
    {"upgrade_legacy", &TranslateFlags::upgrade_legacy, "accept what older versions of XLA wrote"},
    {"allow_unknown", &TranslateFlags::allow_unknown,
     "keep unknown opcodes and attributes (the default;\n--noallow_unknown refuses them)"},
    {"Other"},
    {"help", &TranslateFlags::help, "print this help"},
    {"version", &TranslateFlags::version, "print the version"},
};

constexpr std::string_view kTranslateUsage = R"(Usage: hlo-translate [flags] [FILE]
       hlo-translate --to=ndjson|csv --table=NAME [flags] [FILE|FOLDER ...]

Translates a module of HLO to JSON, to a graph for graphviz, or to MLIR's async
dialect or XLA's binary form and back; or many modules to rows of a table.
Without a FILE, or if FILE is -, reads standard input. Decompresses gzip'd
input.

)";

constexpr ProgramExample kTranslateExamples[] = {
    {"Draw a computation:",
     "hlo-translate --to=dot --computation=main dump.txt | dot -Tsvg > main.svg"},
    {"Draw what is near an instruction:",
     "hlo-translate --to=dot --around=all-reduce.3 dump.txt | dot -Tsvg > near.svg"},
    {"Read a module that XLA dumped as a proto:", "hlo-translate --from=hlo-proto module.hlo.pb"},
    {"Count the opcodes of a module:",
     "hlo-translate --to=json dump.txt | jq -r .computations[].instructions[].opcode"},
    {"Run a module:", "hlo-translate --to=literal --arguments=arguments.txt module.hlo"},
    {"List the collectives in all dumps of a folder:",
     "hlo-translate --to=csv --table=collectives -o collectives.csv dumps/"},
};

// `flag` has no effect without --NAME=WORD.
struct FlagTarget {
  std::string_view flag;
  std::string_view word;
};
constexpr FlagTarget kRequiresTarget[] = {
    {"large_constants", "json"},
    {"raw_cells", "csv"},
    {"arguments", "literal"},
    {"registered_only", "mlir-async"},
    {"name_attributes", "mlir-async"},
    {"async", "hlo"},
    {"computation", "dot"},
    {"around", "dot"},
    {"unfold", "dot"},
    {"max_nodes", "dot"},
};

// The first broken rule; empty if there is none.
std::string BrokenTranslateRule(const TranslateFlags& flags) {
  const auto given = [&](std::string_view name) { return flags.given.count(name) > 0; };
  if (flags.to.empty()) return StrCat("--to=", kTargets, " is required");
  for (const FlagTarget& rule : kRequiresTarget) {
    if (given(rule.flag) && flags.to != rule.word) {
      return StrCat(FlagSpelling(rule.flag), " requires --to=", rule.word);
    }
  }
  if (given("wrap") && flags.to != "hlo-proto" && flags.to != "textproto") {
    return "--wrap requires --to=hlo-proto or --to=textproto";
  }
  const bool is_rows = flags.to == "ndjson" || flags.to == "csv";
  if (is_rows && flags.table.empty()) return StrCat("--to=", flags.to, " requires --table");
  for (const std::string_view flag : {"table", "jobs"}) {
    if (given(flag) && !is_rows) {
      return StrCat(FlagSpelling(flag), " requires --to=ndjson or --to=csv");
    }
  }
  if (given("from") && is_rows) return StrCat("--from cannot be used with --to=", flags.to);
  if (given("hops") && !given("around")) return "--hops requires --around";
  if (flags.from == "mlir-async" && given("upgrade_legacy")) {
    return "--upgrade_legacy cannot be used with --from=mlir-async";
  }
  if (flags.files.size() > 1 && !is_rows) return "only one FILE is allowed";
  return "";
}

}  // namespace

bool ParseTranslateFlags(int argc, const char* const* argv, TranslateFlags* flags,
                         std::string* error) {
  if (!ParseCommandLine(argc, argv, BindFlags(kTranslateFlags, flags), flags, error)) return false;
  if (flags->help || flags->version) return true;
  if (flags->from.empty()) flags->from = "hlo";
  if (flags->to.empty() && flags->from != "hlo") flags->to = "hlo";
  *error = BrokenTranslateRule(*flags);
  if (flags->files.empty()) flags->files.emplace_back("-");
  return error->empty();
}

Program HloTranslateProgram() {
  return DescribeProgram("hlo-translate",
                         "translate HLO to JSON, to a graph or to MLIR's async dialect",
                         kTranslateUsage, "the input has an error, or the graph would be too large",
                         kTranslateFlags, kTranslateExamples);
}

}  // namespace hlo_text_v1::internal
