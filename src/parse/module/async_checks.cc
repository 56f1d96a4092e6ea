// Operand 0 links each part of a chain to the one before. CheckAsync checks a part when it is read;
// CheckCompleteChains checks wrapped instructions of sugar again, once all operands of a chain are
// known.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain.h"
#include "src/async/wrapped_computation.h"
#include "src/ir/normal_form.h"
#include "src/parse/legacy.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/instruction.h"

namespace hlo_text_v1::internal {

namespace {

// Whether to check the wrapped instruction. Skips checks that need operands or a result that may be
// bound later.
bool IsCheckedInStart(const Draft& draft) {
  const SugarFacts& facts = SugarFactsOf(draft.opcode);
  return facts.Has(SugarFact::kCheckedAtStart) ||
         (facts.Has(SugarFact::kCheckedIfBound) &&
          !draft.shape->tuple_shapes(0)->tuple_shapes().empty());
}

// Gives the draft operands of these shapes.
void AddParameters(ParseState& state, absl::Span<const Shape* const> shapes,
                   HloComputation* unlinked, Draft* draft) {
  for (const Shape* shape : shapes) {
    HloInstruction* parameter = IrAccess::Append(state.arena, unlinked);
    Node(parameter).opcode = HloOpcode::kParameter;
    Node(parameter).shape = shape;
    draft->operands.push_back(parameter);
  }
}

// Checks the draft as the instruction that a sugared start wraps: its operands are parameters of
// the start's shape, its shape is element 1 of that.
bool CheckWrapped(ParseState& state, Draft* draft) {
  const Shape* const async_shape = draft->shape;
  const Shape* const result = async_shape->tuple_shapes(1);
  if (draft->opcode == HloOpcode::kMap) {
    SetMapDimensions(absl::MakeSpan(draft->attributes), result->rank(), &state.arena);
  }
  if (!IsCheckedInStart(*draft)) return true;
  auto operands = std::move(draft->operands);
  draft->operands.clear();
  HloComputation unlinked;
  AddParameters(state, async_shape->tuple_shapes(0)->tuple_shapes(), &unlinked, draft);
  draft->phase = AsyncPhase::kNone;
  draft->shape = result;
  const bool ok = CheckOpcode(state, draft);
  draft->phase = AsyncPhase::kStart;
  draft->shape = async_shape;
  draft->operands = std::move(operands);
  return ok;
}

// Whether XLA accepts the instruction that `start` wraps, whatever later links bind.
bool IsCompleteAtStart(const HloInstruction& start) {
  const absl::Span<const Attribute> attributes = start.attributes();
  return DemandsOf(start.spelled_opcode()) == Demands::kNothing &&
         std::all_of(attributes.begin(), attributes.end(), [](const Attribute& attribute) {
           return attribute.kind() == AttributeKind::kMetadata;
         });
}

bool HasIncompleteStart(const HloComputation& computation) {
  const auto instructions = computation.instructions();
  return std::any_of(instructions.begin(), instructions.end(), [](const HloInstruction* each) {
    return each->async_phase() == AsyncPhase::kStart && !IsCompleteAtStart(*each);
  });
}

// Whether XLA reads this sugar even with shapes that it refuses in generic text.
bool MayHaveAnyShape(const HloInstruction& start, size_t operands) {
  const SugarFacts& facts = SugarFactsOf(start.spelled_opcode());
  return facts.Has(SugarFact::kAnyShape) ||
         (facts.Has(SugarFact::kAnyShapeIfBound) && start.operands().size() == operands &&
          !IsEmptyTuple(*start.shape().tuple_shapes(1)));
}

// Checks the instruction that `chain` wraps as if it were read from generic text.
bool CheckCompleteWrapped(ParseState& state, const AsyncOperation& chain) {
  const HloInstruction& start = chain.start();
  if (CalleeOf(start.spelled_opcode(), start) != nullptr)
    return true;  // takes the operands that its callee takes
  HloComputation unlinked;
  Scope scope;
  scope.computation = &unlinked;
  Draft draft(scope);
  draft.opcode = start.spelled_opcode();
  const WrappedShapes shapes =
      InferWrappedShapes(draft.opcode, chain, /*callee=*/nullptr, state.shapes);
  const size_t operands = WrappedOperandCount(draft.opcode, shapes.parameters.size());
  if (MayHaveAnyShape(start, operands)) return true;
  AddParameters(state, absl::MakeConstSpan(shapes.parameters).subspan(0, operands), &unlinked,
                &draft);
  draft.shape = shapes.result;
  for (const Attribute& attribute : start.attributes()) draft.attributes.Add(attribute);
  const size_t logged = state.log().size();
  const bool ok = CheckOperandCount(state, draft) && CheckBeforeAttributes(state, &draft) &&
                  CheckSelectedBranches(state, draft) && CheckOpcode(state, &draft) &&
                  CheckCommonAttributes(state, &draft);
  for (size_t i = logged; !ok && i < state.log().size(); ++i) {
    state.log()[i].begin = state.log()[i].end = start.source_offset();
  }
  return ok;
}

// Whether the link before the draft, an update, names the computation of its `calls` already.
bool IsNamedBefore(ParseState& state, const Draft& draft, const HloComputation* calls) {
  const HloInstruction* before =
      draft.operands.empty() ? nullptr : state.values.producers.Find(*draft.operands[0]);
  return before != nullptr && OwnComputation(*before) == calls;
}

// Updates and dones may repeat the attributes of their start; compare and drop them. One that the
// loop around it will connect with a start keeps the computation until then.
bool CheckRepeated(ParseState& state, Draft* draft, const HloInstruction* start) {
  const Attribute* calls = draft->attributes.Find(AttributeKind::kCalls);
  const auto refuse = [&](std::string_view attribute) {
    const auto [begin, end] = PlaceOfValue(state, *draft, attribute);
    state.log().back().notes.push_back(
        DiagnosticNote{begin, end, std::string(DiagnosticCodeText(Code::kOperandErrorIsHere))});
    return false;
  };
  if (start != nullptr) {
    const Attribute* thread = draft->attributes.Find(AttributeKind::kAsyncExecutionThread);
    if (thread != nullptr && thread->AsString() != AsyncExecutionThread(*start)) {
      state.Error(Code::kAsyncThread, AsyncExecutionThread(*start), thread->AsString());
      return refuse(thread->name());
    }
    const Attribute* wrapped = start->FindAttribute(AttributeKind::kCalls);
    if (calls != nullptr && wrapped != nullptr &&
        calls->AsComputation() != wrapped->AsComputation()) {
      state.Error(Code::kAsyncComputation, wrapped->AsComputation()->name(),
                  calls->AsComputation()->name());
      return refuse(calls->name());
    }
  }
  const bool keeps_calls =
      calls != nullptr && start == nullptr && !IsNamedBefore(state, *draft, calls->AsComputation());
  state.has_own_computations |= keeps_calls;
  draft->attributes.Remove(AttributeKind::kAsyncExecutionThread);
  if (!keeps_calls) draft->attributes.Remove(AttributeKind::kCalls);
  return true;
}

// Whether the draft is sugar like the update before it, so that the checks of their start need not
// be repeated. Nearly all links are, and looking for their start takes a third of the time to read
// a chain.
bool HasOpcodeOfItsOperand(const Draft& draft) {
  const HloInstruction& operand = *draft.operands[0];
  return draft.phase != AsyncPhase::kNone && operand.async_phase() == AsyncPhase::kUpdate &&
         operand.spelled_opcode() == draft.opcode;
}

// Whether it also binds nothing.
bool IsLikeItsOperand(const Draft& draft) {
  return HasOpcodeOfItsOperand(draft) &&
         draft.attributes.Find(AttributeKind::kAsyncExecutionThread) == nullptr &&
         draft.attributes.Find(AttributeKind::kCalls) == nullptr;
}

}  // namespace

const HloInstruction* StartOfChain(ParseState& state, const Draft& draft) {
  if (draft.operands.empty() || IsAsyncDone(*draft.operands[0])) return nullptr;
  ProducerFinder& producers = state.values.producers;
  producers.Enter(*draft.scope.computation);
  const HloInstruction* before = producers.Find(*draft.operands[0]);
  return before == nullptr ? nullptr : producers.StartOf(*before);
}

const HloInstruction* WrappedInstructionOf(const HloInstruction& start) {
  if (start.async_phase() != AsyncPhase::kNone) return &start;
  const Attribute* calls = start.FindAttribute(AttributeKind::kCalls);
  return calls == nullptr ? nullptr : calls->AsComputation()->root_instruction();
}

bool CheckCompleteChains(ParseState& state, size_t first) {
  if (!state.module.has_sugar) return true;
  const auto& computations = state.module.computations;
  if (std::none_of(computations.begin() + static_cast<ptrdiff_t>(first), computations.end(),
                   [](const HloComputation* each) { return HasIncompleteStart(*each); })) {
    return true;
  }
  const auto operations = FindAsyncOperations(*computations[first]->parent());
  for (size_t i = first; i < computations.size(); ++i) {
    if (!HasIncompleteStart(*computations[i])) continue;
    for (const AsyncOperation& operation : operations[i]) {
      const bool is_sugar = operation.start().async_phase() != AsyncPhase::kNone;
      if (is_sugar && !CheckCompleteWrapped(state, operation)) return false;
    }
  }
  return true;
}

bool CheckAsyncShape(ParseState& state, Draft* draft) {
  UpgradeAsyncShape(state, draft);
  if (IsAsyncShape(*draft->shape)) return true;
  state.Error(Code::kAsyncShapeForm);
  return NoteOlderAsyncShape(state, *draft);
}

bool CheckPredecessor(ParseState& state, const Draft& draft) {
  if (draft.operands.empty()) return state.Error(Code::kAsyncNeedsOperand);
  if (IsAsyncDone(*draft.operands[0])) return state.Error(Code::kAsyncOperandIsDone);
  if (draft.phase == AsyncPhase::kNone || HasOpcodeOfItsOperand(draft)) return true;
  const HloInstruction* start = StartOfChain(state, draft);
  if (start == nullptr) return true;
  const HloInstruction* wrapped = WrappedInstructionOf(*start);
  state.has_unchecked_sugar |= wrapped == nullptr;
  if (wrapped == nullptr) return true;
  const HloOpcode opcode = wrapped == start ? start->spelled_opcode() : wrapped->opcode();
  if (opcode == draft.opcode) return true;
  return state.Error(Code::kAsyncWrappedOpcode, wrapped->opcode_name(),
                     HloOpcodeName(draft.opcode));
}

bool CheckMixedChains(ParseState& state) {
  if (!state.has_unchecked_sugar || state.module.computations.empty()) return true;
  for (const auto& operations : FindAsyncOperations(*state.module.computations[0]->parent())) {
    for (const AsyncOperation& operation : operations) {
      const bool is_sugar = operation.start().async_phase() != AsyncPhase::kNone;
      if (is_sugar || operation.wrapped_instruction() == nullptr) continue;
      ProducerFinder in_sight;
      const HloOpcode wrapped = operation.wrapped_opcode();
      for (const HloInstruction* link : operation.all_links()) {
        const HloOpcode opcode = link->spelled_opcode();
        if (link->async_phase() == AsyncPhase::kNone || opcode == wrapped ||
            !IsInSight(operation, *link, &in_sight)) {
          continue;
        }
        return state.ErrorAt(link->source_offset(), Code::kAsyncWrappedOpcode,
                             HloOpcodeName(wrapped), HloOpcodeName(opcode));
      }
    }
  }
  return true;
}

bool CheckAsync(ParseState& state, Draft* draft) {
  if (draft->phase != AsyncPhase::kNone && !CanBeWrapped(draft->opcode)) {
    return state.Error(Code::kCannotBeWrapped, HloOpcodeName(draft->opcode));
  }
  const bool is_start = draft->generic_opcode() == HloOpcode::kAsyncStart;
  if (is_start) {
    const Attribute* thread = draft->attributes.Find(AttributeKind::kAsyncExecutionThread);
    if (thread != nullptr && thread->AsString() == "main") {
      draft->attributes.Remove(AttributeKind::kAsyncExecutionThread);
    }
    return draft->phase == AsyncPhase::kNone || CheckWrapped(state, draft);
  }
  const bool is_done = draft->generic_opcode() == HloOpcode::kAsyncDone;
  if (is_done && draft->operands.size() > 1) {  // as in XLA
    state.Warn(draft->operands_position, draft->operands_position, Code::kDoneOperandsDropped,
               draft->name);
    draft->operands.resize(1);
  }
  if (state.options.upgrade_legacy && !DropRepeatedAttributes(state, draft)) return false;
  return IsLikeItsOperand(*draft) || CheckRepeated(state, draft, StartOfChain(state, *draft));
}

}  // namespace hlo_text_v1::internal
