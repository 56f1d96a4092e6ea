// Rewrites an asynchronous chain of the text between sugar and generic form.
#ifndef HLO_LSP_CHAIN_ACTIONS_H_
#define HLO_LSP_CHAIN_ACTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "src/lsp/document.h"
#include "src/lsp/protocol.h"

namespace hlo_text_v1::internal {

struct ChainAction {
  std::string title;
  std::vector<LspEdit> edits;  // in text order
};

// The actions for the chain of the instruction at `offset`: desugar it, or sugar it if that is the
// same program. None if the text has errors, there is no chain, or a comment would be lost. Opcodes
// and attributes of the chain then read as XLA prints them; the rest of the text stays.
std::vector<ChainAction> ChainActionsAt(Document& document, uint32_t offset);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_CHAIN_ACTIONS_H_
