// How a name ends: most names of a program are a root, a point and a number.
//
//   NameEndingOf("add.12")    kNumber
//   NameEndingOf("add")       kNoNumber
//   NameEndingOf("add.012")   kOddNumber
#ifndef HLO_BASE_NAME_ENDING_H_
#define HLO_BASE_NAME_ENDING_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/base/byte_class.h"

namespace hlo_text_v1::internal {

// How a name ends: with a number as it prints (add.12); with an odd number, one that is spelled
// differently (x.01) or is 0, which is the number of a name without one; or without a number. An
// oddly numbered name may change, or make another one change, even if it occurs only once.
enum class NameEnding : uint8_t { kNoNumber, kNumber, kOddNumber };
inline NameEnding NameEndingOf(std::string_view name) {
  size_t digits = name.size();
  while (digits > 0 && HasClass(name[digits - 1], kDigit)) --digits;
  if (digits == name.size() || digits < 2) return NameEnding::kNoNumber;
  const char before = name[digits - 1];
  if (before == '.') return name[digits] == '0' ? NameEnding::kOddNumber : NameEnding::kNumber;
  return before == '-' && name[digits - 2] == '.' ? NameEnding::kOddNumber : NameEnding::kNoNumber;
}
inline bool IsOddlyNumbered(std::string_view name) {
  return NameEndingOf(name) == NameEnding::kOddNumber;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_NAME_ENDING_H_
