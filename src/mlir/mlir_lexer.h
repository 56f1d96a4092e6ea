// The tokens of MLIR text that exported modules need.
//
// One token at a time, on demand; skips blanks and // comments. A token is a range of the text, not
// a copy: a string keeps its quotes and escapes, a symbol its '@'. Anything else is kError. Source:
// MLIR language reference, lexical structure.
#ifndef HLO_MLIR_MLIR_LEXER_H_
#define HLO_MLIR_MLIR_LEXER_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

enum class MlirTokenKind : uint8_t {
  kEnd,
  kError,
  kWord,         // func.func, tensor, true
  kValue,        // %a
  kSymbol,       // @a, @"a b"
  kType,         // !async.value, !tuple0
  kString,       // "a\0A"
  kInteger,      // 12
  kArrow,        // ->
  kPunctuation,  // one byte: ( ) { } [ ] < > , : = # - ? ^
};

struct MlirToken {
  MlirTokenKind kind = MlirTokenKind::kEnd;
  uint32_t begin = 0;
  std::string_view text;

  uint32_t end() const { return begin + static_cast<uint32_t>(text.size()); }
  bool Is(MlirTokenKind expected) const { return kind == expected; }
  bool Is(char c) const { return kind == MlirTokenKind::kPunctuation && text[0] == c; }
  bool Is(std::string_view word) const { return kind == MlirTokenKind::kWord && text == word; }
};

class MlirLexer {
 public:
  // `text` must outlive the lexer and be smaller than 4 GiB.
  explicit MlirLexer(std::string_view text) : text_(text) { Next(); }

  const MlirToken& token() const { return token_; }
  void Next();
  // Continues at byte `offset`.
  void Seek(uint32_t offset);
  // The end of the token before the current one.
  uint32_t last_end() const { return last_end_; }
  std::string_view text() const { return text_; }

 private:
  void SkipBlanks();
  void Take(MlirTokenKind kind, size_t size);
  void TakeAfter(size_t prefix, MlirTokenKind kind, size_t size);
  size_t StringSize(size_t at) const;

  std::string_view text_;
  size_t at_ = 0;
  uint32_t last_end_ = 0;
  MlirToken token_;
};

// The value of a kString token or a quoted kSymbol, without quotes, escapes resolved.
std::string UnescapeMlirString(std::string_view quoted);

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_MLIR_LEXER_H_
