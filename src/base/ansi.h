// Terminal escape sequences (ECMA-48, "select graphic rendition").
#ifndef HLO_BASE_ANSI_H_
#define HLO_BASE_ANSI_H_

#include <string_view>

namespace hlo_text_v1::internal::ansi {

inline constexpr std::string_view kBold = "\x1b[1m";
inline constexpr std::string_view kRed = "\x1b[31m";
inline constexpr std::string_view kGreen = "\x1b[32m";
inline constexpr std::string_view kYellow = "\x1b[33m";
inline constexpr std::string_view kCyan = "\x1b[36m";
inline constexpr std::string_view kBoldRed = "\x1b[1;31m";
inline constexpr std::string_view kBoldGreen = "\x1b[1;32m";
inline constexpr std::string_view kBoldMagenta = "\x1b[1;35m";
inline constexpr std::string_view kBoldCyan = "\x1b[1;36m";
inline constexpr std::string_view kReset = "\x1b[0m";
// The reset that git uses in its diffs.
inline constexpr std::string_view kShortReset = "\x1b[m";

}  // namespace hlo_text_v1::internal::ansi

#endif  // HLO_BASE_ANSI_H_
