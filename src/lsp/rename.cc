// Rename of instructions and computations. A name that is in use in the same computation, or
// module, is refused.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lsp/requests.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

namespace {

// Words that cannot be names without a '%'.
bool NeedsPercent(std::string_view name) {
  const WordClass word = FindWord(name).word_class;
  return word == WordClass::kKeyword || word == WordClass::kPrimitiveType || name == "nan" ||
         name == "inf";
}

// Names that no instruction may have, with or without '%': types, and names that begin like XLA's
// own.
bool IsIllegalForInstruction(std::string_view name) {
  return FindWord(name).word_class == WordClass::kPrimitiveType ||
         (absl::StartsWith(Absl(name), "__") && !absl::StartsWith(Absl(name), "__xla_"));
}

bool HasReference(const std::vector<SyntaxToken>& occurrences) {
  return std::any_of(occurrences.begin(), occurrences.end(),
                     [](const SyntaxToken& token) { return token.role == TokenRole::kReference; });
}

// Whether a `%name` in an unknown attribute would mean a computation instead of an instruction.
bool TakesReferences(Document& document, const Symbol& symbol, std::string_view name,
                     const std::vector<SyntaxToken>& occurrences) {
  const Outline& outline = document.outline();
  if (symbol.kind == Symbol::kInstruction) {
    const uint32_t computation = outline.instructions[symbol.index].computation;
    const uint32_t module = outline.computations[computation].module;
    return HasReference(occurrences) && outline.FindComputation(document.view(), module, name) >= 0;
  }
  const OutlineModule& module = outline.modules[outline.computations[symbol.index].module];
  Symbol other;
  other.kind = Symbol::kInstruction;
  for (uint32_t i = module.first; i < module.last; ++i) {
    const int found = outline.FindInstruction(document.view(), i, name);
    other.index = static_cast<uint32_t>(std::max(found, 0));
    if (found >= 0 && HasReference(document.Occurrences(other))) return true;
  }
  return false;
}

RpcStatus Refuse(Document& document, const Symbol& symbol, std::string_view name,
                 const std::vector<SyntaxToken>& occurrences) {
  if (!IsIdentifier(name)) {
    return InvalidParams(
        StrCat("'", name, "' is not a name: letters, digits, _ . - after a letter"));
  }
  const Outline& outline = document.outline();
  if (symbol.kind == Symbol::kInstruction) {
    if (IsIllegalForInstruction(name)) {
      return InvalidParams(StrCat("no instruction may be called '", name, "'"));
    }
    const uint32_t computation = outline.instructions[symbol.index].computation;
    const int other = outline.FindInstruction(document.view(), computation, name);
    if (other >= 0 && static_cast<uint32_t>(other) != symbol.index) {
      return InvalidParams(StrCat("the computation already has an instruction ", name));
    }
  } else {
    const uint32_t module = outline.computations[symbol.index].module;
    const int other = outline.FindComputation(document.view(), module, name);
    if (other >= 0 && static_cast<uint32_t>(other) != symbol.index) {
      return InvalidParams(StrCat("the module already has a computation ", name));
    }
  }
  if (document.Text(symbol.at) != name && TakesReferences(document, symbol, name, occurrences)) {
    return InvalidParams(StrCat("%", name, " in an attribute would mean the computation"));
  }
  if (!NeedsPercent(name)) return {};
  for (const SyntaxToken& token : occurrences) {
    if (token.begin == 0 || document.view()[token.begin - 1] != '%') {
      return InvalidParams(
          StrCat("'", name, "' is a word of HLO; as a name it needs a % before it"));
    }
  }
  return {};
}

}  // namespace

std::vector<LspEdit> RenameEdits(const std::vector<SyntaxToken>& occurrences,
                                 std::string_view name) {
  std::vector<LspEdit> edits;
  edits.reserve(occurrences.size());
  for (const SyntaxToken& token : occurrences) edits.push_back({token.range(), std::string(name)});
  return edits;
}

RpcStatus PrepareRename(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  const Symbol symbol = context.document.SymbolAt(*offset);
  if (context.document.is_read_only()) return RequestFailed("the document is read only");
  if (symbol.kind == Symbol::kNone) return RequestFailed("there is no name here to change");
  context.json.BeginObject();
  context.json.Key("range");
  WriteRange(context.json, context.document.text(), symbol.at);
  context.json.Key("placeholder").String(context.document.Text(symbol.at));
  context.json.EndObject();
  return {};
}

RpcStatus Rename(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  const std::string* wanted = StringOf(Member(context.params, "newName"));
  if (!offset.has_value() || wanted == nullptr) return InvalidParams("no position or new name");
  Document& document = context.document;
  if (document.is_read_only()) return RequestFailed("the document is read only");
  const Symbol symbol = document.SymbolAt(*offset);
  if (symbol.kind == Symbol::kNone) return InvalidParams("there is no name here to change");
  std::string_view name = *wanted;
  if (!name.empty() && name[0] == '%') name.remove_prefix(1);
  const std::vector<SyntaxToken> occurrences = document.Occurrences(symbol);
  if (RpcStatus refused = Refuse(document, symbol, name, occurrences)) return refused;
  WriteWorkspaceEdit(context.json, document.uri(), document.text(), RenameEdits(occurrences, name));
  return {};
}

}  // namespace hlo_text_v1::internal
