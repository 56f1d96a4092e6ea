// Collectives, sends and receives, copies with their own start and done.
//
// Where the result depends on the number of devices, which only the module knows, it is taken from
// the given shape. Source: XLA hlo_verifier.cc, ShapeVerifier; ShapeInference::InferAllGatherShape,
// InferAllReduceShape, InferReduceScatterShape, InferAllToAllShape, InferCollectivePermuteShape.
#include "hlo/computation.h"
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

std::vector<const Shape*> OperandShapes(const HloInstruction& instruction) {
  std::vector<const Shape*> operands;
  for (const HloInstruction* operand : instruction.operands())
    operands.push_back(&operand->shape());
  return operands;
}

absl::Status ExpectArrays(absl::Span<const Shape* const> operands, std::string_view what) {
  if (operands.empty()) return Fail("Expected at least one ", what, ".");
  for (const Shape* operand : operands) HLO_RETURN_IF_ERROR(ExpectArray(*operand, what));
  return absl::OkStatus();
}

// A single shape, or the tuple of several.
ShapeOr OneOrTuple(absl::Span<const Shape* const> elements, ShapePool& shapes) {
  return elements.size() == 1 ? ShapeOr(elements[0]) : MakeTuple(shapes, elements);
}

// Element `i` of a tuple; an error for anything else.
ShapeOr ElementOf(const HloInstruction& instruction, int64_t i) {
  const Shape& operand = instruction.operand(0)->shape();
  if (const Shape* element = Subshape(operand, {i})) return element;
  return Fail(HloOpcodeName(instruction.opcode()), " needs a tuple with an element ", i,
              ", but got ", Text(operand), ".");
}

// The dimension that an all-gather or reduce-scatter gathers or scatters, in all operands.
absl::StatusOr<int64_t> SplitDimension(const HloInstruction& instruction,
                                       absl::Span<const Shape* const> operands) {
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  if (dims.size() != 1) return Fail("Expected one dimension.");
  for (const Shape* operand : operands) {
    if (InRange(dims[0], operand->rank())) continue;
    return Fail("The dimension ", dims[0], " of ", HloOpcodeName(instruction.opcode()),
                " is out-of-bounds in shape ", Text(*operand), ".");
  }
  return dims[0];
}

// How often `small` fits into `large` along `dim`, rounded up; 1 if that makes no sense.
int64_t ShardCount(const Shape* large, const Shape* small, int64_t dim) {
  if (large == nullptr || small == nullptr || !InRange(dim, large->rank()) ||
      !InRange(dim, small->rank())) {
    return 1;
  }
  const int64_t whole = large->dimensions(dim), part = small->dimensions(dim);
  if (whole <= 0 || part <= 0) return 1;
  return (whole - 1) / part + 1;
}

}  // namespace

// ---- Collectives.

ShapeOr InferGivenAllGather(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of all-gather"));
  HLO_ASSIGN_OR_RETURN(const int64_t dim, SplitDimension(instruction, operands));
  const bool is_start = instruction.opcode() == HloOpcode::kAllGatherStart;
  const Shape* output = is_start ? Subshape(*given, {1}) : given;
  if (output != nullptr && operands.size() > 1) output = Subshape(*output, {0});
  const int64_t count = ShardCount(output, operands[0], dim);
  std::vector<const Shape*> gathered;
  for (const Shape* operand : operands) {
    DimensionList dims = DimensionList::Of(*operand);
    int64_t& size = dims.sizes[static_cast<size_t>(dim)];
    if (size != kUnboundedSize && __builtin_mul_overflow(size, count, &size)) {
      return Fail("AllGather dimension overflow");
    }
    HLO_ASSIGN_OR_RETURN(const Shape* result, FreshArray(shapes, operand->element_type(), dims));
    gathered.push_back(result);
  }
  HLO_ASSIGN_OR_RETURN(const Shape* outputs, OneOrTuple(gathered, shapes));
  if (!is_start) return outputs;
  HLO_ASSIGN_OR_RETURN(const Shape* inputs, OneOrTuple(operands, shapes));
  return MakeTuple(shapes, {inputs, outputs});
}

ShapeOr InferGivenAllReduce(const HloInstruction& instruction, ShapePool& shapes) {
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of cross replica sum"));
  return OneOrTuple(operands, shapes);
}

ShapeOr InferGivenReduceScatter(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of reduce-scatter"));
  HLO_ASSIGN_OR_RETURN(const int64_t dim, SplitDimension(instruction, operands));
  const Shape* output = given->IsTuple() ? Subshape(*given, {0}) : given;
  const int64_t count = ShardCount(operands[0], output, dim);
  std::vector<const Shape*> scattered;
  for (const Shape* operand : operands) {
    DimensionList dims = DimensionList::Of(*operand);
    int64_t& size = dims.sizes[static_cast<size_t>(dim)];
    if (size != kUnboundedSize) {
      if (size % count != 0) {
        return Fail("ReduceScatter operand scatter dimension size ", size,
                    " must be dividable by shard_count ", count, ".");
      }
      size /= count;
    }
    HLO_ASSIGN_OR_RETURN(const Shape* result, FreshArray(shapes, operand->element_type(), dims));
    scattered.push_back(result);
  }
  return OneOrTuple(scattered, shapes);
}

ShapeOr InferGivenAllToAll(const HloInstruction& instruction, ShapePool& shapes) {
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  if (instruction.FindAttribute(AttributeKind::kDimensions) == nullptr) {
    for (size_t i = 1; i < operands.size(); ++i) {
      if (ShapesCompatible(*operands[0], *operands[i])) continue;
      return Fail("HLO all-to-all has operands with different shapes: the 0th operand shape ",
                  Text(*operands[0]), ", but the ", i, "th operand has shape ", Text(*operands[i]),
                  ".");
    }
    return MakeTuple(shapes, operands);
  }
  // The dimension is split and joined again, so the sizes stay.
  if (operands.size() != 1 || dims.size() != 1) {
    return Fail("An all-to-all with a dimension takes one operand and one dimension.");
  }
  const Shape& operand = *operands[0];
  for (int64_t i = 0; i < operand.rank(); ++i) {
    if (operand.is_dynamic_dimension(i) && operand.dimensions(i) != kUnboundedSize) {
      return Fail("AllToAll does not support bounded dynamic shapes");
    }
  }
  if (!InRange(dims[0], operand.rank())) {
    return Fail("AllToAll split_dimension ", dims[0], " is out-of-bounds in shape ", Text(operand),
                ".");
  }
  return &operand;
}

ShapeOr InferGivenRaggedAllToAll(const HloInstruction& instruction, ShapePool&) {
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  if (operands.size() != 6) return Fail("RaggedAllToAll must have 6 operands");
  HLO_RETURN_IF_ERROR(ExpectArray(*operands[1], "operand 1 of ragged-all-to-all"));
  return operands[1];
}

// XLA looks at the first operand only; a root and other operands may follow.
ShapeOr InferGivenCollectiveBroadcast(const HloInstruction& instruction, ShapePool&) {
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of collective-broadcast"));
  return operands[0];
}

ShapeOr InferGivenCollectiveReduce(const HloInstruction& instruction, ShapePool& shapes) {
  std::vector<const Shape*> operands = OperandShapes(instruction);
  HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of collective-reduce"));
  if (Int64Of(instruction, AttributeKind::kHasDynamicRoot) == 0)
    return OneOrTuple(operands, shapes);
  // The last operand says which devices are the roots.
  const Shape& root = *operands.back();
  operands.pop_back();
  if (operands.empty()) {
    return Fail(
        "CollectiveReduce with has_dynamic_root must have at least one data operand followed by a "
        "root operand");
  }
  if (root.rank() != 1 || root.element_type() != PrimitiveType::kS32 ||
      !CompatibleSizes(root.dimensions(0), static_cast<int64_t>(operands.size()))) {
    return Fail(
        "The last operand of collective-reduce with has_dynamic_root=true must be a 1-D array of "
        "S32 with the same number of elements as the number of data operands, but got ",
        Text(root));
  }
  return OneOrTuple(operands, shapes);
}

ShapeOr InferGivenCollectivePermute(const HloInstruction& instruction, ShapePool& shapes) {
  const std::vector<const Shape*> operands = OperandShapes(instruction);
  if (operands.empty()) return Fail("collective-permute needs an operand.");
  const bool in_place = instruction.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr;
  if (in_place && operands.size() < 2) return Fail("Unexpected number of operands: 1.");
  if (instruction.opcode() == HloOpcode::kCollectivePermute) {
    if (in_place) return operands[1];
    HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of collective-permute"));
    return OneOrTuple(operands, shapes);
  }
  std::vector<const Shape*> elements;
  if (in_place) {
    elements = {operands[0], operands[1]};
  } else {
    HLO_RETURN_IF_ERROR(ExpectArrays(operands, "operand of collective-permute-start"));
    HLO_ASSIGN_OR_RETURN(const Shape* moved, OneOrTuple(operands, shapes));
    elements = {moved, moved};
  }
  // The context elements may have any shape.
  if (const Shape* given = GivenShape(instruction)) {
    const auto contexts = given->tuple_shapes();
    for (size_t i = 2; i < contexts.size(); ++i) elements.push_back(contexts[i]);
  }
  return MakeTuple(instruction, shapes, elements);
}

// ---- Dones.

// Not InferSame: the text may not omit the shape.
ShapeOr InferGivenSame(const HloInstruction& instruction, ShapePool&) {
  return &instruction.operand(0)->shape();
}

ShapeOr InferGivenSecond(const HloInstruction& instruction, ShapePool&) {
  if (instruction.operand_count() == 0) {
    return Fail(HloOpcodeName(instruction.opcode()), " needs an operand.");
  }
  return ElementOf(instruction, 1);
}

ShapeOr InferGivenCopyDone(const HloInstruction& instruction, ShapePool&) {
  return ElementOf(instruction, 0);
}

// ---- Copies, sends and receives, feeds.

ShapeOr InferGivenCopyStart(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape* operand = &instruction.operand(0)->shape();
  return MakeTuple(instruction, shapes, {operand, operand, shapes.Scalar(PrimitiveType::kU32)});
}

ShapeOr InferGivenSend(const HloInstruction& instruction, ShapePool& shapes) {
  return MakeTuple(
      instruction, shapes,
      {&instruction.operand(0)->shape(), shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
}

ShapeOr InferGivenToken(const HloInstruction&, ShapePool& shapes) { return shapes.Token(); }

ShapeOr InferGivenRecv(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const Shape* received = Subshape(*given, {0});
  if (received == nullptr) received = shapes.Token();
  return MakeTuple(instruction, shapes,
                   {received, shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
}

ShapeOr InferGivenRecvDone(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* received, ElementOf(instruction, 0));
  return MakeTuple(instruction, shapes, {received, shapes.Token()});
}

ShapeOr InferGivenInfeed(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const Shape* received = Subshape(*given, {0});
  if (received == nullptr) received = shapes.Token();
  return MakeTuple(instruction, shapes, {received, shapes.Token()});
}

}  // namespace hlo_text_v1::internal::infer
