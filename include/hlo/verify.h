// Checks that a module is valid, beyond what the parser checks.
//
//   for (const hlo_text::Diagnostic& d : hlo_text::Verify(*module)) {
//     std::cerr << hlo_text::RenderDiagnostic(d, module->source(), {});
//   }
//
// The rules and their texts are those of XLA's HloVerifier: structure, the shape and attributes of
// each opcode (hlo/shape_inference.h), asynchronous chains, start/done pairs, called computations,
// replica groups, the module's header, layouts. XLA stops at the first violation; Verify reports
// all, in XLA's order. Where XLA's check has no words, or prints C++, the words are ours. One rule
// is of the Async HLO document: aliasing only on starts.
//
// As in XLA some shapes are free: the element type of a convert, bitcast-convert, dot or
// convolution, all of a bitcast, custom-call, parameter, recv or infeed.
#ifndef HLO_VERIFY_H_
#define HLO_VERIFY_H_

#include <atomic>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// XLA HloVerifierOpts, as far as it is supported; the defaults are XLA's.
struct VerifyOptions {
  bool first_only = false;                // stop at the first violation, as XLA does
  bool layout_sensitive = false;          // shapes must agree in layout too
  bool allow_mixed_precision = false;     // floating operands of different types
  bool allow_unbounded_dynamism = false;  // dimensions `?`
  // Computations that call, custom-call and to_apply= call must run on the caller's thread. (Those
  // that while and conditional call must in any case.)
  bool verify_call_nested_computation_thread_name = false;
  // Shardings must fit num_partitions, if that is more than 1.
  bool verify_sharding_device_numbers = true;
  // Also refuse what XLA's verifier refuses in asynchronous chains but the Async HLO document
  // allows: the output buffer as an extra operand of the update that binds the output, and an
  // async-start on the main thread that calls a computation of several instructions. And what XLA
  // accepts of GPU compilers against that document: an async-start of an operation that has a start
  // of its own, such as all-gather.
  bool xla_strict = false;
  // The module must be one that XLA takes, before its first pass: without fusions and bitcasts,
  // which only its compilers make. Layouts are ignored, wrong ones too, and layout_sensitive does
  // nothing. Source: XLA, From HLO to Thunks.
  bool before_optimizations = false;
  // Another thread may set it to make Verify return soon, with what it has found so far. Null: none
  // will.
  const std::atomic<bool>* stop = nullptr;
};

// All violations, empty if there are none. The range of each is the name of the failing instruction
// or computation; related places are notes. For a module with sugar, whose text ParseHloModule read
// and Desugar (hlo/async.h) did not see, the only one is "run Desugar first". Linear, except for
// the messages. Only reads the module.
std::vector<Diagnostic> Verify(const HloModule& module, const VerifyOptions& options = {});

}  // namespace hlo_text_v1

#endif  // HLO_VERIFY_H_
