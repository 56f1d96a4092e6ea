// Copies the chain into a small module, desugars or sugars that, and prints its links. Their
// opcodes and attributes replace those of the text; names, shapes and operands stay as they are.
#include "src/lsp/chain_actions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/module.h"
#include "hlo/module_config.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "src/lex/line_scan.h"
#include "src/lex/trivia.h"
#include "src/lsp/facts.h"
#include "src/lsp/syntax.h"

namespace hlo_text_v1::internal {

namespace {

// Whether `text` has a comment that the printer does not write itself.
bool HasComment(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfComment(text, at);
    if (end != at && !IsNumberedComment(text.substr(at, end - at), "index")) return true;
    const bool is_string = text[at] == '"' || text[at] == '\'';
    at = end != at ? end : is_string ? EndOfString(text, at) : at + 1;
  }
  return false;
}

// Works on a module that has only the chain: its operands become parameters.
class ChainRewriter {
 public:
  ChainRewriter(Document& document, uint32_t index, const AsyncOperation& operation)
      : document_(document),
        outline_(document.outline()),
        computation_(outline_.instructions[index].computation),
        is_sugar_(SpellsSugar(operation.start())),
        links_(operation.all_links().begin(), operation.all_links().end()) {
    options_.print_percent = HasPercent(outline_.instructions[index]);
  }

  std::optional<ChainAction> Rewrite() { return is_sugar_ ? Desugar() : Sugar(); }

 private:
  std::optional<ChainAction> Desugar() {
    const OutlineComputation& around = outline_.computations[computation_];
    if (around.name_range().size() == 0) return std::nullopt;  // a text of one instruction
    absl::StatusOr<HloModule> module = Extract();
    if (!module.ok()) return std::nullopt;
    hlo_text::Desugar(&*module);
    UniquifyOptions keep;
    keep.keep_stack_frames = true;
    keep.keep_instruction_names = true;
    Uniquify(&*module, keep);
    HloComputation* wrapped = twins_.front()->async_wrapped_computation();
    if (wrapped == nullptr) return std::nullopt;
    while (Find(*wrapped) >= 0) SetName(wrapped, wrapped->name());
    options_.async_mode = AsyncPrintMode::kGeneric;
    // Without a header, the text's first computation must not begin with a signature.
    const OutlineModule& own = outline_.modules[around.module];
    options_.print_program_shape = own.header != own.header_end;
    ChainAction action{"Desugar this chain", {}};
    action.edits.push_back(
        {{around.begin, around.begin}, PrintHloComputation(*wrapped, options_) + "\n\n"});
    if (!AddLinks(&action)) return std::nullopt;
    return action;
  }

  std::optional<ChainAction> Sugar() {
    const absl::StatusOr<HloModule> module = Extract();
    if (!module.ok()) return std::nullopt;
    options_.async_mode = AsyncPrintMode::kSugar;
    ChainAction action{"Sugar this chain", {}};
    if (!AddLinks(&action) || !AddRemoval(&action)) return std::nullopt;
    return action;
  }

  // Whether the text spells a link as sugar; the document's module is desugared.
  bool SpellsSugar(const HloInstruction& link) const {
    if (document_.OutlineIndex(link) < 0) return false;
    SyntaxReader reader(document_.view());
    return !IsGeneric(document_.Text(PartsOf(reader.ReadInstruction(PlaceOf(link))).opcode));
  }
  static bool IsGeneric(std::string_view opcode) { return opcode.substr(0, 6) == "async-"; }

  // The callee of `part` in the text; for a sugared start, the callee of the wrapped instruction.
  template <typename Visit>
  void ForEachCallee(const HloInstruction& part, Visit visit) const {
    const bool is_start = is_sugar_ && &part == links_.front();
    (is_start ? *Callee(part)->root_instruction() : part).ForEachCalledComputation(visit);
  }

  static const HloComputation* Callee(const HloInstruction& start) {
    const HloComputation* found = nullptr;
    start.ForEachCalledComputation([&](const HloComputation* callee) { found = callee; });
    return found;
  }

  bool HasPercent(const OutlineInstruction& place) const {
    return place.name > 0 && document_.view()[place.name - 1] == '%';
  }

  const OutlineInstruction& PlaceOf(const HloInstruction& link) const {
    return outline_.instructions[static_cast<size_t>(document_.OutlineIndex(link))];
  }

  // The outline's computation of that name in the chain's module; -1 if there is none.
  int Find(const HloComputation& computation) const {
    const uint32_t module = outline_.computations[computation_].module;
    return outline_.FindComputation(document_.view(), module, computation.name());
  }

  // The small module, with the links' twins in twins_.
  absl::StatusOr<HloModule> Extract() {
    const bool is_scheduled = document_.ModuleOf(computation_)->config().is_scheduled;
    std::string text = StrCat("HloModule m", is_scheduled ? ", is_scheduled=true\n" : "\n");
    if (!FindParts()) return absl::NotFoundError("");
    AddCallees(&text);
    StrAppend(&text, "ENTRY hlo_lsp_entry {\n");
    AddOperands(&text);
    std::vector<size_t> offsets;  // of the links
    for (const HloInstruction* link : links_) {
      const OutlineInstruction& place = PlaceOf(*link);
      const uint32_t begin = place.name - (HasPercent(place) ? 1 : 0);  // without ROOT
      offsets.push_back(text.size());
      StrAppend(&text, document_.Text({begin, place.end}), "\n");
    }
    StrAppend(&text, "}\n");
    ParseOptions options;
    options.uniquify = false;
    options.max_errors = 1;
    absl::StatusOr<HloModule> module = ParseHloModule(text, options);
    if (!module.ok()) return module;
    for (HloInstruction* each : module->entry_computation()->instructions()) {
      const size_t next = twins_.size();
      if (next < offsets.size() && each->source_offset() == offsets[next]) twins_.push_back(each);
    }
    if (twins_.size() != links_.size()) return absl::NotFoundError("");
    return module;
  }

  // Finds the links and the other instructions in their text: elements `%t#0` and instructions
  // written as operands. False if a link is in the text of another instruction, or has a body in
  // place, which the wrapped computation would have to call by name.
  bool FindParts() {
    for (const HloInstruction* link : links_) {
      bool is_named = document_.OutlineIndex(*link) >= 0;
      ForEachCallee(*link, [&](const HloComputation* callee) { is_named &= Find(*callee) >= 0; });
      if (!is_named) return false;
    }
    parts_ = links_;
    std::set<const HloInstruction*> seen(parts_.begin(), parts_.end());
    const auto add = [&](const HloInstruction* operand) {
      if (!seen.insert(operand).second) return;
      (document_.OutlineIndex(*operand) < 0 ? parts_ : operands_).push_back(operand);
    };
    for (size_t i = 0; i < parts_.size(); ++i) {
      const HloInstruction& part = *parts_[i];  // `add` may move the list
      for (const HloInstruction* operand : part.operands()) add(operand);
      for (const HloInstruction* before : part.control_predecessors()) add(before);
    }
    return true;
  }

  // The computations that the parts call, directly or not, in the order of the text.
  void AddCallees(std::string* text) const {
    std::set<const HloComputation*> needed;
    std::vector<const HloComputation*> to_visit;
    const auto add = [&](const HloComputation* callee) {
      if (needed.insert(callee).second) to_visit.push_back(callee);
    };
    for (const HloInstruction* part : parts_) ForEachCallee(*part, add);
    while (!to_visit.empty()) {
      const HloComputation* next = to_visit.back();
      to_visit.pop_back();
      for (const HloInstruction* each : next->instructions()) each->ForEachCalledComputation(add);
    }
    for (const HloComputation* each : document_.ModuleOf(computation_)->computations()) {
      if (needed.count(each) == 0) continue;
      // A body in place is part of its caller's text; so is the computation that a sugared start
      // wraps.
      if (document_.OutlineIndex(*each->root_instruction()) < 0) continue;
      const uint32_t i = PlaceOf(*each->root_instruction()).computation;
      StrAppend(text, document_.Text(outline_.computations[i].range()), "\n");
    }
  }

  void AddOperands(std::string* text) const {
    int number = 0;
    for (const HloInstruction* operand : operands_) {
      StrAppend(text, "%", operand->name(), " = ", PrintShape(operand->shape()), " parameter(",
                number++, ")\n");
    }
  }

  // The opcodes and attributes of the links as their twins print. False if a link that should
  // become sugar stays generic, since sugar would be another program, or if a comment would be
  // lost.
  bool AddLinks(ChainAction* action) const {
    SyntaxReader reader(document_.view());
    for (size_t i = 0; i < links_.size(); ++i) {
      const OutlineInstruction& place = PlaceOf(*links_[i]);
      const InstructionSyntax before = PartsOf(reader.ReadInstruction(place));
      const ByteRange attributes{before.operands.end, place.end};
      const TextBuffer line(PrintHloInstruction(*twins_[i], options_));
      SyntaxReader line_reader(line.view());
      const InstructionSyntax after =
          PartsOf(line_reader.Read(StatementKind::kInstruction, {0, line.size()}));
      if (before.operands.size() == 0 || after.operands.size() == 0) return false;
      const std::string_view opcode = line.Text(after.opcode);
      if (IsGeneric(opcode) != (options_.async_mode == AsyncPrintMode::kGeneric)) return false;
      if (HasComment(document_.Text(attributes))) return false;
      action->edits.push_back({before.opcode, std::string(opcode)});
      const std::string_view rest = line.Text({after.operands.end, line.size()});
      if (rest != document_.Text(attributes)) {
        action->edits.push_back({attributes, std::string(rest)});
      }
    }
    return true;
  }

  // Removes the wrapped computation. False if it has a comment or something else names it: sugar
  // would give the chain a copy, and kept text would name nothing.
  bool AddRemoval(ChainAction* action) const {
    const HloComputation* wrapped = Callee(*links_.front());  // as each start has
    const int i = Find(*wrapped);
    if (i < 0) return false;
    Symbol symbol;
    symbol.kind = Symbol::kComputation;
    symbol.index = static_cast<uint32_t>(i);
    for (const SyntaxToken& token : document_.Occurrences(symbol)) {
      if (token.role == TokenRole::kComputationDefinition) continue;
      const int at = outline_.InstructionAt(token.begin);
      const HloInstruction* user =
          at < 0 ? nullptr : document_.Instruction(static_cast<uint32_t>(at));
      if (std::find(links_.begin(), links_.end(), user) == links_.end()) return false;
    }
    ByteRange range = outline_.computations[static_cast<size_t>(i)].range();
    if (HasComment(document_.Text(range))) return false;
    const std::string_view text = document_.view();
    while (range.end < text.size() && (text[range.end] == '\n' || text[range.end] == '\r')) {
      ++range.end;
    }
    action->edits.push_back({range, ""});
    return true;
  }

  Document& document_;
  const Outline& outline_;
  const uint32_t computation_;
  const bool is_sugar_;
  PrintOptions options_;
  const std::vector<const HloInstruction*> links_;
  std::vector<const HloInstruction*> parts_;     // see FindParts
  std::vector<const HloInstruction*> operands_;  // of the parts, by name
  std::vector<HloInstruction*> twins_;           // of the links, in the module of Extract
};

}  // namespace

std::vector<ChainAction> ChainActionsAt(Document& document, uint32_t offset) {
  const int i = document.outline().InstructionAt(offset);
  if (i < 0) return {};
  const auto index = static_cast<uint32_t>(i);
  const HloInstruction* instruction = document.Instruction(index);
  if (instruction == nullptr) return {};
  const AsyncIndex chains(*instruction->parent());
  const AsyncOperation* operation = chains.Of(*instruction);
  if (operation == nullptr || operation->is_pair() || !operation->is_direct()) return {};
  std::optional<ChainAction> action = ChainRewriter(document, index, *operation).Rewrite();
  if (!action.has_value()) return {};
  std::sort(action->edits.begin(), action->edits.end(),
            [](const LspEdit& a, const LspEdit& b) { return a.range.begin < b.range.begin; });
  return {*std::move(action)};
}

}  // namespace hlo_text_v1::internal
