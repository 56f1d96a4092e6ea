// See cost_data.h.
#include "src/tools/hlo_view/page/cost_data.h"

#include <utility>

#include "hlo/evaluate.h"
#include "hlo/peak_memory.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

CostWriter::CostWriter(const HloModule& module, const Machine* machine, JsonWriter* json)
    : module_(module), costs_(module, {}, TripCounter()), machine_(machine), json_(*json) {
  if (machine != nullptr) roofline_.emplace(module, costs_, *machine);
}

void CostWriter::WriteModule() {
  json_.Key("cost").BeginObject();
  json_.Key("minimum").Bool(costs_.is_minimum());
  if (roofline_.has_value()) {
    json_.Key("machine").String(machine_->name.empty() ? "the machine" : machine_->name);
    json_.Key("path").Double(roofline_->path_seconds());
  }
  if (module_.config().is_scheduled) WritePeak();
  json_.EndObject();
}

void CostWriter::WritePeak() {
  const PeakMemory peak(module_);
  if (peak.instruction() == nullptr) return;
  json_.Key("peak").BeginObject();
  json_.Key("bytes").Int(peak.bytes());
  json_.Key("at").BeginArray();
  json_.String(StrCat("%", peak.instruction()->parent()->name()));
  json_.String(StrCat("%", peak.instruction()->name()));
  json_.EndArray();
  for (const auto& [name, key] :
       {std::pair("scopes", CostKey::kScope), std::pair("lines", CostKey::kSourceLine)}) {
    json_.Key(name).List(PeakBy(module_, peak, key), [&](const PeakRow& row) {
      json_.BeginArray();
      json_.String(row.key);
      for (const int64_t bytes : {row.bytes, row.padding_bytes, row.parameter_bytes,
                                  row.temporary_bytes, row.freed_bytes}) {
        json_.Int(bytes);
      }
      json_.EndArray();
    });
  }
  json_.EndObject();
}

void CostWriter::WriteRows(const std::vector<const HloInstruction*>& order) {
  std::vector<size_t> rows;
  for (size_t row = 0; row < order.size(); ++row) {
    if (!costs_.share(*order[row]).IsZero()) rows.push_back(row);
  }
  if (rows.empty()) return;
  json_.Key("costs").List(rows, [&](size_t row) {
    const Cost cost = costs_.share(*order[row]);
    json_.BeginArray();
    json_.Int(static_cast<int64_t>(row));
    json_.Double(cost.flops);
    json_.Double(cost.bytes());
    json_.Double(cost.wire_bytes);
    if (roofline_.has_value()) json_.Double(roofline_->share(*order[row]).seconds);
    json_.EndArray();
  });
}

}  // namespace hlo_text_v1::internal
