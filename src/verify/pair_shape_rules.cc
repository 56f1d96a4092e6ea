// Shapes of instructions with their own start and done: copy, all-reduce, all-gather,
// collective-permute, send, recv. Source: XLA hlo_verifier.cc, ShapeVerifier; shape_inference.cc.
#include <vector>

#include "src/verify/rules.h"

namespace hlo::internal {
namespace {

// The shape of a single operand; for several, the tuple of their shapes.
const Shape* OperandsShape(VerifyContext& context, const HloInstruction& instruction) {
  return instruction.operand_count() == 1 ? &instruction.operand(0)->shape()
                                          : context.TupleOf(instruction.operands());
}

// Element `i` of the operand of a done; nullptr if there is none because the operand is not a
// start.
const Shape* OperandElement(const HloInstruction& done, int64_t i) {
  if (done.operands().empty()) return nullptr;
  return Subshape(done.operand(0)->shape(), {i});
}

void VerifyCopyDone(VerifyContext& context, const HloInstruction& done) {
  const Shape* destination = OperandElement(done, 0);
  const Shape* source = OperandElement(done, 1);
  if (destination == nullptr || source == nullptr) return;
  if (!context.Equal(*destination, *source, kMemorySpace | kSplitConfig)) {
    context.Error(done, Code::kCopyDoneBuffers, context.Text(*destination), context.Text(*source),
                  done);
  }
  context.CheckShape(done, *destination);
}

// `gathered` if it is `operand` with a multiple of its gathered dimension, else `operand`.
const Shape* Gathered(VerifyContext& context, const Shape& operand, const Shape* gathered,
                      int64_t dimension) {
  if (gathered == nullptr || !gathered->IsArray() || !operand.IsArray() ||
      gathered->rank() != operand.rank() || gathered->element_type() != operand.element_type() ||
      dimension < 0 || dimension >= operand.rank()) {
    return &operand;
  }
  const int64_t from = operand.dimensions(dimension), to = gathered->dimensions(dimension);
  if (from == kUnboundedSize || to == kUnboundedSize) return gathered;
  if (from == 0 ? to != 0 : to % from != 0) return &operand;
  std::vector<int64_t> sizes(operand.dimensions().begin(), operand.dimensions().end());
  sizes[dimension] = to;
  const Shape* expected =
      context.scratch().Array(operand.element_type(), sizes, {}, operand.layout());
  return context.Same(*expected, *gathered) ? gathered : expected;
}

void VerifyAllGatherStart(VerifyContext& context, const HloInstruction& start) {
  if (start.operands().empty()) return;
  const Attribute* dimensions = start.FindAttribute(AttributeKind::kDimensions);
  const int64_t dimension = dimensions == nullptr || dimensions->AsInt64List().empty()
                                ? -1
                                : dimensions->AsInt64List()[0];
  const Shape* result = Subshape(start.shape(), {1});
  const bool is_single = start.operand_count() == 1;
  std::vector<const Shape*> outputs;
  for (int64_t i = 0; i < start.operand_count(); ++i) {
    const Shape* part = is_single || result == nullptr ? result : Subshape(*result, {i});
    outputs.push_back(Gathered(context, start.operand(i)->shape(), part, dimension));
  }
  const Shape* gathered = is_single ? outputs[0] : context.scratch().Tuple(outputs);
  context.CheckShape(start, *context.scratch().Tuple({OperandsShape(context, start), gathered}));
}

void VerifyCollectivePermuteStart(VerifyContext& context, const HloInstruction& start) {
  if (start.operands().empty()) return;
  const bool in_place = start.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr;
  std::vector<const Shape*> expected;
  if (in_place && start.operand_count() >= 2) {
    expected = {&start.operand(0)->shape(), &start.operand(1)->shape()};
  } else {
    expected.assign(2, OperandsShape(context, start));
  }
  // Contexts may be anything.
  const absl::Span<const Shape* const> actual = start.shape().tuple_shapes();
  for (size_t i = 2; i < actual.size(); ++i) expected.push_back(actual[i]);
  context.CheckShape(start, *context.scratch().Tuple(expected));
}

void VerifyElement(VerifyContext& context, const HloInstruction& done, int64_t i) {
  const Shape* element = OperandElement(done, i);
  if (element != nullptr) context.CheckShape(done, *element);
}

}  // namespace

void VerifyPairShape(VerifyContext& context, const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return;
  ShapePool& shapes = context.scratch();
  const HloOpcode opcode = instruction.opcode();
  const auto u32 = [&] { return shapes.Scalar(PrimitiveType::kU32); };
  if (opcode == HloOpcode::kSendDone) {
    context.CheckShape(instruction, *shapes.Token());
    return;
  }
  if (opcode == HloOpcode::kRecv) {
    const Shape* received = Subshape(instruction.shape(), {0});
    if (received == nullptr) received = shapes.Token();
    context.CheckShape(instruction, *shapes.Tuple({received, u32(), shapes.Token()}),
                       kAllButMinorToMajor);
    return;
  }
  if (instruction.operands().empty()) return;
  const Shape* first = &instruction.operand(0)->shape();
  if (opcode == HloOpcode::kCopyStart) {
    context.CheckShape(instruction, *shapes.Tuple({first, first, u32()}), kAllButMinorToMajor);
  } else if (opcode == HloOpcode::kCopyDone) {
    VerifyCopyDone(context, instruction);
  } else if (opcode == HloOpcode::kAllReduceStart) {
    context.CheckShape(instruction, *OperandsShape(context, instruction));
  } else if (opcode == HloOpcode::kAllReduceDone) {
    context.CheckShape(instruction, *first);
  } else if (opcode == HloOpcode::kAllGatherStart) {
    VerifyAllGatherStart(context, instruction);
  } else if (opcode == HloOpcode::kCollectivePermuteStart) {
    VerifyCollectivePermuteStart(context, instruction);
  } else if (opcode == HloOpcode::kAllGatherDone || opcode == HloOpcode::kCollectivePermuteDone) {
    VerifyElement(context, instruction, 1);
  } else if (opcode == HloOpcode::kSend) {
    context.CheckShape(instruction, *shapes.Tuple({first, u32(), shapes.Token()}),
                       kAllButMinorToMajor);
  } else if (opcode == HloOpcode::kRecvDone) {
    const Shape* received = OperandElement(instruction, 0);
    if (received == nullptr) return;
    context.CheckShape(instruction, *shapes.Tuple({received, shapes.Token()}));
  }
}

}  // namespace hlo::internal
