// What printed text does not say when it is read again.
#ifndef HLO_PRINT_WARNINGS_H_
#define HLO_PRINT_WARNINGS_H_

#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/print_options.h"

namespace hlo {

// A warning for each computation that reading the text of PrintHloModule(module, options) would
// move to another execution thread: asynchronous chains on several threads reach it, the last one
// in the text decides, and XLA's order of the text is not that of `module`, which must be
// desugared. AsyncPrintMode::kGeneric keeps the order where it matters; no order helps if an edit
// has removed the chain that decided. Offsets are into module.source(). Nearly always empty. Linear
// in the module if it has chains.
std::vector<Diagnostic> PrintWarnings(const HloModule& module, const PrintOptions& options = {});

}  // namespace hlo

#endif  // HLO_PRINT_WARNINGS_H_
