// The escapes \uXXXX of JSON: UTF-16 units, of which two may be a surrogate pair.
//
// Half a pair is no character. Editors send one if a text has been cut in the middle of an emoji;
// to refuse the message would leave the server with an older text, so it counts as U+FFFD.
#ifndef HLO_LSP_UTF16_ESCAPE_H_
#define HLO_LSP_UTF16_ESCAPE_H_

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace hlo::internal {

inline constexpr size_t kUnitEscapeSize = 6;

// The unit of the escape at the start of `text`; nullopt if there is none.
inline std::optional<uint32_t> UnitEscapeAt(std::string_view text) {
  if (text.size() < kUnitEscapeSize || text[0] != '\\' || text[1] != 'u') return std::nullopt;
  uint32_t unit = 0;
  const char* const end = text.data() + kUnitEscapeSize;
  const auto [last, error] = std::from_chars(text.data() + 2, end, unit, 16);
  return error == std::errc() && last == end ? std::optional(unit) : std::nullopt;
}

constexpr bool IsHighSurrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
constexpr bool IsLowSurrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
constexpr bool IsSurrogate(uint32_t unit) { return IsHighSurrogate(unit) || IsLowSurrogate(unit); }

// Whether an escape of `unit` and then `rest` begin with a pair.
inline bool IsSurrogatePair(uint32_t unit, std::string_view rest) {
  return IsHighSurrogate(unit) && IsLowSurrogate(UnitEscapeAt(rest).value_or(0));
}

}  // namespace hlo::internal

#endif  // HLO_LSP_UTF16_ESCAPE_H_
