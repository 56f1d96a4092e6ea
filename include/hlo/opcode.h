// Opcodes: the operation of an instruction, and the attributes that it takes.
//
// The vocabulary is the table opcodes.def; this header gives access to its names and facts.
//
//   std::optional<hlo_text::HloOpcode> opcode = hlo_text::ParseHloOpcode("all-gather");
//   assert(hlo_text::HloOpcodeName(*opcode) == "all-gather");
//   assert(hlo_text::GetOpcodeInfo(*opcode).arity == hlo_text::kVariadic);
//   assert(hlo_text::GetOpcodeInfo(*opcode).group == hlo_text::OpcodeGroup::kCollective);
//   assert(hlo_text::HasFirstClassAsync(*opcode));  // all-gather-start is an opcode of its own
#ifndef HLO_OPCODE_H_
#define HLO_OPCODE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute_kind.h"
#include "hlo/internal/stringify.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

// One enumerator per line of opcodes.def, and one for every other word (hlo/unknown_words.h).
enum class HloOpcode : uint8_t {
#define HLO_OPCODE(Id, ...) k##Id,
#include "hlo/tables/opcodes.def"
  kUnknown,  // HloInstruction::opcode_name() has the word
};
inline constexpr int kHloOpcodeCount = 0
#define HLO_OPCODE(...) +1
#include "hlo/tables/opcodes.def"
    ;

inline constexpr int kVariadic = -1;

// An attribute in an opcode's line; see opcodes.def.
struct AttributeSpec {
  AttributeKind kind;
  bool required = false;
  bool keep = false;        // prints whenever given
  bool fill = false;        // always prints
  bool fill_true = false;   // ... as true if absent
  bool proto_only = false;  // XLA prints it of a proto, but does not read it
};

// Groups of opcodes for readers, and for the colors of a graph.
enum class OpcodeGroup : uint8_t {
  kParameter,
  kConstant,     // no operands and no work
  kElementwise,  // element by element
  kMovement,     // data is moved, not computed
  kCompute,      // dot, convolution and the like
  kReduction,    // reductions, sorts, scans
  kCollective,   // between devices, and to the host
  kControl,      // calls other computations
  kFusion,
  kCustomCall,
  kAsync,  // async-start, -update, -done
  kTuple,  // tuples, tokens, bitcasts: nothing happens
  kOther,  // HloOpcode::kUnknown
};

// Properties of an opcode, whatever its operands.
enum class OpcodeTrait : uint16_t {
  // Running it does more than give a result. HasSideEffect in hlo/query.h decides for an
  // instruction. XLA HloInstruction::HasSideEffectNoRecurse.
  kSideEffect = 1 << 0,
  // ... if other modules take part: with channel_id, or with constrain_layout.
  kChannelEffect = 1 << 1,
  // ... if an attribute, the start that it finishes or a computation that it calls says so. In a
  // fusion the verifier lets it be unused.
  kMayHaveEffect = 1 << 2,
  // The result consists of the operands' buffers, which it neither reads nor writes: a tuple.
  kForwards = 1 << 3,
  // It writes no buffer of its own; forwarding opcodes, calls, starts.
  kNoBuffer = 1 << 4,
  // Floating operands must have one type. XLA ShapeVerifier::CheckMixedPrecisionOperands.
  kSamePrecision = 1 << 5,
  // The result has the layout of the operands. XLA LayoutAssignment::InstructionCanChangeLayout.
  kKeepsLayout = 1 << 6,
  // exponential, power, random numbers: an element is one transcendental operation, not one
  // floating-point operation. XLA HloCostAnalysis.
  kTranscendental = 1 << 7,
  // The two operands may be swapped. XLA HloOpcodeIsBinaryCommutative.
  kCommutative = 1 << 8,
  // The result is an existing value, or made elsewhere: the verifier lets it have no other layout
  // or precision than its operands and attributes give. XLA ShapeVerifier::CheckShape.
  kExactShape = 1 << 9,
};

struct OpcodeInfo {
  std::string_view name;
  int arity;             // number of operands, or kVariadic
  bool can_infer_shape;  // the result shape may be left out of the text
  OpcodeGroup group;
  uint16_t traits;                             // a bit per OpcodeTrait
  absl::Span<const AttributeSpec> attributes;  // in print order

  bool Has(OpcodeTrait trait) const { return (traits & static_cast<uint16_t>(trait)) != 0; }
};
namespace internal {
extern const std::array<OpcodeInfo, kHloOpcodeCount + 1> kOpcodeTable;
}
// The table's line for `opcode`. Constant time; lives forever.
inline const OpcodeInfo& GetOpcodeInfo(HloOpcode opcode) {
  return internal::kOpcodeTable[static_cast<size_t>(opcode)];
}

// "all-gather"; "unknown" for kUnknown. XLA HloOpcodeString.
inline std::string_view HloOpcodeName(HloOpcode opcode) { return GetOpcodeInfo(opcode).name; }

// The opcode of a word, matched byte for byte; nullopt if there is none. Linear in the word. XLA
// StringToHloOpcode.
std::optional<HloOpcode> ParseHloOpcode(std::string_view word);

// Step of an asynchronous instruction in sugar, `custom-call-start`. Such an instruction spells the
// wrapped opcode (custom-call) and has this phase.
enum class AsyncPhase : uint8_t { kNone, kStart, kUpdate, kDone };
// The opcode of that step in generic form: async-start, async-update, async-done; not for kNone.
inline HloOpcode GenericAsyncOpcode(AsyncPhase phase) {
  return phase == AsyncPhase::kStart    ? HloOpcode::kAsyncStart
         : phase == AsyncPhase::kUpdate ? HloOpcode::kAsyncUpdate
                                        : HloOpcode::kAsyncDone;
}
// "", "-start", "-update", "-done".
constexpr std::string_view AsyncPhaseSuffix(AsyncPhase phase) {
  constexpr std::string_view kSuffixes[] = {"", "-start", "-update", "-done"};
  return kSuffixes[static_cast<int>(phase)];
}

// Whether an opcode has its own -start/-done (all-gather, all-reduce, collective-permute, copy,
// recv, send). X-start in a text is that opcode, unless its shape shows that it is sugar.
bool HasFirstClassAsync(HloOpcode opcode);

// Whether an instruction may have channel_id: sends, receives and collectives. XLA
// HloChannelInstruction.
bool IsChannelInstruction(HloOpcode opcode);

namespace internal {
inline std::string_view TextOf(AsyncPhase phase) {
  return phase == AsyncPhase::kNone ? "none" : AsyncPhaseSuffix(phase).substr(1);
}
}  // namespace internal

}  // namespace hlo_text_v1

// `stream << opcode` and absl::StrCat(opcode) write HloOpcodeName(opcode); for an AsyncPhase,
// "none", "start", "update" or "done".
HLO_TEXT_STRINGIFY_NAME(HloOpcode, HloOpcodeName)
HLO_TEXT_STRINGIFY_ENUM(AsyncPhase)
HLO_TEXT_STRINGIFY_WORDS(OpcodeGroup, kOther, "parameter", "constant", "elementwise", "movement",
                         "compute", "reduction", "collective", "control", "fusion", "custom_call",
                         "async", "tuple", "other")

#endif  // HLO_OPCODE_H_
