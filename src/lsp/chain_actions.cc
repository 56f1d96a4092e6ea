#include "src/lsp/chain_actions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hlo/async.h"
#include "hlo/printer.h"
#include "hlo/uniquify.h"
#include "src/base/strings.h"
#include "src/lsp/facts.h"

namespace hlo::internal {

namespace {

class ChainRewriter {
 public:
  ChainRewriter(Document& document, uint32_t index, const AsyncOperation& operation)
      : document_(document),
        outline_(document.outline()),
        computation_(outline_.instructions[index].computation),
        module_(document.ModuleOf(computation_)->Clone()) {
    const uint32_t name = outline_.instructions[index].name;
    options_.print_percent = name > 0 && document.view()[name - 1] == '%';
    options_.print_program_shape = true;
    for (const HloInstruction* link : operation.all_links()) links_.push_back(link);
  }

  std::optional<ChainAction> Desugar() {
    hlo::Desugar(module_);
    Uniquify(module_);
    options_.async_mode = AsyncPrintMode::kGeneric;
    const HloInstruction* start = Twin(*links_.front());
    if (start == nullptr || start->opcode() != HloOpcode::kAsyncStart) return std::nullopt;
    const HloComputation* wrapped = nullptr;
    start->ForEachCalledComputation([&](HloComputation* callee) { wrapped = callee; });
    if (wrapped == nullptr) return std::nullopt;
    ChainAction action{"Desugar this chain", {}};
    const OutlineComputation& around = outline_.computations[computation_];
    action.edits.push_back(
        {{around.begin, around.begin}, PrintHloComputation(*wrapped, options_) + "\n\n"});
    if (!AddLinks(&action)) return std::nullopt;
    return action;
  }

  std::optional<ChainAction> Sugar() {
    Uniquify(module_);
    options_.async_mode = AsyncPrintMode::kSugar;
    const HloInstruction* start = Twin(*links_.front());
    if (start == nullptr) return std::nullopt;
    const std::string line = PrintHloInstruction(*start, options_);
    if (line.find(" async-start(") != std::string::npos) return std::nullopt;
    ChainAction action{"Sugar this chain", {}};
    AddRemoval(&action);
    if (!AddLinks(&action)) return std::nullopt;
    return action;
  }

 private:
  // The instruction in the copy, whose names may have changed but whose order has not.
  const HloInstruction* Twin(const HloInstruction& link) const {
    for (const HloComputation* computation : module_.computations()) {
      if (computation->source_offset() != link.parent()->source_offset() ||
          computation->instruction_count() != link.parent()->instruction_count()) {
        continue;
      }
      for (const HloInstruction* each : computation->instructions()) {
        if (each->index() == link.index()) {
          return each->source_offset() == link.source_offset() ? each : nullptr;
        }
      }
    }
    return nullptr;
  }

  bool AddLinks(ChainAction* action) const {
    std::vector<LspEdit> edits;
    for (const HloInstruction* link : links_) {
      const int i = document_.OutlineIndex(*link);
      const HloInstruction* twin = Twin(*link);
      // A name that had to change would have to change elsewhere, too.
      if (i < 0 || twin == nullptr || twin->name() != link->name()) return false;
      for (const HloInstruction* operand : twin->operands()) {
        if (operand->name() != operand->parent()->GetInstructionWithName(operand->name())->name()) {
          return false;
        }
      }
      const OutlineInstruction& place = outline_.instructions[static_cast<size_t>(i)];
      edits.push_back({place.range(), PrintHloInstruction(*twin, options_)});
    }
    std::sort(edits.begin(), edits.end(),
              [](const LspEdit& a, const LspEdit& b) { return a.range.begin < b.range.begin; });
    for (LspEdit& edit : edits) action->edits.push_back(std::move(edit));
    return true;
  }

  // Removes the wrapped computation if only this chain calls it.
  void AddRemoval(ChainAction* action) const {
    const HloComputation* wrapped = nullptr;
    links_.front()->ForEachCalledComputation([&](HloComputation* callee) { wrapped = callee; });
    if (wrapped == nullptr) return;
    const OutlineModule& module = outline_.modules[outline_.computations[computation_].module];
    const int i = outline_.FindComputation(
        document_.view(), outline_.computations[computation_].module, wrapped->name());
    if (i < 0) return;
    for (const OutlineCall& call : outline_.calls) {
      if (call.name < module.begin || call.name >= module.end) continue;
      if (document_.Text(call.name_range()) != wrapped->name()) continue;
      const HloInstruction* caller = document_.Instruction(call.instruction);
      if (std::find(links_.begin(), links_.end(), caller) == links_.end()) return;
    }
    ByteRange range = outline_.computations[static_cast<size_t>(i)].range();
    const std::string_view text = document_.view();
    while (range.end < text.size() && (text[range.end] == '\n' || text[range.end] == '\r')) {
      ++range.end;
    }
    action->edits.push_back({range, ""});
  }

  Document& document_;
  const Outline& outline_;
  const uint32_t computation_;
  HloModule module_;  // a copy
  PrintOptions options_;
  std::vector<const HloInstruction*> links_;
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
