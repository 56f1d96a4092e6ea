// Parses one text on several threads.
#ifndef HLO_PARSE_MODULE_PARALLEL_PARSER_H_
#define HLO_PARSE_MODULE_PARALLEL_PARSER_H_

#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo {

// Reads the source of `module`, which is otherwise empty. Returns true if ParseOptions::jobs asks
// for more than one thread, the text is worth them and has neither errors nor warnings: the module
// is then what one thread makes of it, before Uniquify. Else the module is unchanged.
bool ReadInParallel(HloModule* module, const ParseOptions& options);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PARALLEL_PARSER_H_
