// Strings of JSON with halves of surrogate pairs, and the texts that they are read as.
#ifndef HLO_TESTS_LSP_LONE_SURROGATES_H_
#define HLO_TESTS_LSP_LONE_SURROGATES_H_

#include <string_view>

namespace hlo {

struct LoneSurrogates {
  std::string_view escaped;
  std::string_view text;
};
inline constexpr LoneSurrogates kLoneSurrogates[] = {
    {"\\ud834", "\uFFFD"},
    {"a\\uD834b", "a\uFFFDb"},
    {"\\udd1e\\ud834", "\uFFFD\uFFFD"},
    {"\\ud834\\n", "\uFFFD\n"},
    {"\\ud834\\u0041", "\uFFFDA"},
    {"\\ud834\\ue000", "\uFFFD\uE000"},
    {"\\udc00\\udc00", "\uFFFD\uFFFD"},
    {"\\ud834\\ud834\\udd1e", "\uFFFD\U0001D11E"},
    {"\\\\ud834\\\\\\ud834", "\\ud834\\\uFFFD"},
};

}  // namespace hlo

#endif  // HLO_TESTS_LSP_LONE_SURROGATES_H_
