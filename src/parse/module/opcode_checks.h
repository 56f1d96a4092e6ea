// Requirements of particular opcodes for operands, attributes and shape: a function Check##check
// for each name in the column `check` of opcodes.def.
//
// Called after the attributes are read. Trusts a given shape, except for the opcodes of
// communication_checks.cc that make their own. Returns false, logged, if the instruction is
// refused. Source: XLA hlo_parser.cc CreateInstruction, hlo_instructions.cc.
#ifndef HLO_PARSE_MODULE_OPCODE_CHECKS_H_
#define HLO_PARSE_MODULE_OPCODE_CHECKS_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

#define HLO_OPCODE(Id, text, arity, infer, check, ...) \
  bool Check##check(ParseState& state, Draft* draft);
#include "hlo/tables/opcodes.def"

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_OPCODE_CHECKS_H_
