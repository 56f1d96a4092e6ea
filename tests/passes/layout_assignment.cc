// From each dot back to what makes its operands, with a list of what is still to be settled.
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/query.h"
#include "tests/passes/compiler_passes.h"

namespace compiler_passes {

using namespace hlo_text;  // NOLINT

namespace {

// Operand `number` of `user` is to have its dimensions in this order, minor to major.
struct Wish {
  HloInstruction* user;
  int64_t number;
  std::vector<int64_t> order;
};

bool IsPlain(const Shape& shape) {
  return shape.IsArray() && shape.layout() != nullptr && shape.layout()->tiles.empty() &&
         shape.is_static();
}

const Shape* WithOrder(const Shape& shape, absl::Span<const int64_t> order, ShapePool& shapes) {
  Layout layout = *shape.layout();
  layout.minor_to_major = order;
  return shapes.Array(shape.element_type(), shape.dimensions(), {}, &layout);
}

// Whether `value`, an operand of one other instruction, may have any layout.
bool TakesAnyLayout(const HloInstruction& value) {
  return IsElementwise(value) && value.opcode() != HloOpcode::kCopy && HasOneUser(value) &&
         !value.IsRoot() && IsPlain(value.shape());
}

absl::StatusOr<bool> Settle(std::vector<Wish> wishes) {
  bool changed = false;
  while (!wishes.empty()) {
    const Wish wish = std::move(wishes.back());
    wishes.pop_back();
    HloInstruction* value = wish.user->operand(wish.number);
    ShapePool& shapes = value->parent()->parent()->shapes();
    if (!IsPlain(value->shape()) ||
        value->shape().rank() != static_cast<int64_t>(wish.order.size()))
      continue;  // a scalar of clamp or select
    const Shape* wanted = WithOrder(value->shape(), wish.order, shapes);
    if (wanted == &value->shape()) continue;
    changed = true;
    if (TakesAnyLayout(*value)) {
      if (absl::Status status = SetShape(value, wanted); !status.ok()) return status;
      for (int64_t i = 0; i < value->operand_count(); ++i) wishes.push_back({value, i, wish.order});
      continue;
    }
    HloBuilder builder(value->parent());
    builder.SetInsertionPoint(wish.user);
    HloInstruction* copy = builder.AddInstruction(HloOpcode::kCopy, wanted, {value});
    if (copy == nullptr) return builder.status();
    absl::Status status = ReplaceOperandWith(wish.user, wish.number, copy);
    if (!status.ok()) return status;
  }
  return changed;
}

// The contracting dimensions, the last one most minor, before all others.
std::vector<int64_t> OrderFor(int64_t rank, absl::Span<const int64_t> contracting) {
  std::vector<bool> is_contracting(static_cast<size_t>(rank));
  for (int64_t dimension : contracting) is_contracting[static_cast<size_t>(dimension)] = true;
  std::vector<int64_t> order;
  for (bool wanted : {true, false}) {
    for (int64_t i = rank; i-- > 0;) {
      if (is_contracting[static_cast<size_t>(i)] == wanted) order.push_back(i);
    }
  }
  return order;
}

}  // namespace

absl::StatusOr<bool> AssignLayouts(HloModule* module) {
  bool changed = false;
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    const HloInstruction* caller = calls.caller(*computation);
    if (calls.context(*computation) != CallContext::kControlFlow) continue;
    if (caller != nullptr && IsAsyncStart(*caller)) continue;
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->opcode() != HloOpcode::kDot || i->operand_count() != 2) continue;
      const DotDimensionNumbers& numbers = i->dot_dimension_numbers();
      const absl::StatusOr<bool> settled = Settle(
          {{i, 0, OrderFor(i->operand(0)->shape().rank(), numbers.lhs_contracting_dimensions)},
           {i, 1, OrderFor(i->operand(1)->shape().rank(), numbers.rhs_contracting_dimensions)}});
      if (!settled.ok()) return settled.status();
      changed |= *settled;
    }
  }
  return changed;
}

}  // namespace compiler_passes
