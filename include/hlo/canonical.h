// Brings programs into a form in which they compare: parts that do not affect what they compute are
// removed or sorted, names, the order of the text and a fingerprint depend on the structure alone.
//
//   hlo_text::StripOptions options;
//   options.metadata = true;
//   options.backend_config = true;
//   hlo_text::Strip(&*module, options);
//   hlo_text::SortMaps(&*module);  // backend_config={"b":1, "a":2} -> backend_config={"a":2,"b":1}
//
//   hlo_text::Fingerprint128 fingerprint = hlo_text::Fingerprint(*module);  // of ReadHloModule
//   std::cout << fingerprint.ToString();                          // "1f3c...", 32 digits
//
//   hlo_text::Canonicalize(&*module);
//   std::string text = hlo_text::PrintHloModule(*module, hlo_text::CanonicalTextOptions());
//
// Two dumps of one program, traced twice or printed by versions of XLA that number differently,
// have the same fingerprint; any other difference changes it. Their canonical texts are equal, and
// those of nearly equal programs differ only where the programs do. All but Fingerprint
// edit the module, so everything that reads it afterwards sees the change.
#ifndef HLO_CANONICAL_H_
#define HLO_CANONICAL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/printer.h"

namespace hlo_text_v1 {

// ---- Removing parts: the table strip.def has them.

// A field for each line of strip.def.
struct StripOptions {
#define HLO_STRIP(name, help, Kind) bool name = false;
#include "hlo/tables/strip.def"
#undef HLO_STRIP
};

// The table: name of a field, what it removes, the field. Lives forever.
struct StripInfo {
  std::string_view name;
  std::string_view help;
  bool StripOptions::* field;
};
absl::Span<const StripInfo> StripTable();

// Removes what `options` name from all of `module`: header, computations, instructions, and the
// modules in origin_recovery_table. Nothing else changes, names included, except that removing
// control predecessors may change the print order of instructions.
//
//   metadata        metadata={...}, also in shardings, except the entry that holds the reduction
//                   operation of an unreduced value, which has a meaning; the stack-frame tables
//   stack_frames    stack_frame_id, and the tables; also metadata that has nothing else
//   all others      the attribute of that name
//
// May run before or after Desugar and Uniquify. The module's memory does not shrink. Linear, never
// fails.
void Strip(HloModule* module, const StripOptions& options);

// ---- One order for the JSON in attributes. Configurations come from protocol buffers with maps,
// which print in the order of a hash table, different from run to run; sorted, they compare.

// Rewrites each value of backend_config (of instructions, computations and the module) and of
// frontend_attributes that is JSON in XLA's lenient sense: removes white space and sorts the
// members of each object by their text, `"key":value`, byte by byte, members of equal key by value.
// Arrays keep their order, literals their spelling. A value that is not JSON, or is nested deeper
// than 500, stays as it is. frontend_attributes themselves are always sorted by key. New values
// live in the module's arena. n log n in the length of a value; never fails. Source: XLA
// sort_backend_config.
void SortMaps(HloModule* module);

// ---- Stack frames in the old form, before tables: file and line with each instruction.

//   // metadata={op_name="add" stack_frame_id=7}
//   hlo_text::InlineStackFrames(&*module);
//   // metadata={op_name="add" source_file="model.py" source_line=12 source_end_line=12
//   //           source_column=4 source_end_column=17}
//
// Replaces each instruction's stack_frame_id by the file, lines and columns of the innermost frame,
// overwriting any that the metadata has. Function names, callers and the tables are lost. Drops ids
// that name no valid frame, and those in the metadata of shardings, which belong to no table once
// Uniquify has renumbered the frames. Run it after Uniquify, or on a module as read. Leaves out
// file names beyond 64 MiB plus 16 times the source in total. Linear, never fails. XLA
// print_inline_stack_frames shows file, line and column only; this adds the ends, as metadata has
// fields for them.
void InlineStackFrames(HloModule* module);

// ---- One name, one order, one number for equal programs.

// Gives every instruction and computation of `module` a new name, except where a text kept as
// written mentions its name (hlo/unknown_words.h), and puts unscheduled parts into a canonical
// order.
//
// Computations: the entry is `entry`; the names of others say how they are first used, with a
// number: body.1, condition.1, to_apply.2, branch.1, true_computation.1, false_computation.1,
// select.1, scatter.1, called_computation.1, fused_computation.1 (calls= of a fusion),
// async_computation.1 (of an async-start), calls.1 (of any other), computation.1 (not called).
// Instructions: the opcode and a number, add.3. Numbers begin at 1 for each word and run through
// the module, in this order:
//   - computations: callees before their caller, in the order in which the entry's instructions
//     call them, the entry, then those that it does not reach, by structure;
//   - instructions of a scheduled computation: as scheduled, but for each get-tuple-element, which
//     moves to its operand, and for parameters if there is nothing else but the root. Of any other:
//     parameters by number; the root, each instruction after its control predecessors (the last one
//     first, as XLA prints them) and operands; then those that the root does not reach, by
//     structure.
// (Roots of asynchronous computations come first, to keep clear of the names that reading sugar
// makes.) The module's name loses trailing numbers, jit_f.12. Stack frames are renumbered in the
// new order. Asynchronous calls are unwrapped (UnwrapAsyncCalls). The module must be desugared.
//
// Two texts are equal if and only if the modules have the same Fingerprint, and the module's name,
// metadata, origin and debugging tables are also the same or stripped (names in these stay as they
// are), and so is backend_config: SortMaps sorts its members. Large constants print as {...} by
// default: modules that differ only in them may have equal texts. Limit: instructions that the root
// does not reach, and computations that nothing reaches, keep their text order if neither what they
// compute nor what is computed from their operands tells them apart; this shows only if some of
// them share operands in a way that others do not.
//
// The text reads back with these names; reading and canonicalising it again gives the same text
// (except for the few values that XLA's text does not keep, such as -0). Schedules, operands,
// attributes and the numbers of parameters do not change; pointers stay valid, index() and the
// order of computations() and instructions() change. Linear like Fingerprint, about 0.5
// microseconds an instruction. Never fails.
void CanonicalizeNames(HloModule* module);

// Equal for instructions that are Identical (hlo/identical.h), also without layouts: of opcode,
// shape without layouts, attributes and value, but not of operands and called computations, which
// the caller adds. For tables of candidates, as in CSE. Linear in the attributes and the value. XLA
// absl::HashOf(instruction).
uint64_t InstructionHash(const HloInstruction& instruction);

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

// The fingerprint of `module`. It ignores
//   - the names of the module, its computations and instructions, but for those that texts kept as
//     written mention (hlo/unknown_words.h);
//   - metadata (also in shardings), stack frames, and other marks of a program's origin:
//     origin, origin_recovery_table, debug_attributes;
//   - the order of computations in the text, and of instructions where the module is not scheduled
//     or a fusion calls the computation, but for the limit of CanonicalizeNames;
//   - how asynchronous operations were written, sugared or generic, once Desugar has run, and
//     whether a call is wrapped (UnwrapAsyncCalls); also backend_config of the only instruction
//     that an async-start wraps, and its frontend_attributes if the start has any, since XLA's
//     sugar does not show them;
//   - the order of JSON members in backend_config, and where a schedule has get-tuple-elements.
// Everything else counts: opcodes, shapes with layouts, operands and control predecessors in order,
// all other attributes, the bytes of constants (all elided values, {...}, are equal), which
// computations are called from where, including whether two calls share a callee or call equal
// ones, unused code, the module's configuration, and the order of instructions in a scheduled
// module. To ignore more, run Strip and SortMaps first.
//
// The value depends only on the program, not on the machine, the run or the build; a release that
// changes it says so. (Values are of version 3; version 2 told texts of one module from its dumps.)
// Collisions are as rare as 128 well-mixed bits make them, but the hash is not cryptographic: do
// not rely on it against an adversary. Time and memory are linear in the module, n log n in the
// number of unused instructions and computations; about 80 nanoseconds an instruction. The module
// must be desugared.
Fingerprint128 Fingerprint(const HloModule& module);

// The fingerprint of a part: of the computations that `selects` accepts and all that they call,
// directly or not, as if the module had no others. Unless the entry is among them, what the header
// says of the entry does not count: its layout, aliases, donors, propagation of shardings. So a
// part is the same in two modules that differ elsewhere. Linear in the part, and in the number of
// computations; calls `selects` once for each.
//
//   hlo_text::HloModule two = *hlo_text::ReadHloModule(
//       "HloModule two\n"
//       "a { x = f32[] parameter(0) ROOT s = f32[] sine(x) }\n"
//       "b { y = f32[] parameter(0) ROOT t = f32[] sine(y) }\n"
//       "ENTRY e { z = f32[] parameter(0) u = f32[] call(z), to_apply=a\n"
//       "  ROOT v = f32[] call(u), to_apply=b }");
//   const auto of = [&](std::string_view name) {
//     return hlo_text::Fingerprint(two, [&](const hlo_text::HloComputation& c) { return c.name() == name; });
//   };
//   assert(of("a") == of("b") && of("a") != of("e") && of("e") == hlo_text::Fingerprint(two));
Fingerprint128 Fingerprint(const HloModule& module,
                           absl::FunctionRef<bool(const HloComputation& computation)> selects);

// The fingerprint of `module` but for the sizes of its arrays: equal for programs that a compiler
// has made of one function under other shapes. In addition to those of Fingerprint it ignores the
// sizes of dimensions, not their number; layouts; values of constants; attributes that follow from
// sizes, such as slice, padding, window, dynamic_slice_sizes; and backend_config. Optimized
// programs often differ in more, since a compiler fuses by size: compare dumps from before. As
// stable as Fingerprint, and as fast.
Fingerprint128 ShapeBlindFingerprint(const HloModule& module);

// ---- Canonical text: one spelling for a program. (XLA's preset PrintOptions::Canonical is not
// one: it leaves out the names of computations and values of constants.)

// The version of canonical text. A release that prints another text for any program has another.
inline constexpr int kCanonicalTextVersion = 1;

// Makes `module` the representative of all modules with its Fingerprint: what that ignores is
// removed (see there; the module is then called `canonical`), the JSON in backend_config and
// unknown attributes are sorted, and CanonicalizeNames does the rest. The module must be desugared.
// The fingerprint stays, unless frontend_attributes of an instruction were lost whose computation
// is called by an asynchronous call that has some. Linear like Fingerprint. Never fails.
void Canonicalize(HloModule* module);

// How canonical text prints: XLA's default style, constants in full and exactly, asynchronous
// chains in generic form:
//
//   hlo_text::HloModule a = *hlo_text::ReadHloModule(
//       "HloModule a\n ENTRY e { x = f32[] parameter(0) ROOT y = f32[] negate(x) }");
//   hlo_text::HloModule b = *hlo_text::ReadHloModule(
//       "HloModule b\n ENTRY f { p = f32[] parameter(0)\n"
//       "  ROOT q = f32[] negate(p), metadata={op_name=\"q\"} }");
//   hlo_text::Canonicalize(&a);
//   hlo_text::Canonicalize(&b);
//   const std::string text = hlo_text::PrintHloModule(a, hlo_text::CanonicalTextOptions());
//   assert(text == hlo_text::PrintHloModule(b, hlo_text::CanonicalTextOptions()));
//
// Modules have the same canonical text if and only if they have the same fingerprint, but for the
// limit of CanonicalizeNames. The text reads back as that program, and is its own canonical text,
// except for the few values that no text keeps: -0 in attributes, threads of a computation that
// starts on several threads reach.
PrintOptions CanonicalTextOptions();

}  // namespace hlo_text_v1

#endif  // HLO_CANONICAL_H_
