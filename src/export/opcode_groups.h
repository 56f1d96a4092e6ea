// Colors of opcode groups, for graphs.
#ifndef HLO_EXPORT_OPCODE_GROUPS_H_
#define HLO_EXPORT_OPCODE_GROUPS_H_

#include <string_view>

#include "hlo/opcode.h"

namespace hlo {

// "#rrggbb", light enough for black text.
std::string_view FillColor(OpcodeGroup group);

}  // namespace hlo

#endif  // HLO_EXPORT_OPCODE_GROUPS_H_
