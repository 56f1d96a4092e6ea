// ExtractHlo: drops everything else from a clone.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/reduce.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/ir/desugared.h"
#include "src/reduce/drop.h"
#include "src/reduce/pass.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

HloInstruction* FindInstruction(HloModule& module, std::string_view name) {
  for (HloComputation* computation : module.computations()) {
    HloInstruction* found = computation->FindInstruction(name);
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

// `computation` and all that it calls, directly or not.
HashSet<const HloComputation*> CalledFrom(const HloComputation& computation,
                                          const CallGraph& calls) {
  HashSet<const HloComputation*> called = {&computation};
  std::vector<const HloComputation*> pending = {&computation};
  while (!pending.empty()) {
    const HloComputation* at = pending.back();
    pending.pop_back();
    for (const HloComputation* callee : calls.callees(*at)) {
      if (called.insert(callee).second) pending.push_back(callee);
    }
  }
  return called;
}

// A chain with a link in `part`, but not its start; nullptr if there is none.
const AsyncOperation* FindCut(const AsyncIndex& operations,
                              const HashSet<const HloComputation*>& part) {
  for (const AsyncOperation& operation : operations.operations()) {
    if (!part.contains(operation.start().parent())) return &operation;
  }
  return nullptr;
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
        for (const HloInstruction* user : CurrentUsers(*at)) AddOne(user, &next);
      }
      level.swap(next);
    }
    AddCarried();
    AddInseparable();
  }

  // Whether a chain that stays does not start in `part`.
  bool IsCut(const HashSet<const HloComputation*>& part) const {
    return absl::c_any_of(computation_.instructions(), [&](const HloInstruction* instruction) {
      const AsyncOperation* operation =
          kept_[instruction->index()] ? operations_.Of(*instruction) : nullptr;
      return operation != nullptr && !part.contains(operation->start().parent());
    });
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
      for (const HloInstruction* user : CurrentUsers(*at)) AddOne(user, &pending);
    }
  }

  // Adds the values through which the state of a chain reaches a loop or a link.
  void AddCarried() {
    const auto is_carried = [](const AsyncOperation& operation) { return !operation.is_direct(); };
    if (absl::c_none_of(operations_.operations(), is_carried)) return;
    std::vector<const HloInstruction*> pending;
    for (const HloInstruction* instruction : computation_.instructions()) {
      if (!kept_[instruction->index()]) continue;
      const AsyncOperation* operation = operations_.Of(*instruction);
      if (instruction->opcode() == HloOpcode::kWhile ||
          (operation != nullptr && is_carried(*operation))) {
        pending.push_back(instruction);
      }
    }
    std::vector<bool> seen(kept_.size());
    while (!pending.empty()) {
      const HloInstruction* at = pending.back();
      pending.pop_back();
      if (seen[at->index()]) continue;
      seen[at->index()] = true;
      for (const HloInstruction* operand : at->operands()) {
        AddOne(operand, &pending);
        pending.push_back(operand);
      }
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

// Takes the caller in place of instructions whose computation has a chain that starts outside of
// it, as in the body of a loop that carries the state: no parameter of a module can stand for that.
void Widen(HloModule& module, int hops, std::vector<HloInstruction*>* chosen) {
  const CallGraph calls(module);
  for (;;) {
    HloComputation& computation = *chosen->front()->parent();
    const absl::Span<HloInstruction* const> callers = calls.callers(computation);
    if (callers.empty()) return;
    Kept kept(computation);
    kept.Add(*chosen, hops);
    if (!kept.IsCut(CalledFrom(computation, calls))) return;
    *chosen = {callers.front()};
  }
}

void ReturnThese(HloComputation* computation, const std::vector<HloInstruction*>& values) {
  if (values.size() == 1) {
    SetRoot(computation, values.front()).IgnoreError();
    return;
  }
  HloBuilder builder(computation);
  builder.SetInsertionPointAfter(LastInstruction(*computation));
  HloInstruction* tuple = builder.AddTuple(values);
  if (tuple != nullptr) SetRoot(computation, tuple).IgnoreError();
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
    HloComputation* computation = clone.FindComputation(name);
    if (instruction == nullptr && computation == nullptr) {
      return absl::NotFoundError(StrCat("no instruction or computation is called ", name));
    }
    if (instruction == nullptr) {
      if (names.size() > 1 || options.hops >= 0) {
        return absl::InvalidArgumentError(StrCat(name, " is a computation: give it alone",
                                                 options.hops < 0 ? "" : ", without hops"));
      }
      const HashSet<const HloComputation*> part = CalledFrom(*computation, CallGraph(clone));
      for (const HloComputation* each : clone.computations()) {
        if (!part.contains(each)) continue;
        const AsyncIndex operations(*each);
        if (const AsyncOperation* cut = FindCut(operations, part)) {
          return absl::InvalidArgumentError(StrCat("a chain of ", name, " starts outside, with ",
                                                   cut->start().name(), " of ",
                                                   cut->start().parent()->name()));
        }
      }
      MakeEntryComputation(computation);
      RemoveUnusedComputations(&clone).IgnoreError();
      return Checked(std::move(clone));
    }
    if (!chosen.empty() && chosen.front()->parent() != instruction->parent()) {
      return absl::InvalidArgumentError(StrCat(name, " is in computation ",
                                               instruction->parent()->name(), ", ", names[0],
                                               " in ", chosen.front()->parent()->name()));
    }
    chosen.push_back(instruction);
  }
  Widen(clone, options.hops, &chosen);
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
  RemoveUnusedComputations(&clone).IgnoreError();
  return Checked(std::move(clone));
}

}  // namespace hlo_text_v1
