// Answers one of five questions: What did each pass change? How does each pass differ from the same
// pass of another dump? How do two stages differ? Where does an instruction first
// appear? Which passes made and changed it?
#include "src/tools/hlo_view/dump_report/write_dump_report.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/common/available_cores.h"
#include "src/tools/common/flag_regex.h"
#include "src/tools/hlo_view/dump_report/blame_report.h"
#include "src/tools/hlo_view/dump_report/compare_folders.h"
#include "src/tools/hlo_view/dump_report/find_first.h"
#include "src/tools/hlo_view/dump_report/json_report.h"
#include "src/tools/hlo_view/dump_report/list_dump_folder.h"
#include "src/tools/hlo_view/dump_report/pass_report.h"
#include "src/tools/hlo_view/dump_report/stage_names.h"
#include "src/tools/hlo_view/dump_report/text_report.h"
#include "src/tools/hlo_view/page/diff_page.h"

namespace hlo_text_v1::internal {
namespace {

class DumpReporter {
 public:
  DumpReporter(const ViewFlags& flags, TextReportOptions text,
               absl::FunctionRef<bool(std::string_view)> write,
               absl::FunctionRef<void(const std::string&)> complain)
      : flags_(flags), text_(text), write_(write), complain_(complain) {
    text_.all = flags.all;
    report_options_.file.jobs = AvailableCores();
  }

  ExitCode Answer() {
    const bool compares = !flags_.stage_before.empty();
    const ExitCode opened = OpenFolder(flags_.passes, &folder_);
    if (opened != kFine) return opened;
    absl::StatusOr<std::vector<const DumpModule*>> modules = SelectModules(folder_, flags_.module);
    if (!flags_.diff_against.empty()) return CompareFolders(std::move(modules));
    if (!modules.ok()) return Fail(kInputRefused, modules.status());
    modules_ = *std::move(modules);
    if (compares) return Compare();
    if (!flags_.first.empty()) return First();
    if (!flags_.blame.empty()) return BlameInstructions();
    return Report();
  }

 private:
  ExitCode Fail(ExitCode code, const std::string& message) {
    complain_(Printable(message));
    return code;
  }
  ExitCode Fail(ExitCode code, const absl::Status& status) {
    return Fail(code, std::string(status.message()));
  }
  bool IsJson() const { return flags_.format == "json"; }
  bool IsText() const { return !IsJson() && flags_.format != "html"; }
  ExitCode Write(std::string_view text, ExitCode code) { return write_(text) ? code : kIoError; }

  // Lists the folder, or of one without modules the first subfolder that has some, such as one for
  // each host.
  ExitCode OpenFolder(const std::string& path, DumpFolder* folder) {
    absl::StatusOr<DumpFolder> list = ListDumpFolder(path);
    if (!list.ok()) return Fail(kIoError, list.status());
    *folder = *std::move(list);
    if (!folder->modules.empty()) return kFine;
    std::string names;
    DumpFolder first;
    for (const std::string& name : folder->others) {
      if (name.back() != '/') continue;
      list = ListDumpFolder(StrCat(path, "/", std::string_view(name).substr(0, name.size() - 1)));
      if (!list.ok() || list->modules.empty()) continue;
      StrAppend(&names, names.empty() ? "" : ", ", name);
      if (first.modules.empty()) first = *std::move(list);
    }
    if (names.empty()) return FailWithoutDumps(*folder);
    *folder = std::move(first);
    complain_(Printable(StrCat(path, " has dumps in ", names, "; this is ", folder->path)));
    return kFine;
  }

  ExitCode FailWithoutDumps(const DumpFolder& folder) {
    const std::string files = DescribeFiles(folder.others);
    complain_(StrCat(Printable(folder.path), ": no dumps of XLA, ",
                     files.empty() ? "the folder is empty" : StrCat("only ", files)));
    return Fail(kInputRefused,
                StrCat("XLA writes them if the program runs with XLA_FLAGS=\"--xla_dump_to=",
                       folder.path, " --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\""));
  }

  // ---- All passes.

  ExitCode Report() {
    constexpr size_t kMostInFull = 5;
    if (IsText() && flags_.module.empty() && modules_.size() > kMostInFull) {
      std::vector<ModuleSize> sizes;
      for (const DumpModule* module : modules_) {
        const absl::StatusOr<LoadedStage> last =
            LoadStage(folder_, module->stages.back(), report_options_.file);
        sizes.push_back({module, last.ok() ? last->totals : StageTotals()});
      }
      std::stable_sort(sizes.begin(), sizes.end(), [](const ModuleSize& a, const ModuleSize& b) {
        return a.totals.instructions > b.totals.instructions;
      });
      if (!write_(WriteModuleTable(sizes, text_) + "\n")) return kIoError;
      modules_ = {sizes[0].module};
    }
    return Report(modules_.size(), [this](size_t i) {
      return ReportPasses(folder_, *modules_[i], report_options_);
    });
  }

  // Compares with another folder. `--module` only needs to match in one of the two.
  ExitCode CompareFolders(absl::StatusOr<std::vector<const DumpModule*>> modules) {
    DumpFolder against;
    const ExitCode opened = OpenFolder(flags_.diff_against, &against);
    if (opened != kFine) return opened;
    absl::StatusOr<std::vector<const DumpModule*>> before = SelectModules(against, flags_.module);
    if (!modules.ok() && !before.ok()) return Fail(kInputRefused, modules.status());
    const std::vector<ModulePair> pairs =
        PairModules(before.ok() ? *before : std::vector<const DumpModule*>(),
                    modules.ok() ? *modules : std::vector<const DumpModule*>());
    return Report(pairs.size(), [&](size_t i) {
      return CompareModules(against, folder_, pairs[i], report_options_);
    });
  }

  // Writes the reports 0 to count - 1.
  ExitCode Report(size_t count, absl::FunctionRef<ModuleReport(size_t)> make) {
    std::vector<ModuleReport> reports;
    ExitCode code = kFine;
    const bool is_html = flags_.format == "html";
    if (IsText()) report_options_.max_diff_bytes = 0;  // text does not show diffs
    for (size_t i = 0; i < count; ++i) {
      ModuleReport report = make(i);
      if (ComplainOfStages(report)) code = kInputRefused;
      if (IsText()) {
        // Writes each report as soon as it is ready.
        const std::string text = WriteTextReport(report, text_);
        if (!write_((i == 0 ? "" : "\n") + text)) return kIoError;
      } else {
        // All modules share one allowance, to keep the page of a large folder below gigabytes.
        report_options_.max_diff_bytes -=
            std::min(report_options_.max_diff_bytes, report.diff_bytes());
        reports.push_back(std::move(report));
      }
    }
    if (is_html) return Write(WriteHtmlReport(folder_, reports, flags_.diff_against), code);
    if (IsJson()) return Write(WriteJsonReport(folder_, reports, flags_.diff_against), code);
    const std::string others = flags_.module.empty() ? WriteOtherFiles(folder_.others, text_) : "";
    return others.empty() ? code : Write("\n" + others, code);
  }

  bool ComplainOfStages(const ModuleReport& report) {
    for (const StageReport& stage : report.stages) {
      if (stage.error.empty()) continue;
      // Errors of a pair name the file themselves.
      const bool is_pair = report.compares_folders && stage.only.empty();
      complain_(Printable(is_pair ? stage.error : stage.stage.file + ": " + stage.error));
    }
    return report.error_count() > 0;
  }

  // ---- Two stages.

  // Finds the module with both stages. Small modules in the same folder often have them too; then
  // the user must choose.
  ExitCode Compare() {
    const DumpModule* module = nullptr;
    size_t before = 0, after = 0;
    absl::Status error;
    for (const DumpModule* candidate : modules_) {
      const absl::StatusOr<size_t> a = FindStage(*candidate, flags_.stage_before);
      const absl::StatusOr<size_t> b = FindStage(*candidate, flags_.stage_after);
      if (!a.ok() || !b.ok()) {
        const absl::Status why = a.ok() ? b.status() : a.status();
        // An ambiguous name tells the user more than a missing one.
        if (error.ok() || absl::IsNotFound(error)) error = why;
        continue;
      }
      if (module != nullptr) {
        return Fail(kUsageError, StrCat("--stages: ", module->Label(), " and ", candidate->Label(),
                                        " have these stages; choose one with --module"));
      }
      module = candidate;
      before = *a;
      after = *b;
    }
    if (module == nullptr) return Fail(kUsageError, StrCat("--stages: ", Std(error.message())));
    return Compare(*module, module->stages[before], module->stages[after]);
  }

  ExitCode Compare(const DumpModule& module, const DumpStage& before, const DumpStage& after) {
    // The user asked for the whole diff.
    constexpr StageDiffLimits kLong = {/*max_lines=*/1000000, /*max_columns=*/4000};
    const absl::StatusOr<LoadedStage> a = LoadStage(folder_, before, report_options_.file);
    if (!a.ok()) return FailOnStage(before, a.status());
    const absl::StatusOr<LoadedStage> b = LoadStage(folder_, after, report_options_.file);
    if (!b.ok()) return FailOnStage(after, b.status());
    if (flags_.format == "html") {
      return Write(DiffPage({a->module, before.file}, {b->module, after.file}), kFine);
    }
    const StageChange change = CompareStages(*a, *b, kLong);
    return Write(IsJson() ? WriteJsonComparison(module, before, after, change)
                          : WriteTextComparison(module, before, after, change, text_),
                 kFine);
  }

  ExitCode FailOnStage(const DumpStage& stage, const absl::Status& status) {
    return Fail(kInputRefused, StrCat(stage.file, ": ", Std(status.message())));
  }

  // ---- The first stage with a match.

  ExitCode First() {
    const std::unique_ptr<const re2::RE2> pattern = CompileRegex(flags_.first);
    std::vector<Match> matches;
    bool has_errors = false;
    for (const DumpModule* module : modules_) {
      const FindFirstResult result = FindFirst(folder_, *module, *pattern, report_options_.file);
      for (const std::string& error : result.errors) complain_(Printable(error));
      has_errors |= !result.errors.empty();
      if (result.match.has_value()) matches.push_back({module, *result.match});
    }
    if (matches.empty()) complain_(Printable("--first=" + flags_.first + ": no stage has it"));
    const std::string out = IsJson() ? MatchesJson(matches) : DescribeMatches(matches);
    if (out.empty()) return kInputRefused;
    return Write(out, !matches.empty() && !has_errors ? kFine : kInputRefused);
  }

  // ---- The history of instructions.

  ExitCode BlameInstructions() {
    const std::unique_ptr<const re2::RE2> name = CompileRegex(flags_.blame);
    std::vector<BlamedModule> modules;
    bool has_errors = false;
    for (const DumpModule* module : modules_) {
      BlamedModule blamed{module, TraceModule(folder_, *module, report_options_.file), {}};
      for (const std::string& error : blamed.blame.errors) complain_(Printable(error));
      has_errors |= !blamed.blame.errors.empty();
      blamed.asked = FindByName(blamed.blame.module, *name);
      if (!blamed.asked.empty()) modules.push_back(std::move(blamed));
    }
    if (modules.empty()) {
      return Fail(kInputRefused, StrCat("--blame=", flags_.blame, ": no last stage has it"));
    }
    const bool is_page = flags_.format == "html";
    if (is_page && modules.size() > 1) {
      return Fail(kUsageError, "--blame: several modules have it; choose one with --module");
    }
    return Write(is_page    ? WriteBlamePage(modules[0])
                 : IsJson() ? WriteBlameJson(modules)
                            : WriteBlameText(modules),
                 has_errors ? kInputRefused : kFine);
  }

  struct Match {
    const DumpModule* module;
    FirstMatch first;
    const DumpStage& stage() const { return module->stages[first.stage]; }
  };

  static std::string DescribeMatches(const std::vector<Match>& matches) {
    std::string out;
    for (const Match& match : matches) {
      StrAppend(&out, Printable(match.module->Label()), ": ", match.stage().Number(), " ",
                Printable(match.stage().Title()), ", in ", Printable(match.first.computation),
                ":\n  ", Printable(match.first.instruction), "\n");
      for (const std::string& place : match.first.source) {
        StrAppend(&out, "    ", Printable(place), "\n");
      }
    }
    return out;
  }
  static std::string MatchesJson(const std::vector<Match>& matches) {
    return JsonDocument(kReportJson, [&](JsonWriter* json) {
      json->List(matches, [json](const Match& match) {
        json->BeginObject();
        json->Key("module").String(match.module->Label());
        json->Key("number").String(match.stage().Number());
        json->Key("pass").String(match.stage().Label());
        json->Key("file").String(match.stage().file);
        json->Key("computation").String(match.first.computation);
        json->Key("instruction").String(match.first.instruction);
        json->Key("source").List(match.first.source,
                                 [json](const std::string& place) { json->String(place); });
        json->EndObject();
      });
    });
  }

  const ViewFlags& flags_;
  TextReportOptions text_;
  const absl::FunctionRef<bool(std::string_view)> write_;
  const absl::FunctionRef<void(const std::string&)> complain_;
  PassReportOptions report_options_;
  DumpFolder folder_;
  std::vector<const DumpModule*> modules_;
};

}  // namespace

ExitCode WriteDumpReport(const ViewFlags& flags, TextReportOptions text,
                         absl::FunctionRef<bool(std::string_view)> write,
                         absl::FunctionRef<void(const std::string&)> complain) {
  return DumpReporter(flags, text, write, complain).Answer();
}

}  // namespace hlo_text_v1::internal
