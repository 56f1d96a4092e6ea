// An open text with its outline and modules, which are made on first use and dropped when the text
// changes: parsing takes less time than keeping trees up to date.
//
//   Document document("file:///a.hlo", TextBuffer(text));
//   document.outline();                 // also of a text with errors
//   document.modules()[0].module;       // what the parser made; nullptr if it refused the text
//   document.Instruction(i);            // the instruction of outline().instructions[i]
#ifndef HLO_LSP_DOCUMENT_H_
#define HLO_LSP_DOCUMENT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "src/lsp/outline.h"
#include "src/lsp/settings.h"
#include "src/lsp/syntax.h"
#include "src/lsp/text_buffer.h"

namespace hlo_text_v1::internal {

// A module of the text, desugared. Parts that Desugar adds have no place in the text.
struct ParsedModule {
  uint32_t begin = 0;                       // of its text
  std::shared_ptr<const HloModule> module;  // nullptr: refused
  std::vector<Diagnostic> diagnostics;      // offsets into the whole text
};

// The thing under the cursor.
struct Symbol {
  enum Kind : uint8_t { kNone, kInstruction, kComputation };
  Kind kind = kNone;
  uint32_t index = 0;  // in the outline
  ByteRange at;        // the name under the cursor
  TokenRole role = TokenRole::kError;
};

class Document {
 public:
  Document(std::string uri, TextBuffer text, const Settings& settings, uint64_t generation = 0)
      : uri_(std::move(uri)),
        text_(std::move(text)),
        settings_(settings),
        generation_(generation) {}

  const std::string& uri() const { return uri_; }
  const TextBuffer& text() const { return text_; }
  std::string_view view() const { return text_.view(); }
  std::string_view Text(ByteRange range) const { return text_.Text(range); }
  std::optional<int64_t> version() const { return version_; }
  void set_version(std::optional<int64_t> version) { version_ = version; }
  // Whether it shows a binary file.
  bool is_read_only() const { return uri_.compare(0, 7, "hlo-pb:") == 0; }

  // The text, for changing it.
  TextBuffer& Change(std::optional<int64_t> version);
  // Drops everything that depends on settings.
  void ForgetModules();
  // Counts changes, starting at the constructor's argument, so that late answers about an older
  // text can be told.
  uint64_t generation() const { return generation_; }

  const Outline& outline();
  const std::vector<ParsedModule>& modules();
  bool has_parsed() const { return has_parsed_; }
  // The parser's instruction or computation; nullptr if it refused the module.
  const HloInstruction* Instruction(uint32_t outline_index);
  const HloComputation* Computation(uint32_t outline_index);
  // The other way round; -1 if there is none.
  int OutlineIndex(const HloInstruction& instruction);
  const HloModule* ModuleOf(uint32_t computation);

  // ---- Names.
  Symbol SymbolAt(uint32_t offset);
  std::string_view NameOf(const OutlineInstruction& i) const { return Text(i.name_range()); }
  std::string_view NameOf(const OutlineComputation& c) const { return Text(c.name_range()); }
  // Every place that names it, in text order, with the definition.
  std::vector<SyntaxToken> Occurrences(const Symbol& symbol);

 private:
  void MapInstructions();
  // A statement of the text and the parts of the outline around it: indices, -1 for none.
  struct Statement {
    StatementKind kind;
    ByteRange range;
    uint32_t module;
    int computation;
    int instruction;
  };
  std::optional<Statement> StatementAt(uint32_t offset);
  Symbol Resolve(const Statement& statement, const SyntaxToken& token);
  // Calls visit(token) for each token in `range` that is `name`, in text order.
  template <typename Visit>
  void ForEachMention(std::string_view name, ByteRange range, Visit visit);
  std::vector<SyntaxToken> InstructionOccurrences(const OutlineInstruction& instruction);
  std::vector<SyntaxToken> ComputationOccurrences(const OutlineComputation& computation);

  const std::string uri_;
  TextBuffer text_;
  const Settings& settings_;
  std::optional<int64_t> version_;
  uint64_t generation_;
  std::optional<Outline> outline_;
  bool has_parsed_ = false;
  std::vector<ParsedModule> modules_;
  std::vector<const HloInstruction*> instructions_;  // by outline index; empty: not yet made
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_DOCUMENT_H_
