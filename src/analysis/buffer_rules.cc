// A table for most opcodes, and code for tuples, their elements, and aliases that an attribute
// requests.
#include "src/analysis/buffer_rules.h"

#include <cstdint>

#include "hlo/opcode.h"

namespace hlo_text_v1::internal {
namespace {

// The result at `index` is operand `operand` at `operand_index`. kEach: element i of the result at
// `index` is operand i; or the whole result is operand 0 if that is the only operand, or the only
// one that an in-place permute sends.
struct SharingRule {
  HloOpcode opcode;
  int operand;
  ShapeIndex index;
  ShapeIndex operand_index;
};
constexpr int kEach = -1;
constexpr int64_t kIndex[] = {0, 1, 2};
constexpr ShapeIndex kWhole = {};
constexpr ShapeIndex kFirst(&kIndex[0], 1);
constexpr ShapeIndex kSecond(&kIndex[1], 1);
constexpr ShapeIndex kThird(&kIndex[2], 1);
constexpr SharingRule kSharingRules[] = {
    {HloOpcode::kBitcast, 0, kWhole, kWhole},
    {HloOpcode::kOptimizationBarrier, 0, kWhole, kWhole},
    {HloOpcode::kDomain, 0, kWhole, kWhole},
    {HloOpcode::kAddDependency, 0, kWhole, kWhole},
    {HloOpcode::kWhile, 0, kWhole, kWhole},
    {HloOpcode::kCopyStart, 0, kSecond, kWhole},
    {HloOpcode::kCopyDone, 0, kWhole, kFirst},
    {HloOpcode::kAllGatherStart, kEach, kFirst, kWhole},
    {HloOpcode::kAllGatherDone, 0, kWhole, kSecond},
    {HloOpcode::kAllReduceDone, 0, kWhole, kWhole},
    {HloOpcode::kCollectivePermuteStart, kEach, kFirst, kWhole},
    {HloOpcode::kCollectivePermuteDone, 0, kWhole, kSecond},
    {HloOpcode::kSend, 0, kFirst, kWhole},
    {HloOpcode::kSendDone, 0, kWhole, kThird},
    {HloOpcode::kRecvDone, 0, kFirst, kFirst},
    {HloOpcode::kRecvDone, 0, kSecond, kThird},
};

void ShareTable(const HloInstruction& instruction, ShareFunction share) {
  for (const SharingRule& rule : kSharingRules) {
    if (rule.opcode != instruction.opcode()) continue;
    if (rule.operand != kEach || instruction.operand_count() == 1 ||
        instruction.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr) {
      share(rule.index, *instruction.operand(0), rule.operand_index);
      continue;
    }
    for (int64_t i = 0; i < instruction.operand_count(); ++i) {
      const int64_t path[] = {rule.index[0], i};
      share(path, *instruction.operand(i), rule.operand_index);
    }
  }
}

// The first `count` operands are the elements of the result, or a single one is all of it.
void ShareElements(const HloInstruction& instruction, int64_t count, ShareFunction share) {
  for (int64_t i = 0; i < count; ++i) {
    share(instruction.shape().IsTuple() ? ShapeIndex(&i, 1) : kWhole, *instruction.operand(i),
          kWhole);
  }
}

}  // namespace

void ForEachSharedPart(const HloInstruction& instruction, ShareFunction share) {
  if (instruction.operands().empty()) return;
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kTuple) {
    ShareElements(instruction, instruction.operand_count(), share);
    return;
  }
  if (opcode == HloOpcode::kGetTupleElement) {
    const int64_t index = instruction.tuple_index();
    share(kWhole, *instruction.operand(0), {&index, 1});
    return;
  }
  if (opcode == HloOpcode::kCopy && instruction.shape().IsTuple()) {
    share(kWhole, *instruction.operand(0), kWhole);  // only copies the pointers
    return;
  }
  ShareTable(instruction, share);
}

void ForEachRequestedPart(const HloInstruction& instruction, ShareFunction share) {
  for (const OutputOperandAlias& alias : instruction.output_operand_aliasing()) {
    if (alias.operand_number < 0 || alias.operand_number >= instruction.operand_count()) continue;
    share(alias.output_index, *instruction.operand(alias.operand_number), alias.operand_index);
  }
}

void ForEachInPlacePart(const HloInstruction& instruction, ShareFunction share) {
  const int64_t operands = instruction.operand_count();
  if (instruction.opcode() == HloOpcode::kDynamicUpdateSlice && operands > 0) {
    share(kWhole, *instruction.operand(0), kWhole);
  } else if (instruction.opcode() == HloOpcode::kScatter) {
    ShareElements(instruction, operands / 2, share);  // inputs, indices, updates
  } else if (instruction.opcode() == HloOpcode::kAllReduceStart) {
    ShareElements(instruction, operands, share);
  }
}

}  // namespace hlo_text_v1::internal
