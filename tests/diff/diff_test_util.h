// The pairs of testdata/diff. A first line `// diff: WORDS` of NAME.before.hlo sets options: names,
// metadata, nolayouts, noschedule, context=N, and unknown, to allow unknown words.
#ifndef HLO_TESTS_DIFF_DIFF_TEST_UTIL_H_
#define HLO_TESTS_DIFF_DIFF_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "hlo/diff.h"
#include "tests/support/read.h"

namespace hlo_text_v1 {

using namespace internal;

struct DiffPair {
  HloModule before;
  HloModule after;
  DiffOptions options;
  DiffTextOptions text_options;
};

inline void ReadDiffWords(std::string_view text, DiffPair* pair) {
  constexpr std::string_view kStart = "// diff: ";
  if (text.substr(0, kStart.size()) != kStart) return;
  std::istringstream words(
      std::string(text.substr(kStart.size(), text.find('\n') - kStart.size())));
  for (std::string word; words >> word;) {
    if (word == "names") {
      pair->options.names = true;
    } else if (word == "metadata") {
      pair->options.metadata = true;
    } else if (word == "nolayouts") {
      pair->options.layouts = false;
    } else if (word == "noschedule") {
      pair->options.schedule = false;
    } else if (word.rfind("context=", 0) == 0) {
      pair->text_options.context = std::stoi(word.substr(8));
    } else {
      EXPECT_EQ(word, "unknown");
    }
  }
}

// `path` is the path of the pair without ".before.hlo".
inline DiffPair ReadDiffPair(const std::string& path) {
  const std::string before = ReadFile(path + ".before.hlo");
  DiffPair pair{ReadModule(before, AllowUnknown()),
                ReadModule(ReadFile(path + ".after.hlo"), AllowUnknown()),
                {},
                {}};
  ReadDiffWords(before, &pair);
  return pair;
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_DIFF_DIFF_TEST_UTIL_H_
