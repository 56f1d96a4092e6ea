// Unique names for what a module holds, and stack frames by number of use.
//
//   hlo::Desugar(*module);  // hlo/async.h
//   hlo::Uniquify(*module);
//
// ReadHloModule (hlo/read.h) does both.
#ifndef HLO_UNIQUIFY_H_
#define HLO_UNIQUIFY_H_

#include "hlo/module.h"

namespace hlo {

// Makes the names of computations and instructions unique as XLA does (separately for the two, over
// the whole module, in order of definition), rebuilds the stack-frame tables from what instructions
// use, and renumbers metadata accordingly. Linear. ParseHloModule runs it unless told not to.
// XLA NameUniquer, HloModule::UniquifyIds.
struct UniquifyOptions {
  // Leave the stack-frame tables as they stand, unused frames included.
  bool keep_stack_frames = false;
  // Names of instructions need to be unique in their computation only, as the text had them; names
  // of get-tuple-element instructions that %t#0 stands for may be there twice.
  bool keep_instruction_names = false;
};
void Uniquify(HloModule& module, const UniquifyOptions& options = {});

}  // namespace hlo

#endif  // HLO_UNIQUIFY_H_
