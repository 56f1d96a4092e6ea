// The text as it is written, sugar and all; most callers want hlo/read.h.
//
//   absl::StatusOr<hlo::HloModule> module = hlo::ParseHloModule("f32[] constant(1)");
//   assert(module->entry_computation()->instruction_count() == 1);
//
// Accepts what XLA's parser accepts: a module with its header, computations without a header, or a
// single instruction. Whatever the bytes, the result is a module or diagnostics: no exception, no
// abort, no unbounded recursion. What XLA refuses is refused in its words; what XLA crashes on is
// refused in ours.
#ifndef HLO_PARSER_H_
#define HLO_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo {

// Like the containers of the standard library, all that allocates here throws std::bad_alloc if
// there is no memory. Memory, and what PrintHloModule writes by default, are in proportion to the
// text: docs/security.md has the limits.

struct ParseOptions {
  // Bytes of a text; a longer one is not read at all.
  size_t max_input_bytes = SourceBuffer::kMaxSize;
  // Diagnostics kept per text; parsing stops after so many errors. At least 1.
  int max_errors = 20;
  // Nested shapes, operands, computations and values. XLA kMaxRecursionDepth is 8192.
  int max_nesting_depth = 8192;
  // Bytes of machine stack that nesting may take before it counts as too deep.
  size_t max_stack_bytes = size_t{3} << 20;
  // Elements of a constant: more are refused.
  int64_t max_literal_elements = int64_t{1} << 31;
  // Bytes for all that the text stands for without writing it out: shapes that are left out and
  // elements t#0, as they print; devices that an iota does not list, but XLA's canonical form does;
  // one sharding for all elements of a tuple. What needs more is refused. 0: kMinExpansion and
  // kExpansionFactor times the text.
  size_t max_expansion_bytes = 0;
  static constexpr size_t kMinExpansion = size_t{256} << 10;
  static constexpr size_t kExpansionFactor = 256;
  // Bytes of memory for the module, its text apart. What counts is what its arena takes from the
  // system, looked at after the header and after each instruction; tables of names come on top.
  // What needs more is refused. 0: kMinMemory, kMemoryFactor times the text, and the bytes of
  // max_expansion_bytes.
  size_t max_memory_bytes = 0;
  static constexpr size_t kMinMemory = size_t{512} << 10;
  static constexpr size_t kMemoryFactor = 64;
  // Run Uniquify on the result.
  bool uniquify = true;
  // Accept older forms of asynchronous instructions, each with a warning: flat shapes,
  // (f32[64], f32[32], s32[]) for ((f32[64]), f32[32], s32[]); attributes of the start repeated on
  // updates and dones, if they are equal; string values without quotes; typographic quotation
  // marks, hyphens and spaces, which become plain ones in the module's source. Without it they are
  // XLA's errors, with a note.
  bool upgrade_legacy = false;
  // Keep opcodes and attributes that are not known here as they are written, with a warning for
  // each such word: hlo/unknown_words.h. So is a known attribute whose value is not understood.
  // Without it they are XLA's errors.
  bool allow_unknown = false;
  // Threads that read one module, the calling one among them; at least 1. Where they pay, a text
  // with a header is cut between computations, and each part is read by a thread of its own that
  // has ended when the function returns; a part for which the system has no thread is read by the
  // calling one. The result is the same in all respects. Whatever is unusual, an error or a warning
  // above all, is left to one thread, which then begins anew: a long text that is refused may take
  // twice the time. upgrade_legacy takes one thread anyway. A computation is never cut, so that the
  // longest one limits what threads can do.
  int jobs = 1;
  // Bytes of text that are worth a thread: there are fewer than `jobs` for texts that are shorter.
  size_t min_bytes_per_job = size_t{4} << 20;
};

// Reads a module. On success it takes over the text; on failure `source` keeps it, for rendering
// the diagnostics. Result: the module, or kInvalidArgument with the first error as "line:col:
// error: message"; kOutOfRange, with a diagnostic at its begin, for a text of more than
// max_input_bytes or SourceBuffer::kMaxSize.
// `diagnostics` (may be null) gets all errors and warnings in the order to be shown; their offsets
// are into the text. Cost: linear in the text.
absl::StatusOr<HloModule> ParseHloModule(SourceBuffer&& source, const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);
// The same from a copy of `text`.
absl::StatusOr<HloModule> ParseHloModule(std::string_view text, const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);

// Instructions in lines, [ROOT] name = shape opcode(...), without a computation around them; or one
// without a name. They become the entry computation of a module, both called "_"; without ROOT the
// last one is the root. An operand with a shape that is not defined becomes a parameter, the next
// one without a number, as XLA does for a text of one instruction.
//
//   hlo::HloModule small = *hlo::ParseHloInstructions(
//       "sum = f32[] add(f32[] a, f32[] b)\n"
//       "ROOT half = f32[] multiply(sum, sum)");
//   assert(small.entry_computation()->parameters().size() == 2);
//   assert(hlo::PrintHloInstruction(*small.entry_computation()->root_instruction()) ==
//          "%half = f32[] multiply(%sum, %sum)");
absl::StatusOr<HloModule> ParseHloInstructions(std::string_view text,
                                               const ParseOptions& options = {},
                                               std::vector<Diagnostic>* diagnostics = nullptr);

// Adds the computations in `text`, each `name [signature] { instructions }`, behind those of
// `module`, and returns the last one. Where an attribute names a computation, that is one of the
// text so far, or else one of the module, or else a later one of the text. ENTRY is allowed if the
// module has no entry computation; otherwise the module's stays.
//
// Names that the module has already are changed by Uniquify; the module's own stay, if they are
// unique. With options.uniquify false the name of an existing computation is an error, and those of
// instructions are left alone. On an error the module is as it was, but for memory in its arena.
// What is new has no source_offset: HloModule::source() stays the text that the module was read
// from.
//
// `module` must not be read by others meanwhile; pointers into it stay valid. Cost: linear in the
// text and the names of the module; linear in the module where a name must be changed or metadata
// has a stack frame.
//
//   hlo::HloModule program = *hlo::ParseHloModule(
//       "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }\n"
//       "ENTRY main { ROOT p = s32[8] parameter(0) }");
//   hlo::HloComputation* total = *hlo::ParseHloComputation(
//       "total { x = s32[8] parameter(0) z = s32[] constant(0)\n"
//       "  ROOT sum = s32[] reduce(x, z), dimensions={0}, to_apply=add }",
//       program);
//   assert(total->name() == "total" && program.computations().size() == 3);
//   assert(hlo::PrintHloInstruction(*total->root_instruction()) ==
//          "%sum = s32[] reduce(%x, %z), dimensions={0}, to_apply=%add");
absl::StatusOr<HloComputation*> ParseHloComputation(std::string_view text, HloModule& module,
                                                    const ParseOptions& options = {},
                                                    std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo

#endif  // HLO_PARSER_H_
