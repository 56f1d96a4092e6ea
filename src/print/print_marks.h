// Where names of instructions and computations, and attributes, are in a printed text; for viewers
// with clickable text.
#ifndef HLO_PRINT_PRINT_MARKS_H_
#define HLO_PRINT_PRINT_MARKS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hlo/attribute.h"
#include "hlo/instruction.h"

namespace hlo::internal {

struct PrintMark {
  enum class Kind : uint8_t {
    kInstruction,  // a name with its '%': the instruction's own, or that of an operand
    kSymbol,       // a name in an attribute: of a computation or an instruction
    kAttribute,    // ", name=value"; the marks in it come before it
  };
  Kind kind;
  size_t begin;  // bytes [begin, end) of everything the printer has written
  size_t end;
  const HloInstruction* instruction;  // kInstruction
  uint32_t symbol;                    // kSymbol: number in the module's symbol table
  const Attribute* attribute;         // kAttribute
};

// Sorted by their ends.
using PrintMarks = std::vector<PrintMark>;

}  // namespace hlo::internal

#endif  // HLO_PRINT_PRINT_MARKS_H_
