// Names, and an order of the text, that follow from a program's structure.
//
//   hlo::Strip(*module, options);      // metadata
//   hlo::CanonicalizeNames(*module);
//   std::string text = hlo::PrintHloModule(*module);
//
// Two dumps of one program that differ in names and numbers, or in the order of what has none of
// its own, become equal texts, and those of nearly equal programs differ where the programs do.
#ifndef HLO_CANONICAL_NAMES_H_
#define HLO_CANONICAL_NAMES_H_

#include "hlo/module.h"

namespace hlo {

// Gives every instruction and computation of `module` a new name, and puts what is not scheduled
// into an order of its own.
//
// Computations: the entry is `entry`; others are called after how they are used first, with a
// number: body.1, condition.1, to_apply.2, branch.1, true_computation.1, false_computation.1,
// select.1, scatter.1, called_computation.1, fused_computation.1 (calls= of a fusion),
// async_computation.1 (of an async-start), calls.1 (of any other), computation.1 (not called).
// Instructions: the opcode and a number, add.3. Numbers begin at 1 for each word and run through
// the module, in this order:
//   - computations: callees before their caller, in the order in which the entry's instructions
//     call them, or name them in unknown words (hlo/unknown_words.h), the entry, then those that it
//     does not reach, by structure;
//   - instructions of a scheduled computation: as scheduled. Of any other: parameters by number;
//     the root, each instruction after its control predecessors (the last one first, as XLA prints
//     them) and operands; then those that the root does not reach, by structure.
// (The roots of asynchronous computations come first of all, so that no name collides with those
// that reading sugar makes.) The module's name loses trailing numbers, jit_f.12. Stack frames are
// renumbered in the new order. A module that still has sugar is desugared.
//
// Equal texts come of modules with the same structure: those for which Fingerprint
// (hlo/fingerprint.h) is the same, if besides the module's name, metadata, origin and debugging
// tables are the same or were stripped. Those hold names of their own, which stay as they are.
// Large constants print as {...} unless asked otherwise: then texts may be equal that differ in
// them. Limit: instructions that the root does not reach, or computations that nothing reaches,
// keep the order of the text among themselves where neither what they compute nor what is computed
// from their operands tells them apart; this shows only if some of them share operands in a way
// that others do not.
//
// The text reads back with these names; reading it, and canonicalising again, gives the same text
// (but for the few values that XLA's text does not keep, such as -0). Schedules, operands,
// attributes and the numbers of parameters do not change; pointers stay valid, index() and the
// order of computations() and instructions() change. Linear like Fingerprint, some 0.5 microseconds
// an instruction. Never fails.
void CanonicalizeNames(HloModule& module);

}  // namespace hlo

#endif  // HLO_CANONICAL_NAMES_H_
