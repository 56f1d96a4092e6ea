// JSON text with the members of its objects sorted.
#ifndef HLO_TEXT_SORTED_JSON_H_
#define HLO_TEXT_SORTED_JSON_H_

#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// `json` without white space, members sorted bytewise by their text, `"key":value`; arrays keep
// their order, literals their spelling. Lenient: a comma may be missing, or follow the last
// element; a literal begins with a quote, sign, digit, or f, t or n, and ends at white space or one
// of ,{}[]: outside of quotes. Other text, or nesting deeper than 500, is returned unchanged. n log
// n for bounded depth; no recursion. XLA sort_backend_config.
std::string SortedJson(std::string_view json);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TEXT_SORTED_JSON_H_
