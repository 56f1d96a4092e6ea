#include "src/diff/merge_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::merge_order_test {

using namespace internal;

// For sequences of letters, where equal ones match; removed ones are in brackets.
std::string Merged(const std::string& before, const std::string& after) {
  std::string merged;
  MergeOrder(
      std::vector<char>(before.begin(), before.end()),
      std::vector<char>(after.begin(), after.end()),
      [&](char c) {
        const size_t at = after.find(c);
        return at == std::string::npos ? 0 : at + 1;
      },
      [&](char c) { merged += std::string("(") + c + ")"; }, [&](char c) { merged += c; });
  return merged;
}

TEST(MergeOrder, RemovedOnesFollowWhatTheyFollowed) {
  EXPECT_EQ(Merged("", ""), "");
  EXPECT_EQ(Merged("abc", "abc"), "abc");
  EXPECT_EQ(Merged("xabc", "abc"), "(x)abc");
  EXPECT_EQ(Merged("axyb", "ab"), "a(x)(y)b");
  EXPECT_EQ(Merged("abx", "ab"), "ab(x)");
  EXPECT_EQ(Merged("axb", "ba"), "ba(x)");
  EXPECT_EQ(Merged("axbyc", "cba"), "cb(y)a(x)");
  EXPECT_EQ(Merged("xyz", ""), "(x)(y)(z)");
  EXPECT_EQ(Merged("", "ab"), "ab");
  EXPECT_EQ(Merged("ax", "anb"), "a(x)nb");
}

TEST(MergeOrder, OfInstructions) {
  const HloModule before = ReadModule(
      "HloModule m\nENTRY e { a = f32[] parameter(0) b = f32[] sine(a) ROOT c = f32[] cosine(a) }");
  const HloModule after = ReadModule(
      "HloModule m\nENTRY e { a = f32[] parameter(0) d = f32[] negate(a) ROOT c = f32[] cosine(d) "
      "}");
  Matching matching(before, after);
  matching.Match(*before.entry_computation(), *after.entry_computation(),
                 {{Find(before, "a"), Find(after, "a")}, {Find(before, "c"), Find(after, "c")}});
  std::string text;
  for (const InstructionPair& pair :
       MergedInstructions(*before.entry_computation(), *after.entry_computation(), matching)) {
    text += std::string(pair.before == nullptr ? "-" : pair.before->name()) + ":" +
            std::string(pair.after == nullptr ? "-" : pair.after->name()) + " ";
  }
  EXPECT_EQ(text, "a:a b:- -:d c:c ");
}

}  // namespace hlo_text_v1::merge_order_test
