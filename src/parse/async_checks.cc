// What the parser demands of asynchronous instructions, sugared (custom-call-start) and generic
// (async-start, calls=). Links of a chain are told by operand 0. Source: XLA hlo_parser.cc,
// HloAsyncInstruction.
#include "hlo/opcode.h"
#include "src/parse/hlo_parser.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

bool IsDone(const HloInstruction* i) {
  return i->async_phase() == AsyncPhase::kDone ||
         (i->async_phase() == AsyncPhase::kNone && i->opcode() == HloOpcode::kAsyncDone);
}
bool IsUpdate(const HloInstruction* i) {
  return i->async_phase() == AsyncPhase::kUpdate ||
         (i->async_phase() == AsyncPhase::kNone && i->opcode() == HloOpcode::kAsyncUpdate);
}
bool IsStart(const HloInstruction* i) {
  return i->async_phase() == AsyncPhase::kStart ||
         (i->async_phase() == AsyncPhase::kNone && i->opcode() == HloOpcode::kAsyncStart);
}

// The start of the chain that `link` belongs to; nullptr if it belongs to none.
const HloInstruction* FindStart(const HloInstruction* link) {
  while (IsUpdate(link) && !link->operands().empty()) link = link->operand(0);
  return IsStart(link) ? link : nullptr;
}

bool CannotBeWrapped(HloOpcode opcode) {
  switch (opcode) {
    case HloOpcode::kParameter:
    case HloOpcode::kConstant:
    case HloOpcode::kAsyncStart:
    case HloOpcode::kAsyncUpdate:
    case HloOpcode::kAsyncDone:
      return true;
    default:
      return false;
  }
}

std::string_view ThreadOf(const HloInstruction* start) {
  const Attribute* thread = start->FindAttribute(AttributeKind::kAsyncExecutionThread);
  return thread == nullptr ? "main" : thread->AsString();
}

}  // namespace

bool HloParser::CheckAsync(Draft* draft) {
  if (draft->phase != AsyncPhase::kNone && CannotBeWrapped(draft->opcode)) {
    return Error(Code::kCannotBeWrapped, HloOpcodeName(draft->opcode));
  }
  const bool is_start =
      draft->phase == AsyncPhase::kStart || draft->opcode == HloOpcode::kAsyncStart;
  if (const Attribute* thread = FindGiven(*draft, AttributeKind::kAsyncExecutionThread)) {
    if (is_start && thread->AsString() == "main") {
      RemoveAttribute(draft, AttributeKind::kAsyncExecutionThread);
    }
  }
  if (is_start) return true;

  const absl::Span<HloInstruction* const> operands = Operands(*draft);
  if (operands.empty()) return Error(Code::kAsyncNeedsOperand);
  if (IsDone(operands[0])) return Error(Code::kAsyncOperandIsDone);
  const bool is_done = draft->phase == AsyncPhase::kDone || draft->opcode == HloOpcode::kAsyncDone;
  if (is_done && operands.size() != 1) {
    return ErrorAt(draft->operands_position, Code::kWrongOperandCount, 1, operands.size());
  }
  return CheckAsyncLegacyAttributes(draft, FindStart(operands[0]));
}

// Updates and dones may repeat what their start says; it is compared and forgotten.
bool HloParser::CheckAsyncLegacyAttributes(Draft* draft, const HloInstruction* start) {
  if (start != nullptr) {
    if (draft->phase != AsyncPhase::kNone && start->async_phase() == AsyncPhase::kStart &&
        start->opcode() != draft->opcode) {
      return Error(Code::kAsyncWrappedOpcode, HloOpcodeName(start->opcode()),
                   HloOpcodeName(draft->opcode));
    }
    const Attribute* thread = FindGiven(*draft, AttributeKind::kAsyncExecutionThread);
    if (thread != nullptr && thread->AsString() != ThreadOf(start)) {
      return Error(Code::kAsyncThread, ThreadOf(start), thread->AsString());
    }
    const Attribute* calls = FindGiven(*draft, AttributeKind::kCalls);
    const Attribute* wrapped = start->FindAttribute(AttributeKind::kCalls);
    if (calls != nullptr && wrapped != nullptr &&
        calls->AsComputation() != wrapped->AsComputation()) {
      return Error(Code::kAsyncComputation, wrapped->AsComputation()->name(),
                   calls->AsComputation()->name());
    }
  }
  RemoveAttribute(draft, AttributeKind::kAsyncExecutionThread);
  RemoveAttribute(draft, AttributeKind::kCalls);
  return true;
}

}  // namespace hlo
