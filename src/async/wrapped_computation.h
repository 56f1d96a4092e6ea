// What the wrapped computation of a sugared chain looks like: shared by Desugar, which makes it,
// and by the printer, which may write sugar only where Desugar would make the same again.
#ifndef HLO_ASYNC_WRAPPED_COMPUTATION_H_
#define HLO_ASYNC_WRAPPED_COMPUTATION_H_

#include <vector>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"
#include "src/async/chain_shapes.h"

namespace hlo {

// Whether an instruction of `opcode` may be wrapped by a sugared chain. Those with a first-class
// form (HasFirstClassAsync) may, but have no sugar of their own.
bool CanBeWrapped(HloOpcode opcode);

// Number of parameters that a wrapped computation of `opcode` has at least; those that nothing is
// bound to are placeholders of shape f32[1]. XLA HloOpcodeArity.
size_t MinimumWrappedParameters(HloOpcode opcode);

// How many of its `parameters` the wrapped instruction has as operands: as many as the opcode takes
// if that is fixed, else all.
size_t WrappedOperandCount(HloOpcode opcode, size_t parameters);

struct WrappedShapes {
  std::vector<const Shape*> parameters;
  const Shape* result = nullptr;
};

// The shapes that follow from a chain of `opcode`. `links` are the shapes of start and updates as
// written, `done` that of the done or nullptr; `callee` is what the wrapped call or fusion calls,
// else nullptr. A shape is taken from its first mention, and from a later one only if that is not
// compatible. Links of another shape than IsAsyncShape say nothing.
WrappedShapes InferWrappedShapes(HloOpcode opcode, absl::Span<const Shape* const> links,
                                 const Shape* done, const HloComputation* callee,
                                 ShapePool& shapes);
// The same from all links of `operation`, a chain; the first done counts.
WrappedShapes InferWrappedShapes(HloOpcode opcode, const AsyncOperation& operation,
                                 const HloComputation* callee, ShapePool& shapes);

// The fields that every link of a chain copies to the wrapped instruction, the last link winning.
inline constexpr AttributeKind kCopiedToWrapped[] = {
    AttributeKind::kFrontendAttributes, AttributeKind::kStatistics, AttributeKind::kOrigin,
    AttributeKind::kMetadata, AttributeKind::kBackendConfig};
// What the wrapped instruction gets of `kind`, one of these; nullptr if no link has it.
const Attribute* CopiedAttribute(const AsyncOperation& operation, AttributeKind kind);

// Whether output_to_operand_aliasing in sugar belongs to the wrapped instruction, not to the start.
inline bool OwnsAliasing(HloOpcode opcode) {
  return opcode == HloOpcode::kCustomCall || opcode == HloOpcode::kFusion;
}

// What a wrapped call or fusion calls; nullptr for any other opcode.
const HloComputation* CalleeOf(HloOpcode opcode, const HloInstruction& instruction);

}  // namespace hlo

#endif  // HLO_ASYNC_WRAPPED_COMPUTATION_H_
