// Makes rows of cells first, then sets each column to its longest cell. The last two, the pass and
// its changes, are not aligned: a long pass must not push the others away.
#include "src/tools/hlo_view/dump_report/text_report.h"

#include <algorithm>
#include <array>
#include <map>

#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kMaxOpcodes = 5;
constexpr size_t kMaxPassWidth = 44;
constexpr size_t kMaxShownErrorBytes = 300;

enum Column { kNumber, kInstructions, kAdded, kRemoved, kChanged, kBytes, kPass, kDetails };
constexpr size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;

std::string Count(std::string_view sign, int64_t n) { return n == 0 ? "" : StrCat(sign, n); }

bool IsUnchanged(const StageReport& stage) {
  return stage.error.empty() && stage.change.has_value() && stage.change->is_empty;
}

// "before" or "after" of StageReport::only.
std::string DescribeOnly(std::string_view only) {
  return StrCat("only in the ", only == "before" ? "earlier" : "later", " dump");
}

Row MakeRow(const StageReport& stage, const ModuleReport& report, size_t max_opcodes) {
  Row row;
  row[kNumber] = stage.stage.Number();
  row[kPass] = Printable(stage.stage.Title());
  if (!stage.error.empty()) {
    row[kDetails] = "not read: " + Printable(stage.error.substr(0, kMaxShownErrorBytes));
    return row;
  }
  row[kInstructions] = StrCat(stage.totals.instructions);
  if (!stage.change.has_value()) {
    row[kBytes] = HumanBytes(stage.totals.result_bytes);
    if (!stage.only.empty()) row[kDetails] = DescribeOnly(stage.only);
    return row;
  }
  row[kAdded] = Count("+", stage.change->added);
  row[kRemoved] = Count("-", stage.change->removed);
  row[kChanged] = Count("~", stage.change->changed);
  const int64_t bytes = stage.totals.result_bytes - report.BeforeOf(stage).result_bytes;
  if (bytes != 0) row[kBytes] = StrCat(bytes > 0 ? "+" : "", HumanBytes(bytes));
  row[kDetails] = DescribeChange(*stage.change, max_opcodes);
  return row;
}

std::vector<Row> MakeRows(const ModuleReport& report, bool all) {
  std::vector<Row> rows;
  rows.push_back({"", "instr", "", "", "", "bytes", "pass", ""});
  int64_t unchanged = 0;
  const auto fold = [&] {
    if (unchanged == 0) return;
    rows.emplace_back();
    rows.back()[kPass] = StrCat("(", Plural(unchanged, "stage"),
                                !report.compares_folders ? " changed nothing)"
                                : unchanged == 1         ? " is the same)"
                                                         : " are the same)");
    unchanged = 0;
  };
  for (const StageReport& stage : report.stages) {
    if (!all && IsUnchanged(stage)) {
      ++unchanged;
      continue;
    }
    fold();
    rows.push_back(MakeRow(stage, report, all ? SIZE_MAX : kMaxOpcodes));
  }
  fold();
  return rows;
}

// Not with absl::StrAppendFormat, which ends the process if memory runs out.
void AppendSpaces(size_t width, const std::string& cell, std::string* line) {
  line->append(width - std::min(width, cell.size()), ' ');
}

std::string LayOut(const std::vector<Row>& rows) {
  std::array<size_t, kColumns> widths = {};
  for (const Row& row : rows) {
    for (size_t i = 0; i < kDetails; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  widths[kPass] = std::min(widths[kPass], kMaxPassWidth);
  std::string out;
  for (const Row& row : rows) {
    std::string line = row[kNumber];
    AppendSpaces(widths[kNumber], row[kNumber], &line);
    for (size_t i = kInstructions; i <= kBytes; ++i) {
      line += "  ";
      AppendSpaces(widths[i], row[i], &line);
      line += row[i];
    }
    StrAppend(&line, "  ", row[kPass]);
    AppendSpaces(widths[kPass], row[kPass], &line);
    StrAppend(&line, "  ", row[kDetails]);
    line.erase(line.find_last_not_of(' ') + 1);
    StrAppend(&out, line, "\n");
  }
  return out;
}

bool Differs(const StageReport& stage) {
  return !stage.only.empty() || (stage.change.has_value() && !stage.change->is_empty);
}

// Readers first want to know where the compilations diverge.
std::string ComparisonHeading(const ModuleReport& report, int64_t stages, int64_t errors) {
  std::string out = StrCat(Printable(report.module.Label()), ": ");
  if (!report.only.empty()) return StrCat(out, DescribeOnly(report.only), "\n");
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
  return out + "\n";
}

std::string Heading(const ModuleReport& report) {
  const auto stages = static_cast<int64_t>(report.stages.size());
  const auto unchanged = std::count_if(report.stages.begin(), report.stages.end(), IsUnchanged);
  const int64_t errors = report.error_count();
  if (report.compares_folders) return ComparisonHeading(report, stages, errors);
  const int64_t changed = stages - unchanged - errors - (report.first() == nullptr ? 0 : 1);
  std::string out = StrCat(Printable(report.module.Label()), ": ", Plural(stages, "stage"), ", ",
                           changed, " changed it");
  if (errors > 0) StrAppend(&out, ", ", errors, " not read");
  if (report.first() != nullptr) {
    StrAppend(&out, "; ", Plural(report.first()->totals.instructions, "instruction"), ", then ",
              report.last()->totals.instructions);
  }
  if (!report.module.timestamp.empty()) StrAppend(&out, "; dumped ", report.module.timestamp);
  return out + "\n";
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
  for (const ChangeCount& one : change.changes) {
    changes.push_back(StrCat(one.count, " ", DiffChangeName(one.what)));
  }
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

std::string WriteOtherFiles(const std::vector<std::string>& files, bool all) {
  if (files.empty()) return "";
  std::string out = all ? "not read:" : "not read: ";
  if (all) {
    for (const std::string& file : files) StrAppend(&out, "\n  ", Printable(file));
    return out + "\n";
  }
  std::map<std::string, int64_t> kinds;
  for (const std::string& file : files) ++kinds[KindOf(file)];
  constexpr size_t kMaxKinds = 12;
  size_t shown = 0;
  for (const auto& [kind, number] : kinds) {
    if (shown++ == kMaxKinds) break;
    StrAppend(&out, shown == 1 ? "" : ", ", number == 1 ? "" : StrCat(number, " "),
              Printable(kind));
  }
  if (kinds.size() > kMaxKinds) StrAppend(&out, " and other files");
  return out + "\n";
}

std::string WriteTextReport(const ModuleReport& report, bool all) {
  if (!report.only.empty() && !all) return Heading(report);
  std::string buffers;
  for (const BufferSummary& summary : report.buffers) {
    StrAppend(&buffers, "buffers: ", DescribeBuffers(summary), "\n");
  }
  for (const ThunkSummary& summary : report.thunks) {
    StrAppend(&buffers, "thunks: ", DescribeThunks(summary), "\n");
  }
  return Heading(report) + LayOut(MakeRows(report, all)) + buffers +
         WriteOtherFiles(report.module.others, all);
}

std::string WriteTextComparison(const DumpModule& module, const DumpStage& before,
                                const DumpStage& after, const StageChange& change) {
  std::string out =
      StrCat(Printable(module.Label()), ": from ", before.Number(), " ", Printable(before.Title()),
             " to ", after.Number(), " ", Printable(after.Title()), "\n");
  if (change.is_empty) {
    return out + (change.same_text ? "the same text\n"
                                   : "no difference but in names, order or metadata\n");
  }
  StrAppend(&out, "+", change.added, " -", change.removed, " ~", change.changed, "  ",
            DescribeChange(change, SIZE_MAX), "\n");
  StrAppend(&out, Printable(change.diff.text, /*keep_newlines=*/true));
  if (change.diff.left_out > 0) {
    StrAppend(&out, "... ", Plural(change.diff.left_out, "line"), " more\n");
  }
  return out;
}

}  // namespace hlo_text_v1::internal
