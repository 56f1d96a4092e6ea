// Only what reads and checks is here. What is wrong makes a part give up, so errors need no words.
#include "src/parse/module/continued_body.h"

#include "absl/algorithm/container.h"
#include "src/ir/attribute_normal_form.h"
#include "src/parse/module/instruction_checks.h"
#include "src/parse/module/instruction_parser.h"

namespace hlo::internal {

bool ReadContinuedBody(ParseState& state) {
  ContinuedBody& continued = *state.continued;
  HloComputation* computation = IrAccess::NewComputation(state.module);
  continued.scope.computation = computation;
  size_t lines = 0;
  do {
    HloInstruction* last = Node(computation).last;
    if (!ReadInstruction(state, continued.scope)) return false;
    if (lines++ % ContinuedBody::kMarkEvery != 0) continue;
    continued.marks.push_back(last == nullptr ? Node(computation).first : Node(last).next);
  } while (*state.lexer.At() != '}' && state.IsInPart(state.lexer.At()));
  continued.end = state.lexer.Position();
  if (!state.EatByte('}')) return true;
  continued.is_closed = true;
  state.module.AddComputation(computation);
  return ReadComputationAttributes(state, computation);
}

HloInstruction* MakeStandIn(ParseState& state, const Scope& scope, std::string_view name,
                            const Shape* shape) {
  static const Shape kUnknown;  // compatible with none
  ContinuedBody* continued = state.continued.get();
  if (continued == nullptr || scope.computation != continued->scope.computation) return nullptr;
  if (state.IsOverMemory()) return nullptr;
  HloInstruction* stand_in = IrAccess::NewInstruction(state.arena, scope.computation);
  const uint32_t symbol = state.Intern(name);
  Node(stand_in).name = symbol;
  Node(stand_in).shape = shape == nullptr ? &kUnknown : shape;
  Node(stand_in).is_stand_in = true;
  state.instructions[symbol] = stand_in;
  continued->stand_ins.push_back(stand_in);
  return stand_in;
}

bool MustWait(const Draft& draft) {
  if (draft.shape == nullptr) return false;
  if (draft.phase != AsyncPhase::kNone || LooksBehindShapes(draft.opcode)) return true;
  const auto lacks_shape = [](const HloInstruction* operand) { return !HasShape(*operand); };
  return HasCheck(draft.opcode) && absl::c_any_of(draft.operands, lacks_shape);
}

void AddUnchecked(ParseState& state, HloInstruction* instruction) {
  Node(instruction).is_unchecked = true;
  state.continued->unchecked.push_back(instruction);
}

bool AppendToBody(ContinuedBody& continued, OpenComputation& open) {
  Scope& rest = continued.scope;
  Scope& scope = open.scope;
  for (HloInstruction* parameter : rest.parameters) {
    if (!scope.parameter_numbers.Take(parameter->parameter_number())) return false;
    scope.parameters.push_back(parameter);
  }
  if (rest.root_seen && scope.root_seen) return false;
  scope.root_seen |= rest.root_seen;
  if (rest.marked_root != nullptr) scope.marked_root = rest.marked_root;
  IrAccess::AppendAll(rest.computation, scope.computation);
  return true;
}

bool CheckAtLast(ParseState& whole, HloInstruction* instruction) {
  Scope scope;
  Draft draft(scope);
  draft.opcode = Node(instruction).opcode;
  draft.phase = Node(instruction).phase;
  draft.shape = &instruction->shape();
  draft.operands.assign(instruction->operands().begin(), instruction->operands().end());
  for (const Attribute& attribute : instruction->attributes()) draft.attributes.Add(attribute);
  draft.allowed = AllowedAttributesOf(draft.owner());
  if (!CheckBeforeAttributes(whole, &draft) || !CheckSelectedBranches(whole, draft) ||
      !CheckOpcode(whole, &draft)) {
    return false;
  }
  FinishAttributes(draft.owner(), draft.allowed, &draft.attributes);
  if (!CheckCommonAttributes(whole, &draft) || draft.shape != &instruction->shape()) return false;
  Node(instruction).is_unchecked = false;
  IrAccess::SetAttributes(whole.arena, instruction, draft.attributes);
  return true;
}

}  // namespace hlo::internal
