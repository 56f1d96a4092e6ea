// See computation_graph.h.
#include "src/diff/computation_graph.h"

#include <string>

namespace hlo_text_v1::internal {
namespace {

// Distinguishes a root from an instruction that nothing uses.
constexpr uint64_t kRootUse = 0x526f6f74;

uint64_t OpcodeHash(const HloInstruction& instruction) {
  HashState hash;
  hash.Add(static_cast<uint64_t>(instruction.opcode()));
  if (instruction.opcode() == HloOpcode::kUnknown) hash.AddBytes(instruction.opcode_name());
  return hash.Finish().high;
}

}  // namespace

uint64_t MixHash(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (a >> 32)) * 0x9e3779b97f4a7c15 + b;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9;
  return x ^ (x >> 32);
}

ComputationGraph::ComputationGraph(const HloComputation& computation,
                                   absl::Span<const HloInstruction* const> order,
                                   InstructionHasher* hasher,
                                   absl::FunctionRef<uint64_t(const HloComputation*)> hash_callee)
    : computation_(computation), order_(order) {
  for (auto& hashes : hashes_) hashes.resize(computation.index_limit());
  std::string scratch;
  for (const HloInstruction* instruction : order) {
    const uint32_t index = instruction->index();
    const uint64_t opcode = OpcodeHash(*instruction);
    hashes_[static_cast<int>(Likeness::kOpcode)][index] = opcode;

    HashState shape;
    shape.Add(opcode);
    AddShape(instruction->shape(), /*with_layout=*/false, &scratch, &shape);
    if (instruction->opcode() == HloOpcode::kParameter) {
      shape.Add(static_cast<uint64_t>(instruction->parameter_number()));
    }
    hashes_[static_cast<int>(Likeness::kShape)][index] = shape.Finish().high;

    HashState exact;
    hasher->Add(*instruction, &exact);
    instruction->ForEachCalledComputation(
        [&](const HloComputation* callee) { exact.Add(hash_callee(callee)); });
    hashes_[static_cast<int>(Likeness::kExact)][index] = exact.Finish().high;
  }
  CollectUses();
}

void ComputationGraph::CollectUses() {
  first_use_.resize(size_t{computation_.index_limit()} + 1);
  for (const HloInstruction* user : order_) {
    for (const HloInstruction* operand : user->operands()) ++first_use_[operand->index() + 1];
  }
  for (size_t i = 1; i < first_use_.size(); ++i) first_use_[i] += first_use_[i - 1];
  uses_.resize(first_use_.back());
  LargeVector<uint32_t> next(first_use_.begin(), first_use_.end() - 1);
  for (const HloInstruction* user : order_) {
    uint32_t position = 0;
    for (const HloInstruction* operand : user->operands()) {
      uses_[next[operand->index()]++] = {user, position++};
    }
  }
}

ComputationGraph::ConeHashes ComputationGraph::HashCones(Likeness likeness,
                                                         const Hashes& marks) const {
  ConeHashes cones;
  cones.operands.resize(computation_.index_limit());
  cones.users.resize(computation_.index_limit());
  for (const HloInstruction* instruction : order_) {
    const uint32_t index = instruction->index();
    uint64_t value = marks[index];
    if (value == 0) {
      value = hash(likeness, index);
      for (const HloInstruction* operand : instruction->operands()) {
        value = MixHash(value, cones.operands[operand->index()]);
      }
    }
    cones.operands[index] = value;
  }
  for (size_t i = order_.size(); i > 0; --i) {
    const HloInstruction& instruction = *order_[i - 1];
    const uint32_t index = instruction.index();
    uint64_t value = marks[index];
    if (value == 0) {
      uint64_t sum = instruction.IsRoot() ? kRootUse : 0;  // independent of the order of users
      for (const Use& use : uses(instruction)) {
        sum += MixHash(cones.users[use.user->index()], use.position);
      }
      value = MixHash(hash(likeness, index), sum);
    }
    cones.users[index] = value;
  }
  return cones;
}

}  // namespace hlo_text_v1::internal
