// Facts about instructions for hovers, hints and lenses: sizes, users, origins, asynchronous
// chains.
#ifndef HLO_LSP_FACTS_H_
#define HLO_LSP_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/arena.h"
#include "hlo/async.h"
#include "hlo/attribute_values.h"
#include "hlo/shape.h"
#include "src/lsp/document.h"
#include "src/lsp/syntax.h"

namespace hlo_text_v1::internal {

// Reads instructions of one document. Results live as long as this and the document's text.
class FactReader {
 public:
  explicit FactReader(Document& document)
      : document_(document), reader_(document.view()), shapes_(&arena_) {}

  InstructionSyntax Parts(uint32_t instruction) {
    return PartsOf(reader_.ReadInstruction(document_.outline().instructions[instruction]));
  }
  // The parser's shape, or the one in the text if the parser refused that; nullptr if there is
  // none.
  const Shape* ShapeOf(uint32_t instruction, const InstructionSyntax& parts);
  OpMetadata MetadataOf(uint32_t instruction, const InstructionSyntax& parts);

 private:
  Document& document_;
  SyntaxReader reader_;
  Arena arena_;
  ShapePool shapes_;
};

// The instruction whose opcode is at `offset`; else no symbol.
Symbol OpcodeAt(Document& document, uint32_t offset);

// The users in the order of the text. An element `%t#0`, or an instruction written as an operand,
// has no name in the text, so its users stand for it.
std::vector<const HloInstruction*> UsersInText(Document& document,
                                               const HloInstruction& instruction);
// The name, or `t#0` for such an element.
std::string NameInText(Document& document, const HloInstruction& instruction);

// The number of instructions from the start to its done; -1 without a done.
int64_t StepsToDone(const AsyncOperation& operation);
// Bytes that must stay in place until the done: those of all bound operands, each counted once, and
// of the result.
int64_t BytesInFlight(const AsyncOperation& operation);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_FACTS_H_
