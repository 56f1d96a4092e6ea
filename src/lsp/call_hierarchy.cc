// Call hierarchy over computations.
#include <map>
#include <vector>

#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

void WriteItem(RequestContext& context, const OutlineComputation& computation) {
  constexpr int kFunction = 12;
  const Document& document = context.document;
  JsonWriter& json = context.json;
  json.BeginObject();
  json.Key("name").String(document.NameOf(computation));
  json.Key("kind").Int(kFunction);
  if (computation.is_entry) json.Key("detail").String("ENTRY");
  json.Key("uri").String(document.uri());
  json.Key("range");
  WriteRange(json, document.text(), computation.range());
  json.Key("selectionRange");
  WriteRange(json, document.text(), computation.name_range());
  json.EndObject();
}

// The computation of params.item, found by the position of its name.
int ComputationOfItem(const RequestContext& context) {
  const auto range = RangeOf(Member(context.params, "item", "selectionRange"));
  if (!range.has_value()) return -1;
  Document& document = context.document;
  return document.outline().ComputationAt(document.text().Offset(range->begin));
}

// Writes items for computations, each with the ranges of its calls.
void WriteCalls(RequestContext& context, std::string_view key,
                const std::map<uint32_t, std::vector<ByteRange>>& calls) {
  JsonWriter& json = context.json;
  json.BeginArray();
  for (const auto& [computation, places] : calls) {
    json.BeginObject();
    json.Key(key);
    WriteItem(context, context.document.outline().computations[computation]);
    json.Key("fromRanges");
    json.List(places, [&](ByteRange place) { WriteRange(json, context.document.text(), place); });
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

RpcStatus PrepareCallHierarchy(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  Document& document = context.document;
  const Symbol symbol = document.SymbolAt(*offset);
  // Anywhere else in a body: the computation around the cursor.
  int computation = document.outline().ComputationAt(*offset);
  if (symbol.kind == Symbol::kComputation) computation = static_cast<int>(symbol.index);
  if (computation < 0) {
    context.json.Null();
    return {};
  }
  context.json.BeginArray();
  WriteItem(context, document.outline().computations[static_cast<size_t>(computation)]);
  context.json.EndArray();
  return {};
}

RpcStatus IncomingCalls(RequestContext& context) {
  const int computation = ComputationOfItem(context);
  if (computation < 0) return InvalidParams("no computation");
  const Outline& outline = context.document.outline();
  Symbol symbol;
  symbol.kind = Symbol::kComputation;
  symbol.index = static_cast<uint32_t>(computation);
  std::map<uint32_t, std::vector<ByteRange>> callers;
  for (const SyntaxToken& token : context.document.Occurrences(symbol)) {
    if (token.role != TokenRole::kComputationUse) continue;
    const int caller = outline.ComputationAt(token.begin);
    if (caller >= 0) callers[static_cast<uint32_t>(caller)].push_back(token.range());
  }
  WriteCalls(context, "from", callers);
  return {};
}

RpcStatus OutgoingCalls(RequestContext& context) {
  const int index = ComputationOfItem(context);
  if (index < 0) return InvalidParams("no computation");
  Document& document = context.document;
  const Outline& outline = document.outline();
  const OutlineComputation& computation = outline.computations[static_cast<size_t>(index)];
  const OutlineModule& module = outline.modules[computation.module];
  std::map<std::string_view, uint32_t> by_name;
  for (uint32_t i = module.first; i < module.last; ++i) {
    by_name.try_emplace(document.NameOf(outline.computations[i]), i);
  }
  std::map<uint32_t, std::vector<ByteRange>> callees;
  const auto [first, last] = outline.CallsOf(computation);
  for (size_t i = first; i < last; ++i) {
    const auto callee = by_name.find(document.Text(outline.calls[i].name_range()));
    if (callee != by_name.end()) {
      callees[callee->second].push_back(outline.calls[i].name_range());
    }
  }
  WriteCalls(context, "to", callees);
  return {};
}

}  // namespace hlo_text_v1::internal
