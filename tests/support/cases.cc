#include "tests/support/cases.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// The line of `text` in the source, in a raw or an ordinary string; else `otherwise`.
int LineOf(std::string_view text, const char* file, int otherwise) {
  const std::string source = ReadFile(file);
  const std::string plain(text);
  const std::string escaped =
      absl::StrReplaceAll(plain, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}, {"\t", "\\t"}});
  const size_t at =
      std::min(source.find(StrCat("(", plain, ")\"")), source.find(StrCat("\"", escaped, "\"")));
  if (at == std::string::npos) return otherwise;
  return static_cast<int>(1 + std::count(source.begin(), source.begin() + at, '\n'));
}

}  // namespace

void ExpectCase(const Case& c, std::string_view actual, const char* file, int line) {
  const std::string& expected = ExpectedOf(c);
  if (actual == expected) return;
  ADD_FAILURE_AT(file, LineOf(c.text, file, line))
      << "of        " << c.text << "\nexpected  " << expected << "\nactual    " << actual;
}

}  // namespace hlo_text_v1
