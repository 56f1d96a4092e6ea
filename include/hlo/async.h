// Asynchronous operations: sugar and generic form, chains, and the values that each link binds.
//
//   for (const hlo_text::AsyncOperation& operation : hlo_text::FindAsyncOperations(*computation)) {
//     assert(operation.wrapped_opcode() == hlo_text::HloOpcode::kCustomCall);
//     assert(operation.NewOperands(operation.start()).size() == 1);  // bound at the start
//     assert(operation.OutputBinding() == &operation.start());  // the link that has the result
//   }
//
// An asynchronous operation is a chain of instructions linked through operand 0: a start, any
// number of updates, a done. The state that links them may also go through tuples, copies and
// barriers, and be carried by loops: then links are in their bodies. In generic form these are
// async-start (with calls=, the wrapped computation), async-update and async-done; if the wrapped
// computation has one instruction, sugar writes its opcode instead: `custom-call-start`.
// ReadHloModule makes all of them generic, with Desugar, and the printer writes sugar again by
// default. ParseHloModule keeps sugar (HloInstruction::async_phase): such a module can be printed,
// cloned and desugared; everything else takes modules without sugar, and answers "run Desugar
// first". Some opcodes have their own start and done, `copy-start`: a pair, without updates.
//
// Shape of a start or update: ((P0, P1, ...), R, contexts...): the operands bound so far; the
// result, or () until it is bound; any contexts. Operands bind from left to right, also late, at
// updates; the result may be bound at the start, at an update or at the done. Source: XLA
// HloAsyncInstruction, async_ops documentation.
#ifndef HLO_ASYNC_H_
#define HLO_ASYNC_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/diagnostic.h"
#include "hlo/graph.h"
#include "hlo/internal/stringify.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

class AsyncOperation;
class MutableAsyncOperation;
namespace internal {
class AsyncOperationFinder;
}

// Rewrites every sugared instruction of `module` into async-start, async-update or async-done. Each
// start gets a new computation, async_wrapped, with parameters async_param and a root named after
// its opcode, at the place in the module where XLA's parser puts it; the whole chain completes the
// root's shape and parameters. Attributes go to the start or to the root as in XLA. Names may then
// clash: run Uniquify. The printer still knows which chains were sugar (AsyncPrintMode::kKeep). As
// in XLA, everything called from a start gets its thread; `warnings` (may be null) gets one for
// each different thread in the text that this overwrites. Does the same to the modules in
// origin_recovery_table, without warnings. Linear in the module. Never fails. XLA
// HloParserImpl::CreateInstruction, kAsyncStart/kAsyncUpdate/kAsyncDone.
void Desugar(HloModule* module, std::vector<Diagnostic>* warnings = nullptr);

// Replaces metadata, backend_config, frontend_attributes, origin and statistics of each instruction
// that an async-start wraps by those of the last link of its chain that has them, as XLA's parser
// does: what Desugar does for sugar, which says nothing else of them, but also for chains in
// generic form. An instruction that is itself a link keeps its own: XLA would hand them one
// computation further at each reading. `module` must be desugared. Linear.
void LetLastLinkWin(HloModule* module);

// Whether `module` has sugar, since ParseHloModule has read it and Desugar has not run. Constant
// time.
bool HasSugar(const HloModule& module);

// If the wrapped computation of an async-start only calls another one, lets the start call that
// directly: async-start(...), calls=%foo, as in the Async HLO document. Only where nothing is lost:
// the call has no attribute but to_apply and passes the parameters in order, nothing else calls the
// wrapped computation or the callee, no text kept as written names it (hlo/unknown_words.h), the
// callee's execution thread is the start's, and it is not just a copy or another opcode with a
// start of its own. Removes wrapped computations that lose their last caller. Such a start no
// longer prints as it was spelled (AsyncPrintMode::kKeep). Linear.
void UnwrapAsyncCalls(HloModule* module);

// ---- Back to sugar.

// Who must be able to read sugar.
enum class AsyncReader : uint8_t {
  kXla012,   // also XLA as of jaxlib 0.12, which crashes on some that has a meaning
  kHloText,  // ParseHloModule
};

// Why a chain has no sugar: the lines of the table, in their order.
enum class SugarObstacle : uint8_t {
#define HLO_SUGAR_OBSTACLE(Id, Reader, reason) k##Id,
#include "hlo/tables/sugar_obstacles.def"
};
// "its computation has another caller": completes "generic, since". Lives forever.
std::string_view SugarObstacleReason(SugarObstacle obstacle);

// The inverse of Desugar: whether sugar can stand for a chain. The printer asks it.
class SugarForms {
 public:
  // `module` must be desugared, outlive this and not be edited meanwhile. Linear in the module.
  explicit SugarForms(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND,
                      AsyncReader reader = AsyncReader::kXla012);
  SugarForms(SugarForms&& other) noexcept;
  ~SugarForms();

  // nullopt if the sugar of `operation`, of this module, reads back as the same program up to
  // names, and for a pair, which has no other form; else the first line of the table against it.
  // Linear in the chain, its shapes and its computation.
  std::optional<SugarObstacle> ObstacleTo(const AsyncOperation& operation);

 private:
  class Rules;
  std::unique_ptr<Rules> rules_;
};

// A note at each chain that has an obstacle, in order of the module; offsets are into
// module.source(). Linear in the module, which must be desugared.
std::vector<Diagnostic> ExplainAsync(const HloModule& module,
                                     AsyncReader reader = AsyncReader::kXla012);

// ---- One instruction.

// Whether an instruction is a start, update or done of a chain. False for pairs. Constant time.
bool IsAsyncStart(const HloInstruction& instruction);
bool IsAsyncUpdate(const HloInstruction& instruction);
bool IsAsyncDone(const HloInstruction& instruction);

// async_execution_thread= of an async-start; "main" if it has none.
std::string_view AsyncExecutionThread(const HloInstruction& start);

// ---- One operation.

// The instructions of one asynchronous operation, a chain or a pair. Valid until the computation is
// edited. Functions take constant time unless they say otherwise.
class AsyncOperation {
 public:
  // That of `link`; nullopt if it is no link or its operands do not lead to a start. `users`
  // belongs to link's computation. If a link has several followers, the operation is the one that
  // leads to `link`, and from there to the first. Linear in the length of the chain; in the module
  // if not all links are direct or there is no done. For all operations of a computation,
  // FindAsyncOperations is faster.
  static std::optional<AsyncOperation> Of(const HloInstruction& link, const UserSnapshot& users);
  static std::optional<MutableAsyncOperation> Of(HloInstruction& link, const UserSnapshot& users);

  const HloInstruction& start() const { return *links_.front(); }
  // In order of the chain; none in a pair.
  absl::Span<const HloInstruction* const> updates() const;
  // nullptr if there is none.
  const HloInstruction* done() const;
  // Whether `link`, of this operation, is a done, in whatever computation.
  bool IsDone(const HloInstruction& link) const;
  // start, updates, done, as far as they are in the computation of the start. If a link has several
  // followers, the first one in order of creation.
  absl::Span<const HloInstruction* const> links() const { return links_; }
  // The same with links in other computations, of loops that carry the state.
  absl::Span<const HloInstruction* const> chain() const { return chain_.empty() ? links_ : chain_; }
  // With all followers of every link, wherever they are, in order of creation: computations in
  // order of the module. Nearly always links().
  absl::Span<const HloInstruction* const> all_links() const {
    return all_links_.empty() ? links_ : all_links_;
  }
  // Whether each link has the one before as its operand 0. Else values are in between.
  bool is_direct() const { return is_direct_; }
  // Whether start and done have their own opcodes, all-reduce-start (HasFirstClassAsync).
  bool is_pair() const { return is_pair_; }

  // The opcode that runs asynchronously; kRecv and kSend for recv and send, which are their own
  // starts.
  HloOpcode wrapped_opcode() const;
  // Its name, even of an unknown opcode (hlo/unknown_words.h).
  std::string_view wrapped_opcode_name() const;
  // The computation that an async-start calls; nullptr for a pair.
  const HloComputation* wrapped_computation() const;
  // Its root; nullptr likewise.
  const HloInstruction* wrapped_instruction() const;
  // The computation with the work: the callee of the wrapped call or fusion, or else the wrapped
  // computation; nullptr if there is neither.
  const HloComputation* callee() const;
  // AsyncExecutionThread of a chain; empty for a pair.
  std::string_view execution_thread() const;

  // The operands that `link` binds: all of a start; those of an update after its first, without
  // OutputBuffers; none of a done. Linear in the leaves of the result if an update may have such
  // buffers.
  static absl::Span<const HloInstruction* const> NewOperands(const HloInstruction& link);
  static absl::Span<HloInstruction* const> NewOperands(HloInstruction& link);
  // If an update binds the result or a part of it, its operands that are buffers for that and bind
  // no parameter: one for each leaf that it binds, of its shape. Nearly always none. Costs as
  // NewOperands.
  static absl::Span<const HloInstruction* const> OutputBuffers(const HloInstruction& link);
  static absl::Span<HloInstruction* const> OutputBuffers(HloInstruction& link);
  // The place in the shape of `link` of the leaf that each of OutputBuffers is for, {1} or below.
  // Costs as NewOperands.
  static std::vector<std::vector<int64_t>> OutputBufferIndices(const HloInstruction& link);
  // The operands bound up to and including `link`, in order of the wrapped computation's
  // parameters. Linear in their number.
  std::vector<const HloInstruction*> BoundOperands(const HloInstruction& link) const;
  // For each operand bound up to the last link, in the same order: which of chain() binds it. Costs
  // as BoundOperands.
  std::vector<size_t> BoundAt() const;

  // The instructions between start and done in schedule order (order of creation), without the
  // links. Empty without a done. Linear in their number.
  std::vector<const HloInstruction*> Between() const;
  // How long the buffer of each operand that one of links() binds and each output buffer must live:
  // from that link to the done (nullptr: to the end of the computation). Linear in their number.
  struct OperandLifetime {
    const HloInstruction* operand;
    const HloInstruction* bound_at;
    const HloInstruction* until;
  };
  std::vector<OperandLifetime> OperandLifetimes() const;

  // ---- The result, and which places share a buffer.

  // The first of chain() whose shape holds the whole result, at the latest the done; nullptr if
  // there is none. The start of a pair. Linear in the shapes of the links.
  const HloInstruction* OutputBinding() const;
  // The first of chain() at which all operands and the whole result are bound; nullptr if there is
  // none. The start of a pair. Linear in the shapes of the links.
  const HloInstruction* FullyBound() const;

  // A place in a value: an instruction and a path into its shape.
  struct Position {
    const HloInstruction* instruction;
    std::vector<int64_t> index;
  };
  // Pairs of places that share a buffer, along chain(): each bound operand, the places of
  // the start and updates that hold it, and the wrapped parameter; the wrapped root, element 1 of
  // start and updates where it is bound, and the done; output buffers and the results they hold. A
  // pair of tuples stands for all places below it. None in a
  // pair (hlo/buffer_analysis.h). Linear in the pairs and the shapes of the links.
  std::vector<std::pair<Position, Position>> Aliases() const;
  // Pairs that share a buffer because of output_to_operand_aliasing on an update: parts of the
  // context, which is its own otherwise; or on the start, the wrapped custom-call or the fusion: an
  // operand and a place of the link that binds it, if that also binds
  // the result; the place of an operand in the last start or update, and one of the done. Linear in
  // the requests times the links.
  std::vector<std::pair<Position, Position>> RequestedAliases() const;

 private:
  friend class internal::AsyncOperationFinder;
  AsyncOperation() = default;

  std::vector<const HloInstruction*> links_;
  std::vector<const HloInstruction*> chain_;      // empty: links_
  std::vector<const HloInstruction*> all_links_;  // empty: links_
  bool is_pair_ = false;
  bool is_direct_ = true;
};

// The same operation in a module that may be edited, with its parts mutable.
class MutableAsyncOperation : public AsyncOperation {
 public:
  HloInstruction& start() const { return *links().front(); }
  absl::Span<HloInstruction* const> updates() const { return Mutable(AsyncOperation::updates()); }
  HloInstruction* done() const { return const_cast<HloInstruction*>(AsyncOperation::done()); }
  absl::Span<HloInstruction* const> links() const { return Mutable(AsyncOperation::links()); }
  absl::Span<HloInstruction* const> chain() const { return Mutable(AsyncOperation::chain()); }
  absl::Span<HloInstruction* const> all_links() const {
    return Mutable(AsyncOperation::all_links());
  }
  HloComputation* wrapped_computation() const {
    return const_cast<HloComputation*>(AsyncOperation::wrapped_computation());
  }
  HloInstruction* wrapped_instruction() const {
    return const_cast<HloInstruction*>(AsyncOperation::wrapped_instruction());
  }
  HloComputation* callee() const { return const_cast<HloComputation*>(AsyncOperation::callee()); }

 private:
  friend class AsyncOperation;
  friend class internal::AsyncOperationFinder;
  explicit MutableAsyncOperation(AsyncOperation operation) : AsyncOperation(std::move(operation)) {}
  static absl::Span<HloInstruction* const> Mutable(absl::Span<const HloInstruction* const> all) {
    return {const_cast<HloInstruction* const*>(all.data()), all.size()};
  }
};

// The asynchronous operations of `computation`, in order of creation of their starts, which are in
// it. Leaves out updates and dones that lead to no start. Linear; in the whole module if not all
// links are direct or a chain has no done.
std::vector<AsyncOperation> FindAsyncOperations(const HloComputation& computation);
std::vector<MutableAsyncOperation> FindAsyncOperations(HloComputation& computation);
// The same for each of module.computations(). Linear.
std::vector<std::vector<AsyncOperation>> FindAsyncOperations(const HloModule& module);
std::vector<std::vector<MutableAsyncOperation>> FindAsyncOperations(HloModule& module);

// The operations of a module or a computation, found by their links. Stale after an edit. For
// several computations use one of the module: a chain through loops costs a search in the module.
class AsyncIndex {
 public:
  // All operations of FindAsyncOperations(module), each once. Linear, but for sorting the links.
  explicit AsyncIndex(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND);
  // Those of FindAsyncOperations(computation); then those with a start elsewhere and a link here.
  // Knows only links in the computation. Costs as FindAsyncOperations.
  explicit AsyncIndex(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND);

  // By computation, in order of creation of their starts.
  const std::vector<AsyncOperation>& operations() const { return operations_; }
  // The operation that `link` belongs to; nullptr if it is not a link of one. Constant time for
  // opcodes that cannot be links, else logarithmic in the links.
  const AsyncOperation* Of(const HloInstruction& link) const;
  // How many instructions are between start and done of one of operations(), in order of creation
  // and without its links: Between().size(), at the cost of Of. -1 without a done, or if the index
  // does not know the links.
  int64_t Distance(const AsyncOperation& operation) const;

 private:
  struct Place {
    const HloInstruction* link;
    uint32_t operation;     // of operations_
    uint32_t position = 0;  // in its computation
  };

  void AddPlaces(const HloComputation* only);
  void SetPositions(const HloComputation& computation);
  const Place* PlaceOf(const HloInstruction& link) const;

  std::vector<AsyncOperation> operations_;
  std::vector<Place> places_;  // by address of the link
};

}  // namespace hlo_text_v1

// `stream << obstacle` and absl::StrCat(obstacle) write SugarObstacleReason(obstacle).
HLO_TEXT_STRINGIFY_NAME(SugarObstacle, SugarObstacleReason)

#endif  // HLO_ASYNC_H_
