// Generic async instructions: which operands and results are bound, and when.
//
// A start or update has the shape ((operands bound so far), result or (), contexts...). The first
// two elements grow along the chain, from left to right, until they are the parameters and the
// result of the computation that the start calls.
// Source: XLA hlo_verifier.cc, ShapeVerifier::HandleAsyncStart, HandleAsyncUpdate, HandleAsyncDone.
#include <algorithm>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/identical.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/verify/rules.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

const Shape& Bound(const HloInstruction& link) { return *link.shape().tuple_shapes(0); }
const Shape& Result(const HloInstruction& link) { return *link.shape().tuple_shapes(1); }
int64_t EntryCount(const HloInstruction& link) {
  return static_cast<int64_t>(Bound(link).tuple_shapes().size());
}
std::string_view OpcodeOf(const HloInstruction& link) { return HloOpcodeName(link.opcode()); }
const Shape& ResultOf(const HloComputation& wrapped) { return wrapped.root_instruction()->shape(); }

}  // namespace

void AsyncRules::Verify(const HloInstruction& instruction) {
  if (!IsAsyncLink(instruction.opcode())) return;
  const bool is_start = IsAsyncStart(instruction);
  const HloInstruction* before = is_start ? nullptr : VerifyBefore(instruction);
  const HloComputation* wrapped = producers_.WrappedBy(instruction);
  if ((!is_start && before == nullptr) || wrapped == nullptr) return;
  if (before != nullptr && IsAsyncDone(instruction))
    return VerifyDone(instruction, *before, *wrapped);
  if (!IsAsyncShape(instruction.shape())) {
    context_.Error(instruction, Code::kAsyncLinkForm, instruction.name(), OpcodeOf(instruction),
                   instruction.shape());
    unsound_.insert(&instruction);
    return;
  }
  if (is_start) {
    VerifyStart(instruction, *wrapped);
  } else {
    VerifyUpdate(instruction, *wrapped);
  }
}

const HloInstruction* AsyncRules::VerifyBefore(const HloInstruction& link) {
  const HloInstruction* before = producers_.Before(link);
  const bool is_link =
      before != nullptr && IsAsyncLink(before->opcode()) && producers_.WrappedBy(link) != nullptr;
  if (!is_link && chains_are_sound_) {
    context_
        .Error(link, Code::kAsyncOperandOrigin, link.name(), OpcodeOf(link),
               HloOpcodeName(link.operand(0)->opcode()))
        .Note(*link.operand(0), Code::kOperandIsHere);
  }
  const bool is_sound = is_link && IsAsyncShape(before->shape()) && !unsound_.contains(before) &&
                        VerifySameWork(link, *before);
  if (is_sound) return before;
  unsound_.insert(&link);
  return nullptr;
}

std::string_view AsyncRules::ThreadOf(const HloInstruction& link) {
  if (const HloInstruction* start = producers_.StartOf(link)) return AsyncExecutionThread(*start);
  const HloComputation* wrapped = producers_.WrappedBy(link);
  return wrapped == nullptr ? "main" : wrapped->execution_thread();
}

bool AsyncRules::VerifySameWork(const HloInstruction& link, const HloInstruction& before) {
  const HloComputation* ours = producers_.WrappedBy(link);
  const HloComputation* theirs = producers_.WrappedBy(before);
  if (ours == theirs ? ours != nullptr || !chains_are_sound_
                     : ours != nullptr && theirs != nullptr && Identical(*ours, *theirs)) {
    return true;
  }
  const auto text_of = [&](const HloComputation* computation) {
    return computation == nullptr ? std::string("null")
                                  : std::string(context_.Shown(*computation->root_instruction()));
  };
  context_
      .Error(link, Code::kAsyncOtherComputation, OpcodeOf(link), text_of(ours), text_of(theirs),
             ThreadOf(link), ThreadOf(before))
      .Note(before, Code::kOperandIsHere);
  return false;
}

const Shape& AsyncRules::ParametersOf(const HloComputation& wrapped) {
  const Shape*& shape = parameters_of_[&wrapped];
  if (shape == nullptr) shape = context_.TupleOf(wrapped.parameters());
  return *shape;
}

template <typename Origin>
bool AsyncRules::ExpectPrefix(const HloInstruction& link, const Shape& bound, const Shape& whole,
                              Code code, const Origin& origin, Code note) {
  if (context_.IsPrefix(bound, whole)) return true;
  context_.Error(link, code, link.name(), OpcodeOf(link), bound, whole).Note(origin, note);
  return false;
}

// Checks elements 0 and 1 against the computation.
void AsyncRules::VerifyBound(const HloInstruction& link, const HloComputation& wrapped) {
  ExpectPrefix(link, Bound(link), ParametersOf(wrapped), Code::kAsyncOperandsNoPrefix, wrapped,
               Code::kCalleeIsHere);
  ExpectPrefix(link, Result(link), ResultOf(wrapped), Code::kAsyncResultNoPrefix,
               *wrapped.root_instruction(), Code::kCalleeIsHere);
}

// Checks operands from `first_operand` on against element 0 from entry `first_entry` on, until
// either ends.
void AsyncRules::VerifyNewOperands(const HloInstruction& link, int64_t first_operand,
                                   int64_t first_entry) {
  const int64_t count =
      std::min(link.operand_count() - first_operand, EntryCount(link) - first_entry);
  for (int64_t i = 0; i < count; ++i) {
    const HloInstruction& operand = *link.operand(first_operand + i);
    const Shape& entry = *Bound(link).tuple_shapes(first_entry + i);
    if (context_.Same(operand.shape(), entry)) continue;
    context_
        .Error(link, Code::kAsyncOperandShape, link.name(), OpcodeOf(link), first_operand + i,
               first_entry + i, operand.shape(), entry)
        .Note(operand, Code::kOperandIsHere);
  }
}

void AsyncRules::VerifyStart(const HloInstruction& start, const HloComputation& wrapped) {
  VerifyBound(start, wrapped);
  VerifyThread(start, wrapped);
  if (start.operand_count() != EntryCount(start)) {
    context_.Error(start, Code::kAsyncOperandCount, start.name(), OpcodeOf(start),
                   EntryCount(start), start.operand_count());
  } else {
    VerifyNewOperands(start, 0, 0);
  }
  VerifyStartAliasing(context_, start, wrapped);
}

void AsyncRules::VerifyThread(const HloInstruction& link, const HloComputation& wrapped) {
  if (ThreadOf(link) == wrapped.execution_thread()) return;
  context_
      .Error(link, Code::kAsyncThreadMismatch, OpcodeOf(link), ThreadOf(link),
             wrapped.execution_thread())
      .Note(wrapped, Code::kCalleeIsHere);
}

// The operands after the new parameters are buffers, one for each leaf of the result that this
// update binds. The Async HLO document allows it, XLA rejects it.
bool AsyncRules::VerifyBuffers(const HloInstruction& update, int64_t new_entries) {
  const int64_t new_operands = update.operand_count() - 1;
  const absl::Span<const HloInstruction* const> buffers =
      update.operands().subspan(static_cast<size_t>(1 + std::min(new_entries, new_operands)));
  std::vector<const Shape*> leaves;
  for (const OutputLeaf& leaf :
       NewOutputLeaves(Result(*update.operand(0)), Result(update), buffers.size() + 1)) {
    leaves.push_back(leaf.shape);
  }
  if (context_.options().xla_strict || new_operands < new_entries || leaves.empty()) {
    context_.Error(update, Code::kAsyncNewOperandCount, update.name(), OpcodeOf(update),
                   new_operands, new_entries);
    return false;
  }
  const Shape& given = *context_.TupleOf(buffers);
  const Shape& wanted = *context_.scratch().Tuple(leaves);
  if (context_.Same(given, wanted)) return true;
  context_.Error(update, Code::kAsyncWrongBuffers, update.name(), OpcodeOf(update), given, wanted);
  return false;
}

void AsyncRules::VerifyUpdate(const HloInstruction& update, const HloComputation& wrapped) {
  VerifyBound(update, wrapped);
  if (OwnComputation(update) != nullptr) VerifyThread(update, wrapped);
  VerifyUpdateAliasing(context_, update);
  // Of the shape of the link before, unless that is an element of another value.
  const HloInstruction& previous = *update.operand(0);
  if (!IsAsyncShape(previous.shape())) return;
  const bool grows = ExpectPrefix(update, Bound(previous), Bound(update),
                                  Code::kAsyncOperandsShrink, previous, Code::kOperandIsHere);
  ExpectPrefix(update, Result(previous), Result(update), Code::kAsyncResultShrinks, previous,
               Code::kOperandIsHere);
  if (!grows) return;
  const int64_t new_operands = update.operand_count() - 1;
  const int64_t new_entries = EntryCount(update) - EntryCount(previous);
  if (new_operands != new_entries && !VerifyBuffers(update, new_entries)) return;
  VerifyNewOperands(update, 1, EntryCount(previous));
}

void AsyncRules::VerifyDone(const HloInstruction& done, const HloInstruction& before,
                            const HloComputation& wrapped) {
  if (!context_.Same(done.shape(), ResultOf(wrapped))) {
    context_
        .Error(done, Code::kAsyncDoneShape, done.name(), OpcodeOf(done), done.shape(),
               ResultOf(wrapped))
        .Note(*wrapped.root_instruction(), Code::kCalleeIsHere);
  }
  if (OwnComputation(done) != nullptr) VerifyThread(done, wrapped);
  if (context_.Same(Bound(before), ParametersOf(wrapped))) return;
  context_.Error(done, Code::kAsyncNotFullyBound, done.name(), OpcodeOf(done))
      .Note(before, Code::kOperandIsHere);
}

}  // namespace hlo_text_v1::internal
