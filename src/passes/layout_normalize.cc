// An instruction whose result has its dimensions in another order becomes one on arrays that lie in
// memory in the same way, in descending order, between bitcasts. Bitcasts of bitcasts meet.
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/passes.h"
#include "hlo/permutation.h"
#include "hlo/query.h"
#include "src/passes/async_computation.h"

namespace hlo_text_v1 {
namespace {

using Order = std::vector<int64_t>;

bool IsPlain(const Shape& shape) {
  return shape.IsArray() && shape.is_static() && shape.layout() != nullptr &&
         shape.layout()->tiles.empty() && shape.layout()->split_configs.empty();
}

bool IsDescending(const Shape& shape) { return IsIdentityPermutation(MajorToMinor(shape)); }

// The places of `dimensions` in memory: where a logical dimension is in the physical shape.
Order PlacesOf(absl::Span<const int64_t> dimensions, const Shape& shape) {
  const Order place = InversePermutation(MajorToMinor(shape));
  Order places;
  for (int64_t dimension : dimensions) places.push_back(place[static_cast<size_t>(dimension)]);
  return places;
}

class Normalizer {
 public:
  explicit Normalizer(HloInstruction* instruction)
      : old_(*instruction), builder_(instruction->parent()) {
    builder_.SetInsertionPoint(instruction);
  }

  // False if it stays.
  absl::StatusOr<bool> Run() {
    if (!IsPlain(old_.shape()) || old_.sharding() != nullptr) return false;
    bool is_descending = IsDescending(old_.shape());
    bool same_order = true;
    for (const HloInstruction* operand : old_.operands()) {
      if (!IsPlain(operand->shape())) return false;
      is_descending &= IsDescending(operand->shape());
      same_order &= MajorToMinor(operand->shape()) == MajorToMinor(old_.shape());
    }
    if (is_descending) return false;
    const std::optional<Attribute> changed = Changed(same_order);
    if (!changed.has_value() && !(same_order && IsElementwise(old_))) return false;
    const bool is_copy = old_.opcode() == HloOpcode::kCopy && !same_order;
    std::vector<HloInstruction*> operands;
    for (HloInstruction* operand : old_.operands()) operands.push_back(Physical(operand));
    const Shape* physical = PhysicalShape(old_.shape(), builder_.shapes());
    HloInstruction* made =
        is_copy ? builder_.AddInstruction(HloOpcode::kTranspose, physical, operands, {*changed})
                : builder_.AddClone(old_, operands, physical);
    HloInstruction* result = Shaped(made, &old_.shape());
    if (result == nullptr) return builder_.status();
    absl::Status status;
    if (changed.has_value()) status = SetAttribute(made, *changed);
    if (status.ok()) status = ReplaceInstruction(&old_, result);
    if (!status.ok()) return status;
    return true;
  }

 private:
  HloInstruction* Physical(HloInstruction* value) {
    const Shape* physical = PhysicalShape(value->shape(), builder_.shapes());
    const bool is_bitcast = value->opcode() == HloOpcode::kBitcast;
    if (is_bitcast && &value->operand(0)->shape() == physical) return value->operand(0);
    return Shaped(value, physical);
  }
  HloInstruction* Shaped(HloInstruction* value, const Shape* shape) {
    if (value == nullptr || &value->shape() == shape) return value;
    return builder_.AddInstruction(HloOpcode::kBitcast, shape, {value}, {});
  }

  // What `value` says about logical dimensions, in physical order.
  template <typename T>
  std::vector<T> Reordered(absl::Span<const T> values) const {
    return Permute(values, MajorToMinor(old_.shape()));
  }
  // For each physical dimension of the result the one of the operand, where result dimension i is
  // operand dimension dimensions[i].
  Order Moves(absl::Span<const int64_t> dimensions) const {
    const Order of_result = Reordered(dimensions);
    return PlacesOf(of_result, old_.operand(0)->shape());
  }
  Attribute Dimensions(Order dimensions) {
    dimensions_ = std::move(dimensions);
    return MakeAttribute<AttributeKind::kDimensions>(dimensions_);
  }

  // The attribute that names dimensions; nullopt if there is none, or it is not known how to.
  std::optional<Attribute> Changed(bool same_order) {
    const HloOpcode opcode = old_.opcode();
    if (opcode == HloOpcode::kTranspose) return Dimensions(Moves(old_.dimensions()));
    if (opcode == HloOpcode::kBroadcast) {
      const Order order = MajorToMinor(old_.operand(0)->shape());
      return Dimensions(PlacesOf(Permute(old_.dimensions(), order), old_.shape()));
    }
    if (opcode == HloOpcode::kIota) {
      const Order place = PlacesOf({old_.iota_dimension()}, old_.shape());
      return MakeAttribute<AttributeKind::kIotaDimension>(place[0]);
    }
    if (opcode == HloOpcode::kCopy && !same_order) {
      Order identity(static_cast<size_t>(old_.shape().rank()));
      std::iota(identity.begin(), identity.end(), 0);
      return Dimensions(Moves(identity));
    }
    if (!same_order) return std::nullopt;
    if (opcode == HloOpcode::kReverse || opcode == HloOpcode::kConcatenate) {
      return Dimensions(PlacesOf(old_.dimensions(), old_.shape()));
    }
    if (opcode != HloOpcode::kSlice) return std::nullopt;
    ranges_ = Reordered(old_.slice_ranges());
    slice_.dimensions = ranges_;
    return MakeAttribute<AttributeKind::kSlice>(slice_);
  }

  HloInstruction& old_;
  HloBuilder builder_;
  Order dimensions_;  // what attributes refer to until they are copied
  std::vector<SliceRange> ranges_;
  SliceRanges slice_;
};

}  // namespace

absl::StatusOr<bool> LayoutNormalizePass(HloModule* module) {
  bool changed = false;
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    if (computation->is_fusion_computation() || internal::IsAsyncComputation(*computation, calls)) {
      continue;
    }
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->parent() == nullptr) continue;  // a bitcast that nobody needs any more
      const absl::StatusOr<bool> normalized = Normalizer(i).Run();
      if (!normalized.ok()) return normalized.status();
      changed |= *normalized;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
