// Reductions: reduce, reduce-window, select-and-scatter, sort. Also the reducer check and the
// sliding windows that scatter and convolution use.
//
// Source: XLA ShapeInference::InferReduceShape, InferReduceWindowShape, InferSelectAndScatterShape,
// VerifyReducerShape, InferWindowOutputShape.
#include "hlo/computation.h"
#include "hlo/window.h"
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

// The scalars that a reducer returns: its result, or the elements of a tuple.
absl::StatusOr<absl::InlinedVector<const Shape*, 2>> Accumulators(const HloComputation& reducer,
                                                                  size_t inputs) {
  const Shape& result = ResultOf(reducer);
  absl::InlinedVector<const Shape*, 2> accumulators;
  if (result.IsArray()) {
    if (inputs != 1) {
      return Fail("Reduction function must produce a tuple with ", inputs,
                  " elements, but produces a scalar");
    }
    accumulators.push_back(&result);
  } else if (result.IsTuple()) {
    if (result.tuple_shapes().size() != inputs) {
      return Fail("Reduction function must produce a tuple with ", inputs, " elements, but has ",
                  result.tuple_shapes().size(), " elements");
    }
    accumulators.assign(result.tuple_shapes().begin(), result.tuple_shapes().end());
  } else {
    return Fail("Reduction function must produce a scalar or tuple of scalars, but has shape: ",
                Text(result));
  }
  for (const Shape* accumulator : accumulators) {
    if (accumulator->IsScalar()) continue;
    return Fail("Reduction function must return a scalar or tuple of scalars but returns shape: ",
                Text(result));
  }
  return accumulators;
}

bool IsScalarOfType(const Shape& shape, PrimitiveType type) {
  return shape.rank() == 0 && shape.tuple_shapes().empty() &&
         SameTypeUpToPrecision(shape.element_type(), type);
}

absl::Status CheckWindowDimension(const WindowDimension& window, size_t dim) {
  const char* what = nullptr;
  if (window.size <= 0) {
    what = "dimension";
  } else if (window.stride <= 0) {
    what = "stride";
  } else if (window.base_dilation <= 0) {
    what = "base area dilation factor";
  } else if (window.window_dilation <= 0) {
    what = "window dilation factor";
  }
  if (what == nullptr) return absl::OkStatus();
  return Fail("Window dimension ", dim, " has a non-positive ", what, ".");
}

// Number of window positions in a dimension of `size` elements.
absl::StatusOr<int64_t> CountPlaces(int64_t size, const WindowDimension& window) {
  const std::optional<int64_t> dilated = DilatedBound(size, window.base_dilation);
  const std::optional<int64_t> extent = DilatedBound(window.size, window.window_dilation);
  int64_t base;
  if (!dilated.has_value() || !extent.has_value() ||
      __builtin_add_overflow(*dilated, window.padding_low, &base) ||
      __builtin_add_overflow(base, window.padding_high, &base)) {
    return Fail("The padded size of a window dimension does not fit into 64 bits.");
  }
  if (base < 0) return Fail("The padded size of a window dimension is negative: ", base, ".");
  return StridedBound(base, *extent, window.stride);
}

absl::Status CheckReducedTensors(absl::Span<const HloInstruction* const> inputs) {
  const Shape& first = inputs[0]->shape();
  for (size_t i = 1; i < inputs.size(); ++i) {
    const Shape& other = inputs[i]->shape();
    if (CompatibleDimensions(first, other)) continue;
    return Fail("All reduced tensors must have compatible dimension. Tensor at index 0 has shape ",
                Text(first), ", and tensor at index ", i, " has shape ", Text(other), ".");
  }
  return absl::OkStatus();
}

absl::StatusOr<DimensionList> RemainingDimensions(const Shape& operand, Dims reduced) {
  std::vector<bool> is_reduced(static_cast<size_t>(operand.rank()), false);
  for (int64_t dim : reduced) {
    if (is_reduced[static_cast<size_t>(dim)]) return Fail("Duplicate reduction dimension: ", dim);
    is_reduced[static_cast<size_t>(dim)] = true;
  }
  DimensionList result;
  for (int64_t i = 0; i < operand.rank(); ++i) {
    if (!is_reduced[static_cast<size_t>(i)]) result.AddFrom(operand, i);
  }
  return result;
}

// select-and-scatter's select computation takes two elements of the operand and returns a PRED.
absl::Status CheckSelect(const HloComputation& select, const Shape& operand) {
  if (ParameterCount(select) != 2) {
    return Fail("Select function must take 2 parameters, but takes ", ParameterCount(select),
                " parameter(s).");
  }
  const Shape& result = ResultOf(select);
  if (!result.IsScalar() || result.element_type() != PrimitiveType::kPRED) {
    return Fail("Select function must have rank-0 PRED result.");
  }
  for (int i = 0; i < 2; ++i) {
    const Shape& parameter = ParameterOf(select, i);
    if (IsScalarOfType(parameter, operand.element_type())) continue;
    return Fail("Select function's ", i == 0 ? "first" : "second",
                " parameter shape currently must match the operand element shape, but got ",
                Text(parameter), " vs ", PrimitiveTypeName(operand.element_type()), "[].");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckReducer(const HloComputation& reducer, absl::Span<const Shape* const> init_shapes,
                          absl::Span<const PrimitiveType> input_types) {
  const size_t inputs = input_types.size();
  if (static_cast<size_t>(ParameterCount(reducer)) != 2 * inputs) {
    return Fail("Reduction function must take ", 2 * inputs, " parameters, but takes ",
                ParameterCount(reducer), " parameter(s).");
  }
  HLO_ASSIGN_OR_RETURN(const auto accumulators, Accumulators(reducer, inputs));
  for (size_t i = 0; i < inputs; ++i) {
    const Shape& accumulator = *accumulators[i];
    const Shape& first = ParameterOf(reducer, static_cast<int64_t>(i));
    const Shape& second = ParameterOf(reducer, static_cast<int64_t>(inputs + i));
    if (!ShapesCompatible(accumulator, first)) {
      return Fail("Reduction function's ", i,
                  "-th parameter shape differs from the result shape: ", Text(first), " vs ",
                  Text(accumulator));
    }
    if (!CompatibleUpToPrecision(accumulator, *init_shapes[i])) {
      return Fail("Reduction function's accumulator shape at index ", i,
                  " differs from the init_value shape: ", Text(accumulator), " vs ",
                  Text(*init_shapes[i]));
    }
    if (!IsScalarOfType(second, input_types[i])) {
      return Fail("Reduction function's ", inputs + i,
                  "-th parameter shape differs from the input type element type: ", Text(second),
                  " vs ", PrimitiveTypeName(input_types[i]), "[]");
    }
    if (!CompatibleUpToPrecision(accumulator, second)) {
      return Fail("Reduction function's ", inputs + i,
                  "-th parameter shape must match the result shape, but got ", Text(second), " vs ",
                  Text(accumulator), ".");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<DimensionList> SlideWindow(const DimensionList& base, const Window* window) {
  const absl::Span<const WindowDimension> dims =
      window == nullptr ? absl::Span<const WindowDimension>() : window->dimensions;
  if (static_cast<int64_t>(dims.size()) != base.rank()) {
    return Fail("Window has dimension ", dims.size(), " but base shape has dimension ", base.rank(),
                ".");
  }
  DimensionList result = base;
  for (size_t i = 0; i < dims.size(); ++i) {
    HLO_RETURN_IF_ERROR(CheckWindowDimension(dims[i], i));
    if (base.sizes[i] == kUnboundedSize) continue;
    HLO_ASSIGN_OR_RETURN(result.sizes[i], CountPlaces(base.sizes[i], dims[i]));
  }
  return result;
}

ShapeOr InferReduce(const HloInstruction& instruction, ShapePool& shapes) {
  const size_t count = instruction.operands().size() / 2;
  if (count == 0) {
    return Fail("Reduce must have at least 2 arguments, has ", instruction.operand_count());
  }
  if (instruction.operand_count() % 2 != 0) {
    return Fail("Reduce needs an initial value for each array, but has ",
                instruction.operand_count(), " operands.");
  }
  const absl::Span<const HloInstruction* const> inputs = instruction.operands().subspan(0, count);
  const absl::Span<const HloInstruction* const> inits =
      instruction.operands().subspan(count, count);
  const Shape& first = inputs[0]->shape();
  HLO_RETURN_IF_ERROR(CheckReducedTensors(inputs));
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  if (const int64_t* bad = OutOfRange(dims, first.rank())) {
    return Fail("Reducing out-of-bounds dimension ", *bad, " in shape ", Text(first), ".");
  }
  std::vector<const Shape*> init_shapes;
  std::vector<PrimitiveType> input_types;
  for (size_t i = 0; i < count; ++i) {
    init_shapes.push_back(&inits[i]->shape());
    input_types.push_back(inputs[i]->shape().element_type());
  }
  HLO_ASSIGN_OR_RETURN(const HloComputation* reducer, AppliedBy(instruction));
  HLO_RETURN_IF_ERROR(CheckReducer(*reducer, init_shapes, input_types));
  HLO_ASSIGN_OR_RETURN(const DimensionList remaining, RemainingDimensions(first, dims));

  const Shape& result = ResultOf(*reducer);
  if (!result.IsTuple()) return FreshArray(shapes, result.element_type(), remaining);
  std::vector<const Shape*> elements;
  for (const Shape* element : result.tuple_shapes()) {
    HLO_ASSIGN_OR_RETURN(const Shape* reduced,
                         FreshArray(shapes, element->element_type(), remaining));
    elements.push_back(reduced);
  }
  return MakeTuple(shapes, elements);
}

ShapeOr InferReduceWindow(const HloInstruction& instruction, ShapePool& shapes) {
  // XLA's parser infers it from the first input alone.
  const bool is_parsed = GivenShape(instruction) == nullptr;
  const size_t count = instruction.operands().size() / 2;
  if (count == 0) return Fail("reduce-window expects at least one input and init operand");
  const size_t first_init = is_parsed ? 1 : count;
  const size_t used = is_parsed ? 1 : count;
  std::vector<const Shape*> inits;
  std::vector<PrimitiveType> input_types;
  const absl::Span<const HloInstruction* const> operands = instruction.operands();
  HLO_RETURN_IF_ERROR(CheckReducedTensors(operands.subspan(0, used)));
  for (size_t i = 0; i < used; ++i) {
    inits.push_back(&operands[first_init + i]->shape());
    input_types.push_back(operands[i]->shape().element_type());
  }
  HLO_ASSIGN_OR_RETURN(const HloComputation* reducer, AppliedBy(instruction));
  HLO_RETURN_IF_ERROR(CheckReducer(*reducer, inits, input_types));
  std::vector<const Shape*> results;
  for (size_t i = 0; i < used; ++i) {
    HLO_ASSIGN_OR_RETURN(
        const DimensionList places,
        SlideWindow(DimensionList::Of(operands[i]->shape()), WindowOf(instruction)));
    HLO_ASSIGN_OR_RETURN(const Shape* result, FreshArray(shapes, inits[i]->element_type(), places));
    results.push_back(result);
  }
  if (results.size() == 1) return results[0];
  return MakeTuple(shapes, results);
}

ShapeOr InferSelectAndScatter(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const Shape& source = instruction.operand(1)->shape();
  const Shape& init = instruction.operand(2)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of select-and-scatter"));
  HLO_ASSIGN_OR_RETURN(const HloComputation* select,
                       ComputationOf(instruction, AttributeKind::kSelect));
  HLO_RETURN_IF_ERROR(CheckSelect(*select, operand));
  HLO_ASSIGN_OR_RETURN(const HloComputation* scatter,
                       ComputationOf(instruction, AttributeKind::kScatter));
  HLO_RETURN_IF_ERROR(CheckReducer(*scatter, {&init}, {source.element_type()}));
  HLO_ASSIGN_OR_RETURN(const DimensionList places,
                       SlideWindow(DimensionList::Of(operand), WindowOf(instruction)));
  HLO_ASSIGN_OR_RETURN(const Shape* reduced, FreshArray(shapes, operand.element_type(), places));
  if (!CompatibleUpToPrecision(source, *reduced)) {
    return Fail("Source shape does not match the shape of window-reduced operand: source(",
                Text(source), "), window-reduced operand(", Text(*reduced), ").");
  }
  return &operand;
}

ShapeOr InferSort(const HloInstruction& instruction, ShapePool& shapes) {
  const Attribute* dimensions = instruction.FindAttribute(AttributeKind::kDimensions);
  if (dimensions != nullptr && dimensions->AsInt64List().size() != 1) {
    return Fail("Sort takes one dimension.");
  }
  std::vector<const Shape*> elements;
  for (const HloInstruction* operand : instruction.operands()) {
    elements.push_back(&operand->shape());
    if (instruction.operand_count() > 1) {
      HLO_RETURN_IF_ERROR(ExpectArray(operand->shape(), "operand of sort"));
    }
    if (CompatibleDimensions(*elements[0], *elements.back())) continue;
    return Fail("Sort keys and values dimensions must match. Keys shape is: ", Text(*elements[0]),
                "\n, Values shape (operand index ", elements.size() - 1,
                ") is: ", Text(*elements.back()));
  }
  if (elements.size() == 1) return elements[0];
  return MakeTuple(shapes, elements);
}

}  // namespace hlo_text_v1::internal::infer
