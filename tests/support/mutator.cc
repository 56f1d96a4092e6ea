// See mutator.h.
#include "tests/support/mutator.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hlo/arena.h"
#include "hlo/source.h"
#include "src/lex/lexer.h"

namespace hlo_text_v1::test {

using namespace internal;

namespace {

constexpr std::string_view kExtremeNumbers[] = {
    "0",
    "-1",
    "1",
    "127",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e400",
    "-1e400",
    "1e-400",
    "nan",
    "-inf",
};

constexpr uint8_t kOpcodeClass = static_cast<uint8_t>(TokKind::kw_StackFrames) + 1;
// The token classes in which mutants should differ most.
constexpr uint8_t kInteresting[] = {
    kOpcodeClass,
    static_cast<uint8_t>(TokKind::kPrimitiveType),
    static_cast<uint8_t>(TokKind::kAttributeName),
    static_cast<uint8_t>(TokKind::kName),
};

}  // namespace

// SplitMix64: the standard library's distributions differ between systems.
class Mutator::Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // In [0, limit); 0 for an empty range.
  size_t Below(size_t limit) { return limit == 0 ? 0 : static_cast<size_t>(Next() % limit); }

 private:
  uint64_t state_;
};

Mutator::Mutator(std::vector<std::string> texts, uint64_t seed)
    : texts_(std::move(texts)), seed_(seed) {
  static_assert(kOpcodeClass < kClasses);
  for (const std::string& text : texts_) {
    apart_.push_back(TakeApart(text));
    for (const Piece& piece : apart_.back()) pool_[piece.token_class].push_back(piece.token);
  }
  for (size_t i = 0; i < kClasses; ++i) {
    std::vector<std::string_view>& tokens = pool_[i];
    // Keep one of each, so rare tokens get their chance.
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    if (!tokens.empty()) classes_.push_back(static_cast<uint8_t>(i));
  }
}

// The tokens of `text`, after an empty one with the text before the first.
Mutator::Pieces Mutator::TakeApart(std::string_view text) {
  const SourceBuffer source = SourceBuffer::Copy(text);
  Arena arena;
  Lexer lexer(source.view(), &arena);
  Pieces pieces = {Piece{}};
  size_t end = 0;
  for (; lexer.kind() != TokKind::kEof; lexer.Next()) {
    const Token& token = lexer.token();
    const size_t begin = lexer.Offset(token.begin);
    pieces.back().behind = text.substr(end, begin - end);
    end = lexer.Offset(token.end);
    const uint8_t token_class = token.is_opcode ? kOpcodeClass : static_cast<uint8_t>(token.kind);
    pieces.push_back(Piece{text.substr(begin, end - begin), {}, token_class});
  }
  pieces.back().behind = text.substr(end);
  return pieces;
}

std::string_view Mutator::AnyOfClass(uint8_t token_class, Random& random) const {
  const std::vector<std::string_view>& tokens = pool_[token_class];
  return tokens.empty() ? std::string_view() : tokens[random.Below(tokens.size())];
}

const Mutator::Pieces& Mutator::AnyText(Random& random) const {
  return apart_[random.Below(apart_.size())];
}

// Replaces a token of an important class.
void Mutator::ReplaceOneOfClass(Pieces& pieces, Random& random) const {
  const uint8_t wanted = kInteresting[random.Below(std::size(kInteresting))];
  std::vector<size_t> places;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].token_class == wanted) places.push_back(i);
  }
  if (places.empty()) return;
  pieces[places[random.Below(places.size())]].token = AnyOfClass(wanted, random);
}

void Mutator::ReplaceToken(Pieces& pieces, Random& random) const {
  Piece& piece = pieces[random.Below(pieces.size())];
  const bool same_class = random.Below(3) != 0;
  const uint8_t token_class =
      same_class ? piece.token_class : classes_[random.Below(classes_.size())];
  piece.token = AnyOfClass(token_class, random);
}

// A run of tokens of another text, often a line, replaces some tokens or none.
void Mutator::Splice(Pieces& pieces, Random& random) const {
  const Pieces& other = AnyText(random);
  size_t begin = random.Below(other.size());
  size_t end = std::min(other.size(), begin + 1 + random.Below(12));
  size_t at = random.Below(pieces.size());
  const auto ends_line = [](const Piece& piece) {
    return piece.behind.find('\n') != std::string_view::npos;
  };
  if (random.Below(2) == 0) {
    while (begin > 0 && !ends_line(other[begin - 1])) --begin;
    for (end = begin; end < other.size() && !ends_line(other[end]);) ++end;
    end = std::min(end + 1, other.size());
    while (at > 0 && !ends_line(pieces[at - 1])) --at;
  }
  const size_t replaced = random.Below(2) * std::min(pieces.size() - at, end - begin);
  const auto where = pieces.begin() + static_cast<std::ptrdiff_t>(at);
  pieces.insert(pieces.erase(where, where + static_cast<std::ptrdiff_t>(replaced)),
                other.begin() + static_cast<std::ptrdiff_t>(begin),
                other.begin() + static_cast<std::ptrdiff_t>(end));
}

void Mutator::ChangeToken(Pieces& pieces, Random& random) const {
  if (pieces.empty()) return;
  const size_t at = random.Below(pieces.size());
  const auto where = pieces.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random.Below(12)) {
    case 0:
      pieces.erase(where);
      return;
    case 1:
      pieces.insert(where, Piece(pieces[at]));
      return;
    case 2:
      std::swap(pieces[at].token, pieces[random.Below(pieces.size())].token);
      return;
    case 3:
      if (at > 0) std::swap(pieces[at].token, pieces[at - 1].token);
      return;
    case 4:
    case 5:
      return ReplaceToken(pieces, random);
    case 6: {
      // The next number, if there is one.
      const auto is_number = [](const Piece& piece) {
        return piece.token_class == static_cast<uint8_t>(TokKind::kInt) ||
               piece.token_class == static_cast<uint8_t>(TokKind::kDecimal);
      };
      const auto number = std::find_if(where, pieces.end(), is_number);
      const auto value = kExtremeNumbers[random.Below(std::size(kExtremeNumbers))];
      if (number != pieces.end()) number->token = value;
      return;
    }
    case 7:
    case 8:
    case 9:
      return ReplaceOneOfClass(pieces, random);
    case 10:
      return Splice(pieces, random);
    default:
      if (random.Below(4) == 0) pieces.resize(at);
  }
}

std::string Mutator::Mutant(uint64_t number) const {
  Random random(seed_ ^ (number * 0xd1342543de82ef95));
  random.Next();
  Pieces pieces = AnyText(random);
  for (size_t changes = 1 + random.Below(3); changes > 0; --changes) ChangeToken(pieces, random);
  std::string text;
  for (const Piece& piece : pieces) text.append(piece.token).append(piece.behind);
  return text;
}

}  // namespace hlo_text_v1::test
