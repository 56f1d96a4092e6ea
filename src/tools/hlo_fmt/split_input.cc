// See split_input.h.
#include "src/tools/hlo_fmt/split_input.h"

#include "src/base/strings.h"
#include "src/format/split_modules.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kModuleHead = "HloModule ";

}  // namespace

std::vector<InputPart> SplitInput(std::string_view text) {
  std::vector<InputPart> parts;
  size_t begin = 0;
  bool has_module = false;  // the part that begins there
  for (size_t at = 0; at < text.size();) {
    const size_t end = NextLine(text, at);
    const std::string_view line = text.substr(at, end - at);
    const bool begins_module = line.substr(0, kModuleHead.size()) == kModuleHead;
    if (IsSplitMarker(line)) {
      parts.push_back({text.substr(begin, at - begin), line});
      begin = end;
      has_module = false;
    } else if (begins_module && has_module) {
      parts.push_back({text.substr(begin, at - begin), {}});
      begin = at;
    }
    has_module |= begins_module;
    at = end;
  }
  parts.push_back({text.substr(begin), {}});
  return parts;
}

}  // namespace hlo_text_v1::internal
