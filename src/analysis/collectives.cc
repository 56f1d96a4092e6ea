// Finds asynchronous operations first; every other collective stands for itself.
#include "hlo/collectives.h"

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

void AddCollectives(const HloComputation& computation, const AsyncIndex& operations,
                    const HloInstruction* except, std::vector<Collective>* collectives) {
  for (HloInstruction* instruction : computation.instructions()) {
    if (instruction == except) continue;
    if (const AsyncOperation* operation = operations.Of(*instruction)) {
      const bool is_start = instruction == &operation->start();
      if (is_start && IsOperation(operation->wrapped_opcode())) {
        collectives->push_back(Describe(*operation));
      }
    } else if (IsOperation(instruction->opcode())) {
      const absl::Span<HloInstruction* const> operands = instruction->operands();
      collectives->push_back(
          {instruction->opcode(), instruction, instruction, instruction,
           OperandBytes(std::vector<const HloInstruction*>(operands.begin(), operands.end())),
           ByteSizeOf(instruction->shape())});
    }
  }
}

}  // namespace

std::vector<Collective> FindCollectives(const HloComputation& computation) {
  RequireDesugared(*computation.parent(), "FindCollectives");
  std::vector<Collective> collectives;
  AddCollectives(computation, AsyncIndex(computation), nullptr, &collectives);
  return collectives;
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
  const AsyncIndex operations(module);
  std::vector<Collective> collectives;
  for (const HloComputation* computation : module.computations()) {
    // The root of a wrapped computation belongs to the start.
    const bool is_wrapped = wrapped.contains(computation);
    AddCollectives(*computation, operations, is_wrapped ? computation->root_instruction() : nullptr,
                   &collectives);
  }
  return collectives;
}

}  // namespace hlo
