// Mutants of HLO texts, made from tokens: nearly correct texts reach deeper into the parser than
// random bytes.
//
// The library's lexer splits a text. A mutant has one to three changes: a token deleted, doubled,
// swapped, replaced by one of the same or another kind from all texts, a number by an extreme one,
// an opcode by another; a line or a run of tokens of another text inserted; the end cut off. It
// depends only on the seed and its number.
#ifndef HLO_TESTS_SUPPORT_MUTATOR_H_
#define HLO_TESTS_SUPPORT_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::test {

class Mutator {
 public:
  // `texts` must not be empty.
  Mutator(std::vector<std::string> texts, uint64_t seed);

  // The mutant with this number; always the same.
  std::string Mutant(uint64_t number) const;

 private:
  // Tokens are replaced by class. Opcodes form their own class among the identifiers.
  static constexpr size_t kClasses = 64;
  struct Piece {
    std::string_view token;
    std::string_view behind;  // blanks and comments up to the next token
    uint8_t token_class = 0;
  };
  using Pieces = std::vector<Piece>;
  class Random;

  static Pieces TakeApart(std::string_view text);
  std::string_view AnyOfClass(uint8_t token_class, Random& random) const;
  const Pieces& AnyText(Random& random) const;
  void ChangeToken(Pieces& pieces, Random& random) const;
  void ReplaceToken(Pieces& pieces, Random& random) const;
  void ReplaceOneOfClass(Pieces& pieces, Random& random) const;
  void Splice(Pieces& pieces, Random& random) const;

  std::vector<std::string> texts_;
  std::vector<Pieces> apart_;
  std::vector<std::string_view> pool_[kClasses];
  std::vector<uint8_t> classes_;  // that have tokens
  uint64_t seed_;
};

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_SUPPORT_MUTATOR_H_
