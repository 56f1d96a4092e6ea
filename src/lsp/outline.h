// Finds the modules, computations and instructions of a text, even while it is being typed.
//
//   const Outline outline = MakeOutline(text);
//   const int i = outline.InstructionAt(offset);
//
// Reads no values: it looks for `name =`, for heads of computations and for braces, and goes on
// after anything that the parser would refuse. `name =` with a blank before the `=` begins an
// instruction wherever it is outside of strings and comments, since attributes have no blank there.
// A line that looks like a head, or a brace in the first column, ends a computation without a
// closing brace. Bodies in place (print_subcomputation_mode=full_bodies) count as part of the
// computation around them.
//
// 10 MB take about 15 ms.
#ifndef HLO_LSP_OUTLINE_H_
#define HLO_LSP_OUTLINE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/lsp/text_buffer.h"

namespace hlo_text_v1::internal {

struct OutlineInstruction {
  uint32_t begin = 0;  // of ROOT, or the name
  uint32_t name = 0;   // after its %
  uint32_t name_end = 0;
  uint32_t end = 0;  // of its last token
  uint32_t computation = 0;

  ByteRange name_range() const { return {name, name_end}; }
  ByteRange range() const { return {begin, end}; }
};

struct OutlineComputation {
  uint32_t begin = 0;  // of ENTRY, or the name
  uint32_t name = 0;   // empty for instructions without a computation
  uint32_t name_end = 0;
  uint32_t body = 0;      // after its brace
  uint32_t body_end = 0;  // at the closing brace
  uint32_t end = 0;       // after that brace, or where the next part begins
  uint32_t first = 0;     // its instructions: [first, last)
  uint32_t last = 0;
  uint32_t module = 0;
  bool is_entry = false;
  bool has_bodies = false;  // in place

  ByteRange name_range() const { return {name, name_end}; }
  ByteRange range() const { return {begin, end}; }
};

// A computation's name in an attribute of an instruction.
struct OutlineCall {
  uint32_t name = 0;
  uint32_t name_end = 0;
  uint32_t instruction = 0;

  ByteRange name_range() const { return {name, name_end}; }
};

// A module of the text: more than one if lines `// -----` divide them.
struct OutlineModule {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t header = 0;      // of `HloModule ...`; `begin` if there is none
  uint32_t header_end = 0;  // the same
  ByteRange name;
  uint32_t first = 0;  // its computations: [first, last)
  uint32_t last = 0;
};

// A table of the header, from its keyword to its last line.
struct OutlineTable {
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct Outline {
  std::vector<OutlineModule> modules;  // at least one
  std::vector<OutlineTable> tables;
  std::vector<OutlineComputation> computations;
  std::vector<OutlineInstruction> instructions;
  std::vector<OutlineCall> calls;  // in text order

  // The last one that begins at or before `offset` and does not end before it; -1 if there is none.
  int InstructionAt(uint32_t offset) const;
  int ComputationAt(uint32_t offset) const;
  int ModuleAt(uint32_t offset) const;

  // The computation of a module, or instruction of a computation, with this name; -1 if there is
  // none. Linear in their number.
  int FindComputation(std::string_view text, uint32_t module, std::string_view name) const;
  int FindInstruction(std::string_view text, uint32_t computation, std::string_view name) const;
  // The calls of a computation's instructions, as [first, last) of `calls`.
  std::pair<size_t, size_t> CallsOf(const OutlineComputation& computation) const;
};

// The texts of the outline's modules. Linear.
std::vector<std::string_view> PiecesOf(std::string_view text);

// `text` must be followed by zero bytes, as in a TextBuffer. Linear.
Outline MakeOutline(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_OUTLINE_H_
