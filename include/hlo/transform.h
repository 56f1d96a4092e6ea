// Larger steps of a pass: clones computations, moves instructions into computations of their own
// and back into their callers, makes operations asynchronous and synchronous again.
//
// A library of helpers, read once; `module` gets a copy of one of them, with all it calls:
//
//   hlo_text::HloComputation* helper = hlo_text::CloneComputation(*library_helper, &module);
//   builder.AddInstruction(hlo_text::HloOpcode::kCall, nullptr, {x},
//                          {hlo_text::MakeAttribute<hlo_text::AttributeKind::kToApply>(helper)});
//
// A fusion of a multiply with the add that uses it:
//
//   absl::StatusOr<hlo_text::HloInstruction*> fusion =
//       hlo_text::CreateFusionInstruction({multiply, add}, hlo_text::FusionKind::kLoop);
//
// An exponential that a fusion uses becomes part of it:
//
//   absl::StatusOr<hlo_text::HloInstruction*> fused = hlo_text::FuseInstruction(exp, *fusion);
//
// A call of two instructions, and back:
//
//   absl::StatusOr<hlo_text::HloInstruction*> call =
//       hlo_text::OutlineExpressionFromComputation({negate, abs}, "outlined", computation);
//   if (!call.ok()) return call.status();
//   absl::StatusOr<hlo_text::HloInstruction*> again = hlo_text::InlineCall(*call);
//
// An all-gather that runs at the same time as what comes after `earlier`:
//
//   absl::StatusOr<hlo_text::HloInstruction*> done = hlo_text::CreateAsyncInstructions(all_gather);
//   if (!done.ok()) return done.status();
//   hlo_text::HloInstruction* start = (*done)->operand(0);
//   absl::Status status = hlo_text::MoveBefore(start, earlier);  // hlo/edit.h
//
// The rules of hlo/edit.h hold: errors are a Status, and then nothing has changed.
#ifndef HLO_TRANSFORM_H_
#define HLO_TRANSFORM_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/attribute_kind.h"
#include "hlo/computation.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// ---- Copies within a module and between modules. HloModule::Clone copies a whole module.

// Adds a copy of `computation`, which is built, to `module`, its own or another one, and returns
// it; the copy is never the entry computation.
//
// Names: the computation gets its name, ".", `suffix`, made unique ("body.clone", "body.clone.1");
// instructions keep theirs, made unique, with the suffix within the module. Within the module the
// copy has the callees of the original, except that each fusion and async-start gets its own. Into
// another module it copies all direct and indirect callees, shapes and stack frames; `computation`
// and its module may then be destroyed. Texts kept as written keep the old names
// (hlo/unknown_words.h). nullptr if one of the modules has sugar (HasSugar of hlo/async.h). Not
// safe beside another edit of `module`. Linear in the copy and the stack-frame tables. XLA
// HloComputation::Clone, CloneInContext.
HloComputation* CloneComputation(const HloComputation& computation, HloModule* module,
                                 std::string_view suffix = "clone");

// Adds an instruction like `instruction` to its computation, with `operands` of that computation,
// and returns it: the same opcode, attributes and literal, no control predecessors. `shape`
// nullptr: that of the original. A fusion or async-start gets a copy of what it calls, others call
// the same. The name is the original's, ".", `suffix`, made unique. It goes where HloBuilder puts
// instructions without an insertion point. Errors: kInvalidArgument for parameters, for a
// shape that a constant's value does not have, and as HloBuilder::AddInstruction. Linear in the
// copy. (HloBuilder::AddClone copies into another computation.) XLA
// HloInstruction::CloneWithNewOperands.
absl::StatusOr<HloInstruction*> CloneWithNewOperands(HloInstruction* instruction,
                                                     const Shape* shape,
                                                     absl::Span<HloInstruction* const> operands,
                                                     std::string_view suffix = "clone");

// ---- Instructions into a computation of their own, and back.

// Moves `instructions`, in any order, to a new computation called `name`, and returns the call of
// it that takes their place. What they use from outside becomes parameters, in order of use; what
// is used outside of them, or is the root, becomes the result: one value, or a tuple with a
// get-tuple-element each. If nothing is used outside, the result is the last one. In the new
// computation, which gets the execution thread of `computation`, instructions keep their names; the
// originals are removed. In a scheduled module the call goes where the last of them was, and what
// lies between them and uses them goes after it.
//
// Errors: kInvalidArgument if `instructions` is empty, has a parameter, or only one of two with a
// control dependency or of the links of an asynchronous operation; kFailedPrecondition if an
// instruction outside uses one of them and is used by another: the call would depend on itself.
// Linear in the computation. XLA HloModule::OutlineExpressionFromComputation,
// HloComputation::CreateCallInstruction.
absl::StatusOr<HloInstruction*> OutlineExpressionFromComputation(
    absl::Span<HloInstruction* const> instructions, std::string_view name,
    HloComputation* computation);
// The same for a fusion; the computation is called "fused_computation". Verify checks what may be
// fused. XLA HloComputation::CreateFusionInstruction.
absl::StatusOr<HloInstruction*> CreateFusionInstruction(
    absl::Span<HloInstruction* const> instructions, FusionKind kind);

// ---- Fusions that grow. Verify checks what may be fused.

// Who serves the users of a producer that are not fused with it.
enum class OtherUsers : uint8_t {
  kKeepProducer,  // the producer, which stays for them: its value is computed twice
  kUseFusion,     // a further result of the fusion
};

// Fuses `producer` with `fusion`, which uses it (for kUseFusion it need not), and returns its copy
// in the computation of `fusion`. The fusion gets the operands of the producer, each once, instead
// of the producer, which is removed if nobody else uses it. For kUseFusion the result is a tuple of
// the old one, or its elements, and the producer's, or its elements; in a schedule, what comes
// before the fusion and uses the producer goes after it.
//
// Errors: kInvalidArgument if `fusion` is not a fusion with a computation of its own, or does not
// use the producer and need not; if the producer is a parameter, has control dependencies or is
// part of an asynchronous operation. kFailedPrecondition if the fusion has aliases
// (output_to_operand_aliasing); for kKeepProducer, if the producer has other users and a side
// effect; for kUseFusion, if the fusion has a sharding, or something else uses the producer and is
// needed by the fusion. Linear in operands and parameters, for kUseFusion in the computation. XLA
// HloFusionInstruction::FuseInstruction, FuseInstructionIntoMultiOutput.
absl::StatusOr<HloInstruction*> FuseInstruction(HloInstruction* producer, HloInstruction* fusion,
                                                OtherUsers others = OtherUsers::kKeepProducer);
// The same for all instructions of `producer`, a fusion; `fusion` may also use its elements.
// The computation of `producer` stays: RemoveUnusedComputations removes it. InlineCall is the
// inverse. Errors: also if `producer` has aliases. Linear in the computation and that of
// `producer`. XLA MergeFusionInstruction, MergeFusionInstructionIntoMultiOutput.
absl::Status MergeFusion(HloInstruction* producer, HloInstruction* fusion,
                         OtherUsers others = OtherUsers::kKeepProducer);

// Replaces `call`, a call or fusion, by copies of the instructions of its computation, in print
// order, and returns the value that replaces it. The copies have the originals' names, made unique;
// fusions and async-starts among them call copies, too; if the computation is on another execution
// thread than the caller, all but async-starts call copies on that of the caller. What had to come
// before (after) the call comes before (after) all copies; a control dependency on a parameter
// becomes one on the operand, and what needs a parameter waits for its control predecessors. The
// called computation stays: RemoveUnusedComputations removes it if nobody else calls it. Errors:
// kInvalidArgument if it is neither, passes another number of operands than the computation has
// parameters, or the computation calls itself here. Linear in the called computation
// (on another thread, for each copy in all that it calls); if its parameters have control
// predecessors, also in these for each instruction that needs them. XLA CallInliner::Inline,
// HloInstruction::Defuse.
absl::StatusOr<HloInstruction*> InlineCall(HloInstruction* call);

// Clones computations until none is the body, condition, branch or callee of two calls, whiles,
// conditionals or async-starts, nor of one of these and of something else; returns the number of
// clones. Errors: kFailedPrecondition if a computation calls itself; kResourceExhausted, with some
// calls flattened, if the module would get more than `max_instructions`: each level of calls may
// double it. Linear in the result. XLA FlattenCallGraph.
absl::StatusOr<int64_t> FlattenCallGraph(HloModule* module,
                                         int64_t max_instructions = int64_t{1} << 26);

// ---- More operands and results of a caller.

// The places of values that WidenWhile has added, in the order of `added`.
struct WidenedWhile {
  std::vector<HloInstruction*> in_body;       // what the body gets, and hands on as it is
  std::vector<HloInstruction*> in_condition;  // what the condition gets
  std::vector<HloInstruction*> results;       // what the loop gives
};

// Carries `added`, instructions of the computation of the while `loop`, through it: adds them to
// the tuple that it starts with, to the parameters of its body and condition and to its result. All
// are get-tuple-elements; the body returns them unchanged, until the caller makes its root, a
// tuple, have something else in their places. Whatever used one of these tuples as a whole gets a
// tuple of its old elements. The wide ones lose their origin. Errors: kInvalidArgument if `loop` is
// not a while over a tuple; kFailedPrecondition if something else calls its body or condition
// (FlattenCallGraph), they are one computation, or the loop, its parameters or the root of its body
// have a sharding, which would no longer fit. Linear in the state and its users; in the module for
// the callers. XLA WhileUtil::MakeInstructionsLiveIn, WidenWhileCondition.
absl::StatusOr<WidenedWhile> WidenWhile(HloInstruction* loop,
                                        absl::Span<HloInstruction* const> added);

// Makes `caller`, a call, fusion or conditional, pass `added`, instructions of its computation, to
// all that it calls; returns them there, for each callee. A call or fusion gets further operands
// and parameters. A branch has one argument: that becomes a tuple of its elements, or of it alone,
// and of `added`. Verify wants all parameters of a fusion used. Errors: kInvalidArgument for other
// callers and other numbers of operands than parameters; kFailedPrecondition if something else
// calls a callee, or the parameter of a branch has a sharding. Linear in the operands, for the
// callers in the module.
absl::StatusOr<std::vector<std::vector<HloInstruction*>>> WidenOperands(
    HloInstruction* caller, absl::Span<HloInstruction* const> added);
// Makes it give further results: added[i] are instructions of callee i, and the shapes of those of
// all callees are the same. Returns the results, get-tuple-elements. The result becomes a tuple of
// its elements, or of it alone, and of the new ones; whatever used it as a whole gets that again.
// Errors: as WidenOperands; kFailedPrecondition if the caller or the root of a callee has a
// sharding, or the caller has aliases (output_to_operand_aliasing) and its result is not a tuple.
absl::StatusOr<std::vector<HloInstruction*>> WidenResults(
    HloInstruction* caller, absl::Span<const std::vector<HloInstruction*>> added);

// ---- Asynchronous and back. hlo/async.h explains starts, dones and chains; HloBuilder makes them
// one by one.

struct MakeAsyncOptions {
  // Elements of the start's shape after operands and result, of the module's pool. Backends choose
  // them: XLA's TPU two u32[] for a collective-permute, its CPU and GPU none. Not for all-gather
  // and all-reduce, which have none, nor copy, which always has one u32[].
  std::vector<const Shape*> contexts;
  // Not for opcodes with a start of their own. Default: the thread of the computation.
  std::optional<std::string> execution_thread;
};

// Replaces `instruction` by a start and a done in its place, and returns the done.
//
// all-gather, all-reduce, collective-permute and copy get their own opcodes, all-gather-start and
// all-gather-done, with the shapes that XLA gives them. Any other opcode gets async-start and
// async-done and moves to a computation of its own, async_wrapped, which prints as sugar:
// reduce-scatter-start. The start has the attributes, metadata, backend configuration and control
// predecessors of the instruction, the done its metadata, backend configuration, sharding and
// control successors. `instruction` is removed.
//
// Errors: kInvalidArgument if the opcode cannot run asynchronously (parameter, constant, send,
// recv, starts, updates and dones, unknown ones), for an instruction of a fusion, for a copy that
// changes more than the memory, for a shape that does not fit the operands, and for options that
// the opcode has not. Linear in the instruction; also in the module if a callee leaves another
// thread. XLA HloComputation::CreateAsyncInstructions, AsyncCollectiveCreator.
absl::StatusOr<HloInstruction*> CreateAsyncInstructions(HloInstruction* instruction,
                                                        const MakeAsyncOptions& options = {});

// Replaces an asynchronous operation by a synchronous one in the place of its `done`, and returns
// that. Of a chain, the instruction in the wrapped computation, or a call of it if it has several;
// updates may have bound operands. The wrapped computation is removed if nobody else calls it; one
// that is called gets the thread of its new caller. Control predecessors of all links and
// successors of the done stay; successors of the start and updates are free. Errors:
// kInvalidArgument if `done` is not a done or finishes a send or recv, or an operand is not bound;
// kFailedPrecondition if something else uses a link. Linear in the module. XLA ConvertAsyncToSync.
absl::StatusOr<HloInstruction*> CreateSyncInstruction(HloInstruction* done);

// ---- Late binding. Of a chain in which each link is used by the next one only, and without
// buffers for the result (AsyncOperation::OutputBuffers): kFailedPrecondition for any other,
// kInvalidArgument for an instruction that is not a link. All but BindOperandAt and
// InsertAsyncUpdate, which are linear in the chain, are linear in the module.
//
// A start that waits for its second operand, bound just before the done:
//
//   absl::StatusOr<hlo_text::HloInstruction*> update = hlo_text::InsertAsyncUpdate(start);
//   if (!update.ok()) return update.status();
//   absl::Status status = hlo_text::BindOperandAt(*update, 1);

// Adds an update after `link`, a start or update, that binds nothing, and returns it. It goes just
// before the next link; MoveBefore moves it.
absl::StatusOr<HloInstruction*> InsertAsyncUpdate(HloInstruction* link, std::string_view name = {});
// Makes `link`, the start or an update, bind operand `number` of its chain. Operands bind in order:
// those after it that were bound before come along, and those before it that were bound after.
// Errors: kFailedPrecondition if, in a schedule, one of them comes after `link`.
absl::Status BindOperandAt(HloInstruction* link, int64_t number);
// Makes `link`, any of its chain, bind the result: links before it have (), links after it all of
// it.
absl::Status BindResultAt(HloInstruction* link);
// Runs `start` and all that it calls on `thread`. Errors: kInvalidArgument for a name that text
// cannot have; kFailedPrecondition if something else calls its computation.
absl::Status SetAsyncThread(HloInstruction* start, std::string_view thread);
// Sets metadata, frontend_attributes, backend_config, origin or statistics on the start of `link`,
// the links that have it, and the root of the wrapped computation: text where only the root has
// another one does not read back in XLA, and RoundTripWarnings says so. Errors: as SetAttribute.
absl::Status SetOnChain(HloInstruction* link, const Attribute& attribute);

// Makes one chain of two with the dones `first` and `second`, and returns its done, a tuple of both
// results. Its start binds all operands in the place of the later start, its done is in that of the
// earlier one; its computation is called async_wrapped. `options` are its contexts, which
// neither chain gives it, and its thread, by default theirs. Errors: kFailedPrecondition if the
// chains are on two threads, one needs the other, an operand is not bound or, in a schedule, comes
// after the later start, or they are not under way at one time, or a link has a control dependency
// within its chain.
absl::StatusOr<HloInstruction*> MergeAsync(HloInstruction* first, HloInstruction* second,
                                           const MakeAsyncOptions& options = {});
// The inverse: makes a chain for each result of one whose computation gives a tuple, and returns
// their dones. All are in the places of the start and `done`. Errors: kFailedPrecondition if the
// start does not bind all operands, something but get-tuple-element uses `done`, or the computation
// gives no tuple or has an instruction that two results need, or none.
absl::StatusOr<std::vector<HloInstruction*>> SplitAsync(HloInstruction* done,
                                                        const MakeAsyncOptions& options = {});

}  // namespace hlo_text_v1

#endif  // HLO_TRANSFORM_H_
