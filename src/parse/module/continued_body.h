// A body that is cut: its beginning is in one part of the text, the rest in the parts behind it,
// each read into a state of its own (parallel_parser.h).
//
// The rest is read into a computation that stands for the true one. A name that it lacks gets a
// stand-in. If the checks of an opcode need to know more of an operand than is known of a stand-in,
// the instruction is unchecked. When all of this is linked (part_linker.cc), the instructions move
// to the true computation, instructions of the beginning replace their stand-ins, and what is
// unchecked is checked.
#ifndef HLO_PARSE_MODULE_CONTINUED_BODY_H_
#define HLO_PARSE_MODULE_CONTINUED_BODY_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/parse/module/computation_parser.h"
#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo::internal {

struct ContinuedBody {
  Scope scope;  // with the computation that stands for the true one
  bool is_closed = false;
  uint32_t end = 0;  // the position of its closing brace
  std::vector<HloInstruction*> stand_ins;
  std::vector<HloInstruction*> unchecked;
  std::vector<HloInstruction*> marks;  // the first instruction and each kMarkEvery lines, in order

  static constexpr size_t kMarkEvery = 512;
};

// Reads the rest of a body up to the end of the part, or to its own end and the attributes behind
// it, into state.continued. Returns false if a line is refused.
bool ReadContinuedBody(ParseState& state);

// A stand-in for the instruction called `name`, which the body of `scope` lacks. It gets `shape`,
// the one written before the name, or none if that is nullptr. Returns nullptr if the body is not a
// continued one, or if there is no memory left.
HloInstruction* MakeStandIn(ParseState& state, const Scope& scope, std::string_view name,
                            const Shape* shape);

// Whether a stand-in has the shape of what it stands for; true of other instructions.
inline bool HasShape(const HloInstruction& instruction) {
  return instruction.shape().element_type() != PrimitiveType::kInvalid;
}

// Whether the checks of the draft, which has stand-ins or operands that wait, must wait. It then
// has a shape.
bool MustWait(const Draft& draft);
// Its instruction waits.
void AddUnchecked(ParseState& state, HloInstruction* instruction);

// Moves what has been read to the end of the body of `open`; what the instructions have and point
// to stays as it is. Returns false if both have a parameter of one number, or a root.
bool AppendToBody(ContinuedBody& continued, OpenComputation& open);

// Checks an instruction of `whole` that has waited, as CheckOpcode and all after it would have.
// Returns false if it is refused, or would have got another shape.
bool CheckAtLast(ParseState& whole, HloInstruction* instruction);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_CONTINUED_BODY_H_
