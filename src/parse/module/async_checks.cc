// What the parser demands of asynchronous instructions, sugared (custom-call-start) and generic
// (async-start, calls=). Links of a chain are told by operand 0. Source: XLA hlo_parser.cc,
// HloAsyncInstruction.
#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/wrapped_computation.h"
#include "src/ir/map_dimensions.h"
#include "src/parse/module/hlo_parser.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

namespace {

std::string_view ThreadOf(const HloInstruction* start) {
  const Attribute* thread = start->FindAttribute(AttributeKind::kAsyncExecutionThread);
  return thread == nullptr ? "main" : thread->AsString();
}

}  // namespace

// The start of the chain that a draft's first operand belongs to; nullptr if it belongs to none.
const HloInstruction* HloParser::StartOf(const Draft& draft) {
  if (OperandCount(draft) == 0) return nullptr;
  const HloInstruction* operand = Operands(draft)[0];
  if (!IsAsyncUpdate(*operand)) return IsAsyncStart(*operand) ? operand : nullptr;
  // Each update is remembered when it is asked for first, so that the one behind it need not go
  // back further: long chains take linear time.
  const HloInstruction* link = operand;
  while (link != nullptr && IsAsyncUpdate(*link)) {
    auto known = start_of_update_.find(link);
    if (known != start_of_update_.end()) {
      link = known->second;
    } else {
      link = link->operands().empty() ? nullptr : link->operand(0);
    }
  }
  if (link != nullptr && !IsAsyncStart(*link)) link = nullptr;
  start_of_update_[operand] = link;
  return link;
}

bool HloParser::CheckAsync(Draft* draft) {
  if (draft->phase != AsyncPhase::kNone && !CanBeWrapped(draft->opcode)) {
    return Error(Code::kCannotBeWrapped, HloOpcodeName(draft->opcode));
  }
  const bool is_start =
      draft->phase == AsyncPhase::kStart || draft->opcode == HloOpcode::kAsyncStart;
  if (const Attribute* thread = FindGiven(*draft, AttributeKind::kAsyncExecutionThread)) {
    if (is_start && thread->AsString() == "main") {
      RemoveAttribute(draft, AttributeKind::kAsyncExecutionThread);
    }
  }
  if (is_start) return draft->phase == AsyncPhase::kNone || CheckWrapped(draft);

  const absl::Span<HloInstruction* const> operands = Operands(*draft);
  if (operands.empty()) return Error(Code::kAsyncNeedsOperand);
  if (IsAsyncDone(*operands[0])) return Error(Code::kAsyncOperandIsDone);
  const bool is_done = draft->phase == AsyncPhase::kDone || draft->opcode == HloOpcode::kAsyncDone;
  if (is_done && operands.size() != 1) {
    return ErrorAt(draft->operands_position, Code::kWrongOperandCount, 1, operands.size());
  }
  if (options_.upgrade_legacy && !DropRepeatedAttributes(draft)) return false;
  return CheckAsyncLegacyAttributes(draft, StartOf(*draft));
}

// The wrapped instruction of a sugared start has parameters of the start's shape as operands and
// its element 1 as shape; checks that need operands or a result that may be bound later are not
// made.
bool HloParser::CheckWrapped(Draft* draft) {
  const Shape& async_shape = *draft->shape;
  std::vector<HloInstruction*> operands(Operands(*draft).begin(), Operands(*draft).end());
  operands_.resize(draft->first_operand);
  HloComputation unlinked;
  for (const Shape* shape : async_shape.tuple_shapes(0)->tuple_shapes()) {
    HloInstruction* parameter = IrAccess::Append(ctx_.arena, &unlinked);
    IrAccess::ShapeOf(parameter) = shape;
    operands_.push_back(parameter);
  }
  Draft wrapped = *draft;
  wrapped.phase = AsyncPhase::kNone;
  wrapped.shape = async_shape.tuple_shapes(1);
  bool ok = true;
  switch (draft->opcode) {
    case HloOpcode::kCompare:
    case HloOpcode::kOutfeed:
      ok = OperandCount(wrapped) == 0 || CheckInstruction(&wrapped);
      break;
    case HloOpcode::kAllToAll:
    case HloOpcode::kConcatenate:
    case HloOpcode::kCustomCall:
    case HloOpcode::kGetDimensionSize:
    case HloOpcode::kRaggedAllToAll:
    case HloOpcode::kReducePrecision:
    case HloOpcode::kReduceScatter:
    case HloOpcode::kSetDimensionSize:
    case HloOpcode::kShuffle:
    case HloOpcode::kSort:
      ok = CheckInstruction(&wrapped);
      break;
    case HloOpcode::kMap:
      SetMapDimensions(AttributesOf(*draft), wrapped.shape->rank(), &ctx_.arena);
      break;
    default:
      break;
  }
  draft->given = wrapped.given;
  operands_.resize(draft->first_operand);
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  return ok;
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
