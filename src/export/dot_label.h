// What a node of the graph says about its instruction.
#ifndef HLO_EXPORT_DOT_LABEL_H_
#define HLO_EXPORT_DOT_LABEL_H_

#include <string>

#include "hlo/async.h"
#include "hlo/module.h"

namespace hlo {

// Lines: opcode, name, shape, and what matters of the attributes. `async` is the asynchronous
// operation of which it is a link, or nullptr; its opcode stands for that of the link.
std::string DotLabel(const HloInstruction& instruction, const AsyncOperation* async, bool is_root);
// The instruction's text, without metadata.
std::string DotTooltip(const HloInstruction& instruction);

// Whether `computation` does one operation on its parameters, so that its name and opcode say all.
bool IsOneOperation(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_EXPORT_DOT_LABEL_H_
