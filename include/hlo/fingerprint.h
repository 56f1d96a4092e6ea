// A number for what a program is, whatever it calls its parts.
//
//   hlo::Desugar(*module);
//   hlo::Fingerprint128 fingerprint = hlo::Fingerprint(*module);
//   std::cout << fingerprint.ToString();  // "1f3c...", 32 hexadecimal digits
//
// Two dumps of one program, traced twice, or printed by versions of XLA that count differently,
// have the same fingerprint; that of a program in which anything else differs is another.
#ifndef HLO_FINGERPRINT_H_
#define HLO_FINGERPRINT_H_

#include <cstdint>
#include <string>

#include "hlo/module.h"

namespace hlo {

struct Fingerprint128 {
  uint64_t high = 0;
  uint64_t low = 0;

  // 32 lower-case hexadecimal digits.
  std::string ToString() const;
};
inline bool operator==(const Fingerprint128& a, const Fingerprint128& b) {
  return a.high == b.high && a.low == b.low;
}
inline bool operator!=(const Fingerprint128& a, const Fingerprint128& b) { return !(a == b); }
inline bool operator<(const Fingerprint128& a, const Fingerprint128& b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}

// The fingerprint of `module`. It is the same whatever are
//   - the names of the module, its computations and instructions, also where unknown words
//     (hlo/unknown_words.h) mention them;
//   - metadata, in shardings too, stack frames, and what else tells where a program comes from:
//     origin, origin_recovery_table, debug_attributes;
//   - the order of computations in the text, and of instructions where the module is not scheduled
//     or a fusion calls the computation, but for its limit in hlo/canonical_names.h;
//   - how asynchronous operations were written, sugared or generic, once Desugar has run (but
//     UnwrapAsyncCalls takes computations away, which count).
// Everything else counts: opcodes, shapes with layouts, operands and control predecessors in their
// order, all other attributes, the bytes of constants (values left out, {...}, are equal among
// themselves), which computations are called from where, also whether twice the same one or two
// that are equal, code that nothing uses, the module's configuration, and the order of instructions
// in a scheduled module. To let less count, Strip and SortMaps come before.
//
// A value depends on nothing but the program: not on the machine, the run or the build; a release
// that changes it says so. Collisions are as rare as 128 well-mixed bits make them, but the
// function is no cryptographic one: do not use it against somebody who looks for collisions.
// Time and memory are linear in the module, n log n in the number of unused instructions and
// computations; some 80 nanoseconds an instruction.
Fingerprint128 Fingerprint(const HloModule& module);

}  // namespace hlo

#endif  // HLO_FINGERPRINT_H_
