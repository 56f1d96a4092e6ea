// Finds asynchronous operations first; every other collective stands for itself.
#include "hlo/collectives.h"

#include "absl/functional/function_ref.h"
#include "absl/numeric/int128.h"
#include "hlo/async.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/ir/desugared.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo {

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

// AsyncOperation shows a const module; orders and collectives are for edits, too.
HloInstruction* Mutable(const HloInstruction* i) { return const_cast<HloInstruction*>(i); }

Collective Describe(const AsyncOperation& operation) {
  const HloInstruction& start = operation.start();
  const HloInstruction* wrapped = operation.wrapped_instruction();
  const HloInstruction* work = wrapped == nullptr ? &start : wrapped;
  const HloInstruction* last = operation.links().back();
  return {operation.wrapped_opcode(),
          Mutable(work),
          Mutable(&start),
          Mutable(operation.done()),
          OperandBytes(operation.BoundOperands(*last)),
          ResultBytes(start, operation.done())};
}

// `operation_of` gives the asynchronous operation that an instruction is a link of, or nullptr.
std::vector<Collective> CollectivesOf(
    const HloComputation& computation,
    absl::FunctionRef<const AsyncOperation*(const HloInstruction&)> operation_of) {
  std::vector<Collective> collectives;
  for (HloInstruction* instruction : computation.instructions()) {
    if (const AsyncOperation* operation = operation_of(*instruction)) {
      const bool is_start = instruction == &operation->start();
      if (is_start && IsOperation(operation->wrapped_opcode())) {
        collectives.push_back(Describe(*operation));
      }
    } else if (IsOperation(instruction->opcode())) {
      const absl::Span<HloInstruction* const> operands = instruction->operands();
      collectives.push_back(
          {instruction->opcode(), instruction, instruction, instruction,
           OperandBytes(std::vector<const HloInstruction*>(operands.begin(), operands.end())),
           ByteSizeOf(instruction->shape())});
    }
  }
  return collectives;
}

}  // namespace

std::vector<Collective> FindCollectives(const HloComputation& computation) {
  RequireDesugared(*computation.parent(), "FindCollectives");
  const AsyncIndex operations(computation);
  return CollectivesOf(
      computation, [&](const HloInstruction& instruction) { return operations.Of(instruction); });
}

std::vector<Collective> FindCollectives(const HloModule& module) {
  RequireDesugared(module, "FindCollectives");
  HashSet<const HloComputation*> wrapped;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() == HloOpcode::kAsyncStart) {
        wrapped.insert(instruction->async_wrapped_computation());
      }
    }
  }
  const std::vector<std::vector<AsyncOperation>> operations = FindAsyncOperations(module);
  HashMap<const HloInstruction*, const AsyncOperation*> operation_of;
  for (const std::vector<AsyncOperation>& of_computation : operations) {
    for (const AsyncOperation& operation : of_computation) {
      for (const HloInstruction* link : operation.all_links()) operation_of[link] = &operation;
    }
  }
  const auto find = [&](const HloInstruction& instruction) -> const AsyncOperation* {
    const auto found = operation_of.find(&instruction);
    return found == operation_of.end() ? nullptr : found->second;
  };
  std::vector<Collective> collectives;
  for (const HloComputation* computation : module.computations()) {
    // The root of a wrapped computation belongs to the start.
    const HloInstruction* listed =
        wrapped.contains(computation) ? computation->root_instruction() : nullptr;
    for (const Collective& collective : CollectivesOf(*computation, find)) {
      if (collective.operation != listed) collectives.push_back(collective);
    }
  }
  return collectives;
}

}  // namespace hlo
