// Faults that parsed text cannot have but an edited module can: operands of other computations,
// cycles, duplicate names. Also which instruction may call which computation.
//
// Instructions are numbered in order of creation, and operands are created before their users: only
// a forward link can make a cycle, so only then do we look for one. Source: XLA hlo_verifier.cc,
// VerifyHloStructure, InstructionVerifier.
#include <cstdint>
#include <string>
#include <vector>

#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/walk.h"
#include "src/verify/rules.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

void VerifyModuleAndEntry(VerifyContext& context) {
  const HloModule& module = context.module();
  const HloComputation* entry = module.entry_computation();
  if (entry == nullptr) return;
  if (module.name().empty()) context.Error(*entry, Code::kModuleNameEmpty);
  for (const HloInstruction* caller : context.calls().callers(*entry)) {
    if (!Is(*caller, HloOpcode::kFusion)) continue;
    context.Error(*entry, Code::kEntryIsFusion).Note(*caller, Code::kCalledHere);
    break;
  }
}

// A removed instruction has no computation to tell its name.
std::string_view NameOf(const VerifyContext& context, const HloInstruction* instruction) {
  return IrAccess::StateOf(context.module()).symbols.Text(Node(instruction).name);
}

// Checks operands and control predecessors; returns whether one of them points forward.
bool VerifyLinks(VerifyContext& context, const HloComputation& computation) {
  bool forward = false;
  for (const HloInstruction* user : computation.instructions()) {
    for (int64_t i = 0; i < user->operand_count(); ++i) {
      const HloInstruction* operand = user->operand(i);
      if (operand->parent() != &computation) {
        context
            .Error(*user, Code::kOperandOfOtherComputation, i, NameOf(context, operand),
                   user->name(),
                   operand->parent() == nullptr ? "(null)" : operand->parent()->name(),
                   computation.name())
            .Note(*operand, Code::kOperandIsHere);
      }
      forward = forward || operand->index() >= user->index();
    }
    for (const HloInstruction* predecessor : user->control_predecessors()) {
      if (predecessor->parent() != &computation) {
        context.Error(*user, Code::kPredecessorOfOtherComputation, NameOf(context, predecessor),
                      user->name());
      }
      forward = forward || predecessor->index() >= user->index();
    }
  }
  return forward;
}

// Walks over operands and control predecessors.
void VerifyNoCycle(VerifyContext& context, const HloComputation& computation) {
  std::vector<WalkState> states(computation.index_limit());
  WalkState elsewhere = WalkState::kDone;  // for instructions of other computations
  const auto state_of = [&](const HloInstruction* instruction) -> WalkState& {
    return instruction->parent() == &computation ? states[instruction->index()] : elsewhere;
  };
  const auto predecessor_of = [](const HloInstruction* user, size_t i) -> const HloInstruction* {
    const size_t operands = user->operands().size();
    if (i < operands) return user->operands()[i];
    i -= operands;
    return i < user->control_predecessors().size() ? user->control_predecessors()[i] : nullptr;
  };
  for (const HloInstruction* from : computation.instructions()) {
    const std::vector<const HloInstruction*> cycle = FindCycle(from, state_of, predecessor_of);
    if (cycle.empty()) continue;
    const HloInstruction* first = cycle.front();
    std::string names = StrCat("\n  ", first->name());
    for (size_t i = cycle.size(); i > 0; --i) StrAppend(&names, "\n ", cycle[i - 1]->name());
    context.Error(*first, Code::kInstructionCycle, *first, names);
    return;
  }
}

void VerifyInstructionNames(VerifyContext& context) {
  const IrAccess::ModuleState& state = IrAccess::StateOf(context.module());
  std::vector<const HloInstruction*> named(state.symbols.size());
  for (const HloComputation* computation : context.module().computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      const HloInstruction*& first = named[Node(instruction).name];
      if (first == nullptr) {
        first = instruction;
        continue;
      }
      if (IsPinned(*instruction)) continue;  // a text, which scopes names, may have several
      context
          .Error(*instruction, Code::kInstructionNameNotUnique, *instruction, computation->name(),
                 *first, first->parent()->name())
          .Note(*first, Code::kInstructionPreviouslyDefined);
      if (context.stopped()) return;
    }
  }
}

void VerifyComputationNames(VerifyContext& context) {
  const IrAccess::ModuleState& state = IrAccess::StateOf(context.module());
  std::vector<const HloComputation*> named(state.symbols.size());
  for (const HloComputation* computation : context.module().computations()) {
    const HloComputation*& first = named[Node(computation).name];
    if (first == nullptr) {
      first = computation;
      continue;
    }
    context.Error(*computation, Code::kComputationNameNotUnique, computation->name())
        .Note(*first, Code::kComputationPreviouslyDefined);
  }
}

bool MayCall(HloOpcode opcode) {
  if (opcode == HloOpcode::kUnknown) return true;
  for (const AttributeSpec& attribute : GetOpcodeInfo(opcode).attributes) {
    const AttributeType type = GetAttributeInfo(attribute.kind).type;
    if (type == AttributeType::kComputation || type == AttributeType::kComputationList) return true;
  }
  return false;
}

// If a link of a chain calls a computation, only links may.
void VerifyCallers(VerifyContext& context, const HloComputation& computation) {
  const HloInstruction* start = nullptr;
  for (const HloInstruction* caller : context.calls().callers(computation)) {
    if (!MayCall(caller->opcode())) {
      context.Error(*caller, Code::kCallsOfNonCaller, *caller)
          .Note(computation, Code::kCalleeIsHere);
    }
    if (IsAsyncLink(caller->opcode())) start = caller;
  }
  if (start == nullptr) return;
  for (const HloInstruction* caller : context.calls().callers(computation)) {
    if (IsAsyncLink(caller->opcode())) continue;
    context.Error(*caller, Code::kAsyncComputationOfOther, computation.name(), caller->name())
        .Note(*start, Code::kCalledHere);
  }
}

}  // namespace

void VerifyStructure(VerifyContext& context) {
  VerifyModuleAndEntry(context);
  const CallGraph::Cycle cycle = context.calls().FindCycle();
  if (cycle.computation != nullptr) {
    context.Error(*cycle.computation, Code::kComputationCycle, cycle.computation->name(),
                  cycle.through->name());
  }
  for (const HloComputation* computation : context.module().computations()) {
    if (context.stopped()) return;
    const HloInstruction* root = computation->root_instruction();
    if (root == nullptr || root->parent() != computation) {
      context.Error(*computation, Code::kRootNotFound);
    }
    const bool forward = VerifyLinks(context, *computation);
    if (forward) VerifyNoCycle(context, *computation);
    VerifyCallers(context, *computation);
  }
  VerifyComputationNames(context);
  VerifyInstructionNames(context);
}

}  // namespace hlo_text_v1::internal
