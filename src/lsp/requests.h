// The requests about one document. Each writes its answer, the value of "result", to `json`; if it
// returns an error instead, the caller drops its output.
//
// One file per family: navigation.cc, hover.cc, document_symbols.cc ... server.cc has the table of
// methods.
#ifndef HLO_LSP_REQUESTS_H_
#define HLO_LSP_REQUESTS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/lsp/document.h"
#include "src/lsp/protocol.h"
#include "src/lsp/settings.h"
#include "src/lsp/syntax.h"

namespace hlo_text_v1::internal {

struct RequestContext {
  Document& document;
  const JsonValue* params;
  const Settings& settings;
  const ClientFeatures& client;
  JsonWriter& json;

  // The offset of params.position; nullopt if there is none.
  std::optional<uint32_t> Offset() const;
  // The bytes of params.range.
  std::optional<ByteRange> Range() const;
};

using RequestHandler = RpcStatus (*)(RequestContext& context);

// navigation.cc
RpcStatus Definition(RequestContext& context);
RpcStatus References(RequestContext& context);
RpcStatus DocumentHighlight(RequestContext& context);
// hover.cc
RpcStatus Hover(RequestContext& context);
// document_symbols.cc
RpcStatus DocumentSymbols(RequestContext& context);
// structure.cc
RpcStatus FoldingRanges(RequestContext& context);
RpcStatus SelectionRanges(RequestContext& context);
// semantic_tokens.cc
RpcStatus SemanticTokensFull(RequestContext& context);
RpcStatus SemanticTokensRange(RequestContext& context);
// "tokenTypes" and "tokenModifiers" of the server's capabilities.
void WriteSemanticTokensLegend(JsonWriter& json);
// inlay_hints.cc
RpcStatus InlayHints(RequestContext& context);
// call_hierarchy.cc
RpcStatus PrepareCallHierarchy(RequestContext& context);
RpcStatus IncomingCalls(RequestContext& context);
RpcStatus OutgoingCalls(RequestContext& context);
// formatting.cc
RpcStatus Formatting(RequestContext& context);
RpcStatus RangeFormatting(RequestContext& context);
// rename.cc
RpcStatus PrepareRename(RequestContext& context);
RpcStatus Rename(RequestContext& context);
// Gives all of `occurrences` the name `name`.
std::vector<LspEdit> RenameEdits(const std::vector<SyntaxToken>& occurrences,
                                 std::string_view name);
// code_lens.cc
RpcStatus CodeLens(RequestContext& context);
// code_actions.cc
RpcStatus CodeActions(RequestContext& context);
// completion.cc
RpcStatus Completion(RequestContext& context);
// document_links.cc
RpcStatus DocumentLinks(RequestContext& context);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_REQUESTS_H_
