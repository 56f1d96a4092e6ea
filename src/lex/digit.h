// A decimal digit, '0' to '9', whatever the locale.
#ifndef HLO_LEX_DIGIT_H_
#define HLO_LEX_DIGIT_H_

namespace hlo {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace hlo

#endif  // HLO_LEX_DIGIT_H_
