#include "src/edit/own_shape.h"

#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "hlo/computation.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/async/chain_shapes.h"
#include "src/edit/invalid.h"
#include "src/ir/made_shape.h"
#include "src/ir/side_effects.h"

namespace hlo::internal {
namespace {

using ShapeOr = absl::StatusOr<const Shape*>;

// That of a single one, or the tuple of all.
const Shape* OneOrTuple(absl::Span<const Shape* const> shapes, ShapePool& pool) {
  return shapes.size() == 1 ? shapes[0] : pool.Tuple(shapes);
}

std::vector<const Shape*> OperandShapes(const HloInstruction& draft) {
  std::vector<const Shape*> shapes;
  for (const HloInstruction* operand : draft.operands()) shapes.push_back(&operand->shape());
  return shapes;
}

// ---- Collectives.

// Devices in the first group; 0: not said.
int64_t GroupSize(const HloInstruction& draft) {
  const auto* groups = draft.GetAttribute<ReplicaGroups>(AttributeKind::kReplicaGroups);
  if (groups == nullptr) return 0;
  if (groups->kind == ReplicaGroups::Kind::kList) {
    return groups->groups.empty() ? 0 : static_cast<int64_t>(groups->groups[0].size());
  }
  if (groups->kind == ReplicaGroups::Kind::kIota) {
    return groups->iota.dimensions.size() == 2 ? groups->iota.dimensions[1] : 0;
  }
  int64_t size = 1;
  for (const AxisRef& axis : groups->axes) {
    const bool is_known =
        axis.axis >= 0 && static_cast<size_t>(axis.axis) < groups->mesh.axes.size();
    const int64_t factor = axis.is_sub_axis ? axis.size
                           : is_known       ? groups->mesh.axes[axis.axis].size
                                            : 0;
    if (__builtin_mul_overflow(size, factor, &size)) return 0;
  }
  return size;
}

// Operand `number` with its dimension `dimension` as large as `resized` makes it.
template <typename Resize>
ShapeOr Resized(const HloInstruction& draft, size_t number, ShapePool& pool, Resize resize) {
  const Shape& operand = draft.operands()[number]->shape();
  const Attribute* dimensions = draft.FindAttribute(AttributeKind::kDimensions);
  const int64_t size = GroupSize(draft);
  if (size <= 0) return Invalid("the groups do not say how many devices take part; give a shape");
  if (dimensions == nullptr || dimensions->AsInt64List().size() != 1 || !operand.IsArray()) {
    return Invalid("operand ", number, " (", PrintShape(operand), ") or dimensions is no array's");
  }
  const int64_t dimension = dimensions->AsInt64List()[0];
  if (dimension < 0 || dimension >= operand.rank()) {
    return Invalid("operand ", number, " (", PrintShape(operand), ") has no dimension ", dimension);
  }
  std::vector<int64_t> sizes(operand.dimensions().begin(), operand.dimensions().end());
  int64_t& resized = sizes[static_cast<size_t>(dimension)];
  if (resized != kUnboundedSize && !resize(size, &resized)) {
    return Invalid("dimension ", dimension, " of operand ", number, " (", PrintShape(operand),
                   ") does not fit groups of ", size, " devices");
  }
  absl::InlinedVector<bool, 8> dynamic;
  for (int64_t i = 0; i < operand.rank(); ++i) dynamic.push_back(operand.is_dynamic_dimension(i));
  return pool.Array(operand.element_type(), sizes,
                    operand.is_static() ? absl::Span<const bool>() : absl::MakeConstSpan(dynamic),
                    operand.layout());
}

template <typename Resize>
ShapeOr AllResized(const HloInstruction& draft, ShapePool& pool, Resize resize) {
  std::vector<const Shape*> results;
  for (size_t i = 0; i < draft.operands().size(); ++i) {
    ShapeOr result = Resized(draft, i, pool, resize);
    if (!result.ok()) return result;
    results.push_back(*result);
  }
  return OneOrTuple(results, pool);
}

bool Multiply(int64_t devices, int64_t* size) {
  return !__builtin_mul_overflow(*size, devices, size);
}
bool Divide(int64_t devices, int64_t* size) {
  if (*size % devices != 0) return false;
  *size /= devices;
  return true;
}

// The result: the operands, or of a permutation in place the destination.
std::vector<const Shape*> Permuted(const HloInstruction& draft) {
  std::vector<const Shape*> shapes = OperandShapes(draft);
  const bool in_place = draft.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr;
  if (in_place && shapes.size() >= 2) shapes = {shapes[1]};
  return shapes;
}

// ---- Starts and dones.

ShapeOr Element(const HloInstruction& done, int64_t i) {
  if (const Shape* element = Subshape(done.operand(0)->shape(), {i})) return element;
  return Invalid("operand 0 (", PrintShape(done.operand(0)->shape()),
                 ") is no start's: it has no element ", i);
}

const Shape* RootShape(const HloInstruction& draft) {
  const Attribute* calls = draft.FindAttribute(AttributeKind::kCalls);
  return calls == nullptr ? nullptr : &calls->AsComputation()->root_instruction()->shape();
}

ShapeOr UpdateShape(const HloInstruction& update, ShapePool& pool) {
  if (update.operands().empty() || !IsAsyncShape(update.operand(0)->shape())) {
    return Invalid("operand 0 is no async-start or async-update");
  }
  const auto before = update.operand(0)->shape().tuple_shapes();
  std::vector<const Shape*> elements(before.begin(), before.end());
  std::vector<const Shape*> bound(elements[0]->tuple_shapes().begin(),
                                  elements[0]->tuple_shapes().end());
  for (int64_t i = 1; i < update.operand_count(); ++i) {
    bound.push_back(&update.operand(i)->shape());
  }
  elements[0] = pool.Tuple(bound);
  return pool.Tuple(elements);
}

ShapeOr DoneShape(const HloInstruction& done) {
  const HloInstruction* start = StartOfLink(done);
  const Shape* result =
      start == nullptr || start->opcode() != HloOpcode::kAsyncStart ? nullptr : RootShape(*start);
  if (result != nullptr) return result;
  return Invalid("operand 0 is no async-start or async-update");
}

// ---- Slices.

ShapeOr SliceShape(const HloInstruction& slice, ShapePool& pool) {
  const Shape& operand = slice.operand(0)->shape();
  const auto* ranges = slice.GetAttribute<SliceRanges>(AttributeKind::kSlice);
  if (ranges == nullptr || static_cast<int64_t>(ranges->dimensions.size()) != operand.rank()) {
    return Invalid("slice needs a range for each dimension of operand 0 (", PrintShape(operand),
                   ")");
  }
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < operand.rank(); ++i) {
    const SliceRange& range = ranges->dimensions[static_cast<size_t>(i)];
    if (range.start < 0 || range.start > range.limit || range.stride <= 0 ||
        range.limit > operand.dimensions(i)) {
      return Invalid("range [", range.start, ":", range.limit, ":", range.stride,
                     "] does not fit dimension ", i, " of operand 0 (", PrintShape(operand), ")");
    }
    const int64_t size = range.limit - range.start;
    sizes.push_back(size / range.stride + (size % range.stride != 0 ? 1 : 0));
  }
  return pool.Array(operand.element_type(), sizes, {}, operand.layout());
}

ShapeOr DynamicSliceShape(const HloInstruction& slice, ShapePool& pool) {
  const Attribute* sizes = slice.FindAttribute(AttributeKind::kDynamicSliceSizes);
  if (slice.operands().empty() || sizes == nullptr) return Invalid("takes an operand and sizes");
  const Shape& operand = slice.operand(0)->shape();
  const absl::Span<const int64_t> list = sizes->AsInt64List();
  bool fits = static_cast<int64_t>(list.size()) == operand.rank() && operand.IsArray();
  for (int64_t i = 0; fits && i < operand.rank(); ++i) {
    fits = list[static_cast<size_t>(i)] >= 0 &&
           (operand.is_unbounded_dimension(i) ||
            list[static_cast<size_t>(i)] <= operand.dimensions(i));
  }
  if (!fits) return Invalid("dynamic_slice_sizes do not fit operand 0 (", PrintShape(operand), ")");
  return pool.Array(operand.element_type(), list, {}, operand.layout());
}

// The shapes of collectives; nullptr for other opcodes.
ShapeOr CollectiveShape(const HloInstruction& draft, ShapePool& shapes) {
  const HloOpcode opcode = draft.opcode();
  const auto same = [&] { return OneOrTuple(OperandShapes(draft), shapes); };
  if (opcode == HloOpcode::kAllReduce || opcode == HloOpcode::kAllReduceStart ||
      opcode == HloOpcode::kCollectiveBroadcast || opcode == HloOpcode::kCollectiveReduce) {
    return same();
  }
  if (opcode == HloOpcode::kAllGather) return AllResized(draft, shapes, Multiply);
  if (opcode == HloOpcode::kReduceScatter) return AllResized(draft, shapes, Divide);
  if (opcode == HloOpcode::kAllGatherStart) {
    ShapeOr gathered = AllResized(draft, shapes, Multiply);
    if (!gathered.ok()) return gathered;
    return shapes.Tuple({same(), *gathered});
  }
  if (opcode == HloOpcode::kAllToAll) {
    return draft.FindAttribute(AttributeKind::kDimensions) != nullptr
               ? same()
               : shapes.Tuple(OperandShapes(draft));
  }
  if (opcode == HloOpcode::kRaggedAllToAll) {
    if (draft.operand_count() < 2) return Invalid("takes 6 operands");
    return &draft.operand(1)->shape();
  }
  if (opcode == HloOpcode::kCollectivePermute) return OneOrTuple(Permuted(draft), shapes);
  if (opcode == HloOpcode::kCollectivePermuteStart) {
    const bool in_place = draft.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr;
    const Shape* source =
        in_place && !draft.operands().empty() ? &draft.operand(0)->shape() : same();
    return shapes.Tuple({source, OneOrTuple(Permuted(draft), shapes)});
  }
  return nullptr;
}

}  // namespace

absl::StatusOr<const Shape*> OwnShape(const HloInstruction& draft, ShapePool& shapes) {
  const HloOpcode opcode = draft.opcode();
  const Shape* first = draft.operands().empty() ? nullptr : &draft.operand(0)->shape();
  if (opcode == HloOpcode::kOutfeed || opcode == HloOpcode::kSend ||
      opcode == HloOpcode::kSendDone) {
    return MadeShape(opcode, nullptr, first, shapes);
  }
  if (opcode == HloOpcode::kRecvDone) {
    if (const Shape* made = MadeShape(opcode, nullptr, first, shapes)) return made;
    return Invalid("operand 0 (", PrintShape(*first), ") is no recv");
  }
  if (opcode == HloOpcode::kAllReduceDone || opcode == HloOpcode::kReducePrecision ||
      opcode == HloOpcode::kDynamicUpdateSlice) {
    return first;
  }
  if (opcode == HloOpcode::kAllGatherDone || opcode == HloOpcode::kCollectivePermuteDone) {
    return Element(draft, 1);
  }
  if (opcode == HloOpcode::kCopyStart) {
    return shapes.Tuple({first, first, shapes.Scalar(PrimitiveType::kU32)});
  }
  if (opcode == HloOpcode::kCopyDone) return Element(draft, 0);
  if (opcode == HloOpcode::kAsyncStart) {
    return shapes.Tuple({shapes.Tuple(OperandShapes(draft)), RootShape(draft)});
  }
  if (opcode == HloOpcode::kAsyncUpdate) return UpdateShape(draft, shapes);
  if (opcode == HloOpcode::kAsyncDone) return DoneShape(draft);
  if (opcode == HloOpcode::kFusion) return RootShape(draft);
  if (opcode == HloOpcode::kSlice) return SliceShape(draft, shapes);
  if (opcode == HloOpcode::kDynamicSlice) return DynamicSliceShape(draft, shapes);
  return CollectiveShape(draft, shapes);
}

}  // namespace hlo::internal
