// The attributes of an instruction under construction, before they are in normal form.
#ifndef HLO_IR_ATTRIBUTE_LIST_H_
#define HLO_IR_ATTRIBUTE_LIST_H_

#include <bitset>
#include <cstddef>

#include "absl/container/inlined_vector.h"
#include "hlo/attribute.h"

namespace hlo {

class AttributeList : public absl::InlinedVector<Attribute, 4> {
 public:
  // Whether an attribute of this kind was given, possibly only as text.
  bool Has(AttributeKind kind) const { return given_[static_cast<size_t>(kind)]; }
  void SetGiven(AttributeKind kind, bool given = true) {
    given_[static_cast<size_t>(kind)] = given;
  }

  // The attribute; nullptr if there is none, or only its text is kept.
  Attribute* Find(AttributeKind kind) {
    if (!Has(kind)) return nullptr;
    for (Attribute& attribute : *this) {
      if (attribute.kind() == kind) return &attribute;
    }
    return nullptr;
  }
  const Attribute* Find(AttributeKind kind) const {
    return const_cast<AttributeList*>(this)->Find(kind);
  }
  void Add(const Attribute& attribute) {
    push_back(attribute);
    SetGiven(attribute.kind());
  }
  // Replaces `old`, an element of the list, by `attribute`, whose kind may differ.
  void Replace(Attribute* old, const Attribute& attribute) {
    SetGiven(old->kind(), false);
    SetGiven(attribute.kind());
    *old = attribute;
  }
  // No effect if there is none.
  void Remove(AttributeKind kind) {
    const Attribute* attribute = Find(kind);
    if (attribute == nullptr) return;
    erase(attribute);
    SetGiven(kind, false);
  }

 private:
  std::bitset<static_cast<size_t>(AttributeKind::kUnknownOpcode) + 1> given_;
};

}  // namespace hlo

#endif  // HLO_IR_ATTRIBUTE_LIST_H_
