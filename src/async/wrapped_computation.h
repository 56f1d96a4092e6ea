// The form of a sugared chain's wrapped computation. Shared by Desugar, which makes it, and the
// printer, which may write sugar only if Desugar would make the same again.
#ifndef HLO_ASYNC_WRAPPED_COMPUTATION_H_
#define HLO_ASYNC_WRAPPED_COMPUTATION_H_

#include <vector>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"
#include "src/async/chain_shapes.h"

namespace hlo::internal {

// Whether a sugared chain may wrap `opcode`. Opcodes with a first-class form (HasFirstClassAsync)
// may be wrapped but have no sugar of their own.
bool CanBeWrapped(HloOpcode opcode);

// Minimum number of parameters of a wrapped computation of `opcode`; unbound ones are placeholders
// of shape f32[1]. XLA HloOpcodeArity.
size_t MinimumWrappedParameters(HloOpcode opcode);

// How many of its `parameters` are operands of the wrapped instruction: the opcode's number if it
// is fixed, else all.
size_t WrappedOperandCount(HloOpcode opcode, size_t parameters);

struct WrappedShapes {
  std::vector<const Shape*> parameters;
  const Shape* result = nullptr;
};

// The shapes that follow from a chain of `opcode`. `links` are the shapes of start and updates as
// written, `done` that of the done or nullptr; `callee` is the callee of the wrapped call or
// fusion, else nullptr. The callee says what a start wraps, else the start does. Each link then
// says it again, and a shape stays until an incompatible one replaces it: updates say what they
// bind and the output, () if they have none, the done what the start binds and its own shape. Links
// whose shape fails IsAsyncShape are ignored. An opcode that makes its own shape does so here: the
// links of an outfeed may say f32[4], it remains a token.
WrappedShapes InferWrappedShapes(HloOpcode opcode, absl::Span<const Shape* const> links,
                                 const Shape* done, const HloComputation* callee,
                                 ShapePool& shapes);
// The same from all links of `operation`, a chain; the first done counts.
WrappedShapes InferWrappedShapes(HloOpcode opcode, const AsyncOperation& operation,
                                 const HloComputation* callee, ShapePool& shapes);

// The fields that every link of a chain copies to the wrapped instruction; the last link wins.
inline constexpr AttributeKind kCopiedToWrapped[] = {
    AttributeKind::kFrontendAttributes, AttributeKind::kStatistics, AttributeKind::kOrigin,
    AttributeKind::kMetadata, AttributeKind::kBackendConfig};
// The wrapped instruction's attribute of `kind`, one of these; nullptr if no link has it.
const Attribute* CopiedAttribute(const AsyncOperation& operation, AttributeKind kind);

// Whether output_to_operand_aliasing in sugar belongs to the wrapped instruction, not the start.
inline bool OwnsAliasing(HloOpcode opcode) {
  return opcode == HloOpcode::kCustomCall || opcode == HloOpcode::kFusion;
}

// The callee of a wrapped call or fusion; nullptr for any other opcode.
const HloComputation* CalleeOf(HloOpcode opcode, const HloInstruction& instruction);

// Whether sugar of `opcode` keeps `attribute` on its start because it names what is around that
// (NamesSurroundings). An attribute of the opcode itself, whose value was not understood, goes to
// the wrapped instruction.
bool NamesWhatIsAroundStart(HloOpcode opcode, const Attribute& attribute);

}  // namespace hlo::internal

#endif  // HLO_ASYNC_WRAPPED_COMPUTATION_H_
