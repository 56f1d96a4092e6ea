// Parses one text on several threads.
#ifndef HLO_PARSE_MODULE_PARALLEL_H_
#define HLO_PARSE_MODULE_PARALLEL_H_

#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo_text_v1::internal {

// Reads the source of `module`, which is otherwise empty, if ParseOptions::jobs asks for more than
// one thread, and the text is worth them and has neither errors nor warnings: the module is then
// the one that a single thread makes, before Uniquify. Else returns false, and the module is
// unchanged.
bool ReadInParallel(HloModule* module, const ParseOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_PARALLEL_H_
