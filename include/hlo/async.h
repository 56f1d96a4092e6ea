// Asynchronous operations: sugar and generic form, chains, and what each link binds.
//
// An asynchronous operation is a chain of instructions linked through operand 0: a start, any
// number of updates, a done. In generic form these are async-start (with calls=, the wrapped
// computation), async-update and async-done; in sugar the opcode of a wrapped computation of one
// instruction stands in their place, `custom-call-start`. Parsing gives sugar as it stands
// (HloInstruction::async_phase); Desugar, a part of ReadHloModule, makes it generic; printing makes
// sugar again where asked. Some opcodes have a start and done of their own, `copy-start`: a pair,
// which has no updates.
//
//   for (const hlo::AsyncOperation& operation : hlo::FindAsyncOperations(*computation)) {
//     operation.wrapped_opcode();             // hlo::HloOpcode::kCustomCall
//     operation.NewOperands(operation.start());  // operands bound at the start
//     if (operation.is_pair()) continue;
//     const hlo::AsyncChain chain(operation);
//     chain.OutputBinding();                  // the link that has the result
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

namespace internal {
class AsyncOperationFinder;
}

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

// Lets each async-start whose wrapped computation only calls another call that one directly:
// async-start(...), calls=%foo, as in the Async HLO document. Only where nothing is lost: the call
// has no attribute but to_apply and hands on the parameters in order, nobody else calls the callee,
// and its execution thread is the start's. Wrapped computations that nobody calls any more are
// removed. Linear.
void UnwrapAsyncCalls(HloModule& module);

// ---- One instruction.

// Whether an instruction is a start, update or done of a chain, sugared or generic. False for
// pairs. Constant time.
bool IsAsyncStart(const HloInstruction& instruction);
bool IsAsyncUpdate(const HloInstruction& instruction);
bool IsAsyncDone(const HloInstruction& instruction);

// async_execution_thread= of an async-start; "main" if it has none.
std::string_view AsyncExecutionThread(const HloInstruction& start);

// ---- One operation.

// The instructions that are one asynchronous operation, a chain or a pair, and what they do. Valid
// as long as the computation is not edited. Functions cost constant time unless they say otherwise.
class AsyncOperation {
 public:
  const HloInstruction& start() const { return *links_.front(); }
  // In order of the chain; none in a pair.
  absl::Span<const HloInstruction* const> updates() const;
  // nullptr for an operation without one.
  const HloInstruction* done() const;
  // start, updates, done. Where a link has several followers, which the verifier refuses, the first
  // one in order of creation.
  absl::Span<const HloInstruction* const> links() const { return links_; }
  // With all followers of every link, in order of creation. Nearly always links().
  absl::Span<const HloInstruction* const> all_links() const {
    return all_links_.empty() ? links_ : all_links_;
  }
  // Whether start and done have opcodes of their own, all-reduce-start (HasFirstClassAsync).
  bool is_pair() const { return is_pair_; }

  // The opcode of what is done asynchronously, before and after Desugar; kRecv and kSend of recv
  // and send, which are starts themselves.
  HloOpcode wrapped_opcode() const;
  // Its name, also of an unknown opcode (hlo/unknown_words.h).
  std::string_view wrapped_opcode_name() const;
  // What an async-start calls; nullptr for sugar before Desugar, and for a pair.
  const HloComputation* wrapped_computation() const;
  // Its root; nullptr likewise.
  const HloInstruction* wrapped_instruction() const;
  // Where the work is: what the wrapped call or fusion calls, or else the wrapped computation;
  // nullptr if there is neither.
  const HloComputation* callee() const;
  // AsyncExecutionThread of a chain; empty for a pair.
  std::string_view execution_thread() const;

  // The operands that `link` binds: all of a start; of an update those behind its first that are no
  // OutputBuffers; none of a done. Linear in the leaves of the result where an update may have such
  // buffers.
  static absl::Span<HloInstruction* const> NewOperands(const HloInstruction& link);
  // The operands of an update that bind no parameter but are buffers for the result, which this
  // update binds: as many as the result has leaves, of their shapes. Nearly always none. Costs as
  // NewOperands.
  static absl::Span<HloInstruction* const> OutputBuffers(const HloInstruction& link);
  // The operands bound at `link` or before it, in order of the wrapped computation's parameters.
  // Linear in their number.
  std::vector<const HloInstruction*> BoundOperands(const HloInstruction& link) const;

  // The instructions that stand between start and done in the order of a scheduled module (order of
  // creation), without the links. Empty without a done. Linear in their number.
  std::vector<const HloInstruction*> Between() const;
  // How long the buffer of each bound operand, and each output buffer, must stay alive: from the
  // link that binds it to the done (nullptr: to the end of the computation). Linear in their
  // number.
  struct OperandLifetime {
    const HloInstruction* operand;
    const HloInstruction* bound_at;
    const HloInstruction* until;
  };
  std::vector<OperandLifetime> OperandLifetimes() const;

 protected:
  AsyncOperation() = default;

  std::vector<const HloInstruction*> links_;

 private:
  friend class internal::AsyncOperationFinder;

  std::vector<const HloInstruction*> all_links_;  // empty: links_
  bool is_pair_ = false;
};

// The asynchronous operations of `computation`, desugared or not, in order of creation of their
// starts. Updates and dones that lead to no start are in none of them. Linear.
std::vector<AsyncOperation> FindAsyncOperations(const HloComputation& computation);

// ---- Binding along a chain.

// A chain with the shapes of its links: when the result is bound, and what is one buffer.
class AsyncChain : public AsyncOperation {
 public:
  // `operation` must not be a pair.
  explicit AsyncChain(AsyncOperation operation) : AsyncOperation(std::move(operation)) {}
  // The chain that `link` belongs to; nullopt if it is no link of a chain, or its operands do not
  // lead to a start. `users` are the lists of link's computation. Where a link has several
  // followers the chain is the one that leads to `link`, and from there to the first. Linear in the
  // length of the chain; to look at all chains of a computation, FindAsyncOperations is faster.
  static std::optional<AsyncChain> Of(const HloInstruction& link, const UserSnapshot& users);

  // The first link whose shape holds the whole result; the done at the latest, nullptr if there is
  // none. Linear in the shapes of the links.
  const HloInstruction* OutputBinding() const;
  // The first link at which all operands and the whole result are bound; nullptr if there is none.
  // Linear in the shapes of the links.
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
  // for the wrapped root. Without entering tuples: the pairs stand for all places below them.
  // Linear in the pairs and the shapes of the links.
  std::vector<std::pair<Position, Position>> Aliases() const;
  // Pairs that output_to_operand_aliasing makes one buffer, that of the start or of the wrapped
  // custom-call or fusion: an operand and a place of the link that binds it, if the result is bound
  // there too; the place of an operand in the last start or update, and one of the done. Linear in
  // the requests times the links.
  std::vector<std::pair<Position, Position>> RequestedAliases() const;

 private:
  AsyncChain() = default;
};

}  // namespace hlo

#endif  // HLO_ASYNC_H_
