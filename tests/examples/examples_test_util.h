// Shared by the fixtures of the examples in public headers.
#ifndef HLO_TESTS_EXAMPLES_EXAMPLES_TEST_UTIL_H_
#define HLO_TESTS_EXAMPLES_EXAMPLES_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <cassert>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "tests/support/read.h"

// Examples end where the point is made.
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"

#undef assert
#define assert(...) EXPECT_TRUE((__VA_ARGS__))

namespace hlo_text_v1 {

// Standard output of `example`.
template <typename Example>
std::string Printed(Example example) {
  testing::internal::CaptureStdout();
  example();
  return testing::internal::GetCapturedStdout();
}

// Functions, since no argument of a macro has an #include.
inline void ExpectText(const std::string& text, const std::string& expected) {
  EXPECT_EQ(text, expected);
}
template <typename Example>
void ExpectPrints(const std::string& expected, Example example) {
  EXPECT_EQ(Printed(example), expected);
}

// Makes an empty folder the current one.
class EmptyFolder {
 public:
  EmptyFolder() {
    const std::filesystem::path folder = testing::TempDir() + "/hlo_examples";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
  }
  ~EmptyFolder() { std::filesystem::current_path(before_); }

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
};

// Checks that `text` has the pieces of `abridged` between its "...", in order and up to blanks.
inline void ExpectAbridged(const std::string& text, const std::string& abridged) {
  const auto without_blanks = [](std::string_view from) {
    std::string result;
    for (const char c : from) {
      if (!std::isspace(static_cast<unsigned char>(c))) result.push_back(c);
    }
    return result;
  };
  const std::string all = without_blanks(text), pieces = without_blanks(abridged);
  for (size_t begin = 0, at = 0, end = 0; begin < pieces.size(); begin = end + 3) {
    end = std::min(pieces.find("...", begin), pieces.size());
    const std::string piece = pieces.substr(begin, end - begin);
    at = all.find(piece, at);
    ASSERT_NE(at, std::string::npos) << piece << "\n" << text;
    at += piece.size();
  }
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_EXAMPLES_EXAMPLES_TEST_UTIL_H_
