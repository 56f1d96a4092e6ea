// An instruction has the effects of its opcode, its attributes and what it calls; a link of a chain
// has those of the start. Callees are walked before callers, and each once.
#include "src/ir/side_effects.h"

#include <vector>

#include "hlo/query.h"
#include "src/ir/async_pair_opcodes.h"
#include "src/ir/walk.h"

namespace hlo {
namespace internal {
namespace {

bool IsSet(const HloInstruction& instruction, AttributeKind kind) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  return attribute != nullptr && attribute->AsBool();
}

// Ignores called computations. XLA HloInstruction::HasSideEffectNoRecurse.
bool HasOwnSideEffect(const HloInstruction& instruction) {
  // An unknown attribute may ask for anything.
  if (instruction.FindAttribute(AttributeKind::kUnknown) != nullptr) return true;
  const OpcodeInfo& info = GetOpcodeInfo(instruction.spelled_opcode());
  if (info.Has(OpcodeTrait::kSideEffect)) return true;
  if (info.Has(OpcodeTrait::kChannelEffect)) {
    // With a channel, other modules take part.
    return IsSet(instruction, AttributeKind::kConstrainLayout) ||
           instruction.FindAttribute(AttributeKind::kChannelId) != nullptr;
  }
  return IsSet(instruction, AttributeKind::kCustomCallHasSideEffect);
}

bool IsLaterLink(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kAsyncUpdate ||
         instruction.opcode() == HloOpcode::kAsyncDone || PairDoneBy(instruction) != nullptr;
}

}  // namespace

const HloInstruction* StartOfLink(const HloInstruction& link) {
  if (link.parent() == nullptr || !IsLaterLink(link)) return nullptr;
  const HloInstruction* at = &link;
  // Edits can make a cycle.
  for (int64_t steps = link.parent()->instruction_count(); steps > 0 && IsLaterLink(*at); --steps) {
    if (at->operands().empty()) return nullptr;
    at = at->operand(0);
  }
  return at->opcode() == HloOpcode::kAsyncStart || PairStartedBy(*at) != nullptr ? at : nullptr;
}

bool SideEffects::Of(const HloInstruction& instruction) {
  const HloInstruction* start = StartOfLink(instruction);
  const HloInstruction& asked = start == nullptr ? instruction : *start;
  if (HasOwnSideEffect(instruction) || HasOwnSideEffect(asked)) return true;
  bool found = false;
  asked.ForEachCalledComputation(
      [&](const HloComputation* callee) { found = found || Of(callee); });
  return found;
}

// Callees first, so each is known when its caller asks. On a cycle of calls, which no valid module
// has, the first one is looked at before its callees are known.
bool SideEffects::Of(const HloComputation* computation) {
  if (const auto found = known_.find(computation); found != known_.end()) return found->second;
  const auto callees_of = [](const HloComputation* caller) {
    std::vector<const HloComputation*> callees;
    for (const HloInstruction* instruction : caller->instructions()) {
      instruction->ForEachCalledComputation(
          [&](const HloComputation* callee) { callees.push_back(callee); });
    }
    return callees;
  };
  WalkPostOrder(
      computation, [&](const HloComputation* c) { return known_.try_emplace(c, false).second; },
      callees_of,
      [&](const HloComputation* done) {
        bool has_effect = false;
        for (const HloInstruction* instruction : done->instructions()) {
          has_effect = has_effect || HasOwnSideEffect(*instruction);
          instruction->ForEachCalledComputation(
              [&](const HloComputation* callee) { has_effect = has_effect || known_[callee]; });
        }
        known_[done] = has_effect;
      });
  return known_[computation];
}

}  // namespace internal

bool HasSideEffect(const HloInstruction& instruction) {
  return internal::SideEffects().Of(instruction);
}

}  // namespace hlo
