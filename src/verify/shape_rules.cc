// Each instruction has the shape that its opcode, operands and attributes give; elementwise opcodes
// and those with a reducer also have operands that fit each other.
//
// hlo/shape_inference.h infers the shapes. This file has the checks whose messages show the
// instruction. Source: XLA hlo_verifier.cc, ShapeVerifier,
// InstructionVerifier::CheckElementwiseInstruction.
#include <algorithm>
#include <string_view>
#include <vector>

#include "absl/algorithm/container.h"
#include "hlo/memory_layout.h"
#include "hlo/shape_inference.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

// Opcodes whose shape-inference errors XLA reports without the instruction.
constexpr HloOpcode kQuotedAlone[] = {
    HloOpcode::kCholesky,
    HloOpcode::kConvolution,
    HloOpcode::kDot,
    HloOpcode::kFft,
    HloOpcode::kIota,
    HloOpcode::kRaggedDot,
    HloOpcode::kRngBitGenerator,
    HloOpcode::kRngGetAndUpdateState,
    HloOpcode::kScaledDot,
    HloOpcode::kTriangularSolve,
};
// Checked by other rules.
constexpr HloOpcode kOtherRules[] = {
    HloOpcode::kAsyncDone, HloOpcode::kAsyncStart,  HloOpcode::kAsyncUpdate,
    HloOpcode::kCall,      HloOpcode::kConditional, HloOpcode::kFusion,
    HloOpcode::kScan,      HloOpcode::kUnknown,     HloOpcode::kWhile,
};

bool CheckToken(VerifyContext& context, const HloInstruction& instruction, int64_t number) {
  const Shape& operand = instruction.operand(number)->shape();
  if (operand.IsToken()) return true;
  context.Error(instruction, Code::kTokenOperand, number, context.Text(operand), instruction);
  return false;
}

// ---- Opcodes with their own checks. Each returns whether everything is fine so far.

bool CheckRng(VerifyContext& context, const HloInstruction& rng) {
  if (rng.operand_count() != 2) {
    context.Error(rng, Code::kWrongArity, 2, "rng", rng);
    return false;
  }
  const Shape& low = rng.operand(0)->shape();
  const Shape& high = rng.operand(1)->shape();
  if (!low.IsScalar() || !high.IsScalar()) {
    context.Error(rng, Code::kRngScalars, rng);
    return false;
  }
  const PrimitiveType type = low.element_type();
  const auto compatible = [&](PrimitiveType other) {
    return type == other || (context.options().allow_mixed_precision && IsFloatingType(type) &&
                             IsFloatingType(other));
  };
  if (!compatible(high.element_type()) || !compatible(rng.shape().element_type())) {
    context.Error(rng, Code::kRngTypes, rng);
    return false;
  }
  const Attribute* distribution = rng.FindAttribute(AttributeKind::kDistribution);
  if (distribution != nullptr &&
      distribution->AsEnum<RandomDistribution>() == RandomDistribution::kInvalid) {
    context.Error(rng, Code::kRngDistribution);
    return false;
  }
  const bool is_normal = distribution != nullptr &&
                         distribution->AsEnum<RandomDistribution>() == RandomDistribution::kNormal;
  if (IsFloatingType(type) ||
      (!is_normal && (IsIntegralType(type) || type == PrimitiveType::kPRED))) {
    return true;
  }
  context.Error(rng, is_normal ? Code::kRngNormalType : Code::kRngUniformType, rng);
  return false;
}

bool CheckSort(VerifyContext& context, const HloInstruction& sort) {
  if (sort.operands().empty()) {
    context.Error(sort, Code::kSortOperands, "sort", sort);
    return false;
  }
  const HloComputation* compare = Callee(sort, AttributeKind::kToApply);
  if (compare == nullptr) return true;
  const Shape& result = compare->root_instruction()->shape();
  if (!result.IsScalar() || result.element_type() != PrimitiveType::kPRED) {
    context.Error(sort, Code::kSortComparator, context.Text(result))
        .Note(*compare->root_instruction(), Code::kCalleeIsHere);
    return false;
  }
  const auto parameters = static_cast<int64_t>(compare->parameters().size());
  if (parameters != 2 * sort.operand_count()) {
    context.Error(sort, Code::kCalleeParameterCount, compare->name(), sort.name(),
                  2 * sort.operand_count(), parameters);
    return false;
  }
  for (int64_t i = 0; i < parameters; ++i) {
    const PrimitiveType type = sort.operand(i / 2)->shape().element_type();
    const Shape& parameter = compare->parameters()[i]->shape();
    const PrimitiveType actual = parameter.element_type();
    if (parameter.IsScalar() &&
        (type == actual || (IsFloatingType(type) && IsFloatingType(actual)))) {
      continue;
    }
    context.Error(sort, Code::kSortParameter, i, StrCat(PrimitiveTypeName(type), "[]"),
                  context.Text(parameter));
    return false;
  }
  const Shape& first = sort.operand(0)->shape();
  for (int64_t i = 1; i < sort.operand_count(); ++i) {
    const Shape& other = sort.operand(i)->shape();
    if (SameDimensions(first, other)) continue;
    context.Error(sort, Code::kSortDimensions, context.Text(first), i, context.Text(other));
    return false;
  }
  const Attribute* dimensions = sort.FindAttribute(AttributeKind::kDimensions);
  if (dimensions == nullptr || dimensions->AsInt64List().size() != 1 ||
      dimensions->AsInt64List()[0] < first.rank()) {
    return true;
  }
  context.Error(sort, Code::kSortDimension, dimensions->AsInt64List()[0], first.rank());
  return false;
}

bool CheckOutfeed(VerifyContext& context, const HloInstruction& outfeed) {
  if (!CheckToken(context, outfeed, 1)) return false;
  const Attribute* sent = outfeed.FindAttribute(AttributeKind::kOutfeedShape);
  const Shape& operand = outfeed.operand(0)->shape();
  if (sent == nullptr || context.Same(sent->AsShape(), operand)) return true;
  context.Error(outfeed, Code::kOutfeedShape, context.Text(operand), context.Text(sent->AsShape()),
                outfeed);
  return false;
}

// The dimensions of an operand are divisible by those of its scales. An operand of bf16 may have
// none, which is a scalar of bf16.
bool CheckScaledDot(VerifyContext& context, const HloInstruction& dot) {
  const auto lacks_scales = [&](int64_t i) {
    const Shape& scale = dot.operand(i + 2)->shape();
    return scale.IsScalar() && scale.element_type() == PrimitiveType::kBF16 &&
           dot.operand(i)->shape().element_type() == PrimitiveType::kBF16;
  };
  if (lacks_scales(0) && lacks_scales(1)) {
    context.Error(dot, Code::kScaledDotNoScale, dot);
    return false;
  }
  for (int64_t i = 0; i < 2; ++i) {
    const HloInstruction& operand = *dot.operand(i);
    const HloInstruction& scale = *dot.operand(i + 2);
    if (lacks_scales(i)) continue;
    if (operand.shape().rank() != scale.shape().rank()) {
      context.Error(dot, Code::kScaledDotScaleRank, scale.name(), operand.name(), dot);
      return false;
    }
    for (int64_t dim = 0; dim < scale.shape().rank(); ++dim) {
      const int64_t size = operand.shape().dimensions(dim), part = scale.shape().dimensions(dim);
      if (size == kUnboundedSize || part == kUnboundedSize) continue;
      if (part != 0 ? size % part == 0 : size == 0) continue;
      context.Error(dot, Code::kScaledDotScale, dim, operand, dim, scale, dot);
      return false;
    }
  }
  return true;
}

// Each operand of a dot or convolution after the first two is one that a configuration refers to.
bool CheckExtraOperands(VerifyContext& context, const HloInstruction& product) {
  constexpr int64_t kFirst = 2;
  std::vector<bool> is_used(product.operands().size());
  const auto use = [&](std::string_view what, int64_t number) {
    if (number < kFirst || number >= product.operand_count()) {
      context.Error(product, Code::kExtraOperandRange, what, number);
      return false;
    }
    if (is_used[static_cast<size_t>(number)]) {
      context.Error(product, Code::kExtraOperandTwice, number, what);
      return false;
    }
    is_used[static_cast<size_t>(number)] = true;
    return true;
  };
  if (const auto* config = product.FindAttribute<SparsityConfig>(AttributeKind::kSparsityConfig)) {
    if (config->lhs.present && !use("Sparsity idx for lhs", config->lhs.index)) return false;
    if (config->rhs.present && !use("Sparsity idx for rhs", config->rhs.index)) return false;
  }
  const auto use_scales = [&](const TensorBlockScaling& side, std::string_view scale,
                              std::string_view zero) {
    return !side.present ||
           (use(scale, side.scale_index) && (!side.has_zero_index || use(zero, side.zero_index)));
  };
  const auto* scaling =
      product.FindAttribute<BlockScalingConfig>(AttributeKind::kBlockScalingConfig);
  if (scaling != nullptr && !(use_scales(scaling->lhs, "Block scaling scale_idx for lhs",
                                         "Block scaling zero_idx for lhs") &&
                              use_scales(scaling->rhs, "Block scaling scale_idx for rhs",
                                         "Block scaling zero_idx for rhs"))) {
    return false;
  }
  const int64_t extra = product.operand_count() - kFirst;
  const int64_t used = absl::c_count(is_used, true);
  if (used == extra) return true;
  context.Error(product, Code::kExtraOperandUnused, extra, used);
  return false;
}

bool CheckCopyDone(VerifyContext& context, const HloInstruction& done) {
  const Shape& copied = done.operand(0)->shape();
  const Shape* destination = Subshape(copied, {0});
  const Shape* source = Subshape(copied, {1});
  // Otherwise the operand is not a copy-start, which another rule reports.
  if (destination == nullptr || source == nullptr) return false;
  if (!context.Same(*destination, *source, kMemorySpace | kSplitConfig)) {
    context.Error(done, Code::kCopyDoneBuffers, context.Text(*destination), context.Text(*source),
                  done);
  }
  return true;
}

bool CheckCustomCall(VerifyContext& context, const HloInstruction& call) {
  if (call.custom_call_target() != "GetRngSeed") return true;
  if (!call.operands().empty()) {
    context.Error(call, Code::kRngSeedOperands, call.operand_count());
  } else if (call.shape().element_type() != PrimitiveType::kU64) {
    context.Error(call, Code::kRngSeedType, context.Text(call.shape()));
  }
  return true;
}

// A bitcast keeps the bytes on the host or on the device. Tuples are left out: their pointers have
// no size here.
bool CheckBitcast(VerifyContext& context, const HloInstruction& bitcast) {
  constexpr int64_t kHost = 5;
  const Shape &to = bitcast.shape(), &from = bitcast.operand(0)->shape();
  if (!context.options().layout_sensitive || !to.IsArray() || !from.IsArray()) return true;
  const auto space = [](const Shape& shape) {
    return shape.layout() == nullptr ? 0 : shape.layout()->memory_space;
  };
  if (ByteSizeOf(to) != ByteSizeOf(from)) {
    context.Error(bitcast, Code::kBitcastSize, bitcast, ByteSizeOf(to), ByteSizeOf(from), to, from);
  } else if ((space(to) == kHost) != (space(from) == kHost)) {
    context.Error(bitcast, Code::kBitcastMemorySpace, bitcast, space(to), space(from), to, from);
  } else {
    return true;
  }
  return false;
}

// Before the shape is inferred.
bool CheckFirst(VerifyContext& context, const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kAddDependency) return CheckToken(context, instruction, 1);
  if (opcode == HloOpcode::kBitcast) return CheckBitcast(context, instruction);
  if (opcode == HloOpcode::kCopyDone) return CheckCopyDone(context, instruction);
  if (opcode == HloOpcode::kCustomCall) return CheckCustomCall(context, instruction);
  if (opcode == HloOpcode::kConvolution) return CheckExtraOperands(context, instruction);
  if (opcode == HloOpcode::kDot) return CheckExtraOperands(context, instruction);
  if (opcode == HloOpcode::kInfeed) return CheckToken(context, instruction, 0);
  if (opcode == HloOpcode::kOutfeed) return CheckOutfeed(context, instruction);
  if (opcode == HloOpcode::kRng) return CheckRng(context, instruction);
  if (opcode == HloOpcode::kScaledDot) return CheckScaledDot(context, instruction);
  if (opcode == HloOpcode::kSort) return CheckSort(context, instruction);
  const bool needs_pairs = opcode == HloOpcode::kReduce || opcode == HloOpcode::kReduceWindow;
  if (!needs_pairs || instruction.operand_count() % 2 == 0) return true;
  context.Error(instruction, Code::kEvenOperands, instruction.opcode_name(), instruction);
  return false;
}

// Whether the floating-point operands have one type. XLA CheckMixedPrecisionOperands.
bool CheckPrecision(VerifyContext& context, const HloInstruction& instruction) {
  if (context.options().allow_mixed_precision ||
      !GetOpcodeInfo(instruction.opcode()).Has(OpcodeTrait::kSamePrecision)) {
    return true;
  }
  PrimitiveType type = PrimitiveType::kInvalid;
  for (const HloInstruction* operand : instruction.operands()) {
    const PrimitiveType next = operand->shape().element_type();
    if (!IsFloatingType(next)) continue;
    if (type == PrimitiveType::kInvalid) type = next;
    if (type == next) continue;
    context.Error(instruction, Code::kMixedPrecision, instruction)
        .Note(*operand, Code::kOperandIsHere);
    return false;
  }
  return true;
}

// The parameters of a reducer have the element types of the operands.
void CheckReducerTypes(VerifyContext& context, const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (context.options().allow_mixed_precision ||
      (opcode != HloOpcode::kMap && opcode != HloOpcode::kReduce &&
       opcode != HloOpcode::kReduceWindow)) {
    return;
  }
  const HloComputation* reducer = Callee(instruction, AttributeKind::kToApply);
  if (reducer == nullptr) return;
  const auto parameters = reducer->parameters();
  for (size_t i = 0; i < std::min(parameters.size(), instruction.operands().size()); ++i) {
    if (parameters[i]->shape().element_type() ==
        instruction.operands()[i]->shape().element_type()) {
      continue;
    }
    context.Error(instruction, Code::kReducerType, i, instruction)
        .Note(*parameters[i], Code::kCalleeIsHere);
    return;
  }
}

// Dones and updates of other operands, which the pairing rules report.
bool MisfitsPair(const HloInstruction& instruction) {
  if (instruction.operands().empty()) return false;
  const Shape& operand = instruction.operand(0)->shape();
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kRecvDone) return Subshape(operand, {0}) == nullptr;
  return (opcode == HloOpcode::kAllGatherDone || opcode == HloOpcode::kCollectivePermuteDone) &&
         Subshape(operand, {1}) == nullptr;
}

LayoutFields IgnoredFields(HloOpcode opcode) {
  const bool orders_only = opcode == HloOpcode::kCopyStart || opcode == HloOpcode::kSend ||
                           opcode == HloOpcode::kRecv || opcode == HloOpcode::kInfeed;
  return orders_only ? kAllButMinorToMajor : 0;
}

}  // namespace

void VerifyShape(VerifyContext& context, const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  const int arity = GetOpcodeInfo(opcode).arity;
  if (absl::c_linear_search(kOtherRules, opcode) ||
      (arity != kVariadic && instruction.operand_count() != arity) || MisfitsPair(instruction)) {
    return;
  }
  if (!CheckFirst(context, instruction) || !VerifyCollective(context, instruction)) return;
  const absl::StatusOr<const Shape*> expected = InferShape(instruction, context.scratch());
  if (expected.ok()) {
    // It changes its operand in place.
    if (opcode == HloOpcode::kDynamicUpdateSlice && context.options().layout_sensitive &&
        !context.Same(instruction.shape(), **expected)) {
      context.Error(instruction, Code::kUnexpectedShape, context.Text(**expected),
                    context.Text(instruction.shape()), instruction);
      return;
    }
    if (CheckPrecision(context, instruction) &&
        context.CheckShape(instruction, **expected, IgnoredFields(opcode))) {
      CheckReducerTypes(context, instruction);
    }
  } else if (absl::c_linear_search(kQuotedAlone, opcode)) {
    context.Error(instruction, Code::kShapeRefused, Std(expected.status().message()));
  } else {
    context.Error(instruction, Code::kShapeNotInferred, Std(expected.status().message()),
                  instruction);
  }
}

void VerifyElementwise(VerifyContext& context, const HloInstruction& instruction) {
  // Those with one operand have its shape; clamp and select may have scalars.
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  if (info.group != OpcodeGroup::kElementwise || info.arity != 2 ||
      instruction.operand_count() != 2) {
    return;
  }
  const Shape& shape = instruction.shape();
  for (const HloInstruction* operand : instruction.operands()) {
    if (&operand->shape() == &shape || context.SameSizes(operand->shape(), shape)) continue;
    context.Error(instruction, Code::kImplicitBroadcast, instruction.opcode_name(),
                  PrintShape(shape, false), PrintShape(operand->shape(), false));
    return;
  }
  if (instruction.opcode() != HloOpcode::kCompare) return;
  const Shape& operand = instruction.operand(1)->shape();
  const PrimitiveType type = operand.element_type();
  const Attribute* order = instruction.FindAttribute(AttributeKind::kOrder);
  // The normal form leaves out the default order.
  if (order == nullptr || order->AsEnum<ComparisonOrder>() != ComparisonOrder::kPartial ||
      IsFloatingType(type) || IsComplexType(type)) {
    return;
  }
  context.Error(instruction, Code::kComparisonOrder, "TOTAL", "PARTIAL",
                PrintShape(operand, false));
}

}  // namespace hlo_text_v1::internal
