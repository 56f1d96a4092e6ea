// Parses one text on several threads: in parts (parallel_parser.cc) that are then joined
// (part_linker.cc).
#ifndef HLO_PARSE_MODULE_PARALLEL_PARSER_H_
#define HLO_PARSE_MODULE_PARALLEL_PARSER_H_

#include "src/parse/module/parse_state.h"

namespace hlo::internal {

// Reads the source of `module`, which is otherwise empty, if ParseOptions::jobs asks for more than
// one thread, and the text is worth them and has neither errors nor warnings: the module is then
// what one thread makes of it, before Uniquify. Returns in how many parts it was read, 1 if it
// could not be cut where that was tried. Else returns 0, and the module is unchanged.
size_t ReadInParallel(HloModule* module, const ParseOptions& options);

// Appends a part of a text, read into a separate state, to the parts before it.
//
// `whole` has read the header and everything before the part, `part` only that. The module of
// `whole` takes over what the part's module owns; names, shapes and computations in both are
// merged. Returns false if one thread would or might have read the text differently; then neither
// module is usable. On up to `jobs` threads. Linear in the part; some ten nanoseconds an
// instruction.
bool LinkPart(ParseState& whole, ParseState& part, size_t jobs);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_PARALLEL_PARSER_H_
