// Random programs, made from the tables of opcodes and attributes.
#ifndef HLO_TESTS_SUPPORT_RANDOM_PROGRAM_H_
#define HLO_TESTS_SUPPORT_RANDOM_PROGRAM_H_

#include <string>

#include "tests/support/choices.h"

namespace hlo_text_v1::test {

// The text of a module: a few instructions of any opcode, also in asynchronous sugar. Most fit
// their operands and attributes; others do not, have unfit values or attributes of other opcodes,
// or lack one. So XLA reads some of these programs and rejects the others.
std::string RandomProgram(Choices& choices);

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_SUPPORT_RANDOM_PROGRAM_H_
