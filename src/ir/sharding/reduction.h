// The operation that reduces the parts of an unreduced value: XLA keeps it in the metadata of the
// device form, where each text and each proto adds an entry.
#ifndef HLO_IR_SHARDING_REDUCTION_H_
#define HLO_IR_SHARDING_REDUCTION_H_

#include <string_view>

#include "hlo/sharding.h"

namespace hlo::internal {

// The op_type of such an entry; its op_name is SUM, MAX or MIN.
inline constexpr std::string_view kReductionOpType = "sdy::reduction_op";
std::string_view ReductionOpName(NamedSharding::ReductionOp op);
// kSum if there is no such entry.
NamedSharding::ReductionOp ReductionOpOf(const HloSharding& sharding);

// Whether XLA adds an entry, and the entry.
bool AddsReduction(const HloSharding& sharding);
OpMetadata ReductionEntry(const HloSharding& sharding);

}  // namespace hlo::internal

#endif  // HLO_IR_SHARDING_REDUCTION_H_
