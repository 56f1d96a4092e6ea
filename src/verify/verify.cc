// The verifier's entry point: which rules run, in XLA's order.
// Source: XLA hlo_verifier.cc, HloVerifier::RunImpl.
#include "hlo/verify.h"

#include "hlo/async.h"
#include "hlo/uniquify.h"
#include "src/verify/rules.h"
#include "src/verify/verify_context.h"

namespace hlo {

using namespace internal;

namespace {

void VerifyComputation(VerifyContext& context, const HloComputation& computation,
                       LayoutRules* layouts) {
  AsyncRules chains(context, computation);
  for (const HloInstruction* instruction : computation.instructions()) {
    if (context.stopped()) return;
    VerifyOperands(context, *instruction);
    layouts->Verify(*instruction);
    VerifyShape(context, *instruction);
    VerifyScan(context, *instruction);
    VerifyCalledComputations(context, *instruction);
    chains.Verify(*instruction);
  }
  for (const HloInstruction* instruction : computation.instructions()) {
    if (context.stopped()) return;
    VerifyElementwise(context, *instruction);
    VerifyFusion(context, *instruction);
    VerifySharding(context, *instruction);
  }
  VerifyAsyncComputation(context, computation);
}

bool HasSugar(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->async_phase() != AsyncPhase::kNone) return true;
    }
  }
  return false;
}

// All but the structure.
void VerifyRest(VerifyContext& context) {
  VerifyPairs(context);
  VerifyChannels(context);
  LayoutRules layouts(context);
  for (const HloComputation* computation : context.module().computations()) {
    VerifyComputation(context, *computation, &layouts);
  }
  VerifyEntryLayout(context);
  VerifySchedule(context);
  VerifyAliasing(context);
  VerifyLayoutConstrainedAllReduce(context);
  VerifyOriginalValues(context);
}

}  // namespace

std::vector<Diagnostic> Verify(const HloModule& module, const VerifyOptions& options) {
  VerifyContext context(module, options);
  VerifyStructure(context);
  // The other rules follow links and need roots.
  if (context.found_any()) return context.TakeViolations();
  if (!HasSugar(module)) {
    VerifyRest(context);
    return context.TakeViolations();
  }
  // As XLA reads it. The copy has the same text, so places in it stay right.
  HloModule generic = module.Clone();
  Desugar(generic);
  Uniquify(generic);
  VerifyContext generic_context(generic, options);
  VerifyStructure(generic_context);
  if (!generic_context.found_any()) VerifyRest(generic_context);
  return generic_context.TakeViolations();
}

}  // namespace hlo
