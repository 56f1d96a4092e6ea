// Pieces of all lengths across a block border arrive unchanged.
#include "src/base/text_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace hlo_text_v1::text_writer_test {

using namespace internal;

std::string Piece(size_t size, size_t seed) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text.push_back(static_cast<char>('a' + (i + seed) % 26));
  return text;
}

TEST(TextWriter, PiecesOfAllLengths) {
  std::string expected = "before ", out = "before ";
  TextWriter writer(&out);
  for (size_t round = 0; round < 40; ++round) {
    for (size_t size = 0; size < 100; ++size) {
      const std::string piece = Piece(size, round);
      writer.Append(piece);
      expected += piece;
    }
  }
  writer.Flush();
  EXPECT_EQ(out, expected);
}

TEST(TextWriter, BorderOfTheBlock) {
  constexpr size_t kBlock = size_t{64} << 10;
  for (size_t room = 0; room < 40; ++room) {
    for (size_t size : {size_t{1}, size_t{3}, size_t{7}, size_t{15}, size_t{31}, size_t{39}}) {
      std::string out;
      TextWriter writer(&out);
      const std::string fill = Piece(kBlock - room, 0), piece = Piece(size, 5);
      writer.Append(fill);
      writer.Append(piece);
      writer.Append('!');
      writer.AppendInt(-12345);
      writer.Flush();
      ASSERT_EQ(out, fill + piece + "!-12345") << room << " " << size;
    }
  }
}

TEST(TextWriter, LongPiecesGoPastTheBlock) {
  std::string out;
  TextWriter writer(&out);
  const std::string piece = Piece(200'000, 1);
  writer.Append("x");
  writer.Append(piece);
  writer.Append('y');
  writer.Flush();
  EXPECT_EQ(out, "x" + piece + "y");
}

TEST(TextWriter, IntegersAndFlushes) {
  std::string out;
  TextWriter writer(&out);
  writer.AppendInt(std::numeric_limits<int64_t>::min());
  writer.Append(' ');
  writer.AppendInt(std::numeric_limits<int64_t>::max());
  writer.Flush();
  writer.Flush();
  writer.AppendInt(0);
  EXPECT_EQ(out, "-9223372036854775808 9223372036854775807") << "0 stands in the block still";
  writer.Flush();
  EXPECT_EQ(out, "-9223372036854775808 92233720368547758070");
}

}  // namespace hlo_text_v1::text_writer_test
