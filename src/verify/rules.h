// The groups of rules. Each logs its violations in the context; Verify (verify.cc) calls them in
// XLA's order.
#ifndef HLO_VERIFY_RULES_H_
#define HLO_VERIFY_RULES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "src/async/producer.h"
#include "src/base/hash_table.h"
#include "src/verify/verify_context.h"

namespace hlo_text_v1::internal {

// ---- Over the whole module.
// The basis of all other rules: links, names, no cycles. Source: XLA VerifyHloStructure.
void VerifyStructure(VerifyContext& context);
// Starts, updates and dones belong together. Source: XLA VerifyAsynchronousInstructionPairs.
void VerifyPairs(VerifyContext& context);
// Channels of sends, receives and all-reduces. Source: XLA VerifyChannels.
void VerifyChannels(VerifyContext& context);
// Checks the header against the entry computation. Source: XLA VerifyEntryComputationLayout.
void VerifyEntryLayout(VerifyContext& context);
// Order of the instructions of a scheduled module. Source: XLA HloSchedule::Verify.
void VerifySchedule(VerifyContext& context);
// input_output_alias and buffer_donor.
void VerifyAliasing(VerifyContext& context);
// Either all all-reduces constrain their layout or none. Source: XLA
// VerifyLayoutConstrainedAllReduce.
void VerifyLayoutConstrainedAllReduce(VerifyContext& context);
// origin= has the structure of the shape. Source: XLA VerifyOriginalValues.
void VerifyOriginalValues(VerifyContext& context);

// ---- Over one instruction or computation.
// Before optimizations, XLA's compilers have not made their own opcodes yet.
void VerifyStage(VerifyContext& context, const HloInstruction& instruction);
class LayoutRules {
 public:
  explicit LayoutRules(VerifyContext& context) : context_(context) {}
  // Layouts, sizes and unbounded dimensions of one instruction's shape.
  void Verify(const HloInstruction& instruction);
  // Only the layouts, for a shape of the entry layout.
  void VerifyEntryShape(const Shape& shape);

 private:
  struct Problem {
    DiagnosticCode code;
    std::string arguments[4];
  };
  std::optional<Problem> ProblemOf(const Shape& shape) const;
  const Shape* FirstUnsound(const Shape& shape);
  template <typename Where>
  void VerifyShape(const Where& where, const Shape& shape);
  bool HasUnboundedDimension(const Shape& shape);

  VerifyContext& context_;
  HashMap<const Shape*, const Shape*> first_unsound_;
  HashMap<const Shape*, bool> unbounded_;
};

// Buffers, b(f32[4]): the instructions that may have, write, pin and unpin them.
class BufferRules {
 public:
  explicit BufferRules(VerifyContext& context) : context_(context) {}
  // Each value of a buffer has one writer.
  void VerifyWriters(const HloComputation& computation);
  void Verify(const HloInstruction& instruction);
  // The buffers in `shape`.
  uint32_t BuffersIn(const Shape& shape);

 private:
  bool HasBuffers(const HloInstruction& instruction);
  bool IsLoopBody(const HloComputation& computation) const;
  // In the elements before `element`.
  size_t BuffersBefore(const Shape& tuple, int64_t element);
  void Report(const HloInstruction& made_by, uint32_t leaf);
  void VerifyCreateBuffer(const HloInstruction& call);
  void VerifyPin(const HloInstruction& call, std::string_view target);
  void VerifyTransfer(const HloInstruction& call);

  VerifyContext& context_;
  HashMap<const Shape*, uint32_t> count_;  // of tuples
  HashMap<const Shape*, std::vector<size_t>> before_;
};
// Whether a custom call makes an array a buffer, or the reverse.
inline bool IsPinOrUnpin(const HloInstruction& call) {
  return Is(call, HloOpcode::kCustomCall) &&
         (call.custom_call_target() == "Pin" || call.custom_call_target() == "Unpin");
}
// The shape within a buffer; any other shape itself.
inline const Shape& HeldByBuffer(const Shape& shape) {
  return shape.IsBuffer() && !shape.tuple_shapes().empty() ? *shape.tuple_shapes()[0] : shape;
}

// Async chains: prefixes, bindings, threads, aliasing. One object per module; pass it the
// instructions in order.
class AsyncRules {
 public:
  // `chains_are_sound`: VerifyPairs has found nothing.
  AsyncRules(VerifyContext& context, bool chains_are_sound)
      : context_(context), producers_(context.module()), chains_are_sound_(chains_are_sound) {}
  void Verify(const HloInstruction& instruction);

 private:
  void VerifyStart(const HloInstruction& start, const HloComputation& wrapped);
  void VerifyUpdate(const HloInstruction& update, const HloComputation& wrapped);
  void VerifyDone(const HloInstruction& done, const HloInstruction& before,
                  const HloComputation& wrapped);
  // Whether `link` runs what `before`, the link before it, runs.
  bool VerifySameWork(const HloInstruction& link, const HloInstruction& before);
  // The link before `link`; nullptr if nothing more can be said about `link`.
  const HloInstruction* VerifyBefore(const HloInstruction& link);
  void VerifyThread(const HloInstruction& link, const HloComputation& wrapped);
  std::string_view ThreadOf(const HloInstruction& link);
  void VerifyBound(const HloInstruction& link, const HloComputation& wrapped);
  void VerifyNewOperands(const HloInstruction& link, int64_t first_operand, int64_t first_entry);
  // Reports at `link` unless `bound` is a prefix of `whole`, whose origin the note names.
  template <typename Origin>
  bool ExpectPrefix(const HloInstruction& link, const Shape& bound, const Shape& whole, Code code,
                    const Origin& origin, Code note);
  bool VerifyBuffers(const HloInstruction& update, int64_t new_entries);
  // The tuple of its parameters' shapes.
  const Shape& ParametersOf(const HloComputation& wrapped);

  VerifyContext& context_;
  ProducerFinder producers_;
  const bool chains_are_sound_;
  // Links of another shape, already reported, and their followers.
  HashSet<const HloInstruction*> unsound_;
  HashMap<const HloComputation*, const Shape*> parameters_of_;
};
// The shape is the inferred one; not for opcodes with rules below.
void VerifyShape(VerifyContext& context, const HloInstruction& instruction);
// Operands of elementwise opcodes have the sizes of the result.
void VerifyElementwise(VerifyContext& context, const HloInstruction& instruction);
// Replica groups and source-target pairs. Returns false if it has found a violation.
bool VerifyCollective(VerifyContext& context, const HloInstruction& instruction);
// Operands and results of scans.
void VerifyScan(VerifyContext& context, const HloInstruction& scan);
// Whether a callee has the execution thread of its caller.
void VerifyThread(VerifyContext& context, const HloInstruction& caller,
                  const HloComputation& callee);
// Callees of call, while, conditional and custom-call.
void VerifyCalledComputations(VerifyContext& context, const HloInstruction& instruction);
// Callees of fusions.
void VerifyFusion(VerifyContext& context, const HloInstruction& instruction);
// Number of operands; layouts kept.
void VerifyOperands(VerifyContext& context, const HloInstruction& instruction);
// output_to_operand_aliasing= of an async-start that calls `wrapped`.
void VerifyStartAliasing(VerifyContext& context, const HloInstruction& start,
                         const HloComputation& wrapped);
// The same of an async-update: it can share parts of the context with the link before.
void VerifyUpdateAliasing(VerifyContext& context, const HloInstruction& update);
// The same attribute of a custom-call or fusion.
void VerifyOperandAliasing(VerifyContext& context, const HloInstruction& instruction);
// sharding= fits the shape and the number of devices.
void VerifySharding(VerifyContext& context, const HloInstruction& instruction);
// Whether the links of a chain may call `computation`. Source: XLA VerifyAsyncComputation.
void VerifyAsyncComputation(VerifyContext& context, const HloComputation& computation);

}  // namespace hlo_text_v1::internal

#endif  // HLO_VERIFY_RULES_H_
