// See wrapped_computation.h. Source: XLA HloParserImpl::CreateInstruction for async-start, -update
// and -done. UnwrapAsyncCalls: from `start -> wrapped computation -> call -> callee` to
// `start -> callee`, the form of asynchronous calls in the Async HLO document.
#include "src/async/wrapped_computation.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "hlo/async.h"
#include "hlo/computation.h"
#include "src/ir/attribute_order.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/normal_form.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

bool CanBeWrapped(HloOpcode opcode) {
  return opcode != HloOpcode::kParameter && opcode != HloOpcode::kConstant &&
         GetOpcodeInfo(opcode).group != OpcodeGroup::kAsync;
}

bool HasSugarBesidePair(HloOpcode opcode, const Shape& shape,
                        absl::Span<const HloInstruction* const> operands) {
  const AsyncPairOpcodes* pair = FindPairOpcodes<&AsyncPairOpcodes::work>(opcode);
  if (pair == nullptr || pair->start == opcode || opcode == HloOpcode::kCopy) return false;
  if (!IsAsyncShape(shape)) return false;
  if (operands.size() != 1 && (operands.empty() || opcode != HloOpcode::kAllReduce)) return false;
  const absl::Span<const Shape* const> bound = shape.tuple_shapes(0)->tuple_shapes();
  return std::equal(bound.begin(), bound.end(), operands.begin(), operands.end(),
                    [](const Shape* each, const HloInstruction* operand) {
                      return ShapesCompatible(*each, operand->shape());
                    });
}

size_t MinimumWrappedParameters(HloOpcode opcode) {
  const int arity = GetOpcodeInfo(opcode).arity;
  return arity == kVariadic ? SugarFactsOf(opcode).operands : static_cast<size_t>(arity);
}

size_t WrappedOperandCount(HloOpcode opcode, size_t parameters) {
  const int arity = GetOpcodeInfo(opcode).arity;
  return arity == kVariadic ? parameters : static_cast<size_t>(arity);
}

bool IsOneInstruction(const HloComputation& computation) {
  for (const HloInstruction* instruction : computation.instructions()) {
    if (instruction->opcode() != HloOpcode::kParameter && !instruction->IsRoot()) return false;
  }
  return true;
}

const HloComputation* CalleeOf(HloOpcode opcode, const HloInstruction& instruction) {
  if (opcode != HloOpcode::kCall && opcode != HloOpcode::kFusion) return nullptr;
  const Attribute* callee = instruction.FindAttribute(
      opcode == HloOpcode::kCall ? AttributeKind::kToApply : AttributeKind::kCalls);
  return callee == nullptr ? nullptr : callee->AsComputation();
}

bool HasCopiedToWrapped(const HloInstruction& link) {
  return std::any_of(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped),
                     [&](AttributeKind kind) { return link.FindAttribute(kind) != nullptr; });
}

const HloInstruction* LinkWithCopied(const AsyncOperation& operation, AttributeKind kind) {
  const HloInstruction* last = nullptr;
  for (const HloInstruction* link : operation.all_links()) {
    if (link->FindAttribute(kind) != nullptr && OwnComputation(*link) == nullptr) last = link;
  }
  return last;
}

namespace {

void MergeShape(const Shape* mention, const Shape** shape) {
  if (*shape == nullptr || !ShapesCompatible(**shape, *mention)) *shape = mention;
}

void MergeShapes(absl::Span<const Shape* const> mentions, std::vector<const Shape*>* shapes) {
  shapes->resize(std::max(shapes->size(), mentions.size()));
  for (size_t i = 0; i < mentions.size(); ++i) MergeShape(mentions[i], &(*shapes)[i]);
}

}  // namespace

WrappedShapes InferWrappedShapes(HloOpcode opcode, absl::Span<const Shape* const> links,
                                 const Shape* done, const HloComputation* callee,
                                 ShapePool& shapes) {
  WrappedShapes wrapped;
  if (callee != nullptr) {
    for (const HloInstruction* parameter : callee->parameters()) {
      wrapped.parameters.push_back(&parameter->shape());
    }
    wrapped.result = &callee->root_instruction()->shape();
  }
  absl::Span<const Shape* const> bound_by_start;
  if (!links.empty() && IsAsyncShape(*links.front())) {
    bound_by_start = links.front()->tuple_shapes(0)->tuple_shapes();
    for (size_t i = wrapped.parameters.size(); i < bound_by_start.size(); ++i) {
      wrapped.parameters.push_back(bound_by_start[i]);
    }
    if (callee == nullptr) wrapped.result = links.front()->tuple_shapes(1);
  }
  while (wrapped.parameters.size() < MinimumWrappedParameters(opcode)) {
    wrapped.parameters.push_back(shapes.Array(PrimitiveType::kF32, {1}));
  }
  for (size_t i = 1; i < links.size(); ++i) {
    if (!IsAsyncShape(*links[i])) continue;
    MergeShapes(links[i]->tuple_shapes(0)->tuple_shapes(), &wrapped.parameters);
    MergeShape(links[i]->tuple_shapes(1), &wrapped.result);
  }
  if (done != nullptr) {
    MergeShapes(bound_by_start, &wrapped.parameters);
    MergeShape(done, &wrapped.result);
  }
  if (wrapped.result == nullptr) wrapped.result = shapes.Tuple({});
  const Shape* operand = wrapped.parameters.empty() ? nullptr : wrapped.parameters.front();
  wrapped.result = MadeShape(opcode, wrapped.result, operand, shapes);
  return wrapped;
}

bool IsInSight(const AsyncOperation& operation, const HloInstruction& link,
               ProducerFinder* finder) {
  if (operation.is_direct()) return true;
  finder->Enter(*link.parent());
  return finder->StartOf(link) == &operation.start();
}

WrappedShapes InferWrappedShapes(HloOpcode opcode, const AsyncOperation& operation,
                                 const HloComputation* callee, ShapePool& shapes) {
  std::vector<const Shape*> links = {&operation.start().shape()};
  const Shape* done = nullptr;
  std::optional<ProducerFinder> in_sight;
  if (!operation.is_direct()) in_sight.emplace();
  for (const HloInstruction* link : operation.all_links()) {
    if (link == &operation.start()) continue;
    if (in_sight.has_value() && !IsInSight(operation, *link, &*in_sight)) continue;
    if (!IsAsyncDone(*link)) {
      // Nearly all links of a chain have one shape. An update may have more than the start.
      if (links.size() < 2 || links.back() != &link->shape()) links.push_back(&link->shape());
    } else if (done == nullptr) {
      done = &link->shape();
    }
  }
  return InferWrappedShapes(opcode, links, done, callee, shapes);
}

void DropKnownComputations(HloModule& module) {
  for (const auto& operations : FindAsyncOperations(module)) {
    for (const AsyncOperation& operation : operations) {
      const HloComputation* wrapped = operation.wrapped_computation();
      for (const HloInstruction* link : operation.all_links()) {
        if (wrapped == nullptr || OwnComputation(*link) != wrapped) continue;
        ChangedAttributes attributes(*link);
        attributes.Remove({AttributeKind::kCalls});
        // The module is ours to change.
        IrAccess::SetAttributes(module.arena(), const_cast<HloInstruction*>(link), attributes);
      }
    }
  }
}

bool IsLocalToStart(HloOpcode opcode, const Attribute& attribute) {
  if (!IsLocal(attribute)) return false;
  const auto specs = GetOpcodeInfo(opcode).attributes;
  return std::none_of(specs.begin(), specs.end(), [&](const AttributeSpec& spec) {
    return AttributeName(spec.kind) == attribute.name();
  });
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

// ---- Wrapped computations that only call another one.

namespace {

// The callee of `wrapped` if `wrapped` does nothing else; else nullptr.
const HloComputation* OnlyCallee(const HloComputation& wrapped, CountsAttribute counts) {
  const HloInstruction* root = wrapped.root_instruction();
  if (root->opcode() != HloOpcode::kCall ||
      wrapped.instruction_count() != root->operand_count() + 1 ||
      !wrapped.backend_config().empty() || !wrapped.unknown_attributes().empty()) {
    return nullptr;
  }
  for (const Attribute& attribute : root->attributes()) {
    if (attribute.kind() != AttributeKind::kToApply && counts(*root, attribute)) return nullptr;
  }
  for (int64_t i = 0; i < root->operand_count(); ++i) {
    const HloInstruction* parameter = root->operand(i);
    if (parameter->opcode() != HloOpcode::kParameter || parameter->parameter_number() != i) {
      return nullptr;
    }
    for (const Attribute& attribute : parameter->attributes()) {
      if (counts(*parameter, attribute)) return nullptr;
    }
  }
  const HloComputation* callee = root->to_apply();
  return callee->execution_thread() == wrapped.execution_thread() ? callee : nullptr;
}

// Whether a start that calls `callee` wraps an opcode with a start of its own, which the verifier
// refuses.
bool IsFirstClass(const HloComputation& callee) {
  const HloInstruction* root = callee.root_instruction();
  if (!HasFirstClassAsync(root->opcode())) return false;
  const auto instructions = callee.instructions();
  return std::all_of(instructions.begin(), instructions.end(), [&](const HloInstruction* i) {
    return i == root || i->opcode() == HloOpcode::kParameter;
  });
}

}  // namespace

internal::AsyncWrappers internal::FindAsyncWrappers(
    const HloModule& module, absl::Span<const HloComputation* const> computations,
    CountsAttribute counts) {
  AsyncWrappers wrappers;
  if (!IrAccess::StateOf(module).has_async) return wrappers;
  const std::vector<uint32_t> callers = CallerCounts(module, computations);
  const auto is_only_called_here = [&](const HloComputation& computation) {
    return callers[Node(&computation).number] == 1 && !computation.IsEntry() &&
           !IsPinned(computation);
  };
  std::vector<const HloComputation*> through;
  for (const HloComputation* computation : computations) {
    if (!Node(computation).has_calls) continue;  // nor an async-start
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kAsyncStart) continue;
      const Attribute* calls = instruction->FindAttribute(AttributeKind::kCalls);
      if (calls == nullptr) continue;
      const HloComputation* callee = calls->AsComputation();
      through.clear();
      // Ends: a cycle would be entered by two callers.
      while (is_only_called_here(*callee)) {
        const HloComputation* next = OnlyCallee(*callee, counts);
        if (next == nullptr || !is_only_called_here(*next) || IsFirstClass(*next)) break;
        through.push_back(callee);
        callee = next;
      }
      for (const HloComputation* wrapper : through) wrappers[wrapper] = callee;
    }
  }
  return wrappers;
}

void UnwrapAsyncCalls(HloModule* module) {
  const AsyncWrappers wrappers =
      FindAsyncWrappers(*module, module->computations(), [](const auto&...) { return true; });
  if (wrappers.empty()) return;
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  for (const std::vector<AsyncOperation>& operations : FindAsyncChains(*module)) {
    for (const AsyncOperation& operation : operations) {
      const auto wrapper = wrappers.find(operation.wrapped_computation());
      if (wrapper == wrappers.end()) continue;
      HloInstruction* start = Mutable(&operation.start());
      for (Attribute& attribute : IrAccess::MutableAttributes(start)) {
        if (attribute.kind() != AttributeKind::kCalls) continue;
        ReplaceAttribute(Attribute::Pointer(AttributeKind::kCalls, wrapper->second), &attribute);
      }
      // It can no longer be spelled as the sugar that it was.
      for (const HloInstruction* link : operation.all_links()) {
        Node(Mutable(link)).was_sugar = false;
      }
    }
  }
  const auto remove = [&](HloComputation* computation) {
    return Node(computation).is_removed = wrappers.contains(computation);
  };
  state.computations.erase(
      std::remove_if(state.computations.begin(), state.computations.end(), remove),
      state.computations.end());
}

}  // namespace hlo_text_v1
