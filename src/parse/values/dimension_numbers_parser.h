// Pieces of the values that are written as numbers joined by 'x': window, sparsity, scaling.
#ifndef HLO_PARSE_VALUES_DIMENSION_NUMBERS_PARSER_H_
#define HLO_PARSE_VALUES_DIMENSION_NUMBERS_PARSER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/parse/parse_context.h"

namespace hlo {

// Appends the numbers of "1x2x3", joined by `separator`. False if one is out of range.
bool SplitToInt64s(std::string_view text, char separator, std::vector<int64_t>* values);

// An integer or 1x2x3, as the value of the sub-attribute `name`; appends to `values`.
bool ReadDxD(ParseContext& ctx, std::string_view name, std::vector<int64_t>* values);

}  // namespace hlo

#endif  // HLO_PARSE_VALUES_DIMENSION_NUMBERS_PARSER_H_
