// Times for people.
#ifndef HLO_BASE_HUMAN_SECONDS_H_
#define HLO_BASE_HUMAN_SECONDS_H_

#include <algorithm>
#include <string>

#include "absl/strings/str_format.h"

namespace hlo_text_v1::internal {

// "12 ns", "1.2 ms", "374 s": a time that is not negative.
inline std::string HumanSeconds(double seconds) {
  constexpr const char* kUnits[] = {"ns", "us", "ms", "s"};
  double value = seconds * 1e9;
  int unit = 0;
  for (; value >= 999.5 && unit < 3; ++unit) value /= 1000;
  const int decimals = unit > 0 && value < 99.95 ? 1 : 0;
  return absl::StrFormat("%.*f %s", decimals, std::min(value, 1e15), kUnits[unit]);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_HUMAN_SECONDS_H_
