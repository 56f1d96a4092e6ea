// A rank is the attribute's position in its opcode's row of opcodes.def, or in the tail.
#include "src/ir/attribute_order.h"

#include <algorithm>

namespace hlo_text_v1::internal {

bool IsTailName(std::string_view name) {
  for (AttributeKind kind = kFirstTailAttribute; kind < AttributeKind::kUnknown;
       kind = static_cast<AttributeKind>(static_cast<int>(kind) + 1)) {
    if (AttributeName(kind) == name) return true;
  }
  return false;
}

uint8_t AttributeRank(HloOpcode opcode, AttributeKind kind) {
  if (IsTailAttribute(kind)) return TailRank(kind);
  const absl::Span<const AttributeSpec> row = GetOpcodeInfo(opcode).attributes;
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i].kind == kind) return static_cast<uint8_t>(kFirstRowRank + i);
  }
  return kind == AttributeKind::kAsyncExecutionThread ? 0 : kSugarAliasingRank;
}

void SetRanks(HloOpcode opcode, absl::Span<Attribute> attributes) {
  if (opcode == HloOpcode::kUnknown) return;
  for (Attribute& attribute : attributes) {
    if (attribute.kind() == AttributeKind::kUnknown) continue;
    AttributeAccess::Rank(attribute) = AttributeRank(opcode, attribute.kind());
  }
}

void SortAttributes(HloOpcode opcode, absl::Span<Attribute> attributes) {
  if (opcode == HloOpcode::kUnknown) return;
  SetRanks(opcode, attributes);
  std::stable_sort(attributes.begin(), attributes.end(),
                   [](const Attribute& a, const Attribute& b) {
                     return AttributeAccess::Rank(a) < AttributeAccess::Rank(b);
                   });
}

namespace {

bool IsAnyOf(const Attribute& attribute, std::initializer_list<AttributeKind> kinds) {
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](AttributeKind kind) { return IsOrIsCalled(attribute, kind); });
}

}  // namespace

const Attribute* FindByName(const HloInstruction& instruction, AttributeKind kind) {
  for (const Attribute& attribute : instruction.attributes()) {
    if (IsOrIsCalled(attribute, kind)) return &attribute;
  }
  return nullptr;
}

const Attribute* ChangedAttributes::Find(AttributeKind kind) const {
  const auto found = std::find_if(
      begin(), end(), [kind](const Attribute& attribute) { return attribute.kind() == kind; });
  return found == end() ? nullptr : &*found;
}

ChangedAttributes& ChangedAttributes::Remove(std::initializer_list<AttributeKind> kinds) {
  erase(std::remove_if(begin(), end(), [&](const Attribute& a) { return IsAnyOf(a, kinds); }),
        end());
  return *this;
}

ChangedAttributes& ChangedAttributes::KeepOnly(std::initializer_list<AttributeKind> kinds) {
  erase(std::remove_if(begin(), end(), [&](const Attribute& a) { return !IsAnyOf(a, kinds); }),
        end());
  return *this;
}

ChangedAttributes& ChangedAttributes::Set(const Attribute& attribute) {
  const auto is_same = [&](const Attribute& a) { return IsOrIsCalled(a, attribute.kind()); };
  const auto first = std::find_if(begin(), end(), is_same);
  if (first == end()) {
    push_back(attribute);
    return *this;
  }
  *first = attribute;
  erase(std::remove_if(first + 1, end(), is_same), end());
  return *this;
}

ChangedAttributes& ChangedAttributes::Sort(HloOpcode opcode) {
  SortAttributes(opcode, absl::MakeSpan(*this));
  return *this;
}

}  // namespace hlo_text_v1::internal
