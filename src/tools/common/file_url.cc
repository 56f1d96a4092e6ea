// Escapes all bytes except slashes and those that RFC 3986 calls unreserved.
#include "src/tools/common/file_url.h"

#include "src/base/strings.h"

namespace hlo_text_v1::internal {

std::string FileUrl(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string url = "file://";
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      url += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      StrAppend(&url, "%", std::string_view(&kHex[byte >> 4], 1),
                std::string_view(&kHex[byte & 15], 1));
    }
  }
  return url;
}

}  // namespace hlo_text_v1::internal
