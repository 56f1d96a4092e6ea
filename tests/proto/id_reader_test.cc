// IdReader against ReadVarint: numbers of all lengths, in every order of two, and cut.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/proto/read_instruction.h"

namespace hlo::id_reader_test {

using namespace internal;

std::string Encoded(uint64_t value, size_t least_bytes = 1) {
  std::string bytes;
  for (; value >= 0x80 || bytes.size() + 1 < least_bytes; value >>= 7) {
    bytes.push_back(static_cast<char>((value & 0x7F) | 0x80));
  }
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

std::vector<std::string> Numbers() {
  std::vector<std::string> numbers = {std::string(8, '\0'), std::string(12, '\xFF')};
  for (int bits = 0; bits <= 64; ++bits) {
    const uint64_t power = bits == 64 ? 0 : uint64_t{1} << bits;
    for (const uint64_t value : {power - 1, power, power + 1, power + 0x3FFF, power + 0x4000}) {
      numbers.push_back(Encoded(value));
    }
  }
  for (size_t bytes = 1; bytes <= 10; ++bytes) numbers.push_back(Encoded(5, bytes));  // overlong
  return numbers;
}

TEST(IdReader, ReadsWhatReadVarintReads) {
  const std::vector<std::string> numbers = Numbers();
  for (const std::string& first : numbers) {
    for (const std::string& second : numbers) {
      const std::string bytes = first + second + "rest that may be read";
      IdReader ids;
      const char* const end = bytes.data() + bytes.size();
      const char* ours = bytes.data();
      const char* theirs = bytes.data();
      for (int i = 0; i < 2 && theirs != nullptr; ++i) {
        uint64_t id = 0, expected = 0;
        ours = ids.Read(ours, end, &id);
        theirs = ReadVarint(theirs, end, &expected);
        ASSERT_EQ(ours, theirs);
        if (theirs != nullptr) {
          ASSERT_EQ(id, expected);
        }
      }
    }
  }
}

TEST(IdReader, ReadsNothingBehindTheEnd) {
  for (const std::string& number : Numbers()) {
    for (size_t size = 0; size < number.size(); ++size) {
      const std::vector<char> bytes(number.begin(), number.begin() + static_cast<long>(size));
      IdReader ids;
      uint64_t id = 0, expected = 0;
      const char* const end = bytes.data() + size;
      EXPECT_EQ(ids.Read(bytes.data(), end, &id), ReadVarint(bytes.data(), end, &expected));
    }
  }
}

}  // namespace hlo::id_reader_test
