// HloModule::Clone. Shares the source, so views into it and positions in it stay valid. Symbols
// keep their numbers.
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hlo/source.h"
#include "src/base/hash_table.h"
#include "src/edit/clone_instructions.h"
#include "src/edit/copy_values.h"
#include "src/edit/import_shape.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo {

using namespace internal;

namespace {

void CloneComputations(const IrAccess::ModuleState& from, InstructionCloner& cloner,
                       IrAccess::ModuleState* to) {
  for (const HloComputation* computation : from.computations) {
    HloComputation* clone = IrAccess::NewComputation(*to);
    Node(clone).name = Node(computation).name;
    Node(clone).fusion_callers = Node(computation).fusion_callers;
    to->computations.push_back(clone);
    cloner.Add(*computation, clone);
  }
  cloner.Fill([](const HloInstruction* instruction) { return Node(instruction).name; });
  if (from.entry != nullptr) to->entry = cloner.CloneOf(from.entry);
  for (const auto& start : from.sugared_starts) {
    to->sugared_starts.push_back({cloner.CloneOf(start.start), start.definition_index});
  }
}

std::vector<KeptField> Copied(std::vector<KeptField> fields, Arena& arena) {
  for (KeptField& field : fields) {
    field.path = arena.CopySpan(field.path);
    field.bytes = arena.CopyString(field.bytes);
  }
  return fields;
}

// Those of the module, and of the computations and instructions that it still has.
void CopyKeptFields(const IrAccess::ModuleState& from, const InstructionCloner& cloner,
                    IrAccess::ModuleState* to) {
  if (from.kept_fields == nullptr) return;
  KeptFields& kept = to->KeptFields();
  kept.module = Copied(from.kept_fields->module, to->arena);
  const auto copy = [&](auto* owner, const auto& all, auto* copies) {
    const auto found = all.find(owner);
    if (found == all.end()) return;
    (*copies)[cloner.CloneOf(owner)] = Copied(found->second, to->arena);
  };
  for (HloComputation* computation : from.computations) {
    copy(computation, from.kept_fields->computations, &kept.computations);
    for (HloInstruction* instruction : computation->instructions()) {
      copy(instruction, from.kept_fields->instructions, &kept.instructions);
    }
  }
}

// Counted anew, as a clone counts its instructions.
void CopyCreationRanks(const IrAccess::ModuleState& from, const InstructionCloner& cloner,
                       IrAccess::ModuleState* to) {
  if (from.creation_ranks == nullptr) return;
  std::vector<HloInstruction*> created;
  for (const HloComputation* computation : from.computations) {
    created.clear();
    for (HloInstruction* instruction : computation->instructions()) created.push_back(instruction);
    SortByCreation(*from.self, absl::MakeSpan(created));
    for (uint32_t i = 0; i < created.size(); ++i) {
      to->CreationRanks()[cloner.CloneOf(created[i])] = i;
    }
  }
}

}  // namespace

HloModule HloModule::Clone() const {
  const State& from = IrAccess::StateOf(*this);
  HloModule module;
  State& to = *module.state_;
  to.source = from.source.Share();
  ShapeImporter shapes(&to.shapes);
  ValueCopier copier(&to.arena);
  copier.shapes = &shapes;
  copier.source = from.source.view();
  copier.source_copy = to.source.view();

  for (uint32_t id = 1; id < from.symbols.size(); ++id) {
    to.symbols.Intern(copier.Copy(from.symbols.Text(id)));
  }
  to.name = copier.Copy(from.name);
  HashMap<const HloModule*, const HloModule*> nested;
  for (const std::unique_ptr<HloModule>& module_of_table : from.nested_modules) {
    to.nested_modules.push_back(std::make_unique<HloModule>(module_of_table->Clone()));
    nested[module_of_table.get()] = to.nested_modules.back().get();
  }
  to.stack_frames = copier.Copy(from.stack_frames);
  static_cast<ModuleHints&>(to) = from;
  to.sugared_starts.clear();
  // Computations first: unknown attributes of the header may name them.
  InstructionCloner cloner(&to.arena, &copier);
  CloneComputations(from, cloner, &to);
  CopyKeptFields(from, cloner, &to);
  CopyCreationRanks(from, cloner, &to);
  copier.map_module = [&](const HloModule* nested_module) { return nested[nested_module]; };
  to.config = copier.Copy(from.config);
  return module;
}

}  // namespace hlo
