// The line between texts of one file, as in LLVM's tools.
#ifndef HLO_FORMAT_SPLIT_MARKER_H_
#define HLO_FORMAT_SPLIT_MARKER_H_

#include <string_view>

namespace hlo {

inline constexpr std::string_view kSplitMarker = "// -----";

// Whether `line`, with or without its newline, is the marker and blanks.
inline bool IsSplitMarker(std::string_view line) {
  return line.substr(0, kSplitMarker.size()) == kSplitMarker &&
         line.find_first_not_of(" \t\r\n", kSplitMarker.size()) == std::string_view::npos;
}

}  // namespace hlo

#endif  // HLO_FORMAT_SPLIT_MARKER_H_
