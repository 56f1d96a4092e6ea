// Costs shown on a module's page: of each row over all its runs, of the machine, of the buffers at
// the peak. In the page's data: CostData of types.d.ts.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_COST_DATA_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_COST_DATA_H_

#include <optional>
#include <vector>

#include "hlo/cost.h"
#include "hlo/module.h"
#include "hlo/roofline.h"
#include "src/base/json_writer.h"

namespace hlo_text_v1::internal {

// Borrows all arguments; `machine` may be null.
class CostWriter {
 public:
  CostWriter(const HloModule& module, const Machine* machine, JsonWriter* json);

  const CostAnalysis& costs() const { return costs_; }
  // "cost".
  void WriteModule();
  // "costs", if there are any. `order` has the rows of a computation.
  void WriteRows(const std::vector<const HloInstruction*>& order);

 private:
  void WritePeak();

  const HloModule& module_;
  const CostAnalysis costs_;
  const Machine* const machine_;
  std::optional<Roofline> roofline_;
  JsonWriter& json_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_COST_DATA_H_
