// Tables of texts with what must be made of them:
//
//   ExpectCases({{"f32[2,3]", "f32[2,3]{1,0}"}, {"f32[]", kSame}}, PrintedShape);
//
// A failure is reported at its row, so that it is the place to open.
#ifndef HLO_TESTS_SUPPORT_CASES_H_
#define HLO_TESTS_SUPPORT_CASES_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace hlo {

struct Case {
  std::string text;
  std::string expected;
};

// Expects the text itself.
inline constexpr char kSame[] = "(same)";

inline const std::string& ExpectedOf(const Case& c) {
  return c.expected == kSame ? c.text : c.expected;
}

// A failure, in the row of `file` that has the text of `c`, unless `actual` is what it expects.
void ExpectCase(const Case& c, std::string_view actual, const char* file, int line);

// Holds what `of` makes of each text against its row. `file` has the rows; `line` is reported for
// those that are put together there.
template <typename Of>
void ExpectCases(absl::Span<const Case> cases, Of of, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE()) {
  for (const Case& c : cases) ExpectCase(c, of(c.text), file, line);
}

}  // namespace hlo

#endif  // HLO_TESTS_SUPPORT_CASES_H_
