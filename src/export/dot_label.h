// What a node of the graph says about its instruction.
#ifndef HLO_EXPORT_DOT_LABEL_H_
#define HLO_EXPORT_DOT_LABEL_H_

#include <string>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/print_options.h"
#include "src/print/module_printer.h"

namespace hlo {

// Lines: opcode, name, shape, and what matters of the attributes. `async` is the asynchronous
// operation of which it is a link, or nullptr; its opcode stands for that of the link.
std::string DotLabel(const HloInstruction& instruction, const AsyncOperation* async, bool is_root);
// The text of an instruction, without metadata.
class DotTooltips {
 public:
  explicit DotTooltips(const HloModule& module);
  std::string Of(const HloInstruction& instruction);

 private:
  const PrintOptions options_;
  std::string text_;
  ModulePrinter printer_;
};

// Whether `computation` does one operation on its parameters, so that its name and opcode say all.
bool IsOneOperation(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_EXPORT_DOT_LABEL_H_
