// Checks that a module is sound, beyond what reading it demands.
//
//   for (const hlo::Diagnostic& d : hlo::Verify(*module)) {
//     std::cerr << hlo::RenderDiagnostic(d, module->source(), {});
//   }
//
// The rules are those of XLA's HloVerifier that concern structure, asynchronous chains, start/done
// pairs, called computations, the module's header and layouts; its texts are used. XLA stops at the
// first violation, Verify reports all, in XLA's order.
#ifndef HLO_VERIFY_H_
#define HLO_VERIFY_H_

#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo {

// XLA HloVerifierOpts, as far as it is supported; the defaults are XLA's.
struct VerifyOptions {
  bool first_only = false;                // stop at the first violation, as XLA does
  bool layout_sensitive = false;          // shapes must agree in layout too
  bool allow_mixed_precision = false;     // floating operands of different types
  bool allow_unbounded_dynamism = false;  // dimensions `?`
  bool verify_call_nested_computation_thread_name = false;
  bool verify_sharding_device_numbers = true;
  // Refuse what XLA's verifier refuses in asynchronous chains although the Async HLO document has
  // it: the output buffer as a surplus operand of the update that binds the output.
  bool xla_strict = false;
};

// All violations, empty if there is none. The range of each is the name of the failing instruction
// or computation; related places are notes. `module` must be desugared (Desugar) if it has async
// sugar. Linear, but for the messages.
std::vector<Diagnostic> Verify(const HloModule& module, const VerifyOptions& options = {});

}  // namespace hlo

#endif  // HLO_VERIFY_H_
