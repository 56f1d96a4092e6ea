// Source: XLA HloSharding::FromProto, HloSharding::ToProto.
#include "src/ir/sharding/reduction.h"

#include "absl/algorithm/container.h"

namespace hlo::internal {

using ReductionOp = NamedSharding::ReductionOp;

std::string_view ReductionOpName(ReductionOp op) {
  constexpr std::string_view kNames[] = {"SUM", "MAX", "MIN"};
  return kNames[static_cast<size_t>(op)];
}

ReductionOp ReductionOpOf(const HloSharding& sharding) {
  for (size_t i = sharding.metadata.size(); i-- > 0;) {
    const OpMetadata& metadata = sharding.metadata[i];
    if (metadata.op_type != kReductionOpType) continue;
    return metadata.op_name == "MAX"   ? ReductionOp::kMax
           : metadata.op_name == "MIN" ? ReductionOp::kMin
                                       : ReductionOp::kSum;
  }
  return sharding.reduction_op;
}

bool AddsReduction(const HloSharding& sharding) {
  return ReductionOpOf(sharding) != ReductionOp::kSum ||
         sharding.kind == HloSharding::Kind::kUnreduced ||
         absl::c_linear_search(sharding.subgroup_types, HloSharding::SubgroupType::kUnreduced);
}

OpMetadata ReductionEntry(const HloSharding& sharding) {
  OpMetadata entry;
  entry.op_type = kReductionOpType;
  entry.op_name = ReductionOpName(ReductionOpOf(sharding));
  return entry;
}

}  // namespace hlo::internal
