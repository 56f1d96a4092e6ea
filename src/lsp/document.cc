// Parses the pieces of the text between marker lines, one module each, and finds the instruction of
// an outline's entry by the offset of its name, which both know.
#include "src/lsp/document.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "hlo/async.h"
#include "hlo/parser.h"
#include "src/base/byte_class.h"
#include "src/diagnostics/move_ranges.h"

namespace hlo_text_v1::internal {

TextBuffer& Document::Change(std::optional<int64_t> version) {
  version_ = version;
  ++generation_;
  outline_.reset();
  ForgetModules();
  return text_;
}

void Document::ForgetModules() {
  has_parsed_ = false;
  modules_.clear();
  instructions_.clear();
}

const Outline& Document::outline() {
  if (!outline_.has_value()) outline_ = MakeOutline(view());
  return *outline_;
}

const std::vector<ParsedModule>& Document::modules() {
  if (has_parsed_) return modules_;
  modules_.clear();  // of an attempt that ran out of memory
  ParseOptions options;
  options.uniquify = false;  // names are those of the text
  options.max_errors = settings_.max_errors;
  options.allow_unknown = settings_.allow_unknown;
  options.upgrade_legacy = settings_.upgrade_legacy;
  for (const std::string_view piece : PiecesOf(view())) {
    ParsedModule parsed;
    parsed.begin = static_cast<uint32_t>(piece.data() - view().data());
    // Upgrading may change the bytes, and the bytes after a piece that others follow are not zero.
    const bool is_shared = piece.size() == view().size() && !options.upgrade_legacy;
    absl::StatusOr<HloModule> module = ParseHloModule(
        is_shared ? text_.Share() : SourceBuffer::Copy(piece), options, &parsed.diagnostics);
    if (module.ok()) {
      Desugar(&*module);
      parsed.module = std::make_shared<const HloModule>(*std::move(module));
    }
    MoveRangesBy(parsed.begin, &parsed.diagnostics);
    modules_.push_back(std::move(parsed));
  }
  has_parsed_ = true;
  return modules_;
}

void Document::MapInstructions() {
  const std::vector<OutlineInstruction>& all = outline().instructions;
  const std::vector<ParsedModule>& parsed_modules = modules();
  instructions_.assign(all.size(), nullptr);  // nothing after it needs memory
  for (const ParsedModule& parsed : parsed_modules) {
    if (parsed.module == nullptr) continue;
    for (const HloComputation* computation : parsed.module->computations()) {
      size_t next = all.size();  // instructions follow each other in the text, too
      for (const HloInstruction* instruction : computation->instructions()) {
        uint32_t name = parsed.begin + instruction->source_offset();
        if (name < text_.size() && view()[name] == '%') ++name;
        if (next >= all.size() || all[next].name != name) {
          const auto found = std::lower_bound(
              all.begin(), all.end(), name,
              [](const OutlineInstruction& each, uint32_t at) { return each.name < at; });
          next = static_cast<size_t>(found - all.begin());
          if (next >= all.size() || all[next].name != name) continue;
        }
        if (instructions_[next] == nullptr) instructions_[next] = instruction;
        ++next;
      }
    }
  }
}

const HloInstruction* Document::Instruction(uint32_t outline_index) {
  if (instructions_.empty()) MapInstructions();
  return outline_index < instructions_.size() ? instructions_[outline_index] : nullptr;
}

const HloModule* Document::ModuleOf(uint32_t computation) {
  const uint32_t module = outline().computations[computation].module;
  return module < modules().size() ? modules()[module].module.get() : nullptr;
}

const HloComputation* Document::Computation(uint32_t outline_index) {
  const OutlineComputation& c = outline().computations[outline_index];
  for (uint32_t i = c.first; i < c.last; ++i) {
    if (const HloInstruction* instruction = Instruction(i)) return instruction->parent();
  }
  return nullptr;
}

int Document::OutlineIndex(const HloInstruction& instruction) {
  const Outline& all = outline();
  for (const ParsedModule& parsed : modules()) {
    if (parsed.module.get() != nullptr && !instruction.parent()->instructions().empty()) {
      const int i = all.InstructionAt(parsed.begin + instruction.source_offset());
      if (i >= 0 && Instruction(static_cast<uint32_t>(i)) == &instruction) return i;
    }
  }
  return -1;
}

std::optional<Document::Statement> Document::StatementAt(uint32_t offset) {
  const Outline& all = outline();
  const int module = all.ModuleAt(offset);
  if (module < 0) return std::nullopt;
  const auto m = static_cast<uint32_t>(module);
  const int c = all.ComputationAt(offset);
  if (c < 0) {
    const ByteRange header{all.modules[m].header, all.modules[m].header_end};
    if (offset < header.begin || offset >= header.end) return std::nullopt;
    return Statement{StatementKind::kHeader, header, m, -1, -1};
  }
  const OutlineComputation& around = all.computations[static_cast<size_t>(c)];
  if (offset < around.body) {
    return Statement{StatementKind::kHead, {around.begin, around.body}, m, c, -1};
  }
  const int i = all.InstructionAt(offset);
  if (i >= 0) {
    const ByteRange range = all.instructions[static_cast<size_t>(i)].range();
    return Statement{StatementKind::kInstruction, range, m, c, i};
  }
  if (offset < around.body_end) return std::nullopt;
  return Statement{StatementKind::kAfterBody, {around.body_end, around.end}, m, c, -1};
}

Symbol Document::SymbolAt(uint32_t offset) {
  const std::optional<Statement> statement = StatementAt(offset);
  if (!statement.has_value()) return {};
  SyntaxReader reader(view());
  const SyntaxToken* found = nullptr;
  for (const SyntaxToken& token : reader.Read(statement->kind, statement->range)) {
    const bool has_percent = token.begin > 0 && view()[token.begin - 1] == '%';
    const bool is_name =
        token.role >= TokenRole::kComputationDefinition && token.role <= TokenRole::kParameterName;
    if (is_name && token.begin - (has_percent ? 1 : 0) <= offset && offset <= token.end) {
      found = &token;
    }
  }
  return found == nullptr ? Symbol() : Resolve(*statement, *found);
}

Symbol Document::Resolve(const Statement& statement, const SyntaxToken& token) {
  const std::string_view name = Text(token.range());
  const auto find_computation = [&] {
    return outline().FindComputation(view(), statement.module, name);
  };
  const auto find_instruction = [&] {
    const int c = statement.computation;
    return c < 0 ? -1 : outline().FindInstruction(view(), static_cast<uint32_t>(c), name);
  };
  const auto symbol = [&](Symbol::Kind kind, int index) {
    if (index < 0) return Symbol{Symbol::kNone, 0, token.range(), token.role};
    return Symbol{kind, static_cast<uint32_t>(index), token.range(), token.role};
  };
  switch (token.role) {
    case TokenRole::kComputationDefinition:
      return symbol(Symbol::kComputation, statement.computation);
    case TokenRole::kComputationUse:
      return symbol(Symbol::kComputation, find_computation());
    case TokenRole::kReference:
      if (const int c = find_computation(); c >= 0) return symbol(Symbol::kComputation, c);
      return symbol(Symbol::kInstruction, find_instruction());
    case TokenRole::kInstructionDefinition:
      return symbol(Symbol::kInstruction, statement.instruction);
    case TokenRole::kInstructionUse:
    case TokenRole::kParameterName:
      return symbol(Symbol::kInstruction, find_instruction());
    case TokenRole::kPunctuation:
    case TokenRole::kKeyword:
    case TokenRole::kModule:
    case TokenRole::kType:
    case TokenRole::kOpcode:
    case TokenRole::kAttribute:
    case TokenRole::kField:
    case TokenRole::kWord:
    case TokenRole::kNumber:
    case TokenRole::kString:
    case TokenRole::kError:
      break;
  }
  return symbol(Symbol::kNone, -1);
}

std::vector<SyntaxToken> Document::Occurrences(const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::kInstruction:
      return InstructionOccurrences(outline().instructions[symbol.index]);
    case Symbol::kComputation:
      return ComputationOccurrences(outline().computations[symbol.index]);
    case Symbol::kNone:
      break;
  }
  return {};
}

// Searches for the bytes of the name, and reads only statements that contain them.
template <typename Visit>
void Document::ForEachMention(std::string_view name, ByteRange range, Visit visit) {
  const std::string_view text = view();
  SyntaxReader reader(text);
  const std::vector<SyntaxToken>* tokens = nullptr;
  ByteRange read;  // the statement of `tokens`
  for (size_t at = text.find(name, range.begin); at < range.end; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at > 0 && HasClass(text[at - 1], kIdentifierByte)) ||
        HasClass(text.data()[end], kIdentifierByte)) {
      continue;
    }
    const auto offset = static_cast<uint32_t>(at);
    if (tokens == nullptr || !(read.begin <= offset && offset < read.end)) {
      const std::optional<Statement> statement = StatementAt(offset);
      if (!statement.has_value()) continue;
      read = statement->range;
      tokens = &reader.Read(statement->kind, read);
    }
    const auto token = std::lower_bound(
        tokens->begin(), tokens->end(), offset,
        [](const SyntaxToken& each, uint32_t begin) { return each.begin < begin; });
    if (token != tokens->end() && token->begin == offset && token->end == end) visit(*token);
  }
}

std::vector<SyntaxToken> Document::InstructionOccurrences(const OutlineInstruction& instruction) {
  const OutlineComputation& computation = outline().computations[instruction.computation];
  const std::string_view name = NameOf(instruction);
  // A reference means the computation.
  const bool may_be_referred_to = outline().FindComputation(view(), computation.module, name) < 0;
  std::vector<SyntaxToken> found;
  ForEachMention(name, computation.range(), [&](const SyntaxToken& token) {
    const bool is_definition = token.role == TokenRole::kInstructionDefinition;
    if (is_definition || token.role == TokenRole::kInstructionUse ||
        token.role == TokenRole::kParameterName ||
        (token.role == TokenRole::kReference && may_be_referred_to)) {
      found.push_back(token);
    }
  });
  return found;
}

std::vector<SyntaxToken> Document::ComputationOccurrences(const OutlineComputation& computation) {
  const Outline& all = outline();
  const std::string_view name = NameOf(computation);
  const OutlineModule& module = all.modules[computation.module];
  std::vector<SyntaxToken> found;
  if (name.empty()) return found;
  const auto add = [&](ByteRange range, TokenRole role) {
    if (Text(range) == name) found.push_back({role, TokKind::kName, range.begin, range.end});
  };
  for (uint32_t i = module.first; i < module.last; ++i) {
    add(all.computations[i].name_range(), TokenRole::kComputationDefinition);
  }
  for (const OutlineCall& call : all.calls) {
    if (module.begin <= call.name && call.name < module.end) {
      add(call.name_range(), TokenRole::kComputationUse);
    }
  }
  ForEachMention(name, {module.begin, module.end}, [&](const SyntaxToken& token) {
    if (token.role == TokenRole::kReference) found.push_back(token);
  });
  std::sort(found.begin(), found.end(),
            [](const SyntaxToken& a, const SyntaxToken& b) { return a.begin < b.begin; });
  return found;
}

}  // namespace hlo_text_v1::internal
