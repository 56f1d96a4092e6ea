// See split_input.h.
#include "src/tools/hlo_fmt/split_input.h"

#include <algorithm>

#include "src/format/split_marker.h"

namespace hlo {

std::vector<InputPart> SplitInput(std::string_view text) {
  std::vector<InputPart> parts;
  size_t begin = 0;
  for (size_t at = text.find(kSplitMarker); at != std::string_view::npos;
       at = text.find(kSplitMarker, at)) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
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

}  // namespace hlo
