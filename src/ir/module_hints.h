// Facts that a module remembers so that passes need not look at every instruction.
//
// Each hint has an invariant, which every change to a module must keep. A flag may always be set to
// its conservative value, at the cost of a scan. CheckHints checks them all.
#ifndef HLO_IR_MODULE_HINTS_H_
#define HLO_IR_MODULE_HINTS_H_

#include <string>

#include "hlo/spellings.h"

namespace hlo_text_v1 {

class HloModule;

namespace internal {

// The hints; a refused edit restores all of them by copying.
struct ModuleFlags {
  // False: no instruction is sugar or an async-start, so an async-update or -done belongs to no
  // chain. For Desugar and the printer.
  bool has_async = false;
  // False: no instruction is sugar. Only the parser sets it, and only Desugar clears it.
  bool has_sugar = false;
  // False: Uniquify would keep the names of all instructions, whatever names are added. So it is
  // true if one is oddly numbered, x.01 or x.0, which collides with x.1 or x.
  bool names_may_collide = true;
  // False: Uniquify would keep the names of all computations.
  bool computation_names_may_collide = true;
  // False: no instruction's metadata has a stack_frame_id. For Uniquify, which renumbers them.
  bool uses_stack_frames = true;
  // False: no unknown attribute (kept as text) mentions a stack_frame_id. If one does, Uniquify
  // cannot renumber it and leaves the tables alone.
  bool keeps_stack_frames = false;

  // Of the module's text. tuple_elements is not set: the text has t#0, or not.
  Spellings spellings;
  bool folds_tuple_elements = false;

  // Cannot be recomputed: the text has no header, so the module is named after its entry, whose
  // name Uniquify may change.
  bool is_named_after_entry = false;
  // Cannot be recomputed: some computations of the text were not read. The rest print in the order
  // of the text, since the order may depend on the missing ones.
  bool is_partial = false;
  // Cannot be recomputed: the module was read from a single instruction. Its entry is the first
  // computation, but was defined last and prints last.
  bool is_single_instruction = false;

  // Call when instructions come from a module with the flags `other`.
  void Add(const ModuleFlags& other) {
    has_async |= other.has_async;
    has_sugar |= other.has_sugar;
    names_may_collide |= other.names_may_collide;
    computation_names_may_collide |= other.computation_names_may_collide;
    uses_stack_frames |= other.uses_stack_frames;
    keeps_stack_frames |= other.keeps_stack_frames;
  }
};

// Describes the hints of `module` that are wrong; "" if none is. Linear. For tests and assertions.
std::string CheckHints(const HloModule& module);

}  // namespace internal

}  // namespace hlo_text_v1

#endif  // HLO_IR_MODULE_HINTS_H_
