// Prints and aborts in debug builds; compiles to nothing in others.
#include "hlo/internal/misuse.h"

#ifndef NDEBUG
#include <cstdio>
#include <cstdlib>
#endif

namespace hlo_text_v1::internal {

void ReportMisuse([[maybe_unused]] const char* function, [[maybe_unused]] const char* problem) {
#ifndef NDEBUG
  std::fprintf(stderr, "Misuse of hlo_text::%s: %s\n", function, problem);
  std::abort();
#endif
}

void ReportMisuse(AccessorMisuse misuse) {
  switch (misuse) {
    case AccessorMisuse::kOperand:
      return ReportMisuse("HloInstruction::operand", "there is no such operand");
    case AccessorMisuse::kParameterNumber:
      return ReportMisuse("HloInstruction::parameter_number", "it is not a parameter");
    case AccessorMisuse::kLiteral:
      return ReportMisuse("HloInstruction::literal", "it is not a constant");
    case AccessorMisuse::kDimension:
      return ReportMisuse("Shape::dimensions", "the index is out of range");
    case AccessorMisuse::kTupleShape:
      return ReportMisuse("Shape::tuple_shapes", "the index is out of range");
  }
}

}  // namespace hlo_text_v1::internal
