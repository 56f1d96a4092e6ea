// See changed_attributes.h.
#include "src/ir/changed_attributes.h"

#include <algorithm>

namespace hlo::internal {
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

}  // namespace hlo::internal
