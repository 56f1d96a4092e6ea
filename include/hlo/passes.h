// Passes that come with the library: clean-up, calls, asynchronous operations, schedules.
//
//   hlo_text::PassRegistry passes;
//   hlo_text::AddStandardPasses(&passes);
//   const hlo_text::PassRegistry::Entry* dce = passes.Find("dce");
//   absl::StatusOr<bool> changed = dce->pass(module);  // or hlo_text::DcePass(module)
//
// Each is an HloPass (hlo/pass.h): returns whether it changed the module, and leaves a valid module
// valid. XPass is called x in pipelines, hyphens between the words. In a scheduled module all but
// the schedulers keep the order of what stays. They are written with the public headers alone;
// their sources, in src/passes, are examples.
#ifndef HLO_PASSES_H_
#define HLO_PASSES_H_

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/pass.h"

namespace hlo_text_v1 {

// Adds all passes below.
void AddStandardPasses(PassRegistry* passes);

// ---- Clean-up.

// Removes instructions that neither the result nor an effect needs, and computations that nothing
// calls. Linear. XLA HloDCE.
absl::StatusOr<bool> DcePass(HloModule* module);
// Replaces instructions of a computation that compute the same by the first of them; not
// collectives, random numbers and others with effects, nor those with control dependencies. XLA
// HloCSE.
absl::StatusOr<bool> CsePass(HloModule* module);
// Replaces instructions by simpler ones with the same bits, except for those of NaNs: x * 1, x / 1,
// integer x + 0 and x - 0, -(-x), reshapes, transposes, broadcasts, slices and converts that change
// nothing, reshapes of reshapes, transposes of transposes. A small part of XLA AlgebraicSimplifier.
absl::StatusOr<bool> AlgsimpPass(HloModule* module);
// Replaces instructions that do not depend on a parameter by constants: FoldConstants
// (hlo/evaluate.h). XLA HloConstantFolding.
absl::StatusOr<bool> ConstantFoldingPass(HloModule* module);
// Replaces an element of a tuple(...) by its operand, and a tuple of all elements of a tuple by
// that. XLA TupleSimplifier.
absl::StatusOr<bool> TupleSimplifierPass(HloModule* module);

// Replaces elementwise instructions, copies, transposes, broadcasts, reverses, concatenations,
// slices and iotas whose arrays have another order of dimensions in memory by ones on descending
// layouts, between bitcasts: a copy that changes the order becomes a transpose. Arrays with tiles,
// a sharding or dynamic sizes stay, and so do fusions. XLA LayoutNormalization.
absl::StatusOr<bool> LayoutNormalizePass(HloModule* module);

// ---- Calls and loops.

// Gives each call, while, conditional and async-start computations of its own: FlattenCallGraph
// (hlo/transform.h), with its errors.
absl::StatusOr<bool> FlattenCallGraphPass(HloModule* module);
// Replaces each call by the instructions of its computation, except in the computation of an
// async-start. XLA CallInliner.
absl::StatusOr<bool> CallInlinerPass(HloModule* module);
// Writes known_trip_count into the backend_config of each while that has no configuration, where
// FindTripCount (hlo/evaluate.h) knows it. XLA WhileLoopTripCountAnnotator.
absl::StatusOr<bool> TripCountAnnotatorPass(HloModule* module);

// ---- Asynchronous operations (hlo/async.h).

// Makes each collective asynchronous, with its start and done in its place; one that is part of a
// fusion, with the whole fusion. XLA AsyncCollectiveCreator.
absl::StatusOr<bool> AsyncCollectivesPass(HloModule* module);
// Makes each dot, convolution, reduction, sort, fusion and custom call without side effects
// asynchronous, except in the computation of an async-start.
absl::StatusOr<bool> AsyncWorkPass(HloModule* module);
// Makes each asynchronous operation synchronous, in the place of its done, where
// CreateSyncInstruction (hlo/transform.h) can. XLA ConvertAsyncCollectivesToSync.
absl::StatusOr<bool> AsyncToSyncPass(HloModule* module);
// Makes each async-start that binds everything bind only its first operand, unless it has a
// sharding or an origin. An update in front of the done binds each further one; the last update
// also binds the result.
absl::StatusOr<bool> BindLatePass(HloModule* module);
// The reverse, for any binding: the start binds all operands and the result, and the updates go.
// Compilers that do not know late binding can run such chains. In a schedule the start moves to
// where its last operand was bound. Chains stay whose links have other users, control successors, a
// sharding or an origin, whose state goes through a loop, or that have buffers for the result
// (AsyncOperation::OutputBuffers).
absl::StatusOr<bool> BindAtStartPass(HloModule* module);

// ---- Schedules. Both order all computations except those of fusions, and set is_scheduled.

// Starts run as soon as their operands are there, dones when nothing else is left to do. XLA
// LatencyHidingScheduler, without costs.
absl::StatusOr<bool> ScheduleForOverlapPass(HloModule* module);
// At each step the instruction that frees most memory, or needs least: a list scheduler, kept only
// where its peak is below that of the order so far. XLA HloMemoryScheduler, its list scheduler.
absl::StatusOr<bool> ScheduleForMemoryPass(HloModule* module);

}  // namespace hlo_text_v1

#endif  // HLO_PASSES_H_
