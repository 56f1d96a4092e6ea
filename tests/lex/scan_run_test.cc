// Compares each function of scan_run.h with a loop over bytes: every byte, at every position in a
// run, and random bytes.
#include "src/lex/scan_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/source.h"
#include "src/lex/lexer.h"

namespace hlo_text_v1::scan_run_test {

using namespace internal;

struct Case {
  const char* what;
  const char* (*find)(const char*);
  bool (*ends)(char);
  char inside;
};

void PrintTo(const Case& c, std::ostream* os) { *os << c.what; }

bool IsControl(char c) { return static_cast<unsigned char>(c) < ' '; }
bool IsBlankOrBelow(char c) { return static_cast<unsigned char>(c) <= ' '; }

const Case kCases[] = {
    {"identifier", SkipIdentifier, [](char c) { return !HasClass(c, kIdentifierByte); }, 'a'},
    {"blank", FindBlank, IsBlankOrBelow, 'a'},
    {"bracket", [](const char* p) { return FindBlankOr(p, ']'); },
     [](char c) { return IsBlankOrBelow(c) || c == ']'; }, '7'},
    {"parenthesis", FindParenthesis, [](char c) { return IsControl(c) || c == '(' || c == ')'; },
     ' '},
    {"identifier_scalar", scalar::SkipIdentifier,
     [](char c) { return !HasClass(c, kIdentifierByte); }, 'a'},
    {"blank_scalar", scalar::FindBlank, IsBlankOrBelow, 'a'},
    {"bracket_scalar", [](const char* p) { return scalar::FindBlankOr(p, ']'); },
     [](char c) { return IsBlankOrBelow(c) || c == ']'; }, '7'},
    {"parenthesis_scalar", scalar::FindParenthesis,
     [](char c) { return IsControl(c) || c == '(' || c == ')'; }, ' '},
};

class ScanRun : public ::testing::TestWithParam<Case> {};

TEST_P(ScanRun, EndsWhereALoopOverBytesEnds) {
  constexpr size_t kLongest = 50;
  for (size_t at = 0; at < kLongest; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string text(kLongest, GetParam().inside);
      text[at] = static_cast<char>(byte);
      text.append(SourceBuffer::kPadding, '\0');
      size_t expected = 0;
      while (!GetParam().ends(text[expected])) ++expected;
      ASSERT_EQ(GetParam().find(text.data()) - text.data(), static_cast<ptrdiff_t>(expected))
          << "byte " << byte << " at " << at;
    }
  }
}

// Keeps one in fifty of the bytes that would end the run.
TEST_P(ScanRun, EndsInRandomBytesWhereALoopOverBytesEnds) {
  constexpr size_t kSize = 100;
  std::mt19937 random(1);
  for (int run = 0; run < 2000; ++run) {
    std::string text(kSize, '\0');
    for (char& c : text) {
      c = static_cast<char>(random());
      if (GetParam().ends(c) && random() % 50 != 0) c = GetParam().inside;
    }
    text.append(SourceBuffer::kPadding, '\0');
    size_t expected = 0;
    while (!GetParam().ends(text[expected])) ++expected;
    ASSERT_EQ(GetParam().find(text.data()) - text.data(), static_cast<ptrdiff_t>(expected)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScanRun, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.what); });

TEST(SkipPlainString, EndsWhereTheScalarOneEnds) {
  constexpr size_t kLongest = 40;
  for (size_t at = 0; at < kLongest; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string text(kLongest, 'a');
      text[at] = static_cast<char>(byte);
      text.append(SourceBuffer::kPadding, '\0');
      for (const size_t size : {at, at + 1, kLongest}) {
        const char* end = text.data() + size;
        const ptrdiff_t plain = scalar::SkipPlainString(text.data(), end) - text.data();
        ASSERT_EQ(SkipPlainString(text.data(), end) - text.data(), plain)
            << "byte " << byte << " at " << at << " of " << size;
        const std::string_view part(text.data(), size);
        const std::vector<char> alone(part.begin(), part.end());  // with nothing readable after it
        const char* begin = alone.data();
        ASSERT_EQ(SkipPlainStringWithin(begin, begin + size) - begin, plain)
            << "byte " << byte << " at " << at << " of " << size;
      }
    }
  }
}

}  // namespace hlo_text_v1::scan_run_test
