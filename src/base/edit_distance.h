// Suggests the word that a misspelt one may have meant.
#ifndef HLO_BASE_EDIT_DISTANCE_H_
#define HLO_BASE_EDIT_DISTANCE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::internal {

// The number of edits that turn `a` into `b`: a byte inserted, deleted or replaced, or two
// neighbors swapped (optimal string alignment). Time: the product of their lengths.
size_t EditDistance(std::string_view a, std::string_view b);

// "; did you mean NEAREST?", with `prefix` before the first of `known` closest to `word`; "" if
// none is close. Close is one edit for each three bytes of the word, and at least one; a word of
// one byte has none.
std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& known,
                       std::string_view prefix = "");

}  // namespace hlo::internal

#endif  // HLO_BASE_EDIT_DISTANCE_H_
