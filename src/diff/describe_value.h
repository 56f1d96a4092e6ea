// Describes a change in a constant's value that the text does not show.
#ifndef HLO_DIFF_DESCRIBE_VALUE_H_
#define HLO_DIFF_DESCRIBE_VALUE_H_

#include <string>

#include "hlo/literal.h"

namespace hlo_text_v1::internal {

// "3 of 1024 elements, first {0,5}", for two arrays of the same dimensions and type; "left out
// before", "left out now"; empty for anything else. Linear in the values.
std::string DescribeValueChange(const Literal& before, const Literal& after);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_DESCRIBE_VALUE_H_
