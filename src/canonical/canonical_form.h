// A module in an order derived from its structure, and the hashes of its computations.
//
// Fingerprint hashes this form and CanonicalizeNames writes it into the module.
#ifndef HLO_CANONICAL_CANONICAL_FORM_H_
#define HLO_CANONICAL_CANONICAL_FORM_H_

#include <cstdint>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/module.h"
#include "src/canonical/structural_hash.h"

namespace hlo_text_v1::internal {

struct CanonicalComputation {
  const HloComputation* computation = nullptr;
  std::vector<const HloInstruction*> order;  // CanonicalOrder
  // Covers everything in the computation and its callees, except its name unless that is pinned.
  Fingerprint128 hash;
  // A call of the computation at `number` in the form.
  struct Call {
    const HloInstruction* caller;
    uint32_t number;
  };
  std::vector<Call> calls;  // in `order`
};

// All computations of `module` (without wrappers of asynchronous calls, which belong to their
// callers, unless `options` includes them): callees before their callers, in the order in which the
// entry calls them; the entry; then the others, by structure. Linear, except for sorting uncalled
// ones.
std::vector<CanonicalComputation> CanonicalForm(const HloModule& module,
                                                const HashOptions& options = {});
// The same for only these computations of `module`, which must not call others.
std::vector<CanonicalComputation> CanonicalForm(
    const HloModule& module, absl::Span<const HloComputation* const> computations,
    const HashOptions& options = {});

}  // namespace hlo_text_v1::internal

#endif  // HLO_CANONICAL_CANONICAL_FORM_H_
