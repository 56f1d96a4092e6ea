// Bindings of names while a text is read.
#ifndef HLO_PARSE_MODULE_BINDINGS_H_
#define HLO_PARSE_MODULE_BINDINGS_H_

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/computation.h"
#include "hlo/instruction.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"
#include "src/ir/symbol_table.h"
#include "src/lex/lexer.h"

namespace hlo_text_v1::internal {

// ---- Computations: those that the text defines, those that it mentions but has not defined yet,
// and those that the module had before the text was added.

// Computations by symbol.
//
// An array, not a hash table: names of computations come in text order, and so do their places in
// the array. In a module with more computations than the cache holds, that saves two misses a
// look-up.
class ComputationTable {
 public:
  ComputationTable() {  // with room for those of a small module
    index_of_.reserve(64);
    computations_.reserve(16);
    computations_.push_back(nullptr);
  }
  // nullptr if no computation has `name`, a symbol.
  HloComputation* Find(uint32_t name) const {
    return name < index_of_.size() ? computations_[index_of_[name]] : nullptr;
  }
  // Binds `name` to `computation`, replacing any earlier one.
  void Set(uint32_t name, HloComputation* computation) {
    if (name >= index_of_.size()) index_of_.resize(name + 1);
    if (index_of_[name] == 0) {
      index_of_[name] = static_cast<uint32_t>(computations_.size());
      computations_.push_back(computation);
    }
    computations_[index_of_[name]] = computation;
  }

 private:
  LargeVector<uint32_t> index_of_;
  std::vector<HloComputation*> computations_;
};

// The attribute being read.
struct AttributeSite {
  std::string_view name;
  uint32_t position = 0;  // of the name
};

// Computations mentioned before their definition.
//
// By number, not in a hash table: stand-ins get ascending numbers. A part of a text (parallel.h)
// mentions computations of earlier parts: with 40,000 of them, a hash table made a fourth of the
// page faults.
class ForwardReferences {
 public:
  // The first mention.
  struct Mention {
    HloComputation* computation;  // a stand-in that the definition fills; then nullptr
    uint32_t position;
    AttributeSite attribute;
  };

  void Add(const Mention& mention);
  bool IsUndefined(const HloComputation* computation) const {
    return any_ && MentionOf(computation) != 0;
  }
  // The same by the number of a computation.
  bool IsUndefined(uint32_t number) const { return any_ && MentionOf(number) != 0; }
  // Call when its definition has been read.
  void NoteDefined(const HloComputation* computation) {
    if (IsUndefined(computation)) SetDefined(computation);
  }
  bool has_undefined() const { return undefined_ > 0; }
  // Call when the definition of a name has been refused, so that a missing definition is not an
  // error.
  void NoteRefused(uint32_t name) { refused_.insert(name); }
  bool WasRefused(uint32_t name) const { return refused_.contains(name); }
  // All, in text order.
  const LargeVector<Mention>& mentions() const { return mentions_; }

  // Whether the text has such a reference: only then can calls form a cycle.
  bool any() const { return any_; }
  // Records that `part`, a later part of the text, has one within itself.
  void AdoptAny(const ForwardReferences& part) { any_ |= part.defined_one_; }

 private:
  // Its place in mentions_, counted from 1, or 0 if it is defined.
  uint32_t MentionOf(const HloComputation* computation) const;
  uint32_t MentionOf(uint32_t number) const;
  void SetDefined(const HloComputation* computation);

  LargeVector<Mention> mentions_;
  LargeVector<uint32_t> mention_of_;  // by number, counted from that of the first stand-in
  uint32_t first_number_ = 0;
  size_t undefined_ = 0;
  HashSet<uint32_t> refused_;
  bool any_ = false;
  bool defined_one_ = false;
};

// The computations of a module to which a text is added; no others have a name here.
class EarlierComputations {
 public:
  void Add(uint32_t name, HloComputation* computation) { by_name_.emplace(name, computation); }
  bool Has(uint32_t name) const { return by_name_.contains(name); }
  // The computation of that name, or nullptr. The text may change the number of fusions that call
  // it.
  HloComputation* FindCallee(uint32_t name);
  // Restores those numbers.
  void RestoreFusionCallers() const;

 private:
  HashMap<uint32_t, HloComputation*> by_name_;
  std::vector<std::pair<HloComputation*, uint32_t>> fusion_callers_before_;
};

// ---- Instructions.

// The instruction that a name refers to.
//
// An array by symbol holds the instruction that last had the name, in any body; the parent tells
// which body. A look-up costs one load, and closing a body needs no clean-up.
class InstructionNames {
 public:
  // Both must outlive it; `lexer` tells how much of the text has been read.
  InstructionNames(SymbolTable* symbols, const Lexer& lexer);

  // Only [begin, end) of the text will be read.
  void ExpectPart(const char* begin, const char* end);

  // A name that will be interned soon; fetches the memory that Intern will read.
  using Hashed = SymbolTable::Hashed;
  Hashed Prefetch(std::string_view name) const { return symbols_.Prefetch(name); }

  // The symbol of `name`, a std::string_view or Hashed; a new one if there is none.
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

  // The instruction that `symbol`, returned by Intern, refers to at this point.
  HloInstruction*& operator[](uint32_t symbol) { return instructions_[symbol]; }
  // Lets `symbol` refer to `instruction`; it need not come from Intern.
  void Bind(uint32_t symbol, HloInstruction* instruction) {
    if (symbol >= instructions_.size()) Grow();
    instructions_[symbol] = instruction;
  }
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

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_BINDINGS_H_
