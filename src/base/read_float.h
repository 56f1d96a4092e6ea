// std::from_chars for floating-point numbers, which libc++ has only since release 20.
#ifndef HLO_BASE_READ_FLOAT_H_
#define HLO_BASE_READ_FLOAT_H_

#include <charconv>
#include <string_view>  // defines the macro that names the library

#include "absl/strings/charconv.h"

namespace hlo_text_v1::internal {

// Reads the number at `begin`; the result has `ptr`, its end, and `ec`.
template <typename T>
auto ReadFloat(const char* begin, const char* end, T& value) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
  return absl::from_chars(begin, end, value);
#else
  return std::from_chars(begin, end, value);
#endif
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_READ_FLOAT_H_
