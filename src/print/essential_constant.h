// Constants in the form of print_only_essential_constants.
#ifndef HLO_PRINT_ESSENTIAL_CONSTANT_H_
#define HLO_PRINT_ESSENTIAL_CONSTANT_H_

#include <string>

#include "hlo/literal.h"

namespace hlo {

// Appends 0 if all elements are zero (or there are none), 1 if all are one, all values of integers
// up to 500000 elements, else {...}. Linear in the number of elements. XLA
// HloPrintOptions::print_only_essential_constants.
void AppendEssentialConstant(const Literal& literal, std::string* out);

}  // namespace hlo

#endif  // HLO_PRINT_ESSENTIAL_CONSTANT_H_
