// Opcodes that call computations for control flow (map, scan, call, while, conditional), and
// tuples.
//
// Source: XLA ShapeInference::InferMapShape, InferScanShape, InferCallShape, InferWhileShape,
// InferConditionalShape.
#include "hlo/computation.h"
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

// "f32[], s32[2]".
std::string OperandTexts(const HloInstruction& instruction) {
  return Joined(instruction.operands(), ", ",
                [](const HloInstruction* operand) { return Text(operand->shape()); });
}

// ---- map ----

// The shape that a map iterates over: that of its operands, ignoring scalars.
ShapeOr MappedShape(const HloInstruction& instruction) {
  const Shape* mapped = &instruction.operand(0)->shape();
  for (const HloInstruction* operand : instruction.operands().subspan(1)) {
    const Shape& shape = operand->shape();
    HLO_RETURN_IF_ERROR(ExpectArray(shape, "operand of map"));
    if (mapped->IsArray() && CompatibleDimensions(shape, *mapped)) continue;
    const bool same_type = SameTypeUpToPrecision(shape, *mapped);
    if (same_type && shape.IsScalar()) continue;
    if (!same_type || !mapped->IsScalar()) {
      return Fail("Map operation requires all operands to have the same shape; got: ",
                  OperandTexts(instruction), ".");
    }
    mapped = &shape;
  }
  HLO_RETURN_IF_ERROR(ExpectArray(*mapped, "operand of map"));
  return mapped;
}

absl::Status CheckMapDimensions(Dims dims, const Shape& mapped) {
  if (Count(dims) != mapped.rank()) {
    return Fail(
        "Map applied to a subset of dimensions currently not supported: arg_dimension_size: ",
        mapped.rank(), ", requested_map_dimensions_size: ", Count(dims), ".");
  }
  for (int64_t i = 0; i < mapped.rank(); ++i) {
    if (dims[static_cast<size_t>(i)] == i) continue;
    return Fail(
        "Map requires monotonically increasing dimension numbers; got: ", Joined(dims, ", "), ".");
  }
  return absl::OkStatus();
}

absl::Status CheckMapComputation(const HloInstruction& instruction, const HloComputation& callee,
                                 const Shape& mapped) {
  if (ParameterCount(callee) != instruction.operand_count()) {
    return Fail("Map applied function arity must match number of arguments; got: arity: ",
                ParameterCount(callee), ", arguments: ", instruction.operand_count(), ".");
  }
  if (!ResultOf(callee).IsScalar()) {
    return Fail("Mapped computation's result has to be a scalar; got: ", Text(ResultOf(callee)),
                ".");
  }
  for (int64_t i = 0; i < ParameterCount(callee); ++i) {
    const Shape& parameter = ParameterOf(callee, i);
    const Shape& argument = instruction.operand(i)->shape();
    if (!parameter.IsScalar()) {
      return Fail("Mapped computation's parameter has to be a scalar; got parameter ", i,
                  " shape: ", Text(parameter), ".");
    }
    if (!SameTypeUpToPrecision(parameter, argument)) {
      return Fail(
          "Mapped computation's parameter type has to match argument element type; got parameter ",
          i, " shape: ", Text(parameter), ", argument shape: ", Text(mapped), ".");
    }
  }
  return absl::OkStatus();
}

// ---- scan ----

// Stacks a step's result `shape` over all steps in a new dimension. In the layout, the new
// dimension is more major than the one it displaces; at the end it is the most minor.
ShapeOr StackSteps(const Shape& shape, int64_t dim, int64_t size, ShapePool& shapes) {
  if (!shape.IsArray() || dim > shape.rank() || size == kUnboundedSize) {
    return Fail("Results of scan cannot be stacked in dimension ", dim, ": ", Text(shape), ".");
  }
  DimensionList result;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (i == dim) result.Add(size, false);
    if (shape.is_unbounded_dimension(i)) {
      return Fail("Results of scan with unbounded dimensions cannot be stacked: ", Text(shape));
    }
    result.Add(shape.dimensions(i), false);
  }
  if (dim == shape.rank()) result.Add(size, false);
  if (shape.layout() == nullptr) return FreshArray(shapes, shape.element_type(), result);

  std::vector<int64_t> minor_to_major;
  if (dim == shape.rank()) minor_to_major.push_back(dim);
  for (int64_t old : shape.layout()->minor_to_major) {
    minor_to_major.push_back(old >= dim ? old + 1 : old);
    if (old == dim) minor_to_major.push_back(dim);
  }
  if (static_cast<int64_t>(minor_to_major.size()) != result.rank()) {
    return Fail("The layout of scan's result is not valid.");
  }
  Layout layout;
  layout.minor_to_major = minor_to_major;
  HLO_RETURN_IF_ERROR(FreshArray(shapes, shape.element_type(), result).status());
  return shapes.Array(shape.element_type(), result.sizes, result.dynamic, &layout);
}

// ---- conditional ----

// `shape` with the dimensions dynamic that are dynamic in `other`, which must be compatible.
const Shape* UniteDynamic(const Shape* shape, const Shape& other, ShapePool& shapes) {
  if (shape == &other) return shape;
  if (shape->IsTuple()) {
    std::vector<const Shape*> elements;
    for (size_t i = 0; i < shape->tuple_shapes().size(); ++i) {
      elements.push_back(UniteDynamic(shape->tuple_shapes()[i], *other.tuple_shapes()[i], shapes));
    }
    return shapes.Tuple(elements);
  }
  if (!shape->IsArray() || other.is_static()) return shape;
  DimensionList result = DimensionList::Of(*shape);
  for (int64_t i = 0; i < shape->rank(); ++i) {
    if (other.is_dynamic_dimension(i)) result.dynamic[static_cast<size_t>(i)] = true;
  }
  return ArrayLike(shapes, *shape, result);
}

absl::Status CheckBranch(const HloComputation& branch, size_t number, const Shape& operand,
                         const Shape& first_result) {
  if (ParameterCount(branch) != 1) {
    return Fail("branch computation ", number, " must take 1 argument; got ",
                ParameterCount(branch), ".");
  }
  if (!ShapesCompatible(ParameterOf(branch, 0), operand)) {
    return Fail("branch operand ", number,
                " must match the shape of the only parameter of branch computation ", number,
                ": got operand: ", Text(operand), "; computation: ", Signature(branch), ".");
  }
  if (!ShapesCompatible(first_result, ResultOf(branch))) {
    return Fail("the result of branch 0 computation and branch ", number,
                " computation must have the same shape: got branch 0 computation result: ",
                Text(first_result), "; branch ", number,
                " computation result: ", Text(ResultOf(branch)), ".");
  }
  return absl::OkStatus();
}

std::vector<const HloComputation*> BranchesOf(const HloInstruction& instruction) {
  std::vector<const HloComputation*> branches;
  for (AttributeKind kind : {AttributeKind::kTrueComputation, AttributeKind::kFalseComputation}) {
    const Attribute* branch = instruction.FindAttribute(kind);
    if (branch != nullptr) branches.push_back(branch->AsComputation());
  }
  const Attribute* list = instruction.FindAttribute(AttributeKind::kBranchComputations);
  if (list == nullptr) return branches;
  for (const HloComputation* branch : list->AsList<const HloComputation*>())
    branches.push_back(branch);
  return branches;
}

}  // namespace

ShapeOr InferMap(const HloInstruction& instruction, ShapePool& shapes) {
  if (instruction.operand_count() == 0) return Fail("Map expects at least one argument.");
  HLO_ASSIGN_OR_RETURN(const Shape* mapped, MappedShape(instruction));
  // With a shape, XLA maps over all dimensions, whatever the attribute says.
  if (GivenShape(instruction) == nullptr &&
      instruction.FindAttribute(AttributeKind::kDimensions) != nullptr) {
    HLO_RETURN_IF_ERROR(
        CheckMapDimensions(DimsOf(instruction, AttributeKind::kDimensions), *mapped));
  }
  HLO_ASSIGN_OR_RETURN(const HloComputation* callee, AppliedBy(instruction));
  HLO_RETURN_IF_ERROR(CheckMapComputation(instruction, *callee, *mapped));
  return FreshArray(shapes, ResultOf(*callee).element_type(), DimensionList::Of(*mapped));
}

ShapeOr InferScan(const HloInstruction& instruction, ShapePool& shapes) {
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  const int64_t carries = Int64Of(instruction, AttributeKind::kNumCarries);
  if (dims.size() != 1) return Fail("scan takes one dimension");
  if (carries < 0 || carries >= instruction.operand_count()) {
    return Fail("Cannot infer shape for scan with no inputs");
  }
  const Shape& input = instruction.operand(0)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(input, "operand of scan"));
  if (!InRange(dims[0], input.rank())) {
    return Fail("scan dimension ", dims[0], " is out of range for operand of rank ", input.rank());
  }
  const int64_t steps = input.dimensions(dims[0]);
  HLO_ASSIGN_OR_RETURN(const HloComputation* callee, AppliedBy(instruction));

  const Shape& result = ResultOf(*callee);
  if (!result.IsTuple()) {
    return carries > 0 ? ShapeOr(&result) : StackSteps(result, dims[0], steps, shapes);
  }
  std::vector<const Shape*> elements(result.tuple_shapes().begin(), result.tuple_shapes().end());
  for (size_t i = 0; i + static_cast<size_t>(carries) < elements.size(); ++i) {
    HLO_ASSIGN_OR_RETURN(elements[i], StackSteps(*elements[i], dims[0], steps, shapes));
  }
  return MakeTuple(shapes, elements);
}

ShapeOr InferCall(const HloInstruction& instruction, ShapePool&) {
  HLO_ASSIGN_OR_RETURN(const HloComputation* callee, AppliedBy(instruction));
  if (ParameterCount(*callee) != instruction.operand_count()) {
    return Fail("Call applied function arity must match number of arguments; got: arity: ",
                ParameterCount(*callee), ", arguments: ", instruction.operand_count(),
                "; computation signature: ", Signature(*callee), "; argument shapes: [",
                OperandTexts(instruction), "].");
  }
  for (int64_t i = 0; i < instruction.operand_count(); ++i) {
    const Shape& parameter = ParameterOf(*callee, i);
    const Shape& argument = instruction.operand(i)->shape();
    if (ShapesCompatible(parameter, argument)) continue;
    return Fail("Call parameter must match argument; got parameter ", i,
                " shape: ", Text(parameter), ", argument shape: ", Text(argument), ".");
  }
  return &ResultOf(*callee);
}

ShapeOr InferWhile(const HloInstruction& instruction, ShapePool&) {
  HLO_ASSIGN_OR_RETURN(const HloComputation* condition,
                       ComputationOf(instruction, AttributeKind::kCondition));
  HLO_ASSIGN_OR_RETURN(const HloComputation* body,
                       ComputationOf(instruction, AttributeKind::kBody));
  if (ParameterCount(*condition) != 1) {
    return Fail("Condition must take 1 arguments; got ", ParameterCount(*condition), ".");
  }
  if (ParameterCount(*body) != 1) {
    return Fail("Body must take 1 arguments; got ", ParameterCount(*body), ".");
  }
  const Shape& init = instruction.operand(0)->shape();
  const auto shape_texts = [&] {
    return StrCat("Condition: ", Signature(*condition), "; body: ", Signature(*body),
                  "; init: ", Text(init), ".");
  };
  const Shape& boolean = ResultOf(*condition);
  if (!boolean.IsScalar() || boolean.element_type() != PrimitiveType::kPRED) {
    return Fail("Condition must return a boolean; got ", shape_texts(), ".");
  }
  const Shape& result = ResultOf(*body);
  if (!ShapesCompatible(result, ParameterOf(*condition, 0)) ||
      !ShapesCompatible(result, ParameterOf(*body, 0)) || !ShapesCompatible(result, init)) {
    return Fail(
        "The parameter of condition and body, the result of the body, and init must all have the "
        "same shape; got ",
        shape_texts(), ".");
  }
  return &init;
}

absl::Status CheckSelector(const Shape& selector, size_t branches) {
  if (!selector.IsScalar()) return Fail("The first operand must be a scalar");
  const bool is_pred = selector.element_type() == PrimitiveType::kPRED;
  if (!is_pred && selector.element_type() != PrimitiveType::kS32) {
    return Fail("The first operand must be a scalar of PRED or S32");
  }
  if (is_pred && branches != 2) {
    return Fail("A conditional with a PRED operand needs 2 branches, but has ", branches);
  }
  return absl::OkStatus();
}

ShapeOr InferConditional(const HloInstruction& instruction, ShapePool& shapes) {
  const std::vector<const HloComputation*> branches = BranchesOf(instruction);
  if (branches.empty() ||
      instruction.operand_count() != static_cast<int64_t>(branches.size()) + 1) {
    return Fail("conditional takes an index and one operand per branch.");
  }
  HLO_RETURN_IF_ERROR(CheckSelector(instruction.operand(0)->shape(), branches.size()));
  const Shape* result = &ResultOf(*branches[0]);
  for (size_t i = 0; i < branches.size(); ++i) {
    const Shape& operand = instruction.operands()[i + 1]->shape();
    HLO_RETURN_IF_ERROR(CheckBranch(*branches[i], i, operand, ResultOf(*branches[0])));
    result = UniteDynamic(result, ResultOf(*branches[i]), shapes);
  }
  return result;
}

ShapeOr InferGivenFusion(const HloInstruction& instruction, ShapePool&) {
  HLO_ASSIGN_OR_RETURN(const HloComputation* fused,
                       ComputationOf(instruction, AttributeKind::kCalls));
  return &ResultOf(*fused);
}

ShapeOr InferTuple(const HloInstruction& instruction, ShapePool& shapes) {
  std::vector<const Shape*> elements;
  for (const HloInstruction* operand : instruction.operands()) {
    elements.push_back(&operand->shape());
  }
  return MakeTuple(instruction, shapes, elements);
}

ShapeOr InferGetTupleElement(const HloInstruction& instruction, ShapePool&) {
  const Shape& operand = instruction.operand(0)->shape();
  const int64_t index = Int64Of(instruction, AttributeKind::kIndex);
  if (!operand.IsTuple()) {
    return Fail("Cannot infer shape: attempting to index into non-tuple: ", Text(operand), ".");
  }
  if (!InRange(index, static_cast<int64_t>(operand.tuple_shapes().size()))) {
    return Fail("Cannot infer shape: attempt to index out of tuple bounds: ", index,
                " >= ", operand.tuple_shapes().size(), " in shape ", Text(operand), ".");
  }
  return operand.tuple_shapes(index);
}

}  // namespace hlo_text_v1::internal::infer
