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

namespace hlo::internal {

namespace {

// The words of "; did you mean a, b or c?" at the end of a message.
std::vector<std::string_view> SuggestedWords(std::string_view message) {
  constexpr std::string_view kStart = "; did you mean ";
  const size_t start = message.rfind(kStart);
  if (start == std::string_view::npos || message.back() != '?') return {};
  message.remove_prefix(start + kStart.size());
  message.remove_suffix(1);
  std::vector<std::string_view> words;
  while (!message.empty()) {
    size_t length = 0;
    while (length < message.size() && HasClass(message[length], kIdentifierByte)) ++length;
    const std::string_view word = message.substr(0, length);
    if (!word.empty() && word != "or") words.push_back(word);
    message.remove_prefix(std::max<size_t>(1, length));
  }
  return words;
}

// The name of "; suggest renaming to: a" at the end of a message.
std::string_view SuggestedName(std::string_view message) {
  constexpr std::string_view kStart = "; suggest renaming to: ";
  const size_t start = message.rfind(kStart);
  return start == std::string_view::npos ? std::string_view()
                                         : message.substr(start + kStart.size());
}

// The whole word at a diagnostic: its range may be that of its first bytes.
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
        if (diagnostic.begin > range_.end || std::max(word.end, diagnostic.end) < range_.begin) {
          continue;
        }
        WriteFixesOf(diagnostic, word);
      }
    }
  }

  void WriteRewrites() {
    for (const ChainAction& action : ChainActionsAt(context_.document, range_.begin)) {
      Write(action.title, "refactor.rewrite", action.edits, /*is_preferred=*/false);
    }
  }

 private:
  void WriteFixesOf(const Diagnostic& diagnostic, ByteRange word) {
    const Document& document = context_.document;
    if (diagnostic.code == DiagnosticCode::kExpectsName && word.size() > 0 &&
        word.end < document.text().size() && document.view()[word.end] == '=') {
      Write("Add a blank before '='", "quickfix", {{{word.end, word.end}, " "}}, true);
    }
    if (diagnostic.code == DiagnosticCode::kIllegalInstructionName) {
      return WriteRename(word, SuggestedName(diagnostic.message));
    }
    const bool is_type = FindWord(document.Text(word)).word_class == WordClass::kPrimitiveType;
    if (diagnostic.code == DiagnosticCode::kExpectsName && is_type) {
      return WriteRename(word, StrCat(document.Text(word), "_"));
    }
    const std::vector<std::string_view> words =
        diagnostic.code == DiagnosticCode::kCannotParseOperand ? NearNames(word)
                                                               : SuggestedWords(diagnostic.message);
    for (const std::string_view suggested : words) {
      Write(StrCat("Change to ", suggested), "quickfix", {{word, std::string(suggested)}},
            words.size() == 1);
    }
  }

  // Renames the instruction that is defined at `word`, with its uses.
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

  // Instructions before it in the same computation with names like the one at `word`.
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

}  // namespace hlo::internal
