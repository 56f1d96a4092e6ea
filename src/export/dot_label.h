// What a node of the graph says about its instruction.
#ifndef HLO_EXPORT_DOT_LABEL_H_
#define HLO_EXPORT_DOT_LABEL_H_

#include <string>

#include "hlo/module.h"
#include "src/async/async_links.h"

namespace hlo {

// Lines: opcode (of an asynchronous operation, if it is a link of `links`, that may be null), name,
// shape, and what matters of the attributes.
std::string DotLabel(const HloInstruction& instruction, const AsyncLinks* links, bool is_root);
// The instruction's text, without metadata.
std::string DotTooltip(const HloInstruction& instruction);

// Whether `computation` does one operation on its parameters, so that its name and opcode say all.
bool IsOneOperation(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_EXPORT_DOT_LABEL_H_
