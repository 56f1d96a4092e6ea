// A rank is the attribute's place in its opcode's row of opcodes.def, or in the tail.
#include "src/ir/attribute_order.h"

#include <algorithm>

namespace hlo {
namespace {

uint8_t RankOf(absl::Span<const AttributeSpec> row, AttributeKind kind) {
  if (IsTailAttribute(kind)) return TailRank(kind);
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i].kind == kind) return static_cast<uint8_t>(kFirstRowRank + i);
  }
  return kind == AttributeKind::kAsyncExecutionThread ? 0 : kSugarAliasingRank;
}

}  // namespace

void SortAttributes(HloOpcode opcode, std::vector<Attribute>* attributes) {
  if (opcode == HloOpcode::kUnknown) return;
  const absl::Span<const AttributeSpec> row = GetOpcodeInfo(opcode).attributes;
  for (Attribute& attribute : *attributes) {
    if (attribute.kind() == AttributeKind::kUnknown) continue;
    attribute.set_rank(RankOf(row, attribute.kind()));
  }
  std::stable_sort(attributes->begin(), attributes->end(),
                   [](const Attribute& a, const Attribute& b) { return a.rank() < b.rank(); });
}

}  // namespace hlo
