// Compares each operation on sixteen bytes with the same operation on single bytes.
#include "src/lex/bytes16.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace hlo_text_v1::bytes16_test {

using namespace internal;

#ifdef HLO_HAS_BYTES16

constexpr size_t kSize = 16;
using Array = std::array<char, kSize>;

// All 256 bytes, each in every place.
std::vector<Array> AllBytes() {
  std::vector<Array> all;
  for (int first = 0; first < 256; ++first) {
    Array bytes;
    for (size_t i = 0; i < kSize; ++i)
      bytes[i] = static_cast<char>(first + 11 * static_cast<int>(i));
    all.push_back(bytes);
  }
  return all;
}

unsigned Unsigned(char c) { return static_cast<unsigned char>(c); }

// The indices in `mask`, as bits.
uint64_t Indices(Mask16 mask) {
  uint64_t bits = 0;
  for (; !mask.empty(); mask.RemoveFirst()) bits |= uint64_t{1} << mask.First();
  return bits;
}

// `compare` holds exactly where `holds` does.
void ExpectSame(const std::function<Bytes16(Bytes16)>& compare,
                const std::function<bool(char)>& holds) {
  for (const Array& bytes : AllBytes()) {
    uint64_t expected = 0;
    for (size_t i = 0; i < kSize; ++i) expected |= uint64_t{holds(bytes[i])} << i;
    const Bytes16 compared = compare(Load16(bytes.data()));
    ASSERT_EQ(Indices(Mask16(compared)), expected) << Unsigned(bytes[0]);
    ASSERT_EQ(Indices(~Mask16(compared)), expected ^ 0xFFFF) << Unsigned(bytes[0]);
  }
}

TEST(Bytes16, Compare) {
  for (const char c : {'\0', '\1', ' ', 'a', '\x7f', '\x80', '\xff'}) {
    ExpectSame([c](Bytes16 x) { return Equal(x, c); }, [c](char b) { return b == c; });
    ExpectSame([c](Bytes16 x) { return AtMost(x, c); },
               [c](char b) { return Unsigned(b) <= Unsigned(c); });
    for (const char last : {'\0', '/', 'z', '\x7f', '\x80', '\xff'}) {
      if (Unsigned(last) < Unsigned(c) || Unsigned(last) - Unsigned(c) == 255) continue;
      ExpectSame(
          [=](Bytes16 x) { return InRange(x, c, last); },
          [=](char b) { return Unsigned(c) <= Unsigned(b) && Unsigned(b) <= Unsigned(last); });
    }
  }
}

TEST(Bytes16, Combine) {
  const auto low = [](Bytes16 x) { return AtMost(x, 'm'); };
  const auto middle = [](Bytes16 x) { return InRange(x, 'a', 'z'); };
  const auto is_low = [](char c) { return Unsigned(c) <= 'm'; };
  const auto is_middle = [](char c) { return 'a' <= c && c <= 'z'; };
  ExpectSame([&](Bytes16 x) { return low(x) | middle(x); },
             [&](char c) { return is_low(c) || is_middle(c); });
  ExpectSame([&](Bytes16 x) { return low(x) & middle(x); },
             [&](char c) { return is_low(c) && is_middle(c); });
  ExpectSame([&](Bytes16 x) { return Without(low(x), middle(x)); },
             [&](char c) { return is_low(c) && !is_middle(c); });
  ExpectSame([](Bytes16 x) { return Equal(x | ' ', 'a'); },
             [](char c) { return c == 'a' || c == 'A'; });
}

TEST(Mask16, FirstOfAllMasks) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    Array bytes;
    for (size_t i = 0; i < kSize; ++i) bytes[i] = (bits >> i & 1) != 0 ? 'x' : ' ';
    const Mask16 mask(Equal(Load16(bytes.data()), 'x'));
    ASSERT_EQ(mask.empty(), bits == 0);
    if (bits != 0) {
      ASSERT_EQ(mask.First(), static_cast<size_t>(__builtin_ctz(bits))) << bits;
    }
    ASSERT_EQ(Indices(mask), bits);
  }
}

TEST(Bits64, ABitForEachByte) {
  std::mt19937_64 random(1);
  for (int run = 0; run < 1000; ++run) {
    const uint64_t bits = run < 64 ? uint64_t{1} << run : random();
    std::array<char, 64> bytes;
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (bits >> i & 1) != 0 ? 'x' : ' ';
    const auto part = [&](size_t i) { return Equal(Load16(&bytes[i * kSize]), 'x'); };
    ASSERT_EQ(Bits64(part(0), part(1), part(2), part(3)), bits);
  }
}

#elif defined(__x86_64__) || defined(__AARCH64EL__)
#error "this processor has sixteen bytes at a time"
#endif

}  // namespace hlo_text_v1::bytes16_test
