// Regular expressions (RE2) as values of flags. They match bytes, since names and outputs may
// contain any bytes.
#ifndef HLO_TOOLS_COMMON_FLAG_REGEX_H_
#define HLO_TOOLS_COMMON_FLAG_REGEX_H_

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// Whether `pattern`, the value of --NAME, is valid; if not, `error` is a line that says why.
bool CheckRegex(std::string_view flag, const std::string& pattern, std::string* error);

// Compiles a pattern that CheckRegex has accepted; null if it is empty because the flag is not
// given.
std::unique_ptr<const re2::RE2> CompileRegex(const std::string& pattern);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_FLAG_REGEX_H_
