// See flag_regex.h.
#include "src/tools/common/flag_regex.h"

#include "src/base/strings.h"
#include "src/tools/common/command_line.h"

namespace hlo_text_v1::internal {

bool CheckRegex(std::string_view flag, const std::string& pattern, std::string* error) {
  const std::unique_ptr<const re2::RE2> regex = CompileRegex(pattern);
  if (regex == nullptr || regex->ok()) return true;
  *error = StrCat(WrongWord(flag, {"REGEX"}, pattern), ": ", regex->error());
  return false;
}

std::unique_ptr<const re2::RE2> CompileRegex(const std::string& pattern) {
  if (pattern.empty()) return nullptr;
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_log_errors(false);
  return std::make_unique<const re2::RE2>(pattern, options);
}

}  // namespace hlo_text_v1::internal
