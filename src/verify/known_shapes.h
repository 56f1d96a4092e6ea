// Remembers instructions whose shapes are known to be right, so that the next one like them need
// not be checked: most instructions of a program have the same opcode, shapes and dimensions as
// another one.
//
// Only for instructions whose rules do not look at anything else, such as callees, device groups or
// literals.
#ifndef HLO_VERIFY_KNOWN_SHAPES_H_
#define HLO_VERIFY_KNOWN_SHAPES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hlo/computation.h"
#include "hlo/instruction.h"

namespace hlo_text_v1::internal {

class KnownShapes {
 public:
  struct Key {
    const Shape* shapes[4] = {};  // the result and up to three operands
    uint64_t numbers = 0;         // dimensions= or index=
    HloOpcode opcode = HloOpcode::kUnknown;
    uint8_t operand_count = 0;

    bool operator==(const Key& other) const {
      return shapes[0] == other.shapes[0] && shapes[1] == other.shapes[1] &&
             shapes[2] == other.shapes[2] && shapes[3] == other.shapes[3] &&
             numbers == other.numbers && opcode == other.opcode &&
             operand_count == other.operand_count;
    }
  };
  // nullopt for an instruction that must be checked.
  static std::optional<Key> KeyOf(const HloInstruction& instruction) {
    Key key;
    const auto operands = instruction.operands();
    if (operands.size() > 3 || !DependsOnShapes(instruction) ||
        !AddNumbers(instruction, &key.numbers)) {
      return std::nullopt;
    }
    key.opcode = instruction.opcode();
    key.operand_count = static_cast<uint8_t>(operands.size());
    key.shapes[0] = &instruction.shape();
    for (size_t i = 0; i < operands.size(); ++i) key.shapes[i + 1] = &operands[i]->shape();
    return key;
  }

  bool Contains(const Key& key) const { return table_[Slot(key)] == key; }
  void Add(const Key& key) { table_[Slot(key)] = key; }

 private:
  static constexpr size_t kSlots = 256;  // few, since a small module pays for them, too

  static bool DependsOnShapes(const HloInstruction& instruction) {
    const HloOpcode opcode = instruction.opcode();
    switch (GetOpcodeInfo(opcode).group) {
      case OpcodeGroup::kElementwise:
      case OpcodeGroup::kMovement:
      case OpcodeGroup::kCompute:
        return true;
      case OpcodeGroup::kTuple:
        return opcode != HloOpcode::kAddDependency;
      case OpcodeGroup::kParameter:
      case OpcodeGroup::kConstant:
        return instruction.shape().IsArray();  // a parameter may be a buffer, but not everywhere
      case OpcodeGroup::kReduction:
      case OpcodeGroup::kCollective:
      case OpcodeGroup::kControl:
      case OpcodeGroup::kFusion:
      case OpcodeGroup::kCustomCall:
      case OpcodeGroup::kAsync:
      case OpcodeGroup::kOther:
        return false;
    }
    return false;
  }
  // Whether all attributes are irrelevant or fit into `numbers`.
  static bool AddNumbers(const HloInstruction& instruction, uint64_t* numbers) {
    for (const Attribute& attribute : instruction.attributes()) {
      const AttributeKind kind = attribute.kind();
      if (kind >= AttributeKind::kUnknown) return false;
      if (kind >= AttributeKind::kParameterReplication || kind == AttributeKind::kDirection ||
          kind == AttributeKind::kResultAccuracy) {
        continue;  // also all that any opcode takes
      }
      if (kind == AttributeKind::kDimensions) {
        const absl::Span<const int64_t> dimensions = attribute.AsInt64List();
        if (dimensions.size() > 7) return false;
        for (const int64_t dimension : dimensions) {
          if (dimension < 0 || dimension > 126) return false;
          *numbers = *numbers << 8 | static_cast<uint64_t>(dimension + 1);
        }
      } else if (kind == AttributeKind::kIndex) {
        *numbers = static_cast<uint64_t>(attribute.AsInt64());
      } else {
        return false;
      }
    }
    return true;
  }
  static size_t Slot(const Key& key) {
    uint64_t hash = static_cast<uint64_t>(key.opcode) + key.numbers * 8;
    for (const Shape* shape : key.shapes) {
      hash = (hash ^ reinterpret_cast<uintptr_t>(shape)) * 0x9e3779b97f4a7c15;
    }
    return hash >> 56;
  }

  std::array<Key, kSlots> table_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_VERIFY_KNOWN_SHAPES_H_
