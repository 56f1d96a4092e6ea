// Fields of a proto that have no place in a module; see src/proto/unknown_fields.h. Fields of
// removed instructions stay, unused.
#ifndef HLO_IR_KEPT_FIELDS_H_
#define HLO_IR_KEPT_FIELDS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "src/base/hash_table.h"

namespace hlo {

class HloComputation;
class HloInstruction;

namespace internal {

struct KeptField {
  // A message within another: the number of its field, and how many with that number come before
  // it.
  struct Step {
    uint32_t number = 0;
    uint32_t index = 0;
  };
  absl::Span<const Step> path;  // from the owner's message to that of the field
  std::string_view bytes;       // with its tag
  uint32_t number = 0;
  bool is_in_schema = false;
};

struct KeptFields {
  std::vector<KeptField> module;
  internal::HashMap<const HloComputation*, std::vector<KeptField>> computations;
  internal::HashMap<const HloInstruction*, std::vector<KeptField>> instructions;
};

}  // namespace internal
}  // namespace hlo

#endif  // HLO_IR_KEPT_FIELDS_H_
