// Code actions: fixes that diagnostics suggest, and asynchronous chains rewritten between sugar and
// generic form.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/byte_class.h"
#include "src/base/edit_distance.h"
#include "src/base/strings.h"
#include "src/lex/scan_run.h"
#include "src/lsp/chain_actions.h"
#include "src/lsp/requests.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

namespace {

// The whole word at a diagnostic, whose range may only cover the word's first bytes.
ByteRange WordAt(const Document& document, uint32_t begin) {
  if (begin < document.text().size() && document.view()[begin] == '%') ++begin;
  const char* text = document.view().data();
  const auto end = static_cast<uint32_t>(SkipIdentifier(text + begin) - text);
  return {begin, std::min(end, document.text().size())};
}

class ActionWriter {
 public:
  ActionWriter(RequestContext& context, ByteRange range) : context_(context), range_(range) {}

  void WriteFixes() {
    for (const ParsedModule& parsed : context_.document.modules()) {
      for (const Diagnostic& diagnostic : parsed.diagnostics) {
        const ByteRange word = WordAt(context_.document, diagnostic.begin);
        bool is_here = Touches({diagnostic.begin, std::max(word.end, diagnostic.end)});
        for (const DiagnosticSuggestion& each : diagnostic.suggestions) {
          is_here |= Touches({each.begin, each.end});
        }
        if (is_here) WriteFixesOf(diagnostic, word);
      }
    }
  }

  void WriteRewrites() {
    for (const ChainAction& action : ChainActionsAt(context_.document, range_.begin)) {
      Write(action.title, "refactor.rewrite", action.edits, /*is_preferred=*/false);
    }
  }

 private:
  bool Touches(ByteRange range) const {
    return range.begin <= range_.end && range.end >= range_.begin;
  }

  void WriteFixesOf(const Diagnostic& diagnostic, ByteRange word) {
    const Document& document = context_.document;
    if (diagnostic.code == DiagnosticCode::kExpectsName && word.size() > 0 &&
        word.end < document.text().size() && document.view()[word.end] == '=') {
      Write("Add a blank before '='", "quickfix", {{{word.end, word.end}, " "}}, true);
    }
    if (diagnostic.code == DiagnosticCode::kIllegalInstructionName) {
      return WriteRename(word, diagnostic.suggestions[0].text);
    }
    const bool is_type = FindWord(document.Text(word)).word_class == WordClass::kPrimitiveType;
    if (diagnostic.code == DiagnosticCode::kExpectsName && is_type) {
      return WriteRename(word, StrCat(document.Text(word), "_"));
    }
    std::vector<DiagnosticSuggestion> changes = diagnostic.suggestions;
    if (changes.empty() && diagnostic.code == DiagnosticCode::kCannotParseOperand) {
      for (const std::string_view name : NearNames(word)) {
        changes.push_back({word.begin, word.end, std::string(name)});
      }
    }
    for (const DiagnosticSuggestion& each : changes) {
      Write(StrCat("Change to ", each.text), "quickfix", {{{each.begin, each.end}, each.text}},
            changes.size() == 1);
    }
  }

  // Renames the instruction defined at `word`, with its uses.
  void WriteRename(ByteRange word, std::string_view name) {
    Document& document = context_.document;
    const Symbol symbol = document.SymbolAt(word.begin);
    if (symbol.role != TokenRole::kInstructionDefinition || !IsIdentifier(name)) return;
    const Outline& outline = document.outline();
    const uint32_t computation = outline.instructions[symbol.index].computation;
    if (outline.FindInstruction(document.view(), computation, name) >= 0) return;
    Write(StrCat("Rename to ", name), "quickfix", RenameEdits(document.Occurrences(symbol), name),
          /*is_preferred=*/true);
  }

  // Earlier instructions of the same computation with names like the one at `word`. Empty if that
  // name is defined, too: then something else is wrong.
  std::vector<std::string_view> NearNames(ByteRange word) const {
    Document& document = context_.document;
    const Outline& outline = document.outline();
    const int i = outline.InstructionAt(word.begin);
    if (i < 0) return {};
    const auto index = static_cast<uint32_t>(i);
    const OutlineComputation& around =
        outline.computations[outline.instructions[index].computation];
    constexpr uint32_t kMost = 2000;  // the nearest ones
    const uint32_t first = std::max(around.first, index > kMost ? index - kMost : 0);
    std::vector<std::string_view> names;
    for (uint32_t each = first; each < index; ++each) {
      names.push_back(document.NameOf(outline.instructions[each]));
      if (names.back() == document.Text(word)) return {};
    }
    return NearWords(document.Text(word), names);
  }

  void Write(std::string_view title, std::string_view kind, const std::vector<LspEdit>& edits,
             bool is_preferred) {
    JsonWriter& json = context_.json;
    json.BeginObject();
    json.Key("title").String(title);
    json.Key("kind").String(kind);
    if (is_preferred) json.Key("isPreferred").Bool(true);
    json.Key("edit");
    WriteWorkspaceEdit(json, context_.document.uri(), context_.document.text(), edits);
    json.EndObject();
  }

  RequestContext& context_;
  const ByteRange range_;
};

// Whether the client wants actions of `kind`.
bool IsWanted(const JsonValue* params, std::string_view kind) {
  const JsonValue* only = ArrayOf(Member(params, "context", "only"));
  if (only == nullptr) return true;
  for (const JsonValue& each : *only) {
    const std::string* wanted = StringOf(&each);
    if (wanted != nullptr && kind.substr(0, wanted->size()) == *wanted) return true;
  }
  return false;
}

}  // namespace

RpcStatus CodeActions(RequestContext& context) {
  const std::optional<ByteRange> range = context.Range();
  if (!range.has_value()) return InvalidParams("no range");
  context.json.BeginArray();
  if (!context.document.is_read_only()) {
    ActionWriter actions(context, *range);
    if (IsWanted(context.params, "quickfix")) actions.WriteFixes();
    if (IsWanted(context.params, "refactor.rewrite")) actions.WriteRewrites();
  }
  context.json.EndArray();
  return {};
}

}  // namespace hlo_text_v1::internal
