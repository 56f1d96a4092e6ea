// Opcodes that compute; see communication_checks.cc and async_checks.cc for the others.
#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "src/parse/module/instruction_checks.h"
#include "src/parse/module/instruction_parser.h"

namespace hlo::internal {
namespace {

std::string WithoutLayout(const Shape& shape) { return PrintShape(shape, false); }

// The result has as many elements as the operand.
bool CheckElementCount(ParseState& state, const Draft& draft) {
  const Shape& operand = draft.operands[0]->shape();
  const std::optional<int64_t> ours = ElementCount(*draft.shape);
  if (operand.IsArray() && draft.shape->IsArray() && ours.has_value() &&
      ours == ElementCount(operand)) {
    return true;
  }
  return state.Error(Code::kReshapeElementCount, WithoutLayout(*draft.shape),
                     WithoutLayout(operand));
}

// The indices of a dynamic slice or update after the first `fixed` operands: one for each dimension
// of operand 0, or in the old form one with an element for each. XLA looks at the shape of an index
// only if there is just one.
bool CheckIndices(ParseState& state, const Draft& draft, size_t fixed) {
  const absl::Span<HloInstruction* const> operands = draft.operands;
  const Shape& first = operands[0]->shape();
  const bool is_buffer = first.IsBuffer() && !first.tuple_shapes().empty();
  const Shape& operand = is_buffer ? *first.tuple_shapes()[0] : first;
  const Shape* only = operands.size() == fixed + 1 ? &operands[fixed]->shape() : nullptr;
  if (!operand.IsArray() || (only != nullptr && !only->IsArray())) {
    return state.Error(Code::kSliceOfNonArray, HloOpcodeName(draft.opcode));
  }
  return state.Require(operands.size() == fixed + static_cast<size_t>(operand.rank()) ||
                           (only != nullptr && only->rank() == 1),
                       Code::kWrongNumberOfOperands);
}

}  // namespace

bool CheckNone(ParseState&, Draft*) { return true; }

bool CheckSingleDimension(ParseState& state, Draft* draft) {
  const Attribute* dimensions = draft->attributes.Find(AttributeKind::kDimensions);
  return state.Require(dimensions == nullptr || dimensions->AsInt64List().size() == 1,
                       Code::kExpectsOneDimension);
}

// ---- Operand counts that opcodes.def cannot express.

bool CheckScatter(ParseState& state, Draft* draft) {
  const size_t count = draft->operands.size();
  return state.Require(count % 2 == 1, Code::kExpectsOddOperands, count);
}

bool CheckReduce(ParseState& state, Draft* draft) {
  const size_t count = draft->operands.size();
  return state.Require(count % 2 == 0, Code::kExpectsEvenOperands, count);
}

bool CheckReduceWindow(ParseState& state, Draft* draft) {
  if (draft->operands.empty()) return state.Error(Code::kReduceWindowNeedsOperand);
  return CheckReduce(state, draft);
}

bool CheckTwoOperands(ParseState& state, Draft* draft) {
  return state.Require(draft->operands.size() >= 2, Code::kExpectsTwoOperands);
}

bool CheckCountLate(ParseState& state, Draft* draft) {
  const int arity = GetOpcodeInfo(draft->opcode).arity;
  const size_t count = draft->operands.size();
  return state.RequireAt(count == static_cast<size_t>(arity), draft->operands_position,
                         Code::kWrongOperandCount, arity, count);
}

bool CheckConditional(ParseState& state, Draft* draft) {
  size_t branches = 2;
  if (const Attribute* list = draft->attributes.Find(AttributeKind::kBranchComputations)) {
    branches = list->AsList<HloComputation*>().size();
  }
  if (branches == 0) return state.Error(Code::kConditionalNeedsBranch);
  return state.Require(draft->operands.size() == branches + 1, Code::kConditionalOperandCount,
                       branches + 1, draft->operands.size());
}

bool CheckScan(ParseState& state, Draft* draft) {
  const auto count = static_cast<int64_t>(draft->operands.size());
  const HloComputation* callee = draft->attributes.Find(AttributeKind::kToApply)->AsComputation();
  if (callee->root_instruction() != nullptr) {
    const auto parameters = static_cast<int64_t>(callee->parameters().size());
    if (count != parameters) return state.Error(Code::kScanParameterCount, count, parameters);
  }
  const Attribute* dimensions = draft->attributes.Find(AttributeKind::kDimensions);
  if (dimensions != nullptr && dimensions->AsInt64List().size() != 1) {
    return state.Error(Code::kScanOneDimension);
  }
  const Attribute* num_carries = draft->attributes.Find(AttributeKind::kNumCarries);
  if (num_carries == nullptr) return true;  // its value is unknown
  const int64_t carries = num_carries->AsInt64();
  return state.Require(carries >= 0 && count >= carries, Code::kScanCarries, carries, count);
}

// ---- Shapes.

bool CheckReshape(ParseState& state, Draft* draft) {
  const Shape& operand = draft->operands[0]->shape();
  const bool is_unbounded = operand.IsArray() && draft->shape->IsArray() &&
                            absl::c_linear_search(operand.dimensions(), kUnboundedSize);
  return is_unbounded || CheckElementCount(state, *draft);
}

bool CheckDynamicReshape(ParseState& state, Draft* draft) {
  if (draft->operands.empty()) return state.Error(Code::kDynamicReshapeNeedsOperand);
  if (!CheckElementCount(state, *draft)) return false;
  const auto sizes = static_cast<int64_t>(draft->operands.size()) - 1;
  return state.Require(sizes == draft->shape->rank(), Code::kDynamicReshapeSizes, sizes,
                       draft->shape->rank());
}

bool CheckDynamicSlice(ParseState& state, Draft* draft) {
  if (draft->operands.empty()) return state.Error(Code::kExpectsAtLeastOneOperand);
  return CheckIndices(state, *draft, 1);
}

bool CheckDynamicUpdateSlice(ParseState& state, Draft* draft) {
  if (draft->operands.size() < 2) return state.Error(Code::kExpectsAtLeastTwoOperands);
  return CheckIndices(state, *draft, 2);
}

bool CheckCopy(ParseState& state, Draft* draft) {
  return state.Require(!draft->operands[0]->shape().IsOpaque(), Code::kCopyOfOpaque);
}

// ---- Attributes.

bool CheckGetTupleElement(ParseState&, Draft* draft) {
  TakeOriginOfElement(*draft->operands[0], &draft->attributes);
  return true;
}

bool CheckShuffle(ParseState& state, Draft* draft) {
  return state.Require(draft->attributes.Find(AttributeKind::kShifts) != nullptr,
                       Code::kExpectsShifts);
}

bool CheckReducePrecision(ParseState&, Draft* draft) {
  NarrowPrecision(&draft->attributes);
  return true;
}

bool CheckCompare(ParseState& state, Draft* draft) {
  const bool has_type = draft->attributes.Find(AttributeKind::kCompareType) != nullptr;
  state.module.writes_compare_type |= has_type;
  if (has_type && draft->attributes.Find(AttributeKind::kOrder) != nullptr) {
    return state.Error(Code::kCompareTypeAndOrder);
  }
  const Shape& operand = draft->operands[0]->shape();
  if (draft->shape != nullptr && !operand.IsArray()) return state.Error(Code::kCompareOfNonArray);
  NormalizeComparison(operand.element_type(), &draft->attributes);
  return true;
}

bool CheckCustomCall(ParseState& state, Draft* draft) {
  const Attribute* version = draft->attributes.Find(AttributeKind::kApiVersion);
  if (version != nullptr &&
      version->AsEnum<CustomCallApiVersion>() == CustomCallApiVersion::kUnspecified) {
    const auto [begin, end] = PlaceOfValue(state, *draft, version->name());
    if (!state.options.upgrade_legacy) {
      state.Error(Code::kInvalidApiVersion);
      return state.NoteUpgradeLegacy(begin, end);
    }
    state.Warn(begin, end, Code::kLegacyApiVersion);
  }
  const Attribute* constraints = draft->attributes.Find(AttributeKind::kOperandLayoutConstraints);
  if (constraints != nullptr) {
    const absl::Span<const Shape* const> shapes = constraints->AsList<const Shape*>();
    const absl::Span<HloInstruction* const> operands = draft->operands;
    if (shapes.size() != operands.size()) {
      return state.Error(Code::kLayoutConstraintCount, operands.size(), shapes.size());
    }
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (ShapesCompatible(*shapes[i], operands[i]->shape())) continue;
      return state.Error(Code::kLayoutConstraintShape, PrintShape(*shapes[i]), i,
                         PrintShape(operands[i]->shape()));
    }
  }
  NormalizeCustomCall(&state.arena, &draft->attributes);
  return true;
}

}  // namespace hlo::internal
