// Computes what HLO computes: runs a module, folds constants, counts the trips of loops.
//
//   absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(R"(
//   HloModule power
//   ENTRY main {
//     x = f32[3] parameter(0)
//     ROOT square = f32[3] multiply(x, x)
//   })");
//   hlo_text::Arena arena;
//   const float values[] = {1, 2, 3};
//   hlo_text::Literal x = hlo_text::Literal::Array(
//       &module->entry_computation()->parameters()[0]->shape(),
//       absl::MakeConstSpan(reinterpret_cast<const char*>(values), sizeof(values)));
//   absl::StatusOr<hlo_text::Literal> result = hlo_text::Evaluate(*module, {x}, &arena);
//   if (!result.ok()) return result.status();
//   assert(hlo_text::PrintLiteral(*result) == "{1, 4, 9}");
//
// It is made to be right, not fast: one element after the other, some tens of millions a second.
//
// Covered: elementwise opcodes, data movement, gather, scatter, reductions, sort, dot, convolution,
// tuples, calls, fusions, conditionals, loops, asynchronous chains (also bound late, and carried by
// loops), pairs, collectives of a module for one device. Not covered, and refused with a Status:
// random numbers, custom calls, infeed, outfeed, send, recv, collectives between devices, fft,
// cholesky, triangular-solve, batch-norm, topk, scan, ragged-dot, scaled-dot, sparse dots,
// floating operands of different types, dynamic dimensions, bitcasts that split tiles.
//
// How exact it is, compared with the mathematical result:
//   integers, pred      exact; overflow wraps, as in XLA; x / 0 is -1, x % 0 is x, and a shift by
//                       the width or more gives 0 (or the sign)
//   moves               exact, NaN payloads included: also select, sort, bitcast-convert
//   compare, convert    exact: rounded to nearest even; to integers towards zero, saturating, NaN
//                       as 0
//   + - * / sqrt remainder fma floor ... reduce-precision of real types
//                       rounded once (0.5 ulp), subnormals included
//   exp log sin tanh pow erf ...
//                       computed as double and rounded: at most 0.5001 ulp, for f64 what the C++
//                       library gives (1 ulp)
//   complex             each part as double, then rounded; like real ones if nothing cancels
//   dot, convolution    summed as double in row-major order and rounded once; f64: as it is summed
//   reduce              one call of the computation after the other, row-major from the initial
//                       value: each rounds as above
// XLA is free to reorder sums, to contract a * b + c, to flush subnormals (its CPU backend does),
// and its functions are within a few ulp. A NaN that is computed has no payload, and a sign that is
// not promised. maximum(-0, 0) may be either.
#ifndef HLO_EVALUATE_H_
#define HLO_EVALUATE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

struct EvaluateOptions {
  // Elements that may be computed; each call of a reducer counts its instructions, each
  // instruction at least 1.
  int64_t max_steps = int64_t{1} << 28;
  // Bytes of all values alive at one time.
  int64_t max_bytes = int64_t{1} << 30;
};

// The result of `computation` for `arguments`, one for each parameter, in order, with its sizes and
// element types. The result and its bytes live in `arena`; its shapes are the module's. Only what
// the root needs is computed. Contexts of asynchronous starts, which no document defines, are
// elided (Literal::is_elided).
//
// Errors name the instruction: "%sort.3 = sort: ...". kInvalidArgument: arguments or operands that
// do not fit, a cycle of operands, constant({...}); kUnimplemented: what is not covered;
// kResourceExhausted: the limits, and calls more than 100 deep; kFailedPrecondition: the module has
// sugar (hlo/async.h). The module need not pass Verify: what is computed is checked. Linear in the
// steps. Several threads may evaluate one module.
absl::StatusOr<Literal> Evaluate(const HloComputation& computation,
                                 absl::Span<const Literal> arguments, Arena* arena,
                                 const EvaluateOptions& options = {});
// The same for the entry computation.
absl::StatusOr<Literal> Evaluate(const HloModule& module, absl::Span<const Literal> arguments,
                                 Arena* arena, const EvaluateOptions& options = {});
// The value of an instruction that does not depend on a parameter. kInvalidArgument if it does.
absl::StatusOr<Literal> Evaluate(const HloInstruction& instruction, Arena* arena,
                                 const EvaluateOptions& options = {});

// A value of `shape` to try a module with: small numbers that follow from `seed` and that sums and
// products keep exact: 0 to 3, multiples of 0.25 between -2 and 2, true and false. Lives in
// `arena`. kResourceExhausted beyond the default limits. Linear in the elements. XLA
// MakeFakeLiteral.
absl::StatusOr<Literal> MakeFakeLiteral(const Shape& shape, uint64_t seed, Arena* arena);
// One for each parameter of `computation`, always the same. XLA MakeFakeArguments.
absl::StatusOr<std::vector<Literal>> MakeFakeArguments(const HloComputation& computation,
                                                       Arena* arena);

// How often the body of a while runs. Unlike TripCount (hlo/call_graph.h), which understands loops
// that count by a constant, it runs the condition, and of the body only what decides about it:
// an induction variable may be multiplied, shifted or come from a table. Errors as Evaluate:
// kInvalidArgument if what decides depends on a parameter. `options` limit the whole loop.
absl::StatusOr<int64_t> EvaluateTripCount(const HloInstruction& loop,
                                          const EvaluateOptions& options = {});

// TripCount, or where that does not know, EvaluateTripCount within 65,536 steps and 1 MiB: at most
// about ten milliseconds. nullopt for what is not a loop.
std::optional<int64_t> FindTripCount(const HloInstruction& loop);

// FindTripCount for many loops, within four million steps together; then it only asks TripCount.
//
//   const hlo_text::CostAnalysis costs(*module, {}, hlo_text::TripCounter());
class TripCounter {
 public:
  // const, because absl::FunctionRef calls only such.
  std::optional<int64_t> operator()(const HloInstruction& loop) const;

 private:
  mutable int64_t steps_left_ = int64_t{1} << 22;
};

struct FoldConstantsOptions {
  // The largest constant that is made, in bytes. A broadcast or iota stays unless what uses it
  // folds.
  int64_t max_constant_bytes = 1 << 16;
  // The limits for each instruction.
  EvaluateOptions evaluate = {1 << 20, 1 << 24};
};
// Replaces instructions that do not depend on a parameter by constants; returns their number.
// Those that cannot be evaluated, have side effects, control dependencies or a tuple as result, and
// links of asynchronous chains, stay. Leaves computations alone that a fusion calls, and those that
// are applied to elements. kFailedPrecondition: the module has sugar. XLA HloConstantFolding.
absl::StatusOr<int64_t> FoldConstants(HloModule* module, const FoldConstantsOptions& options = {});

}  // namespace hlo_text_v1

#endif  // HLO_EVALUATE_H_
