// How a name ends: most names of a program are a root, a point and a number.
//
//   NameEndingOf("add.12")    kNumber
//   NameEndingOf("add")       kNoNumber
//   NameEndingOf("add.012")   kOddNumber
#ifndef HLO_BASE_NAME_ENDING_H_
#define HLO_BASE_NAME_ENDING_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/base/byte_class.h"

namespace hlo::internal {

// The number of trailing digits of `name`, at most 8, found without a loop, whose end would be
// mispredicted. 8 if that many cannot be read.
inline size_t TrailingDigits([[maybe_unused]] std::string_view name) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const size_t size = name.size();
  uint64_t bytes = 0;
  if (size >= 8) {
    std::memcpy(&bytes, name.data() + size - 8, 8);
  } else if (size >= 4) {
    uint32_t first = 0, last = 0;
    std::memcpy(&first, name.data(), 4);
    std::memcpy(&last, name.data() + size - 4, 4);
    bytes = uint64_t{last} << 32 | uint64_t{first} << (8 * (8 - size));
  } else {
    return 8;
  }
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t values = bytes ^ (kOnes * '0');
  const uint64_t others = (((values & (kOnes * 0x7f)) + kOnes * 0x76) | values) & (kOnes * 0x80);
  return others == 0 ? 8 : static_cast<size_t>(__builtin_clzll(others)) / 8;
#else
  return 8;
#endif
}

// How a name ends: with a number as it prints, add.12; with one that is spelled in another way
// (x.01) or is 0, the number of the name without one; or without. An oddly numbered name may
// change, or change another, even if it occurs once.
enum class NameEnding : uint8_t { kNoNumber, kNumber, kOddNumber };
inline NameEnding NameEndingOf(std::string_view name) {
  const size_t trailing = TrailingDigits(name);
  size_t digits = name.size() - trailing;
  if (trailing == 8) {
    digits = name.size();
    while (digits > 0 && HasClass(name[digits - 1], kDigit)) --digits;
  }
  if (digits == name.size() || digits < 2) return NameEnding::kNoNumber;
  const char before = name[digits - 1];
  if (before == '.') return name[digits] == '0' ? NameEnding::kOddNumber : NameEnding::kNumber;
  return before == '-' && name[digits - 2] == '.' ? NameEnding::kOddNumber : NameEnding::kNoNumber;
}
inline bool IsOddlyNumbered(std::string_view name) {
  return NameEndingOf(name) == NameEnding::kOddNumber;
}

}  // namespace hlo::internal

#endif  // HLO_BASE_NAME_ENDING_H_
