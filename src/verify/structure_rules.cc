// What text cannot get wrong, but an edited module can: operands of other computations, cycles,
// names that occur twice. And who may call what.
//
// Instructions are numbered in order of creation, and operands are created before their users; only
// where a link points forward can there be a cycle, and only then is one looked for.
// Source: XLA hlo_verifier.cc, VerifyHloStructure, InstructionVerifier.
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/printer.h"
#include "src/ir/module_state.h"
#include "src/verify/rules.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

using internal::IrAccess;

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

// Operands and control predecessors; returns whether one of them points forward.
bool VerifyLinks(VerifyContext& context, const HloComputation& computation) {
  bool forward = false;
  for (const HloInstruction* user : computation.instructions()) {
    for (int64_t i = 0; i < user->operand_count(); ++i) {
      const HloInstruction* operand = user->operand(i);
      if (operand->parent() != &computation) {
        context
            .Error(*user, Code::kOperandOfOtherComputation, i, operand->name(), user->name(),
                   operand->parent()->name(), computation.name())
            .Note(*operand, Code::kOperandIsHere);
      }
      forward = forward || operand->index() >= user->index();
    }
    for (const HloInstruction* predecessor : user->control_predecessors()) {
      if (predecessor->parent() != &computation) {
        context.Error(*user, Code::kPredecessorOfOtherComputation, predecessor->name(),
                      user->name());
      }
      forward = forward || predecessor->index() >= user->index();
    }
  }
  return forward;
}

// A walk from an instruction along operands and control predecessors.
class CycleFinder {
 public:
  CycleFinder(VerifyContext& context, const HloComputation& computation)
      : context_(context), computation_(computation) {}

  void Run() {
    for (const HloInstruction* from : computation_.instructions()) {
      if (Visit(from)) return;
    }
  }

 private:
  enum class State : uint8_t { kNew, kOnPath, kDone };
  struct Step {
    const HloInstruction* instruction;
    size_t next;
  };

  State& StateOf(const HloInstruction* instruction) {
    if (states_.size() <= instruction->index()) states_.resize(size_t{instruction->index()} + 1);
    return states_[instruction->index()];
  }

  void Enter(const HloInstruction* instruction) {
    StateOf(instruction) = State::kOnPath;
    path_.push_back({instruction, 0});
  }

  bool Visit(const HloInstruction* from) {
    if (StateOf(from) != State::kNew) return false;
    Enter(from);
    while (!path_.empty()) {
      const HloInstruction* at = path_.back().instruction;
      const size_t i = path_.back().next++;
      const size_t operands = at->operands().size();
      if (i >= operands + at->control_predecessors().size()) {
        StateOf(at) = State::kDone;
        path_.pop_back();
        continue;
      }
      const HloInstruction* next =
          i < operands ? at->operand(i) : at->control_predecessors()[i - operands];
      if (next->parent() != &computation_ || StateOf(next) == State::kDone) continue;
      if (StateOf(next) == State::kOnPath) {
        Report(next);
        return true;
      }
      Enter(next);
    }
    return false;
  }

  void Report(const HloInstruction* first) {
    std::string names = StrCat("\n  ", first->name());
    size_t i = path_.size();
    while (path_[--i].instruction != first) StrAppend(&names, "\n ", path_[i].instruction->name());
    StrAppend(&names, "\n ", first->name());
    context_.Error(*first, Code::kInstructionCycle, PrintHloInstruction(*first), names);
  }

  VerifyContext& context_;
  const HloComputation& computation_;
  std::vector<State> states_;
  std::vector<Step> path_;
};

void VerifyInstructionNames(VerifyContext& context) {
  const IrAccess::ModuleState& state = IrAccess::StateOf(context.module());
  std::vector<const HloInstruction*> named(state.symbols.size());
  for (const HloComputation* computation : context.module().computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      const HloInstruction*& first = named[IrAccess::Name(instruction)];
      if (first == nullptr) {
        first = instruction;
        continue;
      }
      context
          .Error(*instruction, Code::kInstructionNameNotUnique, PrintHloInstruction(*instruction),
                 computation->name(), PrintHloInstruction(*first), first->parent()->name())
          .Note(*first, Code::kInstructionPreviouslyDefined);
      if (context.stopped()) return;
    }
  }
}

void VerifyComputationNames(VerifyContext& context) {
  const IrAccess::ModuleState& state = IrAccess::StateOf(context.module());
  std::vector<const HloComputation*> named(state.symbols.size());
  for (const HloComputation* computation : context.module().computations()) {
    const HloComputation*& first = named[IrAccess::Name(computation)];
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

// A computation that an async-start calls is that start's alone.
void VerifyCallers(VerifyContext& context, const HloComputation& computation) {
  const HloInstruction* start = nullptr;
  for (const HloInstruction* caller : context.calls().callers(computation)) {
    if (!MayCall(caller->opcode())) {
      context.Error(*caller, Code::kCallsOfNonCaller, PrintHloInstruction(*caller))
          .Note(computation, Code::kCalleeIsHere);
    }
    if (!Is(*caller, HloOpcode::kAsyncStart)) continue;
    if (start != nullptr) {
      context.Error(*caller, Code::kComputationOfSeveralStarts, computation.name())
          .Note(*start, Code::kCalledHere);
    }
    start = caller;
  }
  if (start == nullptr) return;
  for (const HloInstruction* caller : context.calls().callers(computation)) {
    if (Is(*caller, HloOpcode::kAsyncStart)) continue;
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
    if (forward) CycleFinder(context, *computation).Run();
    VerifyCallers(context, *computation);
  }
  VerifyComputationNames(context);
  VerifyInstructionNames(context);
}

}  // namespace hlo
