#include "src/export/opcode_groups.h"

namespace hlo {

std::string_view FillColor(OpcodeGroup group) {
  switch (group) {
    case OpcodeGroup::kParameter:
      return "#ffe0b2";
    case OpcodeGroup::kConstant:
      return "#eeeeee";
    case OpcodeGroup::kElementwise:
      return "#fff9c4";
    case OpcodeGroup::kMovement:
      return "#c8e6c9";
    case OpcodeGroup::kCompute:
      return "#bbdefb";
    case OpcodeGroup::kReduction:
      return "#d1c4e9";
    case OpcodeGroup::kCollective:
      return "#f8bbd0";
    case OpcodeGroup::kControl:
      return "#b2dfdb";
    case OpcodeGroup::kFusion:
      return "#cfd8dc";
    case OpcodeGroup::kCustomCall:
      return "#d7ccc8";
    case OpcodeGroup::kAsync:
      return "#ffccbc";
    case OpcodeGroup::kTuple:
    case OpcodeGroup::kOther:
      break;
  }
  return "#ffffff";
}

}  // namespace hlo
