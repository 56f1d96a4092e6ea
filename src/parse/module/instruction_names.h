// Which instruction a name refers to while reading a text.
//
// An array by symbol holds the instruction that last had the name, in any body; the parent tells
// which body. A look-up costs one load, and closing a body needs no clean-up.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_NAMES_H_
#define HLO_PARSE_MODULE_INSTRUCTION_NAMES_H_

#include <cstdint>
#include <string_view>

#include "hlo/instruction.h"
#include "src/base/huge_pages.h"
#include "src/ir/symbol_table.h"
#include "src/lex/lexer.h"

namespace hlo {

class InstructionNames {
 public:
  // Both must outlive it; `lexer` tells how much of the text has been read.
  InstructionNames(SymbolTable* symbols, const Lexer& lexer);

  // Only [begin, end) of the text will be read.
  void ExpectPart(const char* begin, const char* end);

  // The symbol of `name`, a std::string_view or SymbolTable::Hashed; a new one if it has none.
  template <typename Name>
  uint32_t Intern(const Name& name) {
    const uint32_t symbol = symbols_.Intern(name);
    if (symbol >= instructions_.size()) Grow();
    return symbol;
  }
  std::string_view Text(uint32_t symbol) const { return symbols_.Text(symbol); }

  // The instruction of that name in `body`; nullptr if there is none.
  HloInstruction* Find(uint32_t symbol, const HloComputation* body) const {
    HloInstruction* found = symbol < instructions_.size() ? instructions_[symbol] : nullptr;
    return found != nullptr && found->parent() == body ? found : nullptr;
  }
  HloInstruction* Find(std::string_view name, const HloComputation* body) const {
    return Find(symbols_.Find(name), body);
  }

  // The instruction that `symbol`, returned by Intern, refers to here and now.
  HloInstruction*& operator[](uint32_t symbol) { return instructions_[symbol]; }
  // Symbols from here on have no meaning yet.
  size_t limit() const { return instructions_.size(); }

 private:
  void Grow();

  SymbolTable& symbols_;
  const Lexer& lexer_;
  const char* begin_;
  const char* end_;
  LargeVector<HloInstruction*> instructions_;
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_NAMES_H_
