// The first byte decides the kind of a token. Value names may contain more bytes than words; they
// end before the first other byte.
#include "src/mlir/mlir_lexer.h"

#include <charconv>

#include "src/base/byte_class.h"
#include "src/mlir/mlir_names.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kPunctuation = "(){}[]<>,:=#?^";

}  // namespace

void MlirLexer::Seek(uint32_t offset) {
  at_ = offset;
  Next();
}

void MlirLexer::SkipBlanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (HasClass(c, kBlank)) {
      ++at_;
    } else if (text_.compare(at_, 2, "//") == 0) {
      at_ = text_.find('\n', at_);
      if (at_ == std::string_view::npos) at_ = text_.size();
    } else {
      return;
    }
  }
}

void MlirLexer::Take(MlirTokenKind kind, size_t size) {
  token_.kind = kind;
  token_.begin = static_cast<uint32_t>(at_);
  token_.text = text_.substr(at_, size);
  at_ += token_.text.size();
}

// A token of `prefix` bytes and `size` more; an error if these are missing.
void MlirLexer::TakeAfter(size_t prefix, MlirTokenKind kind, size_t size) {
  return size > 0 ? Take(kind, prefix + size) : Take(MlirTokenKind::kError, 1);
}

// With its quotes; 0 if it does not end on its line.
size_t MlirLexer::StringSize(size_t at) const {
  for (size_t end = at + 1; end < text_.size(); ++end) {
    if (text_[end] == '"') return end + 1 - at;
    if (text_[end] == '\n') return 0;
    if (text_[end] == '\\') ++end;
  }
  return 0;
}

void MlirLexer::Next() {
  last_end_ = token_.end();
  SkipBlanks();
  if (at_ >= text_.size()) {
    at_ = text_.size();
    return Take(MlirTokenKind::kEnd, 0);
  }
  const char c = text_[at_];
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const std::string_view rest = text_.substr(at_ + 1);
  if (HasClass(c, kIdentifierStart))
    return Take(MlirTokenKind::kWord, MlirKeySize(text_.substr(at_)));
  if (HasClass(c, kDigit)) return Take(MlirTokenKind::kInteger, MlirNameSize(text_.substr(at_)));
  switch (c) {
    case '%':
      return TakeAfter(1, MlirTokenKind::kValue, MlirNameSize(rest));
    case '!':
      return TakeAfter(1, MlirTokenKind::kType, MlirKeySize(rest));
    case '@':
      return TakeAfter(1, MlirTokenKind::kSymbol,
                       next == '"' ? StringSize(at_ + 1) : MlirKeySize(rest));
    case '"':
      return TakeAfter(0, MlirTokenKind::kString, StringSize(at_));
    case '-':
      return next == '>' ? Take(MlirTokenKind::kArrow, 2) : Take(MlirTokenKind::kPunctuation, 1);
    default:
      return Take(kPunctuation.find(c) != std::string_view::npos ? MlirTokenKind::kPunctuation
                                                                 : MlirTokenKind::kError,
                  1);
  }
}

std::string UnescapeMlirString(std::string_view quoted) {
  if (quoted.front() == '@') quoted.remove_prefix(1);
  if (quoted.front() != '"') return std::string(quoted);
  quoted = quoted.substr(1, quoted.size() - 2);
  std::string value;
  value.reserve(quoted.size());
  for (size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 1 == quoted.size()) {
      value.push_back(quoted[i]);
      continue;
    }
    const char c = quoted[++i];
    unsigned byte = 0;
    const char* digits = quoted.data() + i;
    const bool is_hex =
        i + 1 < quoted.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    if (c == 'n' || c == 't') {
      value.push_back(c == 'n' ? '\n' : '\t');
    } else if (is_hex) {
      value.push_back(static_cast<char>(byte));
      ++i;
    } else {
      value.push_back(c);
    }
  }
  return value;
}

}  // namespace hlo_text_v1::internal
