// The marks of a block, read in larger pieces, against those read byte by byte.
#include "src/lex/block_marks.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string_view>
#include <tuple>

namespace hlo::block_marks_test {

using namespace internal;

auto Fields(const Marks& marks) {
  return std::make_tuple(marks.quotes, marks.opens, marks.closes, marks.backslashes, marks.others);
}

void ExpectSame(const std::array<char, kBlock>& block) {
  // Elsewhere there is nothing to compare.
  [[maybe_unused]] const Marks expected = MarksByByte(block.data());
  const std::string_view text(block.data(), block.size());
#ifdef HLO_HAS_BYTES16
  EXPECT_EQ(Fields(MarksBySixteen(block.data())), Fields(expected)) << text;
#endif
#ifdef HLO_HAS_AVX2_FUNCTIONS
  if (!__builtin_cpu_supports("avx2")) return;
  EXPECT_EQ(Fields(MarksByThirtyTwo(block.data())), Fields(expected)) << text;
#endif
}

TEST(BlockMarks, EachByteInEachPlace) {
  for (int byte = 0; byte < 256; ++byte) {
    for (size_t place = 0; place < kBlock; ++place) {
      std::array<char, kBlock> block{};
      block[place] = static_cast<char>(byte);
      ExpectSame(block);
    }
  }
}

TEST(BlockMarks, RandomBlocks) {
  constexpr std::string_view kMarks = "\"{}\\'/";
  std::mt19937 random(1);
  for (int run = 0; run < 10000; ++run) {
    std::array<char, kBlock> block;
    for (char& c : block) {
      c = random() % 2 == 0 ? kMarks[random() % kMarks.size()] : static_cast<char>(random());
    }
    ExpectSame(block);
  }
}

TEST(BlockMarks, ByByte) {
  std::array<char, kBlock> block{};
  constexpr std::string_view kText = "\"{}\\'/*";
  kText.copy(block.data(), kText.size());
  block[kBlock - 1] = '{';
  const Marks marks = MarksByByte(block.data());
  EXPECT_EQ(marks.quotes, 1u << 0);
  EXPECT_EQ(marks.opens, 1u << 1 | uint64_t{1} << 63);
  EXPECT_EQ(marks.closes, 1u << 2);
  EXPECT_EQ(marks.backslashes, 1u << 3);
  EXPECT_EQ(marks.others, 3u << 4);
}

}  // namespace hlo::block_marks_test
