// Copies instructions, computations and modules. A module's clone shares the source, so views into
// it and positions in it stay valid, and symbols keep their numbers. A computation's clone first
// finds everything to copy, callees before callers; then it is copied all at once.
#include "src/edit/clone.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/computation.h"
#include "hlo/edit.h"
#include "hlo/source.h"
#include "hlo/transform.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/misuse.h"
#include "src/ir/desugared.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/walk.h"

namespace hlo_text_v1::internal {

// ---- Instructions of computations, to the same or another module.

namespace {

// First Add each computation, then Fill: an instruction may refer to any other.
class InstructionCloner {
 public:
  // New instructions live in `arena`; `copier` copies their values; the constructor sets its maps
  // of computations and instructions. Both must outlive the cloner.
  InstructionCloner(Arena* arena, ValueCopier* copier) : arena_(*arena), copier_(*copier) {
    copier_.map_computation = [this](HloComputation* c) { return CloneOf(c); };
    copier_.map_instruction = [this](HloInstruction* i) { return CloneOf(i); };
  }

  // Makes `to`, which is empty, the clone of `from`: gives it the same number of instructions,
  // without contents, in the same order.
  void Add(const HloComputation& from, HloComputation* to) {
    clone_of_[&from] = clones_.size();
    clones_.push_back(Clone{&from, to, {}});
    std::vector<HloInstruction*>& instructions = clones_.back().instructions;
    instructions.resize(from.index_limit());
    for (const HloInstruction* instruction : from.instructions()) {
      instructions[instruction->index()] = IrAccess::Append(arena_, to);
    }
  }
  // Fills in the instructions, roots, parameters, threads and configurations of everything added.
  // `name` gives the symbol of an instruction's clone.
  void Fill(const std::function<uint32_t(const HloInstruction*)>& name) {
    for (const Clone& clone : clones_) {
      for (const HloInstruction* from : clone.from->instructions()) {
        HloInstruction* to = clone.instructions[from->index()];
        Fill(from, clone, to);
        Node(to).name = name(from);
      }
      if (const HloInstruction* root = clone.from->root_instruction()) {
        Node(clone.to).root = clone.instructions[root->index()];
      }
      for (const HloInstruction* parameter : clone.from->parameters()) {
        Node(clone.to).parameters.push_back(clone.instructions[parameter->index()]);
      }
      if (clone.from->execution_thread() != "main") {
        Node(clone.to).execution_thread = copier_.Copy(clone.from->execution_thread());
      }
      Node(clone.to).unknown_attributes = copier_.Copy(clone.from->unknown_attributes());
      Node(clone.to).backend_config = copier_.Copy(clone.from->backend_config());
      if (!copier_.other_source) {
        Node(clone.to).source_offset = clone.from->source_offset();
      }
    }
  }

  // The clone of a computation; itself if it was not added.
  HloComputation* CloneOf(HloComputation* computation) const {
    auto found = clone_of_.find(computation);
    return found == clone_of_.end() ? computation : clones_[found->second].to;
  }
  // The clone of an instruction; itself if its computation was not added.
  HloInstruction* CloneOf(const HloInstruction* instruction) const {
    auto found = clone_of_.find(instruction->parent());
    return found == clone_of_.end() ? Mutable(instruction)
                                    : clones_[found->second].instructions[instruction->index()];
  }

 private:
  struct Clone {
    const HloComputation* from;
    HloComputation* to;
    std::vector<HloInstruction*> instructions;  // by index() of the original
  };
  void Fill(const HloInstruction* from, const Clone& clone, HloInstruction* to) {
    Node(to).opcode = Node(from).opcode;
    Node(to).phase = Node(from).phase;
    Node(to).shape =
        copier_.shapes == nullptr ? &from->shape() : copier_.shapes->Import(&from->shape());
    Node(to).source_offset = copier_.other_source ? 0 : from->source_offset();
    if (from->opcode() == HloOpcode::kParameter) {
      Node(to).parameter_number = from->parameter_number();
    } else if (from->opcode() == HloOpcode::kConstant) {
      Node(to).literal = arena_.New<Literal>(copier_.Copy(from->literal()));
    } else {
      std::vector<HloInstruction*> operands;
      for (HloInstruction* operand : Mutable(from)->operands()) {
        operands.push_back(operand->parent() == clone.from ? clone.instructions[operand->index()]
                                                           : CloneOf(operand));
      }
      IrAccess::SetOperandsOnly(arena_, to, operands);
    }
    std::vector<Attribute> attributes;
    for (const Attribute& attribute : from->attributes()) {
      attributes.push_back(copier_.Copy(attribute));
    }
    IrAccess::SetAttributes(arena_, to, attributes);
    Node(to).has_users = Node(from).has_users;
    Node(to).was_sugar = Node(from).was_sugar;
    Node(to).is_floating = Node(from).is_floating;
  }

  Arena& arena_;
  ValueCopier& copier_;
  std::vector<Clone> clones_;
  HashMap<const HloComputation*, size_t> clone_of_;
};

}  // namespace

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

// ---- HloModule::Clone.

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
}

std::vector<KeptField> Copied(std::vector<KeptField> fields, Arena& arena) {
  for (KeptField& field : fields) {
    field.path = arena.CopySpan(field.path);
    field.bytes = arena.CopyString(field.bytes);
  }
  return fields;
}

// The fields of the module, and of the computations and instructions that it still has.
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
  const auto copy_id = [&](auto* owner, const auto& all, auto* copies) {
    const auto found = all.find(owner);
    if (found != all.end()) (*copies)[cloner.CloneOf(owner)] = found->second;
  };
  for (HloComputation* computation : from.computations) {
    copy(computation, from.kept_fields->computations, &kept.computations);
    copy_id(computation, from.kept_fields->computation_ids, &kept.computation_ids);
    for (HloInstruction* instruction : computation->instructions()) {
      copy(instruction, from.kept_fields->instructions, &kept.instructions);
      copy_id(instruction, from.kept_fields->instruction_ids, &kept.instruction_ids);
    }
  }
}

// Recounted when the clone counts its instructions.
void CopyCreationRanks(const IrAccess::ModuleState& from, const InstructionCloner& cloner,
                       IrAccess::ModuleState* to) {
  if (from.creation_ranks == nullptr) return;
  std::vector<const HloInstruction*> created;
  for (const HloComputation* computation : from.computations) {
    created.clear();
    for (const HloInstruction* instruction : computation->instructions())
      created.push_back(instruction);
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
  to.written = from.written.Share();
  ShapeImporter shapes(&to.shapes);
  ValueCopier copier(&to.arena);
  copier.shapes = &shapes;
  copier.source = from.source.view();
  copier.source_copy = to.source.view();

  for (uint32_t id = 1; id < from.symbols.size(); ++id) {
    to.symbols.Intern(copier.Copy(from.symbols.Text(id)));
  }
  to.pinned_names = from.pinned_names;
  to.name = copier.Copy(from.name);
  HashMap<const HloModule*, const HloModule*> nested;
  for (const std::unique_ptr<HloModule>& module_of_table : from.nested_modules) {
    to.nested_modules.push_back(std::make_unique<HloModule>(module_of_table->Clone()));
    nested[module_of_table.get()] = to.nested_modules.back().get();
  }
  to.stack_frames = copier.Copy(from.stack_frames);
  static_cast<ModuleFlags&>(to) = from;
  InstructionCloner cloner(&to.arena, &copier);
  CloneComputations(from, cloner, &to);
  CopyKeptFields(from, cloner, &to);
  CopyCreationRanks(from, cloner, &to);
  copier.map_module = [&](const HloModule* nested_module) { return nested[nested_module]; };
  to.config = copier.Copy(from.config);
  return module;
}

// ---- Computations.

namespace {

// The computations to copy with `computation`: those that it calls. Within a module only those that
// may have no other caller.
std::vector<const HloComputation*> CopiedCallees(const HloComputation& computation,
                                                 bool within_module) {
  if (!within_module) return Callees(computation);
  std::vector<const HloComputation*> callees;
  for (const HloInstruction* instruction : computation.instructions()) {
    if (instruction->opcode() != HloOpcode::kFusion &&
        instruction->opcode() != HloOpcode::kAsyncStart) {
      continue;
    }
    instruction->ForEachCalledComputation(
        [&](const HloComputation* callee) { callees.push_back(callee); });
  }
  return callees;
}

// Appends the tables of `from` to those of `to`. Returns the offset of the frame numbers of `from`.
// The next Uniquify removes unused entries.
int32_t AppendStackFrames(const StackFrameTables& from, StackFrameTables* to) {
  const auto files = static_cast<int32_t>(to->file_names.size());
  const auto functions = static_cast<int32_t>(to->function_names.size());
  const auto locations = static_cast<int32_t>(to->locations.size());
  const auto frames = static_cast<int32_t>(to->frames.size());
  to->file_names.insert(to->file_names.end(), from.file_names.begin(), from.file_names.end());
  to->function_names.insert(to->function_names.end(), from.function_names.begin(),
                            from.function_names.end());
  const auto shift = [](int32_t number, int32_t by) {
    return number == 0 ? 0 : ShiftStackFrame(number, by);
  };
  for (StackFrameTables::Location location : from.locations) {
    location.file_name_id = shift(location.file_name_id, files);
    location.function_name_id = shift(location.function_name_id, functions);
    to->locations.push_back(location);
  }
  for (StackFrameTables::Frame frame : from.frames) {
    frame.location_id = shift(frame.location_id, locations);
    frame.parent_frame_id = shift(frame.parent_frame_id, frames);
    to->frames.push_back(frame);
  }
  return frames;
}

}  // namespace

std::vector<const HloComputation*> internal::ComputationsToClone(const HloComputation& computation,
                                                                 bool within_module) {
  std::vector<const HloComputation*> order;
  HashSet<const HloComputation*> seen;
  WalkPostOrder(
      &computation, [&](const HloComputation* c) { return seen.insert(c).second; },
      [&](const HloComputation* c) { return CopiedCallees(*c, within_module); },
      [&](const HloComputation* c) { order.push_back(c); });
  return order;
}

std::vector<HloComputation*> internal::CloneTogether(
    absl::Span<const HloComputation* const> computations, HloModule* module,
    std::string_view suffix) {
  const HloComputation* outermost = computations.back();
  const IrAccess::ModuleState& from = IrAccess::StateOf(*outermost->parent());
  IrAccess::ModuleState& to = IrAccess::StateOf(*module);
  const bool same_module = outermost->parent() == module;

  ShapeImporter shapes(&to.shapes);
  ValueCopier copier(&to.arena);
  if (!same_module) {
    copier.shapes = &shapes;
    copier.source = from.source.view();
    copier.other_source = true;
    to.Add(from);
    if (!from.pinned_names.empty()) to.ForgetNames();
    for (const uint32_t name : from.pinned_names) {
      to.pinned_names.insert(to.InternCopy(from.symbols.Text(name)));
    }
    if (!from.stack_frames.empty()) {
      copier.stack_frame_offset =
          AppendStackFrames(copier.Copy(from.stack_frames), &to.stack_frames);
    }
  }
  InstructionCloner cloner(&to.arena, &copier);
  std::vector<HloComputation*> clones;
  const std::string ending = suffix.empty() ? std::string() : StrCat(".", suffix);
  for (const HloComputation* copied : computations) {
    HloComputation* clone = IrAccess::NewComputation(to);
    const bool has_suffix = same_module || copied == outermost;
    Node(clone).name = NewComputationName(
        to, has_suffix ? StrCat(copied->name(), ending) : std::string(copied->name()));
    cloner.Add(*copied, clone);
    clones.push_back(clone);
  }
  cloner.Fill([&](const HloInstruction* instruction) {
    return NewInstructionName(
        to, same_module ? StrCat(instruction->name(), ending) : std::string(instruction->name()));
  });
  for (HloComputation* clone : clones) {
    for (HloInstruction* instruction : clone->instructions()) CountFusion(instruction, 1);
    to.AddComputation(clone);
  }
  for (HloComputation* clone : clones) MakeSchedule(clone);
  return clones;
}

HloComputation* CloneComputation(const HloComputation& computation, HloModule* module,
                                 std::string_view suffix) {
  constexpr char kName[] = "CloneComputation";
  if (module == nullptr) {
    Misuse(kName, "the module is null").IgnoreError();
    return nullptr;
  }
  if (!CheckComputation(kName, &computation).ok() || !CheckDesugared(*module).ok()) return nullptr;
  if (computation.root_instruction() == nullptr) {
    Misuse(kName, StrCat("computation ", computation.name(), " is not built yet")).IgnoreError();
    return nullptr;
  }
  const bool within_module = computation.parent() == module;
  return CloneTogether(ComputationsToClone(computation, within_module), module, suffix).back();
}

// ---- Single instructions.

absl::Status internal::CloneCallee(HloInstruction* instruction) {
  if (instruction->opcode() != HloOpcode::kFusion &&
      instruction->opcode() != HloOpcode::kAsyncStart) {
    return absl::OkStatus();
  }
  const Attribute* calls = instruction->FindAttribute(AttributeKind::kCalls);
  if (calls == nullptr) return absl::OkStatus();
  HloComputation* callee =
      CloneComputation(*calls->AsComputation(), instruction->parent()->parent());
  return SetAttribute(instruction, MakeAttribute<AttributeKind::kCalls>(callee));
}

absl::StatusOr<HloInstruction*> CloneWithNewOperands(HloInstruction* instruction,
                                                     const Shape* shape,
                                                     absl::Span<HloInstruction* const> operands,
                                                     std::string_view suffix) {
  absl::Status status = CheckInstructions("CloneWithNewOperands", {instruction});
  if (!status.ok()) return status;
  HloBuilder builder(instruction->parent());
  const std::string name =
      suffix.empty() ? std::string() : StrCat(instruction->name(), ".", suffix);
  HloInstruction* clone = builder.AddClone(*instruction, operands, shape, name);
  if (clone == nullptr) return builder.status();
  status = CloneCallee(clone);
  if (!status.ok()) return status;
  return clone;
}

}  // namespace hlo_text_v1
