// Name tables grow by an estimate of the number of names in the whole text.
#include "src/parse/module/instruction_names.h"

#include <algorithm>

namespace hlo {

InstructionNames::InstructionNames(SymbolTable* symbols, const Lexer& lexer)
    : symbols_(*symbols), lexer_(lexer), begin_(lexer.begin()), end_(lexer.end()) {
  instructions_.resize(64);
}

void InstructionNames::ExpectPart(const char* begin, const char* end) {
  begin_ = begin;
  end_ = end;
}

// Reserves room for all names, assuming the rest of the text is like what has been read, to grow
// seldom; grows at most sixteenfold in case it is not.
void InstructionNames::Grow() {
  const size_t now = symbols_.size();
  const auto read = static_cast<size_t>(lexer_.Consumed() - begin_);
  const auto size = static_cast<size_t>(end_ - begin_);
  const size_t expected = now * size / (read + 1);
  const size_t count = std::clamp(expected + expected / 16, now + now / 4 + 1, now * 16);
  constexpr size_t kFewestBytesPerName = 8;  // a=b c()
  instructions_.resize(
      std::min(count, now + 1 + (size - std::min(size, read)) / kFewestBytesPerName));
  symbols_.Reserve(instructions_.size());
}

}  // namespace hlo
