// Wrapped computations: their form in a sugared chain, which Desugar makes, and the printer may
// write as sugar only if Desugar would make the same again; and those that only call another one.
#ifndef HLO_ASYNC_WRAPPED_COMPUTATION_H_
#define HLO_ASYNC_WRAPPED_COMPUTATION_H_

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/instruction.h"
#include "hlo/module.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"
#include "src/async/chain.h"
#include "src/base/hash_table.h"

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
// The link whose attribute of `kind`, one of these, is the wrapped instruction's; nullptr if none
// has it.
const HloInstruction* LinkWithCopied(const AsyncOperation& operation, AttributeKind kind);

// Whether output_to_operand_aliasing in sugar belongs to the wrapped instruction, not the start.
inline bool OwnsAliasing(HloOpcode opcode) {
  return opcode == HloOpcode::kCustomCall || opcode == HloOpcode::kFusion;
}

// The callee of a wrapped call or fusion; nullptr for any other opcode.
const HloComputation* CalleeOf(HloOpcode opcode, const HloInstruction& instruction);

// Whether sugar of `opcode` keeps `attribute` on its start because it means something only there.
// An attribute of the opcode itself, whose value was not understood, goes to the wrapped
// instruction.
bool IsLocalToStart(HloOpcode opcode, const Attribute& attribute);

// ---- Wrapped computations that only call another one, which the Async HLO document leaves out.

// From such a computation to the one with the work, through any number of them.
using AsyncWrappers = HashMap<const HloComputation*, HloComputation*>;

// Those of some computations of `module`, desugared: an async-start calls it and nothing else does,
// and it hands its parameters on, in order, to a computation that only it calls, on the same
// thread, and that is more than one instruction with an asynchronous opcode of its own, like copy.
// An attribute of its instructions for which `counts` is true, to_apply aside, keeps one out.
// Linear.
AsyncWrappers FindAsyncWrappers(const HloModule& module,
                                absl::Span<HloComputation* const> computations,
                                absl::FunctionRef<bool(const Attribute&)> counts);

}  // namespace hlo::internal

#endif  // HLO_ASYNC_WRAPPED_COMPUTATION_H_
