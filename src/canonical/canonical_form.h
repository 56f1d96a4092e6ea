// A module in the order that follows from its structure, and the hashes of its computations.
//
// What Fingerprint hashes and CanonicalizeNames writes into the module.
#ifndef HLO_CANONICAL_CANONICAL_FORM_H_
#define HLO_CANONICAL_CANONICAL_FORM_H_

#include <cstdint>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/module.h"
#include "src/canonical/structural_hash.h"

namespace hlo {

struct CanonicalComputation {
  HloComputation* computation = nullptr;
  std::vector<HloInstruction*> order;  // CanonicalOrder
  // Of all that it is, with what it calls, but not of its name.
  Fingerprint128 hash;
  // A call of another computation, which stands at `number` in the form. Behind the calls of an
  // instruction, those that the texts of its unknown operands and attributes name.
  struct Call {
    const HloInstruction* caller;
    uint32_t number;
  };
  std::vector<Call> calls;  // in `order`
};

// All computations of `module`: callees before their callers, in the order in which the entry calls
// them; the entry; then the others, by structure. Linear, but for sorting what nothing calls.
std::vector<CanonicalComputation> CanonicalForm(const HloModule& module,
                                                const HashOptions& options = {});

}  // namespace hlo

#endif  // HLO_CANONICAL_CANONICAL_FORM_H_
