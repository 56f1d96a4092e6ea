// First the files of the module, to know which of them is the one; then the line of each stack;
// then sums by line.
#include "src/tools/hlo_view/annotate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hlo/cost.h"
#include "hlo/evaluate.h"
#include "hlo/peak_memory.h"
#include "src/base/hash_table.h"
#include "src/base/human_seconds.h"
#include "src/base/human_text.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/ir/source_frames.h"

namespace hlo_text_v1::internal {
namespace {

// How many of the last parts of two paths are the same: "a/b/c.py" and "x/b/c.py" have two.
int64_t CommonParts(std::string_view a, std::string_view b) {
  int64_t parts = 0;
  while (!a.empty() && !b.empty()) {
    const size_t slash_a = a.rfind('/'), slash_b = b.rfind('/');
    if (a.substr(slash_a + 1) != b.substr(slash_b + 1)) break;
    ++parts;
    a = a.substr(0, slash_a == std::string_view::npos ? 0 : slash_a);
    b = b.substr(0, slash_b == std::string_view::npos ? 0 : slash_b);
  }
  return parts;
}

struct Line {
  Cost cost;
  int64_t peak_bytes = 0;
  double least_seconds = 0;
  double measured_ps = 0;
  std::map<std::string, int64_t> collectives;
};

class Annotator {
 public:
  Annotator(const HloModule& module, const AnnotateOptions& options)
      : module_(module), costs_(module, {}, TripCounter()) {
    if (module.config().is_scheduled) peak_.emplace(module);
    if (options.machine != nullptr) roofline_.emplace(module, costs_, *options.machine);
    if (options.profile == nullptr) return;
    const ProfileMatch match = MatchProfile(*options.profile, module);
    if (match.module == nullptr) return;
    const double runs = static_cast<double>(std::max<int64_t>(1, match.module->runs));
    for (const InstructionTime& time : match.times) {
      measured_[time.instruction] = static_cast<double>(time.op->self_ps) / runs;
    }
  }

  std::string Annotate(std::string_view path, std::string_view text, std::string* files) {
    FindFiles(path, files);
    if (chosen_.empty()) return "";
    for (const HloComputation* computation : module_.computations()) {
      for (const HloInstruction* i : computation->instructions()) Add(*i);
    }
    return Print(path, text);
  }

 private:
  void FindFiles(std::string_view path, std::string* files) {
    std::map<std::string, int64_t> parts;
    int64_t most = 1;
    for (const HloComputation* computation : module_.computations()) {
      for (const HloInstruction* i : computation->instructions()) {
        VisitSourceFrames(module_, i->metadata(),
                          [&](std::string_view file, int64_t, std::string_view) {
                            const auto [at, is_new] = parts.emplace(file, 0);
                            if (is_new) at->second = CommonParts(file, path);
                            most = std::max(most, at->second);
                            return false;
                          });
      }
    }
    for (const auto& [file, count] : parts) {
      StrAppend(files, files->empty() ? "" : ", ", file);
      if (count == most) chosen_.insert(file);
    }
  }

  void Add(const HloInstruction& i) {
    int64_t at = 0;
    VisitSourceFrames(module_, i.metadata(),
                      [&](std::string_view file, int64_t line, std::string_view) {
                        if (!chosen_.contains(std::string(file))) return false;
                        at = line;
                        return true;
                      });
    if (at <= 0) return;
    const Cost cost = costs_.share(i);
    Line& line = lines_[at];
    line.cost += cost;
    if (peak_.has_value()) {
      line.peak_bytes = SaturatedSum(line.peak_bytes, peak_->of(i).peak_bytes);
    }
    if (roofline_.has_value()) line.least_seconds += roofline_->share(i).seconds;
    if (const auto found = measured_.find(&i); found != measured_.end()) {
      line.measured_ps += found->second;
    }
    std::string collective = CostKeyOf(module_, i, CostKey::kCollective);
    if (cost.wire_bytes > 0 && !collective.empty()) ++line.collectives[collective];
  }

  std::string Print(std::string_view path, std::string_view text) const {
    std::vector<Column> columns = Columns();
    std::string out = Sums(path);
    for (size_t number = 0; number == 0 || !text.empty(); ++number) {
      for (const Column& column : columns) {
        const auto line = lines_.find(static_cast<int64_t>(number));
        const std::string cell = number == 0            ? std::string(column.title)
                                 : line == lines_.end() ? ""
                                                        : column.cell(line->second);
        out.append(column.width - std::min(column.width, cell.size()), ' ');
        StrAppend(&out, Printable(cell), "  ");
      }
      if (number == 0) {
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
        continue;
      }
      const std::string digits = StrCat(number);
      out.append(5 - std::min<size_t>(5, digits.size()), ' ');
      const size_t end = std::min(text.find('\n'), text.size());
      StrAppend(&out, digits, end > 0 ? "  " : "", Printable(text.substr(0, end)), "\n");
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
  }

  struct Column {
    std::string_view title;
    std::function<std::string(const Line&)> cell;
    size_t width = 0;
  };

  // Those with any cell.
  std::vector<Column> Columns() const {
    const auto bytes = [](double count) { return count > 0 ? HumanByteSum(count) : ""; };
    const auto time = [](double seconds) { return seconds > 0 ? HumanSeconds(seconds) : ""; };
    std::vector<Column> columns = {
        {"flops", [](const Line& l) { return l.cost.flops > 0 ? HumanFlops(l.cost.flops) : ""; }},
        {"bytes", [&](const Line& l) { return bytes(l.cost.bytes()); }},
        {"sent", [&](const Line& l) { return bytes(l.cost.wire_bytes); }},
        {"peak",
         [this](const Line& l) {
           if (l.peak_bytes == 0) return std::string();
           return StrCat(std::llround(100.0 * static_cast<double>(l.peak_bytes) /
                                      static_cast<double>(peak_->bytes())),
                         " %");
         }},
        {"least", [&](const Line& l) { return time(l.least_seconds); }},
        {"measured", [&](const Line& l) { return time(l.measured_ps / 1e12); }},
        {"x least",
         [](const Line& l) {
           if (l.least_seconds <= 0 || l.measured_ps <= 0) return std::string();
           const auto tenths = std::llround(std::min(1e15, l.measured_ps / 1e11 / l.least_seconds));
           return StrCat(tenths / 10, ".", tenths % 10);
         }},
        {"collectives",
         [](const Line& l) {
           std::string cell;
           for (const auto& [name, count] : l.collectives) {
             StrAppend(&cell, cell.empty() ? "" : ", ", count > 1 ? StrCat(count, " ") : "", name);
           }
           return cell;
         }},
    };
    for (Column& column : columns) {
      for (const auto& [number, line] : lines_) {
        column.width = std::max(column.width, column.cell(line).size());
      }
    }
    columns.erase(std::remove_if(columns.begin(), columns.end(),
                                 [](const Column& column) { return column.width == 0; }),
                  columns.end());
    for (Column& column : columns) column.width = std::max(column.width, column.title.size());
    return columns;
  }

  // "train.py: 20.1 Mflop of 21.0 Mflop, ..."
  std::string Sums(std::string_view path) const {
    Line sum;
    for (const auto& [number, line] : lines_) {
      sum.cost += line.cost;
      sum.peak_bytes = SaturatedSum(sum.peak_bytes, line.peak_bytes);
    }
    std::string text = StrCat(
        Printable(path), ": ", HumanFlops(sum.cost.flops), " of ", HumanFlops(costs_.total().flops),
        ", ", HumanByteSum(sum.cost.bytes()), " of ", HumanByteSum(costs_.total().bytes()));
    if (peak_.has_value()) {
      StrAppend(&text, ", at the peak ", HumanBytes(sum.peak_bytes), " of ",
                HumanBytes(peak_->bytes()));
    }
    return text + "\n";
  }

  const HloModule& module_;
  const CostAnalysis costs_;
  std::optional<PeakMemory> peak_;
  std::optional<Roofline> roofline_;
  HashMap<const HloInstruction*, double> measured_;  // own picoseconds of a run
  HashSet<std::string> chosen_;
  std::map<int64_t, Line> lines_;
};

}  // namespace

std::string AnnotateSource(const HloModule& module, std::string_view path, std::string_view text,
                           const AnnotateOptions& options, std::string* files) {
  return Annotator(module, options).Annotate(path, text, files);
}

}  // namespace hlo_text_v1::internal
