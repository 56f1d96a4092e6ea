// See summary.h.
#include "src/tools/hlo_fmt/summary.h"

#include <algorithm>

#include "src/base/strings.h"

namespace hlo {

void Summary::Add(const FileResult& result) {
  Raise(result.code);
  timing_.Add(result.timing);
  if (result.changed) {
    ++changed_;
  } else if (result.code == kFine) {
    ++unchanged_;
  } else {
    ++with_errors_;
  }
}

void Summary::Raise(ExitCode code) { code_ = std::max(code_, code); }

std::string Summary::Line(std::string_view changed) const {
  std::string line;
  // The first part names the things counted.
  const auto add = [&](size_t count, std::string_view what) {
    if (count == 0) return;
    const std::string_view noun = !line.empty() ? "" : count == 1 ? " file" : " files";
    StrAppend(&line, line.empty() ? "" : ", ", count, noun, " ", what);
  };
  add(changed_, changed);
  add(unchanged_, "unchanged");
  add(with_errors_, "with errors");
  if (line.empty()) line = "no files";
  return line + "\n";
}

}  // namespace hlo
