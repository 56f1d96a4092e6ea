// What a module remembers so that a pass need not look at every instruction.
//
// Each hint has an invariant. Whoever changes a module keeps it: a flag may always be set to its
// careful value, at the price of a look. CheckHints looks at everything and says what is wrong.
#ifndef HLO_IR_MODULE_HINTS_H_
#define HLO_IR_MODULE_HINTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "hlo/instruction.h"

namespace hlo {

class HloModule;

struct ModuleHints {
  // False: no instruction is sugar or an async-start; then an async-update or -done belongs to no
  // chain. For Desugar and the printer.
  bool has_async = false;
  // False: the names of all instructions are as Uniquify would leave them.
  bool names_may_collide = true;
  // False: the names of all computations are.
  bool computation_names_may_collide = true;
  // False: no metadata of an instruction has a stack_frame_id. For Uniquify, which renumbers them.
  bool uses_stack_frames = true;
  // False: no unknown attribute of an instruction, which is kept as text, mentions a
  // stack_frame_id. Uniquify cannot renumber that, and then leaves the tables alone.
  bool keeps_stack_frames = false;

  // All sugared starts, each once, with the number of computations that were defined before it:
  // where Desugar puts the wrapped computation.
  struct SugaredStart {
    HloInstruction* start;
    size_t definition_index;
  };
  std::vector<SugaredStart> sugared_starts;

  // Not to be recomputed: the module was read from a single instruction. Its entry is the first
  // computation, though the last to be defined, and prints last.
  bool is_single_instruction = false;
};

// What does not hold of the hints of `module`, "" if all do. Linear. For tests and assertions.
std::string CheckHints(const HloModule& module);

}  // namespace hlo

#endif  // HLO_IR_MODULE_HINTS_H_
