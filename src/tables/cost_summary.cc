// hlo-fmt --cost: the sums of a CostAnalysis on one screen, or all of them as JSON.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hlo/cost.h"
#include "hlo/evaluate.h"
#include "hlo/peak_memory.h"
#include "hlo/roofline.h"
#include "hlo/summary.h"
#include "src/base/hash_table.h"
#include "src/base/human_seconds.h"
#include "src/base/human_text.h"
#include "src/base/json_writer.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

struct Table {
  std::string_view title;  // "by opcode", "by_opcode" in JSON
  CostKey key;
  bool is_in_text;
};
constexpr Table kTables[] = {
    {"by opcode", CostKey::kOpcode, true},
    {"by computation", CostKey::kComputation, false},
    {"by scope", CostKey::kScope, true},
    {"by source line", CostKey::kSourceLine, true},
    {"by collective", CostKey::kCollective, false},
};
constexpr Table kPeakTables[] = {
    {"by scope", CostKey::kScope, true},
    {"by source line", CostKey::kSourceLine, true},
};

// All that is summed about a module.
struct Analyses {
  Analyses(const HloModule& of, const Machine* on)
      : module(of), costs(of, {}, TripCounter()), machine(on) {
    if (on != nullptr) roofline.emplace(of, costs, *on);
    if (of.config().is_scheduled) peak.emplace(of);
  }

  const HloModule& module;
  const CostAnalysis costs;
  const Machine* machine;
  std::optional<Roofline> roofline;
  std::optional<PeakMemory> peak;
};

// The rows of a table, with a machine those that take longest first.
struct Row {
  CostRow row;
  LeastTime time;
};
std::vector<Row> RowsOf(const Analyses& all, CostKey key) {
  std::vector<Row> rows;
  for (CostRow& row : CostBy(all.module, all.costs, key)) rows.push_back({std::move(row), {}});
  if (!all.roofline.has_value()) return rows;
  HashMap<std::string, LeastTime> times;
  for (TimeRow& row : TimeBy(all.module, *all.roofline, key)) times.emplace(row.key, row.time);
  for (Row& row : rows) {
    if (const auto found = times.find(row.row.key); found != times.end()) row.time = found->second;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.time.seconds > b.time.seconds; });
  return rows;
}

std::string RightAligned(std::string_view view, size_t width) {
  std::string text(view);
  text.insert(0, width - std::min(width, text.size()), ' ');
  return text;
}

// "12.3 %"; blank without a whole.
std::string Share(double part, double whole) {
  if (!(whole > 0)) return "";
  const int64_t tenths = std::llround(1000 * part / whole);
  return StrCat(tenths / 10, ".", tenths % 10, " %");
}

// The first rows, a line each, and how many more there are.
template <typename Rows, typename Line>
void AppendRows(std::string_view title, const Rows& rows, size_t most, Line line,
                std::string* text) {
  StrAppend(text, title, ":\n");
  for (size_t n = 0; n < std::min(rows.size(), most); ++n) StrAppend(text, line(rows[n]), "\n");
  if (rows.size() > most) StrAppend(text, "  ... and ", rows.size() - most, " more\n");
}

std::string KeyText(const std::string& key) {
  return StrCat("  ", key.empty() ? "(unknown)" : Printable(key));
}

void AppendTotal(const Analyses& all, std::string* text) {
  const Cost& total = all.costs.total();
  StrAppend(text, Printable(all.module.name()), ": ", all.costs.is_minimum() ? "at least " : "",
            HumanFlops(total.flops), ", ");
  if (total.transcendentals > 0) {
    const std::string count = HumanFlops(total.transcendentals);  // 9.1 Mflop
    StrAppend(text, count.substr(0, count.size() - 4), count[count.size() - 5] == ' ' ? "" : " ",
              "transcendentals, ");
  }
  StrAppend(text, HumanByteSum(total.read_bytes), " read, ", HumanByteSum(total.written_bytes),
            " written");
  if (total.wire_bytes > 0) StrAppend(text, ", ", HumanByteSum(total.wire_bytes), " sent");
  *text += '\n';
  if (all.costs.is_minimum()) *text += "Loops with an unknown trip count count once.\n";
  if (all.roofline.has_value()) {
    const LeastTime& time = all.roofline->total();
    StrAppend(text, "on ", all.machine->name.empty() ? "the machine" : Printable(all.machine->name),
              ": at least ", HumanSeconds(all.roofline->path_seconds()), ", one after the other ",
              HumanSeconds(time.seconds), " (flops ", HumanSeconds(time.flops_seconds), ", memory ",
              HumanSeconds(time.memory_seconds), ", links ", HumanSeconds(time.link_seconds),
              ")\n");
  }
}

void AppendPeak(const Analyses& all, std::string* text) {
  constexpr size_t kMostRows = 5;
  const PeakMemory& peak = *all.peak;
  if (peak.instruction() == nullptr) return;
  StrAppend(text, "about ", HumanBytes(peak.bytes()), " alive at ",
            Printable(peak.instruction()->name()), " in ",
            Printable(peak.instruction()->parent()->name()), "\n");
  for (const Table& table : kPeakTables) {
    const std::vector<PeakRow> rows = PeakBy(all.module, peak, table.key);
    AppendRows(
        StrCat("alive then, ", table.title), rows, kMostRows,
        [&](const PeakRow& row) {
          const double bytes = static_cast<double>(row.bytes);
          return StrCat(
              RightAligned(HumanBytes(row.bytes), 12),
              RightAligned(Share(bytes, static_cast<double>(peak.bytes())), 9), KeyText(row.key),
              " (frees ", HumanBytes(row.freed_bytes),
              row.padding_bytes > 0 ? StrCat(", padding ", HumanBytes(row.padding_bytes)) : "",
              ")");
        },
        text);
  }
}

std::string CostText(const Analyses& all) {
  constexpr size_t kMostRows = 8;
  const Cost& total = all.costs.total();
  std::string text;
  AppendTotal(all, &text);
  for (const Table& table : kTables) {
    if (!table.is_in_text) continue;
    const std::vector<Row> rows = RowsOf(all, table.key);
    // A table of a module that says nothing of the kind has one row without a name.
    if (rows.empty() || (rows.size() == 1 && rows[0].row.key.empty())) continue;
    AppendRows(
        table.title, rows, kMostRows,
        [&](const Row& each) {
          const Cost& cost = each.row.cost;
          const std::string time =
              !all.roofline.has_value()
                  ? ""
                  : StrCat(RightAligned(HumanSeconds(each.time.seconds), 10),
                           RightAligned(Share(each.time.seconds, all.roofline->total().seconds), 9),
                           RightAligned(LimitName(each.time.limit()), 9));
          return StrCat(RightAligned(HumanFlops(cost.flops), 12),
                        RightAligned(Share(cost.flops, total.flops), 9),
                        RightAligned(HumanByteSum(cost.bytes()), 12),
                        RightAligned(Share(cost.bytes(), total.bytes()), 9), time,
                        KeyText(each.row.key));
        },
        &text);
  }
  if (all.peak.has_value()) AppendPeak(all, &text);
  return text;
}

void WriteCost(const Cost& cost, JsonWriter* json) {
  json->Key("flops").Double(cost.flops);
  json->Key("transcendentals").Double(cost.transcendentals);
  json->Key("read_bytes").Double(cost.read_bytes);
  json->Key("written_bytes").Double(cost.written_bytes);
  json->Key("wire_bytes").Double(cost.wire_bytes);
}

std::string JsonKey(std::string_view title) {
  std::string key(title);
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

void WriteTime(const LeastTime& time, JsonWriter* json) {
  json->Key("seconds").Double(time.seconds);
  json->Key("limit").String(LimitName(time.limit()));
}

void WritePeak(const Analyses& all, JsonWriter* json) {
  const PeakMemory& peak = *all.peak;
  json->Key("peak").BeginObject();
  json->Key("bytes").Int(peak.bytes());
  if (peak.instruction() != nullptr) {
    json->Key("computation").String(peak.instruction()->parent()->name());
    json->Key("instruction").String(peak.instruction()->name());
  }
  for (const Table& table : kPeakTables) {
    const std::string key = JsonKey(table.title);
    json->Key(key).List(PeakBy(all.module, peak, table.key), [json](const PeakRow& row) {
      json->BeginObject();
      json->Key("key").String(row.key);
      json->Key("buffers").Int(row.buffers);
      json->Key("bytes").Int(row.bytes);
      json->Key("padding_bytes").Int(row.padding_bytes);
      json->Key("parameter_bytes").Int(row.parameter_bytes);
      json->Key("temporary_bytes").Int(row.temporary_bytes);
      json->Key("freed_bytes").Int(row.freed_bytes);
      json->EndObject();
    });
  }
  json->EndObject();
}

void WriteJson(const Analyses& all, std::string_view file, JsonWriter* json) {
  json->BeginObject();
  if (!file.empty()) json->Key("file").String(file);
  json->Key("hlo_cost_version").Int(1);
  json->Key("name").String(all.module.name());
  WriteCost(all.costs.total(), json);
  json->Key("is_minimum").Bool(all.costs.is_minimum());
  if (all.roofline.has_value()) {
    json->Key("machine").String(all.machine->name);
    WriteTime(all.roofline->total(), json);
    json->Key("path_seconds").Double(all.roofline->path_seconds());
  }
  for (const Table& table : kTables) {
    const std::string key = JsonKey(table.title);
    json->Key(key).List(RowsOf(all, table.key), [&](const Row& each) {
      json->BeginObject();
      json->Key("key").String(each.row.key);
      json->Key("instructions").Int(each.row.instructions);
      WriteCost(each.row.cost, json);
      if (all.roofline.has_value()) WriteTime(each.time, json);
      json->EndObject();
    });
  }
  if (all.peak.has_value()) WritePeak(all, json);
  json->EndObject();
}

}  // namespace

std::string SummarizeCost(const HloModule& module, SummaryForm form, std::string_view file,
                          const Machine* machine) {
  const Analyses all(module, machine);
  if (form == SummaryForm::kText) {
    return StrCat(file.empty() ? "" : StrCat(Printable(file), ": "), CostText(all));
  }
  return JsonText({}, [&](JsonWriter* json) { WriteJson(all, file, json); }) + "\n";
}

}  // namespace hlo_text_v1
