// The pass tuples: drops an element of a tuple shape, wherever the module has this shape:
// parameters, tuples, the state of whiles, results of calls. Equal tuples stay equal, so callers
// still fit.
//
// Users of the element get a stand-in. Shapes of asynchronous links are left alone: their
// elements have a meaning.
#include <algorithm>
#include <functional>

#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/passes.h"
#include "src/reduce/stand_in.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int64_t kMaxElements = int64_t{1} << 24;  // of a tuple; more are left alone

using Indices = std::vector<int64_t>;

// The different tuple shapes with elements, outer ones first, in order of the text.
std::vector<const Shape*> TupleShapes(const HloModule& module) {
  HashSet<const Shape*> seen;
  std::vector<const Shape*> tuples;
  const std::function<void(const Shape*)> add = [&](const Shape* shape) {
    if (!shape->IsTuple() || !seen.insert(shape).second) return;
    if (!shape->tuple_shapes().empty()) tuples.push_back(shape);
    for (const Shape* element : shape->tuple_shapes()) add(element);
  };
  for (const std::vector<AsyncOperation>& operations : FindAsyncOperations(module)) {
    for (const AsyncOperation& operation : operations) {
      for (const HloInstruction* link : operation.all_links()) {
        seen.insert(&link->shape());
        for (const Shape* element : link->shape().tuple_shapes()) seen.insert(element);
      }
    }
  }
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      add(&instruction->shape());
    }
  }
  return tuples;
}

template <typename T>
std::vector<T> Without(absl::Span<T const> all, const Indices& dropped) {
  std::vector<T> kept;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto index = static_cast<int64_t>(i);
    if (std::find(dropped.begin(), dropped.end(), index) == dropped.end()) kept.push_back(all[i]);
  }
  return kept;
}

// Fits an instruction whose operand, or result, loses `dropped`; before the shapes change.
void FitElement(HloInstruction* element, const Indices& dropped) {
  const int64_t index = element->FindAttribute(AttributeKind::kIndex)->AsInt64();
  if (std::find(dropped.begin(), dropped.end(), index) != dropped.end()) {
    HloInstruction* value = StandIns(element->parent(), true).Of(&element->shape());
    if (value != nullptr) SubstituteInstruction(element, value);
    return;
  }
  const auto before =
      std::count_if(dropped.begin(), dropped.end(), [&](int64_t other) { return other < index; });
  SetAttribute(element, MakeAttribute<AttributeKind::kIndex>(index - before)).IgnoreError();
}

void FitTuple(HloInstruction* tuple, const Indices& dropped) {
  const std::vector<HloInstruction*> all(tuple->operands().begin(), tuple->operands().end());
  SetOperands(tuple, Without<HloInstruction*>(all, dropped)).IgnoreError();
  for (const int64_t index : dropped) RemoveUnneeded(all[static_cast<size_t>(index)]);
}

}  // namespace

// The detail is the number of the shape in TupleShapes, times kMaxElements, plus the element.
ReduceEdits ProposeTuples(const HloModule& module) {
  ReduceEdits edits;
  const std::vector<const Shape*> tuples = TupleShapes(module);
  for (size_t i = 0; i < tuples.size(); ++i) {
    const auto count = static_cast<int64_t>(tuples[i]->tuple_shapes().size());
    for (int64_t k = 0; k < count && count < kMaxElements; ++k) {
      edits.push_back({0, 0, static_cast<int64_t>(i) * kMaxElements + k});
    }
  }
  return edits;
}

void ApplyTuples(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  HloModule& module = subject.module();
  const std::vector<const Shape*> tuples = TupleShapes(module);
  HashMap<const Shape*, Indices> dropped;
  for (const ReduceEdit& edit : edits) {
    dropped[tuples[static_cast<size_t>(edit.detail / kMaxElements)]].push_back(edit.detail %
                                                                               kMaxElements);
  }
  for (HloInstruction* instruction : AllInstructions(module)) {
    if (instruction->parent() == nullptr) continue;
    if (instruction->opcode() == HloOpcode::kGetTupleElement) {
      const auto at = dropped.find(&instruction->operand(0)->shape());
      if (at != dropped.end()) FitElement(instruction, at->second);
    } else if (instruction->opcode() == HloOpcode::kTuple) {
      const auto at = dropped.find(&instruction->shape());
      if (at != dropped.end()) FitTuple(instruction, at->second);
    }
  }
  MapShapes(module, [&](const Shape* shape, const Shape* mapped) {
    const auto at = dropped.find(shape);
    if (at == dropped.end()) return mapped;
    return module.shapes().Tuple(Without<const Shape*>(mapped->tuple_shapes(), at->second));
  });
  ForgetAliases(module);
  RemoveUnusedEntryParameters(module);
}

}  // namespace hlo_text_v1::internal
