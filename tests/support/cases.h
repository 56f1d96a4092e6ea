// Tables of texts and expected results:
//
//   ExpectCases({{"f32[2,3]", "f32[2,3]{1,0}"}, {"f32[]", kSame}}, PrintedShape);
//
// Failures are reported at their row, the place to open.
#ifndef HLO_TESTS_SUPPORT_CASES_H_
#define HLO_TESTS_SUPPORT_CASES_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace hlo_text_v1 {

struct Case {
  std::string text;
  std::string expected;
};

// Expects the text itself.
inline constexpr char kSame[] = "(same)";

inline const std::string& ExpectedOf(const Case& c) {
  return c.expected == kSame ? c.text : c.expected;
}

// Fails, at the row of `file` that has the text of `c`, unless `actual` is the expected text.
void ExpectCase(const Case& c, std::string_view actual, const char* file, int line);

// Compares `of` each text with its row. `file` has the rows; failures of rows whose text is
// computed are reported at `line`.
template <typename Of>
void ExpectCases(absl::Span<const Case> cases, Of of, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE()) {
  for (const Case& c : cases) ExpectCase(c, of(c.text), file, line);
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_CASES_H_
