// std::string_view with abseil's functions.
//
// This library's interface uses std::string_view. abseil may be built with its own string_view (as
// in Debian 12), which does not convert from std's.
#ifndef HLO_BASE_STRINGS_H_
#define HLO_BASE_STRINGS_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/substitute.h"

namespace hlo_text_v1::internal {

inline absl::string_view Absl(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

// The other way round, for abseil's results: Std(status.message()).
inline std::string_view Std(absl::string_view text) {
  return std::string_view(text.data(), text.size());
}

namespace strings_internal {
inline absl::string_view Convert(std::string_view text) { return Absl(text); }
inline absl::string_view Convert(const std::string& text) { return Absl(text); }
inline absl::string_view Convert(const char* text) { return absl::string_view(text); }
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
T Convert(T value) {
  return value;
}
}  // namespace strings_internal

// absl::StrCat, absl::StrAppend and absl::Substitute for std::string_view, strings and numbers.
template <typename... Args>
std::string StrCat(const Args&... args) {
  return absl::StrCat(strings_internal::Convert(args)...);
}
template <typename... Args>
void StrAppend(std::string* out, const Args&... args) {
  absl::StrAppend(out, strings_internal::Convert(args)...);
}
template <typename... Args>
std::string Substitute(std::string_view format, const Args&... args) {
  return absl::Substitute(Absl(format), strings_internal::Convert(args)...);
}

// Calls append(item) for each item, with `separator` in between.
template <typename Items, typename Append>
void AppendJoined(const Items& items, std::string_view separator, std::string* out, Append append) {
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out->append(separator);
    is_first = false;
    append(item);
  }
}

// The text that append(args..., &text) appends: TextFrom(AppendMesh, mesh).
template <typename Append, typename... Args>
std::string TextFrom(Append append, const Args&... args) {
  std::string text;
  append(args..., &text);
  return text;
}

// The texts of `items` with `separator` between them: Joined(names, ", "). The optional
// to_text(item) returns anything that StrCat takes.
template <typename Items, typename ToText>
std::string Joined(const Items& items, std::string_view separator, ToText to_text) {
  std::string text;
  AppendJoined(items, separator, &text, [&](const auto& item) { StrAppend(&text, to_text(item)); });
  return text;
}
template <typename Items>
std::string Joined(const Items& items, std::string_view separator) {
  return Joined(items, separator, [](const auto& item) -> const auto& { return item; });
}

// The beginning of the line after that of byte `at`, or the end of `text`.
inline size_t NextLine(std::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size() - 1) + 1;
}

// The parts of `text` between separators: one more than there are separators.
std::vector<std::string_view> Split(std::string_view text, char separator);

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_STRINGS_H_
