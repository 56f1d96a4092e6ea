// The verifier's entry point: which rules run, in XLA's order.
// Source: XLA hlo_verifier.cc, HloVerifier::RunImpl.
#include "hlo/verify.h"

#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "src/ir/desugared.h"
#include "src/verify/known_shapes.h"
#include "src/verify/rules.h"
#include "src/verify/verify_context.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// The state shared by the rules of all computations.
struct ModuleRules {
  ModuleRules(VerifyContext& context, bool chains_are_sound)
      : chains(context, chains_are_sound), layouts(context), buffers(context) {}

  AsyncRules chains;
  LayoutRules layouts;
  BufferRules buffers;
  KnownShapes known;
};

// Shapes, layouts and buffers of one instruction.
void VerifyShapes(VerifyContext& context, const HloInstruction& instruction, ModuleRules& rules) {
  VerifyOperands(context, instruction);
  rules.layouts.Verify(instruction);
  const size_t before = context.violation_count();
  VerifyShape(context, instruction);
  VerifyScan(context, instruction);
  VerifyCalledComputations(context, instruction);
  // A wrong shape may be wrong for its buffers.
  if (context.violation_count() == before) rules.buffers.Verify(instruction);
}

// Nothing is known about such shapes.
bool HasUnknownType(const HloInstruction& instruction) {
  return instruction.shape().has_unknown_type() ||
         absl::c_any_of(instruction.operands(), [](const HloInstruction* operand) {
           return operand->shape().has_unknown_type();
         });
}

void VerifyComputation(VerifyContext& context, const HloComputation& computation,
                       ModuleRules& rules) {
  rules.buffers.VerifyWriters(computation);
  for (const HloInstruction* instruction : computation.instructions()) {
    if (context.stopped()) return;
    VerifyStage(context, *instruction);
    if (HasUnknownType(*instruction)) continue;
    const std::optional<KnownShapes::Key> key = KnownShapes::KeyOf(*instruction);
    if (key.has_value() && rules.known.Contains(*key)) continue;
    const size_t before = context.violation_count();
    VerifyShapes(context, *instruction, rules);
    rules.chains.Verify(*instruction);
    if (key.has_value() && context.violation_count() == before) rules.known.Add(*key);
  }
  for (const HloInstruction* instruction : computation.instructions()) {
    if (context.stopped()) return;
    if (HasUnknownType(*instruction)) continue;
    VerifyElementwise(context, *instruction);
    VerifyFusion(context, *instruction);
    VerifySharding(context, *instruction);
  }
  VerifyAsyncComputation(context, computation);
}

// All rules except those on structure.
void VerifyRest(VerifyContext& context) {
  VerifyPairs(context);
  const bool chains_are_sound = !context.found_any();
  VerifyChannels(context);
  ModuleRules rules(context, chains_are_sound);
  for (const HloComputation* computation : context.module().computations()) {
    VerifyComputation(context, *computation, rules);
  }
  VerifyEntryLayout(context);
  VerifySchedule(context);
  VerifyAliasing(context);
  VerifyLayoutConstrainedAllReduce(context);
  VerifyOriginalValues(context);
}

}  // namespace

std::vector<Diagnostic> Verify(const HloModule& module, const VerifyOptions& options) {
  if (absl::Status status = CheckDesugared(module); !status.ok()) {
    return {{Severity::kError, DiagnosticCode::kNotDesugared, /*begin=*/0, /*end=*/0,
             std::string(status.message()), /*notes=*/{}}};
  }
  VerifyOptions effective = options;
  effective.layout_sensitive &= !options.before_optimizations;
  VerifyContext context(module, effective);
  VerifyStructure(context);
  // The other rules follow links and need roots.
  if (!context.found_any()) VerifyRest(context);
  return context.TakeViolations();
}

}  // namespace hlo_text_v1
