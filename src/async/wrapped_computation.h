// Wrapped computations: the form that Desugar makes for a sugared chain (the printer writes sugar
// only if Desugar would make the same again), and those that only call another computation.
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
#include "src/async/producer.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// Whether a sugared chain may wrap `opcode`. Opcodes with a first-class form (HasFirstClassAsync)
// may be wrapped; only some of their chains have sugar (HasSugarBesidePair).
bool CanBeWrapped(HloOpcode opcode);

// Whether the start of a chain around `opcode`, with this shape and these operands, prints and
// reads as X-start although that is an opcode of its own, as GPU compilers write all-gather,
// all-reduce and collective-permute: the shape ((operand), result, ...) tells, since X-start itself
// has (operand, result). The two look the same with several operands, except for all-reduce, whose
// own start has no shapes of operands.
bool HasSugarBesidePair(HloOpcode opcode, const Shape& shape,
                        absl::Span<const HloInstruction* const> operands);

// Minimum number of parameters of a wrapped computation of `opcode`; unbound ones are placeholders
// of shape f32[1]: the arity, or HLO_ASYNC_SUGAR of opcodes.def. XLA HloOpcodeArity.
size_t MinimumWrappedParameters(HloOpcode opcode);

// The number of `parameters` that are operands of the wrapped instruction: the opcode's arity if it
// is fixed, else all.
size_t WrappedOperandCount(HloOpcode opcode, size_t parameters);

// Whether `computation` is one instruction besides its parameters, so that XLA prints sugar for a
// start that calls it.
bool IsOneInstruction(const HloComputation& computation);

struct WrappedShapes {
  std::vector<const Shape*> parameters;
  const Shape* result = nullptr;
};

// The shapes that follow from a chain of `opcode`. `links` are the shapes of start and updates as
// written, `done` that of the done or nullptr; `callee` is the callee of the wrapped call or
// fusion, else nullptr. Shapes come from the callee if there is one, else from the start. Later
// links override them where they are incompatible: an update gives its operands and output (() if
// none), the done gives the start's operands and its own shape. Links whose shape fails
// IsAsyncShape are ignored. An opcode that makes its own shape does so here: whatever its links
// have, an outfeed is a token.
WrappedShapes InferWrappedShapes(HloOpcode opcode, absl::Span<const Shape* const> links,
                                 const Shape* done, const HloComputation* callee,
                                 ShapePool& shapes);
// The same from all links of `operation`, a chain, from which its start is in sight; the first done
// counts.
WrappedShapes InferWrappedShapes(HloOpcode opcode, const AsyncOperation& operation,
                                 const HloComputation* callee, ShapePool& shapes);

// Whether a parser that comes to `link`, in order of the text, knows that it is one of `operation`:
// false in the body of a loop that carries the state, which comes before that loop. `finder`, made
// without a module, is reused from link to link.
bool IsInSight(const AsyncOperation& operation, const HloInstruction& link, ProducerFinder* finder);

// The fields that every link of a chain copies to the wrapped instruction; the last link wins.
inline constexpr AttributeKind kCopiedToWrapped[] = {
    AttributeKind::kFrontendAttributes, AttributeKind::kStatistics, AttributeKind::kOrigin,
    AttributeKind::kMetadata, AttributeKind::kBackendConfig};
// Whether `link` has one of them.
bool HasCopiedToWrapped(const HloInstruction& link);
// The link whose attribute of `kind`, one of these, goes to the wrapped instruction; nullptr if no
// link has it. One with an OwnComputation changes that instead.
const HloInstruction* LinkWithCopied(const AsyncOperation& operation, AttributeKind kind);

// A wrapped instruction's attribute that a parser which lets the last link win replaces by that of
// `link`.
struct LostAttribute {
  const HloInstruction* instruction;
  const HloInstruction* link;
  AttributeKind kind;
};
// Those of `module`, which must be desugared. Linear.
std::vector<LostAttribute> FindLostAttributes(const HloModule& module);

// Removes the OwnComputation of each update and done whose start calls that, too. Linear.
void DropKnownComputations(HloModule& module);

// The callee of a wrapped call or fusion; nullptr for any other opcode.
const HloComputation* CalleeOf(HloOpcode opcode, const HloInstruction& instruction);

// Whether sugar of `opcode` keeps `attribute` on its start because it means something only there.
// An attribute of the opcode itself, whose value was not understood, goes to the wrapped
// instruction.
bool IsLocalToStart(HloOpcode opcode, const Attribute& attribute);

// ---- Wrapped computations that only call another one, which the Async HLO document leaves out.

// Maps each of them to the computation with the work, through any number of others.
using AsyncWrappers = HashMap<const HloComputation*, const HloComputation*>;

// Whether an attribute of an instruction matters.
using CountsAttribute = absl::FunctionRef<bool(const HloInstruction&, const Attribute&)>;

// Those among some computations of `module`, which must be desugared: only one async-start calls
// it, and it passes its parameters, in order, to a computation that only it calls, on the same
// thread, and that is not just one instruction with its own asynchronous opcode, like copy. One
// whose instructions have an attribute, except to_apply, for which `counts` is true is left out.
// Linear.
AsyncWrappers FindAsyncWrappers(const HloModule& module,
                                absl::Span<const HloComputation* const> computations,
                                CountsAttribute counts);

}  // namespace hlo_text_v1::internal

#endif  // HLO_ASYNC_WRAPPED_COMPUTATION_H_
