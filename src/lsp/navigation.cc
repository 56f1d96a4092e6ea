// Definitions, references and highlights of names.
#include <vector>

#include "hlo/async.h"
#include "src/lsp/facts.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

// From the opcode of an update or done to the start of its chain, which may be outside of the loop
// that it is in.
Symbol StartAt(Document& document, uint32_t offset) {
  Symbol symbol = OpcodeAt(document, offset);
  if (symbol.kind == Symbol::kNone) return symbol;
  const HloInstruction* link = document.Instruction(symbol.index);
  if (link == nullptr) return Symbol();
  const AsyncIndex index(*link->parent());
  const AsyncOperation* operation = index.Of(*link);
  const int start = operation == nullptr ? -1 : document.OutlineIndex(operation->start());
  if (start < 0) return Symbol();
  symbol.index = static_cast<uint32_t>(start);
  return symbol;
}

}  // namespace

RpcStatus Definition(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  Document& document = context.document;
  Symbol symbol = document.SymbolAt(*offset);
  if (symbol.kind == Symbol::kNone) symbol = StartAt(document, *offset);
  if (symbol.kind == Symbol::kNone) {
    context.json.Null();
    return {};
  }
  const Outline& outline = document.outline();
  const ByteRange range = symbol.kind == Symbol::kInstruction
                              ? outline.instructions[symbol.index].name_range()
                              : outline.computations[symbol.index].name_range();
  WriteLocation(context.json, document.uri(), document.text(), range);
  return {};
}

RpcStatus References(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  Document& document = context.document;
  const bool with_definition =
      BoolOf(Member(context.params, "context", "includeDeclaration"), true);
  context.json.BeginArray();
  for (const SyntaxToken& token : document.Occurrences(document.SymbolAt(*offset))) {
    const bool is_definition = token.role == TokenRole::kInstructionDefinition ||
                               token.role == TokenRole::kComputationDefinition;
    if (is_definition && !with_definition) continue;
    WriteLocation(context.json, document.uri(), document.text(), token.range());
  }
  context.json.EndArray();
  return {};
}

RpcStatus DocumentHighlight(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  Document& document = context.document;
  context.json.BeginArray();
  for (const SyntaxToken& token : document.Occurrences(document.SymbolAt(*offset))) {
    constexpr int kRead = 2;
    constexpr int kWrite = 3;
    const bool is_definition = token.role == TokenRole::kInstructionDefinition ||
                               token.role == TokenRole::kComputationDefinition;
    context.json.BeginObject();
    context.json.Key("range");
    WriteRange(context.json, document.text(), token.range());
    context.json.Key("kind").Int(is_definition ? kWrite : kRead);
    context.json.EndObject();
  }
  context.json.EndArray();
  return {};
}

}  // namespace hlo_text_v1::internal
