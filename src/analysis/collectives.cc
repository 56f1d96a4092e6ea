// Finds asynchronous operations first; every other collective stands for itself.
#include "hlo/collectives.h"

#include <algorithm>
#include <utility>

#include "absl/numeric/int128.h"
#include "hlo/async.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"
#include "src/analysis/fused_collectives.h"
#include "src/async/chain.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/ir/desugared.h"
#include "src/ir/mutable_parts.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

int64_t OperandBytes(absl::Span<const HloInstruction* const> operands) {
  absl::uint128 bytes = 0;
  for (const HloInstruction* operand : operands) {
    bytes += static_cast<uint64_t>(ByteSizeOf(operand->shape()));
  }
  return Saturated(bytes);
}

// The result of an operation without a done: element 1 of the start, or the start itself.
int64_t ResultBytes(const HloInstruction& start, const HloInstruction* done) {
  if (done != nullptr) return ByteSizeOf(done->shape());
  const Shape& shape = start.shape();
  if (start.opcode() == HloOpcode::kAllReduceStart || !shape.IsTuple() ||
      shape.tuple_shapes().size() < 2) {
    return ByteSizeOf(shape);
  }
  return ByteSizeOf(*shape.tuple_shapes(1));
}

// The done of a pair is not a collective; its start is.
bool IsOperation(HloOpcode opcode) {
  return IsCollective(opcode) && FindPairOpcodes<&AsyncPairOpcodes::done>(opcode) == nullptr;
}

// A collective that stands for itself, or for its part of `start`.
Collective Describe(const HloInstruction& operation, const HloInstruction& start,
                    const HloInstruction* done) {
  return {operation.opcode(),
          &operation,
          &start,
          done,
          {},
          OperandBytes(operation.operands()),
          ByteSizeOf(operation.shape())};
}

void SetUpdates(absl::Span<const HloInstruction* const> updates, Collective* collective) {
  collective->updates.assign(updates.begin(), updates.end());
}

std::vector<MutableCollective> MutableOnes(const std::vector<Collective>& collectives) {
  std::vector<MutableCollective> mutable_ones;
  mutable_ones.reserve(collectives.size());
  for (const Collective& each : collectives) {
    mutable_ones.push_back({each.opcode, Mutable(each.operation), Mutable(each.start),
                            Mutable(each.done), MutableParts(each.updates), each.operand_bytes,
                            each.result_bytes});
  }
  return mutable_ones;
}

// Finds the collectives that run asynchronously; what is left over stands for itself.
class CollectiveFinder {
 public:
  // Of a computation if `only` is not nullptr.
  CollectiveFinder(const HloModule& module, const AsyncIndex& operations,
                   const HloComputation* only)
      : operations_(operations), only_(only) {
    for (const AsyncOperation& operation : operations.operations()) AddChain(operation);
    if (only == nullptr || StartsOne(*only)) {
      for (const FusedCollective& fused : FindFusedCollectives(module)) AddFused(fused);
    }
  }

  void AddThoseOf(const HloComputation& computation, std::vector<Collective>* collectives) const {
    const bool is_part = parts_.contains(&computation);
    for (const HloInstruction* instruction : computation.instructions()) {
      const auto found = by_start_.find(instruction);
      if (found != by_start_.end()) {
        collectives->insert(collectives->end(), found->second.begin(), found->second.end());
      } else if (IsOperation(instruction->opcode()) && operations_.Of(*instruction) == nullptr &&
                 !is_part && !listed_.contains(instruction)) {
        collectives->push_back(Describe(*instruction, *instruction, instruction));
      }
    }
  }

 private:
  static bool StartsOne(const HloComputation& computation) {
    for (const HloInstruction* instruction : computation.instructions()) {
      if (StartsFusedCollective(*instruction)) return true;
    }
    return false;
  }

  void Add(const Collective& collective) {
    by_start_[collective.start].push_back(collective);
    if (only_ == nullptr) listed_.insert(collective.operation);
  }

  void AddChain(const AsyncOperation& operation) {
    const HloInstruction& start = operation.start();
    const HloInstruction* root = operation.wrapped_instruction();
    if (IsOperation(operation.wrapped_opcode())) {
      const HloInstruction* last = operation.links().back();
      Collective collective = Describe(root == nullptr ? start : *root, start, operation.done());
      collective.opcode = operation.wrapped_opcode();
      SetUpdates(operation.updates(), &collective);
      collective.operand_bytes = OperandBytes(operation.BoundOperands(*last));
      collective.result_bytes = ResultBytes(start, operation.done());
      Add(collective);
    }
    if (operation.callee() == nullptr) return;
    for (const HloInstruction* each : operation.callee()->instructions()) {
      // A start in there has its own done.
      if (each == root || !IsOperation(each->opcode()) || PairStartedBy(*each) != nullptr) continue;
      Collective collective = Describe(*each, start, operation.done());
      SetUpdates(operation.updates(), &collective);
      Add(collective);
    }
  }

  void AddFused(const FusedCollective& fused) {
    absl::Span<const HloInstruction* const> updates = absl::MakeConstSpan(fused.links).subspan(1);
    for (const HloInstruction* link : fused.links) parts_.insert(link->fused_computation());
    if (fused.is_done) updates.remove_suffix(1);
    if (only_ != nullptr && fused.links.front()->parent() != only_) return;
    Collective collective = Describe(*fused.operation, *fused.links.front(),
                                     fused.is_done ? fused.links.back() : nullptr);
    SetUpdates(updates, &collective);
    Add(collective);
  }

  const AsyncIndex& operations_;
  const HloComputation* only_;
  HashMap<const HloInstruction*, std::vector<Collective>> by_start_;
  HashSet<const HloInstruction*> listed_;  // operations of asynchronous ones
  HashSet<const HloComputation*> parts_;   // the fusions that carry one
};

}  // namespace

std::vector<Collective> FindCollectives(const HloComputation& computation) {
  RequireDesugared(*computation.parent(), "FindCollectives");
  const AsyncIndex operations(computation);
  std::vector<Collective> collectives;
  CollectiveFinder(*computation.parent(), operations, &computation)
      .AddThoseOf(computation, &collectives);
  return collectives;
}

std::vector<Collective> FindCollectives(const HloModule& module) {
  RequireDesugared(module, "FindCollectives");
  const AsyncIndex operations(module);
  const CollectiveFinder finder(module, operations, /*only=*/nullptr);
  std::vector<Collective> collectives;
  for (const HloComputation* computation : module.computations()) {
    finder.AddThoseOf(*computation, &collectives);
  }
  return collectives;
}

std::vector<MutableCollective> FindCollectives(HloComputation& computation) {
  return MutableOnes(FindCollectives(std::as_const(computation)));
}
std::vector<MutableCollective> FindCollectives(HloModule& module) {
  return MutableOnes(FindCollectives(std::as_const(module)));
}

}  // namespace hlo_text_v1
