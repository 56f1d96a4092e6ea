// An instruction has the effects of its opcode, its attributes and its callees; a link of a chain
// has those of the start. Callees are visited before callers, each one once.
#include "src/analysis/side_effects.h"

#include "hlo/query.h"
#include "src/async/chain.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {
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
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  if (info.Has(OpcodeTrait::kSideEffect)) return true;
  if (info.Has(OpcodeTrait::kChannelEffect)) {
    // A channel means that other modules take part.
    return IsSet(instruction, AttributeKind::kConstrainLayout) ||
           instruction.FindAttribute(AttributeKind::kChannelId) != nullptr;
  }
  return IsSet(instruction, AttributeKind::kCustomCallHasSideEffect);
}

}  // namespace

bool SideEffects::Of(const HloInstruction& instruction) {
  const HloInstruction* start = StartOf(instruction);
  // The start of a chain that goes through other values may have any.
  if (start == nullptr && PreviousLink(instruction) != nullptr) return true;
  const HloInstruction& asked = start == nullptr ? instruction : *start;
  if (HasOwnSideEffect(instruction) || HasOwnSideEffect(asked)) return true;
  bool found = false;
  asked.ForEachCalledComputation(
      [&](const HloComputation* callee) { found = found || Of(callee); });
  return found;
}

// Callees first, so each is known when its caller asks. In a cycle of calls, which a valid module
// does not have, the first is visited before its callees are known.
bool SideEffects::Of(const HloComputation* computation) {
  if (const auto found = known_.find(computation); found != known_.end()) return found->second;
  WalkPostOrder(
      computation, [&](const HloComputation* c) { return known_.try_emplace(c, false).second; },
      [](const HloComputation* c) { return Callees(*c); },
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

}  // namespace hlo_text_v1
