// First finds everything to copy, callees before callers; then copies it all at once.
#include "src/edit/clone_computation.h"

#include <string>
#include <utility>
#include <vector>

#include "hlo/clone.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/edit/clone_instructions.h"
#include "src/edit/derived_data.h"
#include "src/edit/misuse.h"
#include "src/edit/schedule_place.h"
#include "src/ir/walk.h"

namespace hlo {

using namespace internal;

namespace {

// The computations to copy with `computation`: those that it calls, or that unknown words in it
// name and that must therefore precede it. Within a module only those that may have no other
// caller.
std::vector<const HloComputation*> CopiedCallees(const HloComputation& computation,
                                                 bool within_module) {
  if (!within_module) return NamedComputations(computation);
  std::vector<const HloComputation*> callees;
  for (const HloInstruction* instruction : computation.instructions()) {
    if (instruction->spelled_opcode() != HloOpcode::kFusion &&
        instruction->spelled_opcode() != HloOpcode::kAsyncStart) {
      continue;
    }
    instruction->ForEachNamedComputation(
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

// Records the sugared starts among the copies; wrapped computations go after all others.
void NoteStarts(HloComputation* clone, size_t definition_index, IrAccess::ModuleState* state) {
  for (HloInstruction* instruction : clone->instructions()) {
    if (instruction->async_phase() == AsyncPhase::kStart) {
      state->sugared_starts.push_back({instruction, definition_index});
    }
  }
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
  const IrAccess::ModuleState& from = StateOf(outermost);
  IrAccess::ModuleState& to = IrAccess::StateOf(*module);
  const bool same_module = outermost->parent() == module;

  ShapeImporter shapes(&to.shapes);
  ValueCopier copier(&to.arena);
  if (!same_module) {
    copier.shapes = &shapes;
    copier.source = from.source.view();
    copier.other_source = true;
    to.Add(from);
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
    for (const HloInstruction* instruction : clone->instructions()) {
      CountFusion(instruction, 1);
    }
    NoteStarts(clone, to.computations.size(), &to);
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
  if (!CheckComputation(kName, &computation).ok()) return nullptr;
  if (computation.root_instruction() == nullptr) {
    Misuse(kName, StrCat("computation ", computation.name(), " is not built yet")).IgnoreError();
    return nullptr;
  }
  const bool within_module = computation.parent() == module;
  return CloneTogether(ComputationsToClone(computation, within_module), module, suffix).back();
}

}  // namespace hlo
