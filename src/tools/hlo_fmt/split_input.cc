// See split_input.h.
#include "src/tools/hlo_fmt/split_input.h"

#include "src/base/strings.h"
#include "src/format/split_modules.h"

namespace hlo_text_v1::internal {

std::vector<InputPart> SplitInput(std::string_view text) {
  std::vector<InputPart> parts;
  size_t begin = 0;
  for (size_t at = text.find(kSplitMarker); at != std::string_view::npos;
       at = text.find(kSplitMarker, at)) {
    const size_t end = NextLine(text, at);
    const std::string_view line = text.substr(at, end - at);
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    at = end;
    if (!begins_line || !IsSplitMarker(line)) continue;
    parts.push_back({text.substr(begin, end - line.size() - begin), line});
    begin = end;
  }
  parts.push_back({text.substr(begin), {}});
  return parts;
}

}  // namespace hlo_text_v1::internal
