// Rewrites an asynchronous chain of the text between sugar and generic form.
#ifndef HLO_LSP_CHAIN_ACTIONS_H_
#define HLO_LSP_CHAIN_ACTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "src/lsp/document.h"
#include "src/lsp/protocol.h"

namespace hlo::internal {

struct ChainAction {
  std::string title;
  std::vector<LspEdit> edits;  // in text order
};

// For the chain that the instruction at `offset` belongs to: desugar it, or sugar it if that prints
// as the same program. None if the text has errors, there is no chain, or a comment would be lost.
// The rest of the text stays; opcodes and attributes of the chain become XLA's print of them.
std::vector<ChainAction> ChainActionsAt(Document& document, uint32_t offset);

}  // namespace hlo::internal

#endif  // HLO_LSP_CHAIN_ACTIONS_H_
