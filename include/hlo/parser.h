// Parses text as written. Most callers want ReadHloModule (hlo/read.h): here asynchronous sugar,
// custom-call-start, stays sugar until Desugar (hlo/async.h).
//
//   absl::StatusOr<hlo_text::HloModule> module = hlo_text::ParseHloModule("f32[] constant(1)");
//   assert(module->entry_computation()->instruction_count() == 1);
//
// Accepts what XLA's parser accepts: a module with its header, computations without a header, or a
// single instruction; docs/reference/language.md has the few texts where the two differ. Any bytes
// give a module or diagnostics: no exception, no abort, no unbounded recursion. Errors have XLA's
// words; where XLA crashes, they have ours.
#ifndef HLO_PARSER_H_
#define HLO_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo_text_v1 {

// Like the containers of the standard library, everything here that allocates throws std::bad_alloc
// if there is no memory. Memory, and the default output of PrintHloModule, are in proportion to the
// text: docs/reference/security.md has the limits.

struct ParseOptions {
  // Of the text, and of what it implies.
  ReadLimits limits;
  static constexpr size_t kMinMemory = size_t{512} << 10;  // for limits.max_memory_bytes
  static constexpr size_t kMemoryFactor = 64;
  // Diagnostics kept per text; parsing stops after this many errors. At least 1.
  int max_errors = 20;
  // Run Uniquify on the result.
  bool uniquify = true;
  // Accept what older versions of XLA wrote, each with a warning: opcodes and attributes that were
  // renamed, such as less-than and sparsity=; api_version=API_VERSION_UNSPECIFIED; names that are
  // types by now, to which an underscore is added, or keywords; literals with a shape, and shapes
  // of tiles in shardings; flat asynchronous shapes, (f32[64], f32[32], s32[]) for ((f32[64]),
  // f32[32], s32[]); attributes of the start repeated on updates and dones, if they are equal. Also
  // string values without quotes, and typographic quotation marks, hyphens and spaces, which become
  // plain ones in the module's source. Otherwise they are XLA's errors, with a note.
  // docs/reference/language.md has all.
  bool upgrade_legacy = false;
  // Keep unknown opcodes, attributes and element types of arrays, and known attributes with an
  // unknown form of value or with a control predecessor that is not defined, as written, with a
  // warning for each such word (hlo/unknown_words.h). Otherwise they are XLA's errors.
  bool allow_unknown = false;
  // Read values as XLA's parser does even where that changes what XLA has printed, with a warning:
  // -0 of a floating-point type as 0, (nan, 0) of a complex one as (nan, nan).
  bool as_xla = false;
  // If set, read only the computations whose names it accepts and those that they call, at any
  // depth, perhaps with a few more; other bodies are only searched for their ends, which is several
  // times as fast. They are as good as not there: their errors are not reported, the names of the
  // others are unique among themselves, and without the entry, entry_computation() is nullptr and
  // the layout that the header may lack stays unknown. The tables of stack frames stay as they are
  // in the text, and PrintHloModule prints computations in the order of the text; in a scheduled
  // module also the instructions of the body of a fusion that is not read. All of a text is read if
  // those asked for are more than half of it, if it has no header, with upgrade_legacy, or if the
  // computations cannot be told apart, because of an error for example. Called once for each
  // computation.
  //
  //   hlo_text::ParseOptions options;
  //   options.only = [](std::string_view name) { return name == "inner"; };
  //   hlo_text::HloModule part = *hlo_text::ParseHloModule(
  //       "HloModule m\n"
  //       "inner { ROOT a = f32[] parameter(0) }\n"
  //       "outer { b = f32[] parameter(0) c = f32[] wrong(b) ROOT d = f32[] call(b), to_apply=inner }\n"
  //       "ENTRY e { f = f32[] parameter(0) ROOT g = f32[] call(f), to_apply=outer }",
  //       options);
  //   assert(part.computations().size() == 1 && part.entry_computation() == nullptr);
  std::function<bool(std::string_view name)> only;
  // Threads that read one module, including the calling one; at least 1. If it pays, a text with a
  // header is cut between computations, and each thread reads a part. They end before the function
  // returns; if the system has none, the calling one reads all parts. The result is identical. At
  // anything unusual, such as an error or a warning, one thread starts over: such a text may take
  // twice the time. upgrade_legacy always takes one thread.
  int jobs = 1;
  // Bytes of text that are worth a thread: shorter texts get fewer than `jobs`.
  size_t min_bytes_per_job = size_t{768} << 10;
};

// Reads a module. On success it takes over the text; on failure `source` keeps it, for rendering
// the diagnostics. Result: the module, or kInvalidArgument with the first error as "line:col:
// error: message"; kOutOfRange, with a diagnostic at the start, for a text of more than
// limits.max_input_bytes or SourceBuffer::kMaxSize. `diagnostics` (may be null) is set to all
// errors and warnings in display order, with offsets into the text. Cost: linear in the text.
absl::StatusOr<HloModule> ParseHloModule(SourceBuffer&& source, const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);
// The same from a copy of `text`.
absl::StatusOr<HloModule> ParseHloModule(std::string_view text, const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);

// Reads lines of instructions, [ROOT] name = shape opcode(...), without a computation around them;
// or one without a name. They become the entry computation of a module, both called "_"; without
// ROOT the last one is the root. An undefined operand with a shape becomes the next parameter, as
// in XLA for a text of one instruction. Sugar stays, unlike in ReadHloInstructions (hlo/read.h).
// Result, errors and cost as ParseHloModule.
//
//   hlo_text::HloModule small = *hlo_text::ParseHloInstructions(
//       "sum = f32[] add(f32[] a, f32[] b)\n"
//       "ROOT half = f32[] multiply(sum, sum)");
//   assert(small.entry_computation()->parameters().size() == 2);
//   assert(hlo_text::PrintHloInstruction(*small.entry_computation()->root_instruction()) ==
//          "%half = f32[] multiply(%sum, %sum)");
absl::StatusOr<HloModule> ParseHloInstructions(std::string_view text,
                                               const ParseOptions& options = {},
                                               std::vector<Diagnostic>* diagnostics = nullptr);

// Adds the computations in `text`, each `name [signature] { instructions }`, after those of
// `module`, and returns the last one. A computation's name in an attribute means one of the text so
// far, or else one of the module, or else a later one of the text. ENTRY is allowed if the module
// has no entry computation; otherwise the module's stays.
//
// Uniquify changes new names that the module already has; the module's own stay, if unique. With
// options.uniquify false the name of an existing computation is an error, and names of instructions
// stay. New instructions have no source_offset: HloModule::source() stays the text that the module
// was read from. A module without sugar gets none: Desugar makes that of `text` generic.
//
// Errors and diagnostics as ParseHloModule, with offsets into `text`; then the module is unchanged,
// except for memory in its arena. `text` need not outlive the call. Ignores options.jobs.
//
// Not safe beside any other use of `module`; pointers into it stay valid. Cost: linear in the text
// and the names of the module; linear in the module if a name must change or metadata has a stack
// frame.
//
//   hlo_text::HloModule program = *hlo_text::ParseHloModule(
//       "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }\n"
//       "ENTRY main { ROOT p = s32[8] parameter(0) }");
//   hlo_text::HloComputation* total = *hlo_text::ParseHloComputation(
//       "total { x = s32[8] parameter(0) z = s32[] constant(0)\n"
//       "  ROOT sum = s32[] reduce(x, z), dimensions={0}, to_apply=add }",
//       &program);
//   assert(total->name() == "total" && program.computations().size() == 3);
//   assert(hlo_text::PrintHloInstruction(*total->root_instruction()) ==
//          "%sum = s32[] reduce(%x, %z), dimensions={0}, to_apply=%add");
absl::StatusOr<HloComputation*> ParseHloComputation(std::string_view text, HloModule* module,
                                                    const ParseOptions& options = {},
                                                    std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo_text_v1

#endif  // HLO_PARSER_H_
