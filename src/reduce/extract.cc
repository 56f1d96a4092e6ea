// ExtractHlo: drops everything else from a clone.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/reduce.h"
#include "src/base/strings.h"
#include "src/ir/desugared.h"
#include "src/reduce/drop.h"
#include "src/reduce/pass.h"

namespace hlo {

using namespace internal;

namespace {

HloInstruction* FindInstruction(const HloModule& module, std::string_view name) {
  for (const HloComputation* computation : module.computations()) {
    HloInstruction* found = computation->GetInstructionWithName(name);
    if (found != nullptr) return found;
  }
  return nullptr;
}

bool HasBuffer(const Shape& shape) {
  const auto elements = shape.tuple_shapes();
  return shape.IsBuffer() || std::any_of(elements.begin(), elements.end(),
                                         [](const Shape* e) { return HasBuffer(*e); });
}

// The module, unless its entry computation has something that only a called one may have.
absl::StatusOr<HloModule> Checked(HloModule module) {
  const HloComputation& entry = *module.entry_computation();
  bool has_buffer = HasBuffer(entry.root_instruction()->shape());
  for (const HloInstruction* parameter : entry.parameters()) {
    has_buffer = has_buffer || HasBuffer(parameter->shape());
  }
  if (!has_buffer) return module;
  return absl::InvalidArgumentError("a buffer cannot be a parameter or result of the module");
}

// The instructions that stay, by index().
class Kept {
 public:
  explicit Kept(const HloComputation& computation)
      : computation_(computation), operations_(computation), kept_(computation.index_limit()) {}

  // Adds everything at most `hops` edges away; if `hops` is negative, everything they depend on.
  void Add(const std::vector<HloInstruction*>& instructions, int hops) {
    std::vector<const HloInstruction*> level;
    for (const HloInstruction* instruction : instructions) AddOne(instruction, &level);
    for (int hop = 0; !level.empty() && (hops < 0 || hop < hops); ++hop) {
      std::vector<const HloInstruction*> next;
      for (const HloInstruction* at : level) {
        for (const HloInstruction* operand : at->operands()) AddOne(operand, &next);
        if (hops < 0) continue;
        for (const HloInstruction* user : CurrentUsers(at)) AddOne(user, &next);
      }
      level.swap(next);
    }
    AddInseparable();
  }

  std::vector<bool> Dropped() const {
    std::vector<bool> dropped(kept_);
    dropped.flip();
    return dropped;
  }

 private:
  // Values that no parameter can stand for, and values that must have a user.
  void AddInseparable() {
    std::vector<const HloInstruction*> pending;
    for (const HloInstruction* instruction : computation_.instructions()) {
      if (kept_[instruction->index()]) pending.push_back(instruction);
    }
    while (!pending.empty()) {
      const HloInstruction* at = pending.back();
      pending.pop_back();
      for (const HloInstruction* operand : at->operands()) {
        if (HasBuffer(operand->shape())) AddOne(operand, &pending);
      }
      if (at->opcode() != HloOpcode::kRecv && at->opcode() != HloOpcode::kSend) continue;
      for (const HloInstruction* user : CurrentUsers(at)) AddOne(user, &pending);
    }
  }

  void AddOne(const HloInstruction* instruction, std::vector<const HloInstruction*>* added) {
    if (instruction->parent() != &computation_ || kept_[instruction->index()]) return;
    kept_[instruction->index()] = true;
    added->push_back(instruction);
    const AsyncOperation* operation = operations_.Of(*instruction);
    if (operation == nullptr) return;
    for (const HloInstruction* link : operation->all_links()) AddOne(link, added);
  }

  const HloComputation& computation_;
  const AsyncIndex operations_;
  std::vector<bool> kept_;
};

// The end of the chain of a link: no other link may leave a computation.
HloInstruction* ValueOf(HloInstruction* instruction) {
  const AsyncIndex operations(*instruction->parent());
  const AsyncOperation* operation = operations.Of(*instruction);
  const HloInstruction* done = operation == nullptr ? nullptr : operation->done();
  return done == nullptr ? instruction : const_cast<HloInstruction*>(done);
}

void ReturnThese(HloComputation* computation, const std::vector<HloInstruction*>& values) {
  if (values.size() == 1) {
    SetRoot(computation, values.front());
    return;
  }
  HloBuilder builder(computation);
  builder.SetInsertionPointAfter(LastInstruction(*computation));
  HloInstruction* tuple = builder.AddTuple(values);
  if (tuple != nullptr) SetRoot(computation, tuple);
}

}  // namespace

absl::StatusOr<HloModule> ExtractHlo(const HloModule& module,
                                     absl::Span<const std::string_view> names,
                                     const ExtractOptions& options) {
  if (names.empty()) return absl::InvalidArgumentError("no names");
  if (absl::Status status = CheckDesugared(module); !status.ok()) return status;
  HloModule clone = module.Clone();
  std::vector<HloInstruction*> chosen;
  for (const std::string_view name : names) {
    HloInstruction* instruction = FindInstruction(clone, name);
    HloComputation* computation = clone.GetComputationWithName(name);
    if (instruction == nullptr && computation == nullptr) {
      return absl::NotFoundError(StrCat("no instruction or computation is called ", name));
    }
    if (instruction == nullptr) {
      if (names.size() > 1 || options.hops >= 0) {
        return absl::InvalidArgumentError(StrCat(name, " is a computation: give it alone",
                                                 options.hops < 0 ? "" : ", without hops"));
      }
      MakeEntryComputation(computation);
      RemoveUnusedComputations(clone);
      return Checked(std::move(clone));
    }
    if (!chosen.empty() && chosen.front()->parent() != instruction->parent()) {
      return absl::InvalidArgumentError(StrCat(name, " is in computation ",
                                               instruction->parent()->name(), ", ", names[0],
                                               " in ", chosen.front()->parent()->name()));
    }
    chosen.push_back(instruction);
  }
  HloComputation* computation = chosen.front()->parent();
  MakeEntryComputation(computation);
  Kept kept(*computation);
  kept.Add(chosen, options.hops);
  const std::vector<bool> dropped = kept.Dropped();
  if (options.hops < 0) {
    std::vector<HloInstruction*> values;
    for (HloInstruction* instruction : chosen) {
      HloInstruction* value = ValueOf(instruction);
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    ReturnThese(computation, values);
  }
  DropInstructions(computation, dropped, /*shares=*/false);
  RemoveUnusedEntryParameters(clone);
  RemoveUnusedComputations(clone);
  return Checked(std::move(clone));
}

}  // namespace hlo
