// Makes operations asynchronous, and synchronous again.
//
//   absl::StatusOr<hlo::HloInstruction*> done = hlo::CreateAsyncInstructions(all_gather);
//   if (!done.ok()) return done.status();
//   hlo::HloInstruction* start = (*done)->operand(0);
//   hlo::MoveBefore(start, earlier);  // hlo/edit.h
//
// hlo/async.h explains starts, dones and chains; HloBuilder makes them one by one.
#ifndef HLO_MAKE_ASYNC_H_
#define HLO_MAKE_ASYNC_H_

#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo {

struct MakeAsyncOptions {
  // Elements of the start's shape behind operands and result, of the module's pool. Backends choose
  // them: XLA's TPU two u32[] for a collective-permute, its CPU and GPU none. Not for all-gather
  // and all-reduce, which have none, nor copy, which always has one u32[].
  absl::Span<const Shape* const> contexts;
  // Not for opcodes with a start of their own. Default: the thread of the computation.
  std::optional<std::string_view> execution_thread;
};

// Replaces `instruction` by a start and a done in its place, and returns the done.
//
// all-gather, all-reduce, collective-permute and copy get their own opcodes, all-gather-start and
// all-gather-done, with the shapes that XLA gives them. Any other opcode gets async-start and
// async-done and moves to a computation of its own, async_computation, which prints as sugar:
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

}  // namespace hlo

#endif  // HLO_MAKE_ASYNC_H_
