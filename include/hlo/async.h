// Asynchronous instructions: sugar, generic form, and chains.
//
// An asynchronous operation is a chain of instructions linked through operand 0: a start, any
// number of updates, a done. In generic form these are async-start (with calls=, the wrapped
// computation), async-update and async-done; in sugar the opcode of a wrapped computation of one
// instruction stands in their place, `custom-call-start`. Parsing gives sugar as it stands
// (HloInstruction::async_phase); Desugar, a part of ReadHloModule, makes it generic; printing makes
// sugar again where asked.
//
//   for (const hlo::HloInstruction* i : computation->instructions()) {
//     if (!hlo::IsAsyncStart(*i)) continue;
//     std::optional<hlo::AsyncChain> chain = hlo::AsyncChain::Of(*i, users);
//     chain->wrapped_opcode();   // hlo::HloOpcode::kCustomCall
//     chain->BoundOperands(*i);  // operands bound so far
//   }
//
// Shape of a start or update: ((P0, P1, ...), R, contexts...): the operands bound so far, the
// result or () while it is not bound, anything. Operands bind from left to right and may bind late,
// at updates; the result may be bound at the start, at an update or at the done. Source: XLA
// HloAsyncInstruction, async_ops documentation.
#ifndef HLO_ASYNC_H_
#define HLO_ASYNC_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/users.h"

namespace hlo {

// Rewrites every sugared instruction of `module` into async-start, async-update or async-done. Each
// start gets a new computation, async_wrapped, with parameters async_param and a root called after
// its opcode, which stands in the module where XLA's parser would have put it; the root's shape and
// parameters are completed from the whole chain. Attributes go to the start or to the root as in
// XLA. Names are not unique afterwards: run Uniquify. The printer still knows which chains were
// sugar (AsyncPrintMode::kKeep). The thread of a start is forced on all that is called from there,
// as in XLA; `warnings` (may be null) gets one for each other thread in the text that is lost by
// it. Linear in the size of the module. Never fails. XLA HloParserImpl::CreateInstruction,
// kAsyncStart/kAsyncUpdate/kAsyncDone.
void Desugar(HloModule& module, std::vector<Diagnostic>* warnings = nullptr);

// Replaces, on each async-start whose wrapped computation does nothing but call another, the former
// by the latter: async-start(...), calls=%foo, as in the Async HLO document. Only where nothing is
// lost by it: the call has no attribute but to_apply and hands on the parameters in order, nobody
// else calls the callee, and its execution thread is the start's. The wrapped computations that are
// no longer called are removed. Linear.
void UnwrapAsyncCalls(HloModule& module);

// Whether an instruction is a start, update or done, sugared or generic.
bool IsAsyncStart(const HloInstruction& instruction);
bool IsAsyncUpdate(const HloInstruction& instruction);
bool IsAsyncDone(const HloInstruction& instruction);

// One asynchronous operation, seen from any of its links. A view: valid as long as the computation
// is not edited.
class AsyncChain {
 public:
  // The chain that `link` belongs to; nullopt if it is no link, or its operands do not lead to a
  // start. `users` are the lists of link's computation. Where a link has several followers, which
  // the verifier refuses, the chain is that of the first one, or the one that leads to `link`.
  // Linear in the length of the chain.
  static std::optional<AsyncChain> Of(const HloInstruction& link, const UserLists& users);

  const HloInstruction& start() const { return *links_.front(); }
  // The done, or nullptr for a chain without one.
  const HloInstruction* done() const {
    return IsAsyncDone(*links_.back()) ? links_.back() : nullptr;
  }
  // start, updates, done.
  absl::Span<const HloInstruction* const> links() const { return links_; }

  // What the start calls; nullptr before Desugar for a sugared chain.
  const HloComputation* wrapped_computation() const;
  // Its root; nullptr before Desugar for a sugared chain.
  const HloInstruction* wrapped_instruction() const;
  // The opcode of what is done asynchronously, before and after Desugar.
  HloOpcode wrapped_opcode() const;
  // Where the work is: what the wrapped call or fusion calls, or else the wrapped computation.
  const HloComputation* callee() const;
  // "main" unless the start says otherwise.
  std::string_view execution_thread() const;

  // The operands bound at `link` or before it, in order of the wrapped computation's parameters.
  std::vector<const HloInstruction*> BoundOperands(const HloInstruction& link) const;
  // Those bound at `link` itself.
  absl::Span<HloInstruction* const> NewOperands(const HloInstruction& link) const;
  // The operands of an update that bind no parameter but are buffers for the result, which this
  // update binds: as many as the result has leaves, of their shapes. Nearly always none.
  absl::Span<HloInstruction* const> OutputBuffers(const HloInstruction& link) const;
  // The first link whose shape holds the whole result; the done at the latest, nullptr if there is
  // none.
  const HloInstruction* OutputBinding() const;
  // The first link at which all operands and the whole result are bound; nullptr if there is none.
  const HloInstruction* FullyBound() const;

  // A place in a value: an instruction and a path into its shape.
  struct Position {
    const HloInstruction* instruction;
    std::vector<int64_t> index;
  };
  // Pairs of places that are one buffer, all along the chain: each bound operand and the places of
  // the start and updates that hold it, the wrapped parameter; the wrapped root, element 1 of start
  // and updates where it is bound, and the done; context elements of updates and their predecessor;
  // output buffers and what they are buffers for. Before Desugar the last link with a result stands
  // for the wrapped root.
  // Without entering tuples: the pairs stand for all places below them.
  std::vector<std::pair<Position, Position>> Aliases() const;
  // Pairs that output_to_operand_aliasing makes one buffer, that of the start or of the wrapped
  // custom-call or fusion: an operand and a place of the link that binds it, if the result is bound
  // there too; the place of an operand in the last start or update, and one of the done.
  std::vector<std::pair<Position, Position>> RequestedAliases() const;

  // The instructions of the computation that stand between start and done in the order of a
  // scheduled module (order of creation), without the links. Empty without a done. Linear in their
  // number.
  std::vector<const HloInstruction*> Between() const;
  // How long the buffer of each bound operand, and each output buffer, must stay alive: from the
  // link that binds it to the done (nullptr: to the end of the computation).
  struct OperandLifetime {
    const HloInstruction* operand;
    const HloInstruction* bound_at;
    const HloInstruction* until;
  };
  std::vector<OperandLifetime> OperandLifetimes() const;

 private:
  using Pairs = std::vector<std::pair<Position, Position>>;
  const Shape* ResultShape() const;
  std::vector<const Shape*> ParameterShapes() const;
  bool BindsOutput(const HloInstruction& link, const Shape* result) const;
  void AppendOperandPairs(Pairs* pairs) const;
  void AppendOutputPairs(Pairs* pairs) const;
  void AppendBufferPairs(const HloInstruction& update, Pairs* pairs) const;

  std::vector<const HloInstruction*> links_;
};

}  // namespace hlo

#endif  // HLO_ASYNC_H_
