// Small steps of the readers of check files.
#ifndef HLO_CHECK_TEXT_SCAN_H_
#define HLO_CHECK_TEXT_SCAN_H_

#include <algorithm>
#include <cctype>
#include <string_view>

namespace hlo_text_v1::internal {

// Moves `text` past `word` if it begins with it.
inline bool Eat(std::string_view* text, std::string_view word) {
  if (text->substr(0, word.size()) != word) return false;
  text->remove_prefix(word.size());
  return true;
}

// A byte of a word such as CHECK-NEXT: a letter, a digit, - or _.
inline bool IsWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

// Without blanks around it.
inline std::string_view Trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_TEXT_SCAN_H_
