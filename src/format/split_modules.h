// Splits a file into modules: each begins at a line `// -----`, as in LLVM's tools, or at a line
// `HloModule ...` after the end of a module.
#ifndef HLO_FORMAT_SPLIT_MODULES_H_
#define HLO_FORMAT_SPLIT_MODULES_H_

#include <string_view>
#include <vector>

namespace hlo_text_v1::internal {

// The line between texts of one file.
inline constexpr std::string_view kSplitMarker = "// -----";

// Whether `line`, with or without its newline, is the marker and blanks.
inline bool IsSplitMarker(std::string_view line) {
  return line.substr(0, kSplitMarker.size()) == kSplitMarker &&
         line.find_first_not_of(" \t\r\n", kSplitMarker.size()) == std::string_view::npos;
}

// `text` in consecutive pieces; all but the first begin at the beginning of a line. A file with one
// module is one piece; an empty text gives none. Linear.
std::vector<std::string_view> SplitModules(std::string_view text);

// Whether `piece` has only comments and blanks.
bool HasOnlyComments(std::string_view piece);

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_SPLIT_MODULES_H_
