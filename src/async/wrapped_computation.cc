// See wrapped_computation.h. Source: XLA HloParserImpl::CreateInstruction for async-start, -update
// and -done.
#include "src/async/wrapped_computation.h"

#include <algorithm>

#include "hlo/computation.h"
#include "src/ir/made_shape.h"
#include "src/ir/name_reference.h"

namespace hlo::internal {

bool CanBeWrapped(HloOpcode opcode) {
  return opcode != HloOpcode::kParameter && opcode != HloOpcode::kConstant &&
         GetOpcodeInfo(opcode).group != OpcodeGroup::kAsync;
}

size_t MinimumWrappedParameters(HloOpcode opcode) {
  const int arity = GetOpcodeInfo(opcode).arity;
  if (arity != kVariadic) return static_cast<size_t>(arity);
  if (opcode == HloOpcode::kRaggedAllToAll) return 6;
  return opcode == HloOpcode::kDot || opcode == HloOpcode::kConvolution ? 2 : 0;
}

size_t WrappedOperandCount(HloOpcode opcode, size_t parameters) {
  const int arity = GetOpcodeInfo(opcode).arity;
  return arity == kVariadic ? parameters : static_cast<size_t>(arity);
}

const HloComputation* CalleeOf(HloOpcode opcode, const HloInstruction& instruction) {
  if (opcode != HloOpcode::kCall && opcode != HloOpcode::kFusion) return nullptr;
  const Attribute* callee = instruction.FindAttribute(
      opcode == HloOpcode::kCall ? AttributeKind::kToApply : AttributeKind::kCalls);
  return callee == nullptr ? nullptr : callee->AsComputation();
}

const Attribute* CopiedAttribute(const AsyncOperation& operation, AttributeKind kind) {
  const Attribute* copied = nullptr;
  for (const HloInstruction* link : operation.all_links()) {
    if (const Attribute* attribute = link->FindAttribute(kind)) copied = attribute;
  }
  return copied;
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

WrappedShapes InferWrappedShapes(HloOpcode opcode, const AsyncOperation& operation,
                                 const HloComputation* callee, ShapePool& shapes) {
  std::vector<const Shape*> links;
  const Shape* done = nullptr;
  for (const HloInstruction* link : operation.all_links()) {
    if (!IsAsyncDone(*link)) {
      // Nearly all links of a chain have one shape. An update may say more than the start.
      if (links.size() < 2 || links.back() != &link->shape()) links.push_back(&link->shape());
    } else if (done == nullptr) {
      done = &link->shape();
    }
  }
  return InferWrappedShapes(opcode, links, done, callee, shapes);
}

bool NamesWhatIsAroundStart(HloOpcode opcode, const Attribute& attribute) {
  if (!NamesSurroundings(attribute)) return false;
  const auto specs = GetOpcodeInfo(opcode).attributes;
  return std::none_of(specs.begin(), specs.end(), [&](const AttributeSpec& spec) {
    return AttributeName(spec.kind) == attribute.name();
  });
}

}  // namespace hlo::internal
