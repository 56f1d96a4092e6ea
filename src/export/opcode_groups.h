// Kinds of opcodes, for pictures.
#ifndef HLO_EXPORT_OPCODE_GROUPS_H_
#define HLO_EXPORT_OPCODE_GROUPS_H_

#include <cstdint>
#include <string_view>

#include "hlo/opcode.h"

namespace hlo {

enum class OpcodeGroup : uint8_t {
  kParameter,
  kConstant,     // what has no operands and needs no work
  kElementwise,  // element by element
  kMovement,     // data is moved, not computed
  kCompute,      // dot, convolution and their like
  kReduction,    // reductions, sorts, scans
  kCollective,   // between devices, and to the host
  kControl,      // calls other computations
  kFusion,
  kCustomCall,
  kAsync,  // async-start, -update, -done
  kTuple,  // tuples, tokens, bitcasts: nothing happens
  kOther,  // opcodes that are not known
};

// Constant time.
OpcodeGroup GroupOf(HloOpcode opcode);

// A light color that black text can be read on, "#rrggbb".
std::string_view FillColor(OpcodeGroup group);

}  // namespace hlo

#endif  // HLO_EXPORT_OPCODE_GROUPS_H_
