// The verifier's entry point: which rules run, in XLA's order.
// Source: XLA hlo_verifier.cc, HloVerifier::RunImpl.
#include "hlo/verify.h"

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

}  // namespace

std::vector<Diagnostic> Verify(const HloModule& module, const VerifyOptions& options) {
  VerifyContext context(module, options);
  VerifyStructure(context);
  // The other rules follow links and need roots.
  if (context.found_any()) return context.TakeViolations();

  VerifyPairs(context);
  VerifyChannels(context);
  LayoutRules layouts(context);
  for (const HloComputation* computation : module.computations()) {
    VerifyComputation(context, *computation, &layouts);
  }
  VerifyEntryLayout(context);
  VerifySchedule(context);
  VerifyAliasing(context);
  VerifyLayoutConstrainedAllReduce(context);
  VerifyOriginalValues(context);
  return context.TakeViolations();
}

}  // namespace hlo
