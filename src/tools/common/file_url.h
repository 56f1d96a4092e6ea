// URLs of files, for browsers and editors.
#ifndef HLO_TOOLS_COMMON_FILE_URL_H_
#define HLO_TOOLS_COMMON_FILE_URL_H_

#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// The file's URL, file:///tmp/a%20b.html. `path` must be absolute.
std::string FileUrl(std::string_view path);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_FILE_URL_H_
