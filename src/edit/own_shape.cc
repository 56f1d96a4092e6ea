// InferShape reads some facts from a written shape. A draft has none, so they are derived here: the
// number of shards that a collective makes, from the replica groups, and the operands and results
// that an asynchronous chain has bound, from its links.
#include "src/edit/own_shape.h"

#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "hlo/collectives.h"
#include "hlo/computation.h"
#include "hlo/print_values.h"
#include "hlo/shape_inference.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/edit/misuse.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {
namespace {

using ShapeOr = absl::StatusOr<const Shape*>;

// ---- Collectives that change a size.

bool ChangesSize(HloOpcode opcode) {
  return opcode == HloOpcode::kAllGather || opcode == HloOpcode::kAllGatherStart ||
         opcode == HloOpcode::kReduceScatter;
}

// The number of devices in the first group; 0 if unknown.
int64_t GroupSize(const HloInstruction& draft) {
  const std::optional<DeviceGroups> groups = GroupsOf(draft.replica_groups());
  if (!groups.has_value() || groups->empty()) return 0;
  return static_cast<int64_t>(groups->front().size());
}

// The result for operand 0.
ShapeOr FirstResult(const HloInstruction& draft, ShapePool& pool) {
  const int64_t devices = GroupSize(draft);
  if (devices <= 0) {
    return Invalid("the groups do not say how many devices take part; give a shape");
  }
  const Shape& operand = draft.operand(0)->shape();
  const int64_t dimension = draft.dimension();
  // InferShape will refuse it.
  if (!operand.IsArray() || dimension < 0 || dimension >= operand.rank()) return &operand;
  std::vector<int64_t> sizes(operand.dimensions().begin(), operand.dimensions().end());
  int64_t& size = sizes[static_cast<size_t>(dimension)];
  if (size == kUnboundedSize) return &operand;
  bool fits = true;
  if (draft.opcode() == HloOpcode::kReduceScatter) {
    fits = size % devices == 0;
    size /= devices;
  } else {
    fits = !__builtin_mul_overflow(size, devices, &size);
  }
  if (fits) return pool.Array(operand.element_type(), sizes);
  return Invalid("dimension ", dimension, " of operand 0 (", PrintShape(operand),
                 ") does not fit groups of ", devices, " devices");
}

// The part of the result that InferShape needs.
ShapeOr Hint(const HloInstruction& draft, ShapePool& pool) {
  if (draft.operand_count() == 0) return Invalid("takes at least one operand");
  ShapeOr hint = FirstResult(draft, pool);
  if (!hint.ok()) return hint;
  if (draft.operand_count() > 1) hint = pool.Tuple({*hint});
  return draft.opcode() == HloOpcode::kAllGatherStart ? pool.Tuple({*hint, *hint}) : *hint;
}

// ---- Asynchronous chains.

// A builder has checked that each start calls something.
const Shape* RootShape(const HloInstruction& start) {
  const Attribute* calls = start.FindAttribute(AttributeKind::kCalls);
  return &calls->AsComputation()->root_instruction()->shape();
}

ShapeOr StartShape(const HloInstruction& start, ShapePool& pool) {
  std::vector<const Shape*> operands;
  for (const HloInstruction* operand : start.operands()) operands.push_back(&operand->shape());
  return pool.Tuple({pool.Tuple(operands), RootShape(start)});
}

ShapeOr UpdateShape(const HloInstruction& update, ShapePool& pool) {
  if (update.operands().empty() || !IsAsyncShape(update.operand(0)->shape())) {
    return Invalid("operand 0 is not an async-start or async-update");
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
  const HloInstruction* start = StartOf(done);
  if (start == nullptr && !done.operands().empty() && done.operand(0)->parent() != nullptr) {
    ProducerFinder producers(*done.operand(0)->parent()->parent());
    const HloInstruction* before = producers.Before(done);
    start = before == nullptr ? nullptr : producers.StartOf(*before);
  }
  if (start == nullptr || start->opcode() != HloOpcode::kAsyncStart) {
    return Invalid("operand 0 is not an async-start or async-update");
  }
  return RootShape(*start);
}

// ---- Layouts, which InferShape leaves out.

// An array made from a part of `operand`, or from several like it, has its layout.
const Shape* LaidOutLike(const Shape& operand, const Shape& result, ShapePool& pool) {
  if (!result.IsArray() || !operand.IsArray() || result.rank() != operand.rank() ||
      operand.layout() == nullptr) {
    return &result;
  }
  absl::InlinedVector<bool, 8> dynamic;
  for (int64_t i = 0; i < result.rank(); ++i) dynamic.push_back(result.is_dynamic_dimension(i));
  return pool.Array(result.element_type(), result.dimensions(), dynamic, operand.layout());
}

const Shape* LaidOutLikeOperands(const HloInstruction& draft, const Shape& result,
                                 ShapePool& pool) {
  if (!result.IsTuple()) return LaidOutLike(draft.operand(0)->shape(), result, pool);
  std::vector<const Shape*> elements(result.tuple_shapes().begin(), result.tuple_shapes().end());
  for (size_t i = 0; i < elements.size() && i < draft.operands().size(); ++i) {
    elements[i] = LaidOutLike(draft.operands()[i]->shape(), *elements[i], pool);
  }
  return pool.Tuple(elements);
}

}  // namespace

absl::StatusOr<const Shape*> OwnShape(HloInstruction* draft, ShapePool& shapes) {
  const HloOpcode opcode = draft->opcode();
  if (opcode == HloOpcode::kAsyncStart) return StartShape(*draft, shapes);
  if (opcode == HloOpcode::kAsyncUpdate) return UpdateShape(*draft, shapes);
  if (opcode == HloOpcode::kAsyncDone) return DoneShape(*draft);
  ShapeOr hint = nullptr;
  if (ChangesSize(opcode)) hint = Hint(*draft, shapes);
  if (!hint.ok()) return hint;
  Node(draft).shape = *hint;
  ShapeOr inferred = InferShape(*draft, shapes);
  Node(draft).shape = nullptr;
  if (!inferred.ok()) return inferred;
  if (opcode == HloOpcode::kAllGatherStart) {
    const Shape* gathered = LaidOutLikeOperands(*draft, *(*inferred)->tuple_shapes(1), shapes);
    return shapes.Tuple({(*inferred)->tuple_shapes(0), gathered});
  }
  const bool keeps_layout =
      ChangesSize(opcode) || opcode == HloOpcode::kSlice || opcode == HloOpcode::kDynamicSlice;
  return keeps_layout ? LaidOutLikeOperands(*draft, **inferred, shapes) : *inferred;
}

}  // namespace hlo_text_v1::internal
