// Makes names unique, and renumbers stack frames.
//
// ReadHloModule (hlo/read.h) does it. After steps that add names, such as Desugar (hlo/async.h):
//
//   hlo::Desugar(*module);
//   hlo::Uniquify(*module);
#ifndef HLO_UNIQUIFY_H_
#define HLO_UNIQUIFY_H_

#include "hlo/module.h"

namespace hlo {

struct UniquifyOptions {
  // Keep the stack-frame tables as they are, unused frames included.
  bool keep_stack_frames = false;
  // Keep names of instructions, which the text makes unique per computation only; names of
  // get-tuple-element instructions that %t#0 stands for may occur twice.
  bool keep_instruction_names = false;
};
// Makes the names of computations and instructions unique as XLA does (separately for the two, over
// the whole module, in order of definition), rebuilds the stack-frame tables from the frames in
// use, and renumbers metadata accordingly. Names that texts kept as written mention stay
// (hlo/unknown_words.h): of computations for the first one, of instructions once per computation.
// Does the same to each module in origin_recovery_table, on its own. Linear, never fails.
// ReadHloModule runs it, and ParseHloModule too unless ParseOptions::uniquify is off. XLA
// NameUniquer, HloModule::UniquifyIds.
void Uniquify(HloModule& module, const UniquifyOptions& options = {});

}  // namespace hlo

#endif  // HLO_UNIQUIFY_H_
