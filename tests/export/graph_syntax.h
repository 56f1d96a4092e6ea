// Whether a text is valid JSON, or has balanced DOT syntax: a judge for tests and fuzz targets that
// shares no code with the writer.
#ifndef HLO_TESTS_EXPORT_GRAPH_SYNTAX_H_
#define HLO_TESTS_EXPORT_GRAPH_SYNTAX_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1 {

// RFC 3629, decoded to code points.
inline bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    if (first < 0x80) continue;
    const int more = first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : 0;
    if (more == 0) return false;
    uint32_t code = first & (0x3Fu >> more);
    for (int k = 0; k < more; ++k, ++i) {
      if (i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return false;
      code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
    }
    constexpr uint32_t kLowest[] = {0, 0x80, 0x800, 0x10000};
    if (code < kLowest[more] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  }
  return true;
}

// RFC 8259; a loop over values with a stack of open ones.
class JsonChecker {
 public:
  explicit JsonChecker(std::string_view text) : rest_(text) {}

  bool Check() {
    do {
      if (!Value()) return false;
      while (!open_.empty() && Take(open_.back())) open_.pop_back();
      if (open_.empty()) break;
      if (!Take(',')) return false;
    } while (open_.back() != '}' || Key());
    Blanks();
    return open_.empty() && rest_.empty();
  }

 private:
  void Blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  bool Take(char c) {
    Blanks();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool Word(std::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool Key() { return String() && Take(':'); }
  // A value, or the first one within it that is neither a list nor an object.
  bool Value() {
    for (;;) {
      if (Take('[')) {
        if (Take(']')) return true;
        open_ += ']';
      } else if (Take('{')) {
        if (Take('}')) return true;
        open_ += '}';
        if (!Key()) return false;
      } else {
        return String() || Word("true") || Word("false") || Word("null") || Number();
      }
    }
  }
  bool String() {
    if (!Take('"')) return false;
    while (!rest_.empty() && rest_[0] != '"') {
      if (static_cast<unsigned char>(rest_[0]) < 0x20) return false;
      if (rest_[0] != '\\') {
        rest_.remove_prefix(1);
        continue;
      }
      rest_.remove_prefix(1);
      if (rest_.empty()) return false;
      const size_t size = rest_[0] == 'u' ? 5 : 1;
      const bool is_known =
          std::string_view("\"\\/bfnrtu").find(rest_[0]) != std::string_view::npos;
      if (!is_known || rest_.size() < size) return false;
      for (char c : rest_.substr(1, size - 1)) {
        if (std::string_view("0123456789abcdefABCDEF").find(c) == std::string_view::npos) {
          return false;
        }
      }
      rest_.remove_prefix(size);
    }
    return Take('"');
  }
  bool Digits() {
    size_t count = 0;
    while (count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') ++count;
    rest_.remove_prefix(count);
    return count > 0;
  }
  bool Number() {
    Word("-");
    const bool is_zero = Word("0");
    if (!is_zero && !Digits()) return false;
    if (Word(".") && !Digits()) return false;
    if (Word("e")) {
      if (!Word("+")) Word("-");
      return Digits();
    }
    return true;
  }

  std::string_view rest_;
  std::string open_;  // the closer of each
};

inline bool IsJson(std::string_view text) { return IsUtf8(text) && JsonChecker(text).Check(); }

// Strings end, braces and brackets outside of them match, everything else is ASCII.
inline bool IsBalancedDot(std::string_view text) {
  std::string open;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\n' || c == '\0') return false;
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      open += c == '{' ? '}' : ']';
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != c) return false;
      open.pop_back();
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      return false;
    }
  }
  return !in_string && open.empty() && IsUtf8(text);
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_EXPORT_GRAPH_SYNTAX_H_
