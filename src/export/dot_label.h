// Labels, tooltips and colors of graph nodes.
#ifndef HLO_EXPORT_DOT_LABEL_H_
#define HLO_EXPORT_DOT_LABEL_H_

#include <string>
#include <string_view>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/print_options.h"
#include "src/print/module_printer.h"

namespace hlo {

// Lines: opcode, name, shape, and the attributes that matter. For a link of an asynchronous
// operation (`async`, else nullptr), the wrapped opcode replaces that of the link.
std::string DotLabel(const HloInstruction& instruction, const AsyncOperation* async, bool is_root);
// "#rrggbb", light enough for black text.
std::string_view FillColor(OpcodeGroup group);
// The text of each instruction, without metadata.
class DotTooltips {
 public:
  explicit DotTooltips(const HloModule& module);
  std::string Of(const HloInstruction& instruction);

 private:
  const PrintOptions options_;
  std::string text_;
  ModulePrinter printer_;
};

// Whether `computation` applies one operation to its parameters: its name and opcode say it all.
bool IsOneOperation(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_EXPORT_DOT_LABEL_H_
