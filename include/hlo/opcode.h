// Opcodes: what an instruction does, and which attributes it takes.
//
// The vocabulary is the table opcodes.def; this header gives it names and facts.
//
//   std::optional<hlo::HloOpcode> opcode = hlo::ParseHloOpcode("all-gather");
//   hlo::HloOpcodeName(*opcode);           // "all-gather"
//   hlo::GetOpcodeInfo(*opcode).arity;     // hlo::kVariadic
//   hlo::HasFirstClassAsync(*opcode);      // true: all-gather-start is an opcode of its own
#ifndef HLO_OPCODE_H_
#define HLO_OPCODE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute.h"

namespace hlo {

// One enumerator per line of opcodes.def, and one for every other word (hlo/unknown_words.h).
enum class HloOpcode : uint8_t {
#define HLO_OPCODE(Id, text, arity, shape, ...) k##Id,
#include "hlo/tables/opcodes.def"
#undef HLO_OPCODE
  kUnknown,  // HloInstruction::opcode_name() has the word
};
inline constexpr int kHloOpcodeCount = 0
#define HLO_OPCODE(Id, text, arity, shape, ...) +1
#include "hlo/tables/opcodes.def"
#undef HLO_OPCODE
    ;

inline constexpr int kVariadic = -1;

// An attribute in an opcode's line; see opcodes.def.
struct AttributeSpec {
  AttributeKind kind;
  bool required = false;
  bool keep = false;       // prints whenever given
  bool fill = false;       // always prints
  bool fill_true = false;  // ... as true if absent
};

struct OpcodeInfo {
  std::string_view name;
  int arity;                                   // number of operands, or kVariadic
  bool can_infer_shape;                        // the result shape may be left out of the text
  absl::Span<const AttributeSpec> attributes;  // in print order
};
namespace internal {
extern const OpcodeInfo kOpcodeTable[];
}
// The table's line for `opcode`. Constant time; lives for ever.
inline const OpcodeInfo& GetOpcodeInfo(HloOpcode opcode) {
  return internal::kOpcodeTable[static_cast<int>(opcode)];
}

// "all-gather"; "unknown" for kUnknown. XLA HloOpcodeString.
inline std::string_view HloOpcodeName(HloOpcode opcode) { return GetOpcodeInfo(opcode).name; }

// The opcode of a word, matched byte for byte; nullopt for any other. XLA StringToHloOpcode.
std::optional<HloOpcode> ParseHloOpcode(std::string_view word);

// Step of an asynchronous instruction that was written in sugar, `custom-call-start`. Such an
// instruction has the wrapped opcode (custom-call) and this phase.
enum class AsyncPhase : uint8_t { kNone, kStart, kUpdate, kDone };
// "", "-start", "-update", "-done".
std::string_view AsyncPhaseSuffix(AsyncPhase phase);

// Opcodes with a -start/-done of their own (all-gather, all-reduce, collective-permute, copy, recv,
// send), to which the sugar of AsyncPhase does not apply.
bool HasFirstClassAsync(HloOpcode opcode);

// Sends, receives and collectives: instructions that may carry channel_id. XLA
// HloChannelInstruction.
bool IsChannelInstruction(HloOpcode opcode);

}  // namespace hlo

#endif  // HLO_OPCODE_H_
