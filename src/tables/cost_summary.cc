// hlo-fmt --cost: the sums of a CostAnalysis on one screen, or all of them as JSON.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hlo/cost.h"
#include "hlo/summary.h"
#include "src/base/human_text.h"
#include "src/base/json_writer.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

struct Table {
  std::string_view title;  // "by opcode", "by_opcode" in JSON
  CostKey key;
};
constexpr Table kTables[] = {
    {"by opcode", CostKey::kOpcode},
    {"by scope", CostKey::kScope},
    {"by source line", CostKey::kSourceLine},
};

std::string BytesText(double bytes) {
  constexpr auto kMost = static_cast<double>(std::numeric_limits<int64_t>::max() / 2);
  return HumanBytes(static_cast<int64_t>(std::min(bytes, kMost)));
}

std::string RightAligned(std::string text, size_t width) {
  text.insert(0, width - std::min(width, text.size()), ' ');
  return text;
}

// "12.3 %"; blank without a whole.
std::string Share(double part, double whole) {
  if (!(whole > 0)) return "";
  const auto tenths = static_cast<int64_t>(1000 * part / whole + 0.5);
  return StrCat(tenths / 10, ".", tenths % 10, " %");
}

std::string CostText(const HloModule& module, const CostAnalysis& costs) {
  constexpr size_t kMostRows = 8;
  const Cost& total = costs.total();
  std::string text = StrCat(Printable(module.name()), ": ", costs.is_minimum() ? "at least " : "",
                            HumanFlops(total.flops), ", ");
  if (total.transcendentals > 0) {
    const std::string count = HumanFlops(total.transcendentals);  // 9.1 Mflop
    StrAppend(&text, count.substr(0, count.size() - 4), count[count.size() - 5] == ' ' ? "" : " ",
              "transcendentals, ");
  }
  StrAppend(&text, BytesText(total.read_bytes), " read, ", BytesText(total.written_bytes),
            " written");
  if (total.wire_bytes > 0) StrAppend(&text, ", ", BytesText(total.wire_bytes), " sent");
  text += '\n';
  if (costs.is_minimum()) text += "Loops with an unknown trip count count once.\n";
  for (const Table& table : kTables) {
    const std::vector<CostRow> rows = CostBy(module, costs, table.key);
    // A table of a module that says nothing of the kind has one row without a name.
    if (rows.empty() || (rows.size() == 1 && rows[0].key.empty())) continue;
    StrAppend(&text, table.title, ":\n");
    for (size_t n = 0; n < std::min(rows.size(), kMostRows); ++n) {
      const CostRow& row = rows[n];
      StrAppend(&text, RightAligned(HumanFlops(row.cost.flops), 12),
                RightAligned(Share(row.cost.flops, total.flops), 9),
                RightAligned(BytesText(row.cost.bytes()), 12),
                RightAligned(Share(row.cost.bytes(), total.bytes()), 9), "  ",
                row.key.empty() ? "(unknown)" : Printable(row.key), "\n");
    }
    if (rows.size() > kMostRows) StrAppend(&text, "  ... and ", rows.size() - kMostRows, " more\n");
  }
  return text;
}

void WriteCost(const Cost& cost, JsonWriter* json) {
  json->Key("flops").Double(cost.flops);
  json->Key("transcendentals").Double(cost.transcendentals);
  json->Key("read_bytes").Double(cost.read_bytes);
  json->Key("written_bytes").Double(cost.written_bytes);
  json->Key("wire_bytes").Double(cost.wire_bytes);
}

void WriteJson(const HloModule& module, const CostAnalysis& costs, std::string_view file,
               JsonWriter* json) {
  json->BeginObject();
  if (!file.empty()) json->Key("file").String(file);
  json->Key("hlo_cost_version").Int(1);
  json->Key("name").String(module.name());
  WriteCost(costs.total(), json);
  json->Key("is_minimum").Bool(costs.is_minimum());
  for (const Table& table : kTables) {
    std::string key(table.title);
    std::replace(key.begin(), key.end(), ' ', '_');
    json->Key(key).List(CostBy(module, costs, table.key), [json](const CostRow& row) {
      json->BeginObject();
      json->Key("key").String(row.key);
      json->Key("instructions").Int(row.instructions);
      WriteCost(row.cost, json);
      json->EndObject();
    });
  }
  json->EndObject();
}

}  // namespace

std::string SummarizeCost(const HloModule& module, SummaryForm form, std::string_view file) {
  const CostAnalysis costs(module);
  if (form == SummaryForm::kText) {
    return StrCat(file.empty() ? "" : StrCat(Printable(file), ": "), CostText(module, costs));
  }
  return JsonText({}, [&](JsonWriter* json) { WriteJson(module, costs, file, json); }) + "\n";
}

}  // namespace hlo_text_v1
