// One text, read on several threads.
#ifndef HLO_PARSE_MODULE_PARALLEL_PARSER_H_
#define HLO_PARSE_MODULE_PARALLEL_PARSER_H_

#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo {

// Reads the source of `module`, which is empty but for it. True if ParseOptions::jobs asks for more
// than one thread, the text is worth them, and there is neither an error nor a warning in it: then
// the module is what one thread makes of it, before Uniquify. Else the module is as it was.
bool ReadInParallel(HloModule* module, const ParseOptions& options);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PARALLEL_PARSER_H_
