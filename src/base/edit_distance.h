// Suggests the word that a misspelt one may have meant.
#ifndef HLO_BASE_EDIT_DISTANCE_H_
#define HLO_BASE_EDIT_DISTANCE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::internal {

// The number of edits that turn `a` into `b`: a byte inserted, deleted or replaced, or two
// neighbors swapped (optimal string alignment). Time: the product of their lengths.
size_t EditDistance(std::string_view a, std::string_view b);

// The words of `known` that `word`, of two bytes or more, may have meant, ignoring case. If `word`
// has three bytes or more and begins one to three of them: those. Otherwise the first of those that
// take the fewest edits; the limit is one edit per three bytes of `word`, but at least one and at
// most three.
std::vector<std::string_view> NearWords(std::string_view word,
                                        const std::vector<std::string_view>& known);

// "; did you mean A, B or C?", with `prefix` and `suffix` around each of NearWords; "" if there is
// none.
std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& known,
                       std::string_view prefix = "", std::string_view suffix = "");
// The same for words that NearWords has returned.
std::string DidYouMeanOneOf(const std::vector<std::string_view>& near_words,
                            std::string_view prefix = "", std::string_view suffix = "");

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_EDIT_DISTANCE_H_
