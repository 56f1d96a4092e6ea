// Copies the chain into a small module, desugars or sugars that, and prints its links in the place
// of those in the text, with their names.
#include "src/lsp/chain_actions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "hlo/async.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/uniquify.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lsp/facts.h"

namespace hlo::internal {

namespace {

// `text` with each word `from` as `to`.
std::string WithWord(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  while (!text.empty()) {
    const size_t at = text.find(from);
    if (at == std::string_view::npos) break;
    const bool is_word =
        (at == 0 || !HasClass(text[at - 1], kIdentifierByte)) &&
        (at + from.size() == text.size() || !HasClass(text[at + from.size()], kIdentifierByte));
    result.append(text.substr(0, at));
    result.append(is_word ? to : from);
    text.remove_prefix(at + from.size());
  }
  return result.append(text);
}

// Works on a module with nothing but the chain: its operands become parameters.
class ChainRewriter {
 public:
  ChainRewriter(Document& document, uint32_t index, const AsyncOperation& operation)
      : document_(document),
        outline_(document.outline()),
        computation_(outline_.instructions[index].computation),
        links_(operation.all_links().begin(), operation.all_links().end()) {
    const uint32_t name = outline_.instructions[index].name;
    options_.print_percent = name > 0 && document.view()[name - 1] == '%';
  }

  std::optional<ChainAction> Desugar() {
    absl::StatusOr<HloModule> module = Extract();
    if (!module.ok()) return std::nullopt;
    hlo::Desugar(*module);
    Uniquify(*module);  // names within the wrapped computation
    options_.async_mode = AsyncPrintMode::kGeneric;
    const HloComputation* wrapped = Callee(*Twins(*module)[0]);
    if (wrapped == nullptr) return std::nullopt;
    const OutlineComputation& around = outline_.computations[computation_];
    ChainAction action{"Desugar this chain", {}};
    action.edits.push_back(
        {{around.begin, around.begin}, PrintHloComputation(*wrapped, options_) + "\n\n"});
    AddLinks(*module, &action);
    const std::string name = FreeName(wrapped->name());
    for (LspEdit& edit : action.edits) edit.text = WithWord(edit.text, wrapped->name(), name);
    return action;
  }

  std::optional<ChainAction> Sugar() {
    const absl::StatusOr<HloModule> module = Extract();
    if (!module.ok()) return std::nullopt;
    options_.async_mode = AsyncPrintMode::kSugar;
    ChainAction action{"Sugar this chain", {}};
    AddLinks(*module, &action);
    for (const LspEdit& edit : action.edits) {
      if (edit.text.find(" async-") != std::string::npos) return std::nullopt;  // would not be safe
    }
    if (!AddRemoval(&action)) return std::nullopt;
    return action;
  }

 private:
  static const HloComputation* Callee(const HloInstruction& start) {
    const HloComputation* found = nullptr;
    start.ForEachCalledComputation([&](HloComputation* callee) { found = callee; });
    return found;
  }

  // The text of an instruction, without ROOT.
  std::string_view TextOf(const HloInstruction& instruction) const {
    const OutlineInstruction& place =
        outline_.instructions[static_cast<size_t>(document_.OutlineIndex(instruction))];
    std::string_view text = document_.Text(place.range());
    if (text.substr(0, 4) == "ROOT" && place.name > place.begin + 1) {
      const bool has_percent = document_.view()[place.name - 1] == '%';
      text.remove_prefix(place.name - place.begin - (has_percent ? 1 : 0));
    }
    return text;
  }

  absl::StatusOr<HloModule> Extract() const {
    std::string text = "HloModule m\n";
    AddCallees(&text);
    StrAppend(&text, "ENTRY hlo_lsp_entry {\n");
    AddOperands(&text);
    for (const HloInstruction* link : links_) {
      if (document_.OutlineIndex(*link) < 0) return absl::NotFoundError("");
      StrAppend(&text, TextOf(*link), "\n");
    }
    StrAppend(&text, "}\n");
    ParseOptions options;
    options.uniquify = false;
    options.max_errors = 1;
    return ParseHloModule(text, options);
  }

  // What the links call, and what that calls, in the order of the text.
  void AddCallees(std::string* text) const {
    std::set<const HloComputation*> needed;
    std::vector<const HloComputation*> to_visit;
    const auto add = [&](HloComputation* callee) {
      if (needed.insert(callee).second) to_visit.push_back(callee);
    };
    for (const HloInstruction* link : links_) link->ForEachCalledComputation(add);
    while (!to_visit.empty()) {
      const HloComputation* next = to_visit.back();
      to_visit.pop_back();
      for (const HloInstruction* each : next->instructions()) each->ForEachCalledComputation(add);
    }
    const uint32_t module = outline_.computations[computation_].module;
    for (const HloComputation* each : document_.ModuleOf(computation_)->computations()) {
      if (needed.count(each) == 0) continue;
      const int i = outline_.FindComputation(document_.view(), module, each->name());
      if (i < 0) continue;  // a body in place: part of the link's text
      StrAppend(text, document_.Text(outline_.computations[static_cast<size_t>(i)].range()), "\n");
    }
  }

  void AddOperands(std::string* text) const {
    std::set<const HloInstruction*> defined(links_.begin(), links_.end());
    int number = 0;
    const auto add = [&](const HloInstruction* operand) {
      if (!defined.insert(operand).second) return;
      StrAppend(text, "%", operand->name(), " = ", PrintShape(operand->shape()), " parameter(",
                number++, ")\n");
    };
    for (const HloInstruction* link : links_) {
      for (const HloInstruction* operand : link->operands()) add(operand);
      for (const HloInstruction* before : link->control_predecessors()) add(before);
    }
  }

  // The links in `module`: its last instructions.
  std::vector<const HloInstruction*> Twins(const HloModule& module) const {
    std::vector<const HloInstruction*> twins;
    for (const HloInstruction* each : module.entry_computation()->instructions()) {
      twins.push_back(each);
    }
    twins.erase(twins.begin(), twins.end() - static_cast<std::ptrdiff_t>(links_.size()));
    return twins;
  }

  // The links as `module` prints them, with the names that they have in the text.
  void AddLinks(const HloModule& module, ChainAction* action) const {
    const std::vector<const HloInstruction*> twins = Twins(module);
    for (size_t i = 0; i < links_.size(); ++i) {
      const HloInstruction& link = *links_[i];
      const OutlineInstruction& place =
          outline_.instructions[static_cast<size_t>(document_.OutlineIndex(link))];
      std::string line = PrintHloInstruction(*twins[i], options_);
      if (line.compare(0, 5, "ROOT ") == 0) line.erase(0, 5);
      line = WithWord(line, twins[i]->name(), link.name());
      for (int64_t k = 0; k < std::min(link.operand_count(), twins[i]->operand_count()); ++k) {
        line = WithWord(line, twins[i]->operand(k)->name(), link.operand(k)->name());
      }
      for (size_t k = 0; k < link.control_predecessors().size(); ++k) {
        line = WithWord(line, twins[i]->control_predecessors()[k]->name(),
                        link.control_predecessors()[k]->name());
      }
      const bool is_root = document_.Text(place.range()).substr(0, 4) == "ROOT" && link.IsRoot();
      action->edits.push_back({place.range(), StrCat(is_root ? "ROOT " : "", line)});
    }
    std::sort(action->edits.begin(), action->edits.end(),
              [](const LspEdit& a, const LspEdit& b) { return a.range.begin < b.range.begin; });
  }

  std::string FreeName(std::string_view wanted) const {
    const uint32_t module = outline_.computations[computation_].module;
    std::string name(wanted);
    for (int i = 1; outline_.FindComputation(document_.view(), module, name) >= 0; ++i) {
      name = StrCat(wanted, ".", i);
    }
    return name;
  }

  // Removes the wrapped computation. False if others call it: sugar would give the chain a copy.
  bool AddRemoval(ChainAction* action) const {
    const HloComputation* wrapped = Callee(*links_.front());  // as each start has
    const uint32_t own = outline_.computations[computation_].module;
    const OutlineModule& module = outline_.modules[own];
    const int i = outline_.FindComputation(document_.view(), own, wrapped->name());
    if (i < 0) return false;
    for (const OutlineCall& call : outline_.calls) {
      if (call.name < module.begin || call.name >= module.end) continue;
      if (document_.Text(call.name_range()) != wrapped->name()) continue;
      const HloInstruction* caller = document_.Instruction(call.instruction);
      if (std::find(links_.begin(), links_.end(), caller) == links_.end()) return false;
    }
    ByteRange range = outline_.computations[static_cast<size_t>(i)].range();
    const std::string_view text = document_.view();
    while (range.end < text.size() && (text[range.end] == '\n' || text[range.end] == '\r')) {
      ++range.end;
    }
    action->edits.insert(action->edits.begin(), {range, ""});
    return true;
  }

  Document& document_;
  const Outline& outline_;
  const uint32_t computation_;
  PrintOptions options_;
  const std::vector<const HloInstruction*> links_;
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
  if (operation == nullptr || operation->is_pair()) return {};
  ChainRewriter rewriter(document, index, *operation);
  const bool is_sugar = operation->start().async_phase() != AsyncPhase::kNone;
  std::optional<ChainAction> action = is_sugar ? rewriter.Desugar() : rewriter.Sugar();
  if (!action.has_value()) return {};
  return {*std::move(action)};
}

}  // namespace hlo::internal
