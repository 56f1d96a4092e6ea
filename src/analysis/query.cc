// Answers from the traits and attribute lists of opcodes.def.
#include "hlo/query.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hlo/graph.h"
#include "src/base/strings.h"
#include "src/ir/kept_text.h"
#include "src/ir/source_frames.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1 {

using namespace internal;

bool IsDead(const HloInstruction& instruction) {
  return instruction.opcode() != HloOpcode::kParameter && instruction.parent() != nullptr &&
         !instruction.IsRoot() && !HasUsers(instruction) && !HasControlDependencies(instruction) &&
         !IsPinned(instruction) && !HasSideEffect(instruction);
}

bool IsCustomCall(const HloInstruction& instruction, std::string_view target) {
  return instruction.opcode() == HloOpcode::kCustomCall &&
         instruction.custom_call_target() == target;
}

int64_t NextChannelId(const HloModule& module) {
  int64_t largest = 0;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      largest = std::max(largest, instruction->channel_id().value_or(0));
    }
  }
  return largest == std::numeric_limits<int64_t>::max() ? 1 : largest + 1;
}

std::optional<HloOpcode> MatchReductionComputation(const HloComputation& reduction) {
  const HloInstruction* root = reduction.root_instruction();
  if (root == nullptr || reduction.instruction_count() != 3 || reduction.parameters().size() != 2 ||
      root->operand_count() != 2 || !IsCommutative(root->opcode())) {
    return std::nullopt;
  }
  const bool uses_both = root->operand(0) != root->operand(1) &&
                         root->operand(0)->opcode() == HloOpcode::kParameter &&
                         root->operand(1)->opcode() == HloOpcode::kParameter;
  return uses_both ? std::optional<HloOpcode>(root->opcode()) : std::nullopt;
}

ComparisonDirection ReverseDirection(ComparisonDirection direction) {
  using D = ComparisonDirection;
  if (direction == D::kGe) return D::kLe;
  if (direction == D::kLe) return D::kGe;
  if (direction == D::kGt) return D::kLt;
  return direction == D::kLt ? D::kGt : direction;
}

std::optional<ComparisonDirection> InverseDirection(ComparisonDirection direction,
                                                    ComparisonOrder order) {
  using D = ComparisonDirection;
  if (direction == D::kEq) return D::kNe;
  if (direction == D::kNe) return D::kEq;
  if (order != ComparisonOrder::kTotal) return std::nullopt;
  if (direction == D::kGe) return D::kLt;
  if (direction == D::kLt) return D::kGe;
  return direction == D::kGt ? D::kLe : D::kGt;
}

// ---- Source.

namespace {

std::string Place(std::string_view file, int32_t line, std::string_view function) {
  std::string text = StrCat(file, line > 0 ? StrCat(":", line) : "");
  if (!function.empty()) StrAppend(&text, " in ", function);
  return text;
}

}  // namespace

std::vector<std::string> SourceStack(const HloModule& module, const OpMetadata& metadata) {
  std::vector<std::string> places;
  VisitSourceFrames(module, metadata,
                    [&](std::string_view file, int32_t line, std::string_view function) {
                      places.push_back(Place(file, line, function));
                      return false;
                    });
  return places;
}

// ---- Opcodes.

namespace {

bool Takes(const OpcodeInfo& info, AttributeKind kind) {
  for (const AttributeSpec& spec : info.attributes) {
    if (spec.kind == kind) return true;
  }
  return false;
}

}  // namespace

bool IsElementwise(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kCopy) return true;
  if (opcode == HloOpcode::kBitcastConvert) {
    return instruction.operand_count() == 1 &&
           BitWidth(instruction.shape().element_type()) ==
               BitWidth(instruction.operand(0)->shape().element_type());
  }
  // A rng-bit-generator makes a whole array from one state.
  return GetOpcodeInfo(opcode).group == OpcodeGroup::kElementwise &&
         opcode != HloOpcode::kRngBitGenerator;
}

bool IsCommutative(HloOpcode opcode) {
  return GetOpcodeInfo(opcode).Has(OpcodeTrait::kCommutative);
}

bool IsCollective(HloOpcode opcode) {
  if (const AsyncPairOpcodes* pair = FindPairOpcodes<&AsyncPairOpcodes::done>(opcode)) {
    opcode = pair->start;
  }
  const OpcodeInfo& info = GetOpcodeInfo(opcode);
  return Takes(info, AttributeKind::kReplicaGroups) ||
         Takes(info, AttributeKind::kSourceTargetPairs);
}

bool IsCollective(const HloInstruction& instruction) {
  const HloComputation* wrapped = instruction.opcode() == HloOpcode::kAsyncStart
                                      ? instruction.async_wrapped_computation()
                                      : nullptr;
  if (wrapped == nullptr) return IsCollective(instruction.opcode());
  const HloInstruction* root = wrapped->root_instruction();
  return root != nullptr && IsCollective(root->opcode());
}

// ---- Values.

namespace {

// Whether is_value(i) holds for all elements; the first of those without bytes stands for them all.
template <typename IsValue>
bool AllElements(const Literal& literal, IsValue is_value) {
  const Shape& shape = literal.shape();
  if (!shape.IsArray() || literal.is_elided()) return false;
  const int64_t count = ElementCount(shape).value_or(0);
  const auto stored =
      static_cast<int64_t>(literal.bytes().size()) / ByteWidth(shape.element_type());
  for (int64_t i = 0; i < count && i <= stored; ++i) {
    if (!is_value(i)) return false;
  }
  return true;
}

}  // namespace

bool IsAllInteger(const Literal& literal, int64_t value) {
  const PrimitiveType type = literal.shape().element_type();
  if (IsFloatingType(type) || IsComplexType(type)) {
    const auto real = static_cast<double>(value);
    // Above 2^53, `real` may be a different number.
    const bool is_exact = real < 0x1p63 && static_cast<int64_t>(real) == value;
    return IsAllFloat(literal, is_exact ? real : std::nan(""));  // nothing equals it
  }
  // GetInt64 gives large values of u64 as negative ones.
  if (value < 0 && !IsSignedIntegralType(type))
    return AllElements(literal, [](int64_t) { return false; });
  return AllElements(literal, [&](int64_t i) { return literal.GetInt64(i) == value; });
}

bool IsAllUnsigned(const Literal& literal, uint64_t value) {
  if (value < uint64_t{1} << 63) return IsAllInteger(literal, static_cast<int64_t>(value));
  const PrimitiveType type = literal.shape().element_type();
  if (IsFloatingType(type) || IsComplexType(type)) {
    const auto real = static_cast<double>(value);
    const bool is_exact = real < 0x1p64 && static_cast<uint64_t>(real) == value;
    return IsAllFloat(literal, is_exact ? real : std::nan(""));  // nothing equals it
  }
  return AllElements(literal, [&](int64_t i) {
    return !IsSignedIntegralType(type) && static_cast<uint64_t>(literal.GetInt64(i)) == value;
  });
}

bool IsAllFloat(const Literal& literal, double value) {
  const PrimitiveType type = literal.shape().element_type();
  if (IsFloatingType(type)) {
    return AllElements(literal, [&](int64_t i) { return literal.GetDouble(i) == value; });
  }
  if (IsComplexType(type)) {
    return AllElements(literal, [&](int64_t i) {
      return literal.GetDouble(i) == value && literal.GetImaginary(i) == 0;
    });
  }
  const bool is_integer = std::trunc(value) == value && value >= -0x1p63 && value < 0x1p64;
  if (!is_integer) return AllElements(literal, [](int64_t) { return false; });
  return value < 0 ? IsAllInteger(literal, static_cast<int64_t>(value))
                   : IsAllUnsigned(literal, static_cast<uint64_t>(value));
}

}  // namespace hlo_text_v1
