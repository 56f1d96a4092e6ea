// The verifier's entry point: which rules run, in XLA's order.
// Source: XLA hlo_verifier.cc, HloVerifier::RunImpl.
#include "hlo/verify.h"

#include <atomic>
#include <optional>

#include "hlo/async.h"
#include "hlo/uniquify.h"
#include "src/async/desugar_shared.h"
#include "src/verify/known_shapes.h"
#include "src/verify/rules.h"
#include "src/verify/verify_context.h"

namespace hlo {

using namespace internal;

namespace {

// What is shared by the rules of all computations.
struct ModuleRules {
  explicit ModuleRules(VerifyContext& context) : layouts(context), buffers(context) {}

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

void VerifyComputation(VerifyContext& context, const HloComputation& computation,
                       ModuleRules& rules) {
  AsyncRules chains(context, computation);
  rules.buffers.VerifyWriters(computation);
  for (const HloInstruction* instruction : computation.instructions()) {
    if (context.stopped()) return;
    const std::optional<KnownShapes::Key> key = KnownShapes::KeyOf(*instruction);
    if (key.has_value() && rules.known.Contains(*key)) continue;
    const size_t before = context.violation_count();
    VerifyShapes(context, *instruction, rules);
    chains.Verify(*instruction);
    if (key.has_value() && context.violation_count() == before) rules.known.Add(*key);
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
  ModuleRules rules(context);
  for (const HloComputation* computation : context.module().computations()) {
    VerifyComputation(context, *computation, rules);
  }
  VerifyEntryLayout(context);
  VerifySchedule(context);
  VerifyAliasing(context);
  VerifyLayoutConstrainedAllReduce(context);
  VerifyOriginalValues(context);
}

enum class WhichRules : uint8_t { kStructure, kAll };

std::vector<Diagnostic> VerifyAs(const HloModule& module, const VerifyOptions& options,
                                 WhichRules rules, bool is_shared = false) {
  VerifyContext context(module, options, is_shared);
  VerifyStructure(context);
  // The other rules follow links and need roots.
  if (rules == WhichRules::kAll && !context.found_any()) VerifyRest(context);
  return context.TakeViolations();
}

// As XLA reads it. The copy has the same text, so places in it stay right.
std::vector<Diagnostic> VerifyDesugared(const HloModule& module, const VerifyOptions& options) {
  HloModule generic = module.Clone();
  Desugar(generic);
  Uniquify(generic);
  return VerifyAs(generic, options, WhichRules::kAll);
}

bool IsStopped(const VerifyOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

// Faster and in less memory: nullopt if there are violations that the whole may report otherwise.
std::optional<std::vector<Diagnostic>> VerifyShared(const HloModule& module,
                                                    const VerifyOptions& options) {
  HloModule generic = module.Clone();
  if (IsStopped(options)) return std::vector<Diagnostic>();
  const bool is_shared = DesugarShared(generic);
  if (IsStopped(options)) return std::vector<Diagnostic>();
  Uniquify(generic);
  std::vector<Diagnostic> violations = VerifyAs(generic, options, WhichRules::kAll, is_shared);
  if (is_shared && !violations.empty()) return std::nullopt;
  return violations;
}

}  // namespace

std::vector<Diagnostic> Verify(const HloModule& module, const VerifyOptions& options) {
  if (!HasSugar(module)) return VerifyAs(module, options, WhichRules::kAll);
  std::vector<Diagnostic> violations = VerifyAs(module, options, WhichRules::kStructure);
  if (!violations.empty()) return violations;
  std::optional<std::vector<Diagnostic>> shared = VerifyShared(module, options);
  return shared.has_value() ? *std::move(shared) : VerifyDesugared(module, options);
}

}  // namespace hlo
