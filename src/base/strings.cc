// See strings.h.
#include "src/base/strings.h"

#include "absl/strings/str_split.h"

namespace hlo_text_v1::internal {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(Absl(text), separator)) {
    parts.push_back(Std(part));
  }
  return parts;
}

}  // namespace hlo_text_v1::internal
