// Makes rows of cells first, then sets each column to its longest cell. The pass stands below its
// pipelines as in a tree; a long one does not push the details of the others away.
#include "src/tools/hlo_view/dump_report/text_report.h"

#include <algorithm>
#include <array>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "src/base/ansi.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kMaxOpcodes = 5;
constexpr size_t kMaxPassWidth = 44;
constexpr size_t kMinDetailsWidth = 36;
constexpr size_t kMaxShownErrorBytes = 300;

enum Column { kNumber, kInstructions, kAdded, kRemoved, kChanged, kBytes, kColumns };
constexpr std::string_view kColumnColors[kColumns] = {
    "", "", ansi::kGreen, ansi::kRed, ansi::kYellow, ""};

struct Row {
  std::array<std::string, kColumns> cells;
  size_t depth = 0;  // in the tree of pipelines
  std::string pass;  // or a pipeline, or a remark
  std::string details;
  std::string_view color;  // of the pass
};

std::string Count(std::string_view sign, int64_t n) { return n == 0 ? "" : StrCat(sign, n); }

bool IsUnchanged(const StageReport& stage) {
  return stage.error.empty() && stage.change.has_value() && stage.change->is_empty;
}

// "before" or "after" of StageReport::only.
std::string DescribeOnly(std::string_view only) {
  return StrCat("only in the ", only == "before" ? "earlier" : "later", " dump");
}

// Whether the module changed before the stage's pipeline, not in it.
bool IsBeforePipeline(const StageReport& stage) {
  return stage.stage.pass == kPipelineStart && !stage.stage.previous.empty() && !IsUnchanged(stage);
}

// The pipelines around the row of a stage.
absl::Span<const std::string> PathOf(const StageReport& stage) {
  const absl::Span<const std::string> path = stage.stage.path;
  return path.first(path.size() - (IsBeforePipeline(stage) ? 1 : 0));
}

// Its title below these.
std::string ShortTitle(const StageReport& stage) {
  const DumpStage& name = stage.stage;
  if (name.pass != kPipelineStart) return name.pass;
  if (!IsBeforePipeline(stage)) return "(start)";
  return name.runner.empty() ? name.Title() : StrCat("before ", name.pipeline);
}

Row MakeRow(const StageReport& stage, const ModuleReport& report, size_t max_opcodes) {
  Row row;
  row.cells[kNumber] = stage.stage.Number();
  row.depth = PathOf(stage).size();
  row.pass = Printable(ShortTitle(stage));
  if (!stage.error.empty()) {
    row.details = "not read: " + Printable(stage.error.substr(0, kMaxShownErrorBytes));
    row.color = ansi::kRed;
    return row;
  }
  row.cells[kInstructions] = StrCat(stage.totals.instructions);
  if (!stage.change.has_value()) {
    row.cells[kBytes] = HumanBytes(stage.totals.result_bytes);
    if (!stage.only.empty()) row.details = DescribeOnly(stage.only);
    return row;
  }
  row.cells[kAdded] = Count("+", stage.change->added);
  row.cells[kRemoved] = Count("-", stage.change->removed);
  row.cells[kChanged] = Count("~", stage.change->changed);
  const int64_t bytes = stage.totals.result_bytes - report.BeforeOf(stage).result_bytes;
  if (bytes != 0) row.cells[kBytes] = StrCat(bytes > 0 ? "+" : "", HumanBytes(bytes));
  row.details = DescribeChange(*stage.change, max_opcodes);
  return row;
}

// Whether the stages differ from those of another folder by the same.
bool IsSameDifference(const Row& a, const Row& b) {
  return !a.details.empty() && a.details == b.details &&
         std::equal(a.cells.begin() + kAdded, a.cells.end(), b.cells.begin() + kAdded);
}

class RowMaker {
 public:
  RowMaker(const ModuleReport& report, bool all) : report_(report), all_(all) {}

  std::vector<Row> Make() {
    rows_.emplace_back().cells = {"", "instr", "", "", "", "bytes"};
    rows_.back().pass = "pass";
    for (const StageReport& stage : report_.stages) Add(stage);
    Fold();
    return std::move(rows_);
  }

 private:
  void Add(const StageReport& stage) {
    if (!all_ && IsUnchanged(stage)) {
      if (alike_ > 0) Fold();
      ++unchanged_;
      return;
    }
    Row row = MakeRow(stage, report_, all_ ? SIZE_MAX : kMaxOpcodes);
    const bool is_alike = !all_ && report_.compares_folders && unchanged_ == 0 &&
                          stage.change.has_value() && IsSameDifference(rows_.back(), row);
    if (is_alike) {
      ++alike_;
      last_alike_ = StrCat(row.cells[kNumber], " ", Printable(stage.stage.Title()));
      return;
    }
    Fold();
    AddPipelines(stage);
    rows_.push_back(std::move(row));
  }

  // Adds a line for each pipeline around `stage` that the row before is not in.
  void AddPipelines(const StageReport& stage) {
    const absl::Span<const std::string> path = PathOf(stage);
    size_t depth =
        std::mismatch(path.begin(), path.end(), path_.begin(), path_.end()).first - path.begin();
    path_.assign(path.begin(), path.end());
    for (; depth < path.size(); ++depth) {
      Row& row = rows_.emplace_back();
      row.depth = depth;
      row.pass = Printable(path[depth]);
      row.color = ansi::kBold;
    }
  }

  // Says how many stages have no row. In one folder nobody needs to know where they are.
  void Fold() {
    if (report_.compares_folders && unchanged_ > 0) {
      AddRemark(StrCat(Plural(unchanged_, "stage"), unchanged_ == 1 ? " is" : " are", " the same"));
    } else if (alike_ > 0) {
      AddRemark(StrCat(Plural(alike_, "more stage"), alike_ == 1 ? " differs" : " differ",
                       " by the same, the last is ", last_alike_));
    }
    unchanged_ = alike_ = 0;
  }

  void AddRemark(const std::string& text) { rows_.emplace_back().pass = StrCat("(", text, ")"); }

  const ModuleReport& report_;
  const bool all_;
  std::vector<Row> rows_;
  std::vector<std::string> path_;  // of the last row of a stage
  int64_t unchanged_ = 0;
  int64_t alike_ = 0;  // stages that differ as the last row
  std::string last_alike_;
};

// ---- Text.

class Writer {
 public:
  explicit Writer(const TextReportOptions& options) : options_(options) {}

  void Write(const std::vector<Row>& rows) {
    std::array<size_t, kColumns> widths = {};
    size_t pass_width = 0;
    for (const Row& row : rows) {
      for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], row.cells[i].size());
      if (!row.details.empty()) pass_width = std::max(pass_width, 2 * row.depth + row.pass.size());
    }
    size_t cells_width = widths[kNumber] == 0 ? 2 : 0;
    for (const size_t width : widths) cells_width += width == 0 ? 0 : width + 2;
    pass_width = std::min(pass_width, kMaxPassWidth);
    if (options_.width > 0) {
      const size_t others = cells_width + 2 + kMinDetailsWidth;
      pass_width = std::min(pass_width, options_.width - std::min(options_.width, others));
    }
    for (const Row& row : rows) Write(row, widths, cells_width, pass_width);
  }

  // A line with `label` at its beginning.
  void Write(std::string_view label, std::string_view text) {
    Put(label, "");
    Fill(text, label.size());
    EndLine();
  }

  void WriteHeading(std::string_view name, std::string_view text) {
    Put(name, ansi::kBold);
    Fill(text, 2);
    EndLine();
  }

  std::string Take() { return std::move(out_); }

 private:
  void Write(const Row& row, const std::array<size_t, kColumns>& widths, size_t cells_width,
             size_t pass_width) {
    Put(row.cells[kNumber], "");
    PadTo(widths[kNumber]);
    for (size_t i = kInstructions, end = widths[kNumber]; i < kColumns; ++i) {
      if (widths[i] == 0) continue;
      end += 2 + widths[i];
      PadTo(end - row.cells[i].size());
      Put(row.cells[i], kColumnColors[i]);
    }
    PadTo(cells_width + 2 * row.depth);
    Put(row.pass, row.color);
    PadTo(cells_width + pass_width);
    PadTo(column_ + 2);
    const size_t details = cells_width + pass_width + 2;
    const bool is_narrow = details + kMinDetailsWidth > options_.width;
    Fill(row.details, is_narrow ? cells_width + 2 * row.depth + 2 : details);
    EndLine();
  }

  // Blanks wait until something follows.
  void PadTo(size_t column) { column_ = std::max(column_, column); }

  void Put(std::string_view text, std::string_view color) {
    if (text.empty()) return;
    out_.append(column_ - written_, ' ');
    const bool has_color = options_.color && !color.empty();
    StrAppend(&out_, has_color ? color : "", text, has_color ? ansi::kReset : "");
    written_ = column_ += text.size();
  }

  // Puts `text`, in more lines if it does not fit; those begin at `indent`. A number stays with the
  // word after it.
  void Fill(std::string_view text, size_t indent) {
    for (bool is_first = true; !text.empty(); is_first = false) {
      size_t end = std::min(text.find(' '), text.size());
      while (end > 0 && end < text.size() &&
             (absl::ascii_isdigit(text[end - 1]) || text[end - 1] == '~')) {
        end = std::min(text.find(' ', end + 1), text.size());
      }
      if (options_.width > 0 && column_ + (is_first ? 0 : 1) + end > options_.width &&
          column_ > indent) {
        EndLine();
        PadTo(indent);
      } else if (!is_first) {
        PadTo(column_ + 1);
      }
      Put(text.substr(0, end), "");
      text.remove_prefix(std::min(text.size(), end + 1));
    }
  }

  void EndLine() {
    out_ += '\n';
    column_ = written_ = 0;
  }

  const TextReportOptions& options_;
  std::string out_;
  size_t column_ = 0;   // where the next text begins
  size_t written_ = 0;  // where the last one ended
};

bool Differs(const StageReport& stage) {
  return !stage.only.empty() || (stage.change.has_value() && !stage.change->is_empty);
}

// Readers first want to know where the compilations diverge.
std::string ComparisonHeading(const ModuleReport& report, int64_t stages, int64_t errors) {
  std::string out = ": ";
  if (!report.only.empty()) return StrCat(out, DescribeOnly(report.only));
  StrAppend(&out, Plural(stages, "stage"));
  const auto first = std::find_if(report.stages.begin(), report.stages.end(), Differs);
  if (first == report.stages.end()) {
    StrAppend(&out, errors == stages ? "" : ", all the same");
  } else {
    const auto count = std::count_if(first, report.stages.end(), Differs);
    StrAppend(&out, ", ", count, count == 1 ? " differs" : " differ", ", first ",
              first->stage.Number(), " ", Printable(first->stage.Title()));
  }
  if (errors > 0) StrAppend(&out, ", ", errors, " not read");
  return out;
}

std::string Heading(const ModuleReport& report) {
  const auto stages = static_cast<int64_t>(report.stages.size());
  const auto unchanged = std::count_if(report.stages.begin(), report.stages.end(), IsUnchanged);
  const int64_t errors = report.error_count();
  if (report.compares_folders) return ComparisonHeading(report, stages, errors);
  const int64_t changed = stages - unchanged - errors - (report.first() == nullptr ? 0 : 1);
  std::string out = StrCat(": ", Plural(stages, "stage"), ", ", changed, " changed it");
  if (errors > 0) StrAppend(&out, ", ", errors, " not read");
  if (report.first() != nullptr) {
    StrAppend(&out, "; ", Plural(report.first()->totals.instructions, "instruction"), " at first, ",
              report.last()->totals.instructions, " at last");
  }
  if (!report.module.timestamp.empty()) StrAppend(&out, "; dumped ", report.module.timestamp);
  return out;
}

// "-buffer-assignment.txt", ".thunk_sequence.txt", ".o": tells files of a module apart.
std::string KindOf(const std::string& file) {
  const size_t stage = file.rfind("_optimizations-");
  if (stage != std::string::npos) return file.substr(file.find('-', stage));
  size_t dot = file.rfind('.');
  if (dot != std::string::npos && dot > 0 && file.substr(dot) == ".txt") {
    dot = file.rfind('.', dot - 1);
  }
  const bool has_kind = dot != std::string::npos && file.back() != '/' && file.size() - dot <= 32;
  return has_kind ? file.substr(dot) : file;
}

// "2 opcodes", "1 operand", "3 rescheduled".
std::string DescribeCount(const ChangeCount& one) {
  if (one.what == kScheduleChanged) return StrCat(one.count, " rescheduled");
  return Plural(one.count, Std(absl::StripSuffix(Absl(DiffChangeName(one.what)), "s")));
}

// How much more, or less, work there is.
std::string DescribeMore(const Work& work) {
  const auto plus = [](double n) { return n > 0 ? "+" : ""; };
  const auto bytes = [&](int64_t n) { return StrCat(plus(static_cast<double>(n)), HumanBytes(n)); };
  std::string text = StrCat(plus(static_cast<double>(work.instructions)), work.instructions);
  if (work.flops != 0) StrAppend(&text, ", ", plus(work.flops), HumanFlops(work.flops));
  return StrCat(text, ", ", bytes(work.accessed_bytes), " accessed, ", bytes(work.result_bytes),
                " of results");
}

}  // namespace

std::string DescribeChange(const StageChange& change, size_t max_items) {
  std::vector<std::string> opcodes, async, changes, header;
  for (const OpcodeChange& one : change.opcodes) {
    if (opcodes.size() == max_items) break;
    opcodes.push_back(StrCat(one.delta() > 0 ? "+" : "", one.delta(), " ", Printable(one.opcode)));
  }
  for (size_t kind = 0; kind < std::size(change.async_counts); ++kind) {
    if (change.async_counts[kind] == 0) continue;
    async.push_back(StrCat(change.async_counts[kind], " ",
                           AsyncChangeName(static_cast<AsyncChangeKind>(kind))));
  }
  for (const ChangeCount& one : change.changes) changes.push_back(DescribeCount(one));
  for (const std::string& field : change.header_changes) header.push_back(Printable(field));

  std::vector<std::string> parts;
  const auto add = [&](std::string_view title, const std::vector<std::string>& items) {
    if (!items.empty()) parts.push_back(StrCat(title, Joined(items, ", ")));
  };
  add("", opcodes);
  if (!opcodes.empty() && change.opcodes.size() > max_items) {
    StrAppend(&parts.back(), " and ", change.opcodes.size() - max_items, " more");
  }
  add("async: ", async);
  const auto add_work = [&](std::string_view title, const Work& work) {
    if (work.instructions != 0) parts.push_back(StrCat(title, DescribeMore(work)));
  };
  add_work("layout copies: ", change.added_work.layout_copies);
  add_work("rematerialized: ", change.added_work.rematerialized);
  add("~ ", changes);
  add("header: ", header);
  return Joined(parts, "; ");
}

std::string DescribeFiles(const std::vector<std::string>& files) {
  std::map<std::string, int64_t> kinds;
  for (const std::string& file : files) ++kinds[KindOf(file)];
  constexpr size_t kMaxKinds = 12;
  std::string out;
  size_t shown = 0;
  for (const auto& [kind, number] : kinds) {
    if (shown++ == kMaxKinds) break;
    StrAppend(&out, shown == 1 ? "" : ", ", number == 1 ? "" : StrCat(number, " "),
              Printable(kind));
  }
  if (kinds.size() > kMaxKinds) StrAppend(&out, " and other files");
  return out;
}

std::string WriteOtherFiles(const std::vector<std::string>& files,
                            const TextReportOptions& options) {
  if (files.empty()) return "";
  Writer writer(options);
  if (!options.all) {
    writer.Write("not read: ", DescribeFiles(files));
    return writer.Take();
  }
  writer.Write("not read:", "");
  for (const std::string& file : files) writer.Write(StrCat("  ", Printable(file)), "");
  return writer.Take();
}

std::string WriteModuleTable(absl::Span<const ModuleSize> modules,
                             const TextReportOptions& options) {
  constexpr size_t kMaxModules = 20;
  std::vector<Row> rows(1);
  rows[0].cells = {"", "instr", "", "", "", "bytes"};
  rows[0].pass = "module";
  for (const ModuleSize& size : modules) {
    if (!options.all && rows.size() > kMaxModules) break;
    Row& row = rows.emplace_back();
    row.cells[kInstructions] = StrCat(size.totals.instructions);
    row.cells[kBytes] = HumanBytes(size.totals.result_bytes);
    row.pass = Printable(size.module->Label());
    row.details = Plural(static_cast<int64_t>(size.module->stages.size()), "stage");
  }
  const size_t left_out = modules.size() + 1 - rows.size();
  if (left_out > 0) {
    rows.emplace_back().pass = StrCat("(", left_out, " smaller ones, --all shows them)");
  }
  Writer writer(options);
  writer.WriteHeading(StrCat(modules.size(), " modules"),
                      ", biggest first; --module=NUMBER or NAME reports on another one");
  writer.Write(rows);
  return writer.Take();
}

std::string WriteTextReport(const ModuleReport& report, const TextReportOptions& options) {
  Writer writer(options);
  writer.WriteHeading(Printable(report.module.Label()), Heading(report));
  const bool is_same = report.compares_folders && report.error_count() == 0 &&
                       std::none_of(report.stages.begin(), report.stages.end(), Differs);
  if (!options.all && (is_same || !report.only.empty())) return writer.Take();
  writer.Write(RowMaker(report, options.all).Make());
  for (const BufferSummary& summary : report.buffers) {
    writer.Write("buffers: ", DescribeBuffers(summary));
  }
  if (report.estimated_peak.has_value()) {
    writer.Write("peak: ", StrCat(HumanBytes(report.estimated_peak->bytes), " at ",
                                  Printable(report.estimated_peak->instruction),
                                  ", an estimate from the text"));
  }
  for (const ThunkSummary& summary : report.thunks) {
    writer.Write("thunks: ", DescribeThunks(summary));
  }
  return writer.Take() + WriteOtherFiles(report.module.others, options);
}

std::string WriteTextComparison(const DumpModule& module, const DumpStage& before,
                                const DumpStage& after, const StageChange& change,
                                const TextReportOptions& options) {
  Writer writer(options);
  writer.WriteHeading(Printable(module.Label()),
                      StrCat(": from ", before.Number(), " ", Printable(before.Title()), " to ",
                             after.Number(), " ", Printable(after.Title())));
  if (change.is_empty) {
    writer.Write(
        "", change.same_text ? "the same text" : "no difference but in names, order or metadata");
    return writer.Take();
  }
  writer.Write(StrCat("+", change.added, " -", change.removed, " ~", change.changed, "  "),
               DescribeChange(change, SIZE_MAX));
  std::string diff = Printable(change.diff.text, /*keep_newlines=*/true);
  if (change.diff.left_out > 0) {
    StrAppend(&diff, "... ", Plural(change.diff.left_out, "line"), " more\n");
  }
  return writer.Take() + (options.color ? ColorDiff(diff) : diff);
}

}  // namespace hlo_text_v1::internal
