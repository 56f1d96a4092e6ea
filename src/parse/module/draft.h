// A body and an instruction while they are being read. An instruction enters the module only after
// its whole line is read and checked.
#ifndef HLO_PARSE_MODULE_DRAFT_H_
#define HLO_PARSE_MODULE_DRAFT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "src/base/hash_table.h"
#include "src/base/name_ending.h"
#include "src/base/number_set.h"
#include "src/ir/normal_form.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

// ---- Sugar: an opcode with an AsyncPhase.

// The opcode of `opcode` in that phase: HloInstruction::opcode.
inline HloOpcode OpcodeIn(HloOpcode opcode, AsyncPhase phase) {
  return phase == AsyncPhase::kNone ? opcode : GenericAsyncOpcode(phase);
}

// WithoutAsyncSuffix, with the phase that the suffix means; if there is none, `phase` stays.
inline std::string_view StripAsyncSuffix(std::string_view word, AsyncPhase* phase) {
  const std::string_view wrapped = WithoutAsyncSuffix(word);
  for (const AsyncPhase each : {AsyncPhase::kStart, AsyncPhase::kUpdate, AsyncPhase::kDone}) {
    if (word.substr(wrapped.size()) == AsyncPhaseSuffix(each)) *phase = each;
  }
  return wrapped;
}

// ---- Bodies and instructions.

// A body that is being read.
struct Scope {
  HloComputation* computation = nullptr;
  bool is_nested = false;                 // an attribute's value: names inside hide those outside
  bool root_seen = false;                 // even if it was refused
  HloInstruction* marked_root = nullptr;  // the one with ROOT
  // Meaning of names before this nested body redefined them.
  std::vector<std::pair<uint32_t, HloInstruction*>> hidden;
  std::vector<HloInstruction*> parameters;  // as created
  NumberSet parameter_numbers;
  // Elements t#0#1 made so far, by path: "t_0_1" as symbol.
  HashMap<std::string, HloInstruction*> tuple_elements;
};

// An instruction that is being read.
struct Draft {
  // Not an aggregate: GCC would zero all of it with rep stos, 30 cycles per instruction.
  explicit Draft(Scope& body) : scope(body) {}

  AttributeOwner owner() const { return AttributeOwner{opcode, operands, phase}; }
  // HloInstruction::opcode.
  HloOpcode generic_opcode() const { return OpcodeIn(opcode, phase); }

  Scope& scope;
  HloOpcode opcode = HloOpcode::kAbs;
  bool is_nested = false;                          // an operand written in place
  bool is_tainted = false;                         // uses a refused instruction
  const Shape* shape = nullptr;                    // nullptr until inferred if the text omits it
  std::string_view name;                           // as written; empty in a nested instruction
  NameEnding name_ending = NameEnding::kNoNumber;  // of `name`
  uint32_t position = 0;                           // of the shape, or the opcode if there is none
  uint32_t operands_position = 0;                  // of the '('
  uint32_t attributes_position = 0;                // of the token after the ')'
  absl::InlinedVector<HloInstruction*, 8> operands;
  AttributeList attributes;
  AllowedAttributes allowed;
  const Literal* literal = nullptr;  // of a constant
  int64_t parameter_number = 0;
  bool has_unknown_attributes = false;
  bool lacks_known_attributes = false;  // some of its own are missing or not understood
  // Not next to the opcode: GCC would load both at once and wait for both stores.
  AsyncPhase phase = AsyncPhase::kNone;
  UnknownOpcode* unknown = nullptr;  // with HloOpcode::kUnknown
};

// ---- Which checks it needs (checks.h); most need none.

// The demands of an opcode besides its number of operands (checks.cc, from opcodes.def).
enum class Demands : uint8_t {
  kNothing,  // and it adds nothing that the text omits: most instructions of a program
  kShapes,   // CheckOpcode looks at shapes, and leaves the attributes alone
  kMore,
};
extern const Demands kDemands[];
inline Demands DemandsOf(HloOpcode opcode) { return kDemands[static_cast<size_t>(opcode)]; }

// Whether CheckCommonAttributes checks anything.
inline bool HasCommonAttributes(const Draft& draft) {
  return draft.attributes.Has(AttributeKind::kSharding) ||
         draft.attributes.Has(AttributeKind::kParameterReplication) ||
         draft.opcode == HloOpcode::kMap;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_DRAFT_H_
