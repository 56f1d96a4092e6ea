// Prints a module as HLO text, byte for byte as XLA's HloModule::ToString.
//
//   std::string text = hlo_text::PrintHloModule(module);
//
//   hlo_text::PrintOptions options = hlo_text::PrintOptions::ShortParsable();
//   options.print_metadata = true;
//   hlo_text::PrintHloModule(module, options, [](std::string_view piece) { std::cout << piece; });
//
// One default is not XLA's: sugar only where it reads back as the same program.
// PrintOptions::async_mode kXla prints what XLA prints.
//
// Printing only reads the module; many threads may print a const module at once. Never fails.
#ifndef HLO_PRINTER_H_
#define HLO_PRINTER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/spellings.h"

namespace hlo_text_v1 {

// ---- Options: the fields and presets of XLA's HloPrintOptions. The table
// hlo/tables/print_options.def has them, their defaults and effects; each of its lines is a field
// of PrintOptions.
//
// The text of every preset reads back, with bodies in place as separate computations. These single
// options omit what cannot be guessed: compact_operands, print_operand_names=false,
// print_ids=false, print_parameter_number=false, print_channel_id=false, is_in_nested_computation,
// subcomputations off, print_result_shape=false, print_extra_attributes=false where an opcode needs
// them, canonicalize_instruction_names with control predecessors (which keep their names), and
// print_percent=false for names that are keywords, such as ROOT.

// How called computations print. XLA PrintSubcomputationMode.
enum class SubcomputationMode : uint8_t {
  kOff,                  // not at all
  kNameOnly,             // to_apply=%add
  kFullBodies,           // the whole body in place, beside the computation itself
  kNonSequentialBodies,  // the same, but nothing for call, conditional, while
};

// Whether an entry computation printed alone begins with ENTRY; in a module it always does. XLA
// PrintComputationMode.
enum class ComputationMode : uint8_t { kComputationOnly, kComputationWithEntryKeyword };

// How asynchronous chains of a desugared module print (hlo/async.h). XLA's syntax_sugar_async_ops
// means kXla or, if false, kGeneric in another order.
enum class AsyncPrintMode : uint8_t {
  kSugar,    // sugar if PrintOptions::async_reader reads it as the same program, but for threads
             // (RoundTripWarnings)
  kXla,      // sugar where XLA writes it, even if that changes the meaning
  kGeneric,  // no sugar; wrapped computations in an order that reading keeps
  kKeep,     // each link as in the text
};

struct PrintOptions {
  // ---- XLA's presets.
  // HloPrintOptions::Default.
  static PrintOptions Default() { return {}; }
  // Short text that reads back, all constants in full: no metadata, program shapes, percent signs
  // and index comments. Nor control predecessors, as in XLA, so what reads back is the same program
  // only without them, or with print_control_dependencies. HloPrintOptions::ShortParsable.
  static PrintOptions ShortParsable();
  // The same text for modules that differ only in names of instructions: tmp_N, bodies in place of
  // names of computations, shapes of operands; no metadata or backend configuration.
  // HloPrintOptions::Canonical.
  static PrintOptions Canonical();
  // Canonical without names, and with essential constants only. HloPrintOptions::Fingerprint.
  static PrintOptions Fingerprint();
  // Fingerprint without shapes of operands. HloPrintOptions::ModuleFingerprint.
  static PrintOptions ModuleFingerprint();
  // As XLA writes dump files (xla_dump_hlo_as_text): generic async-start, %t#0 for
  // get-tuple-element, all in the order of the text. Reproduces a dump file that was read with
  // ParseOptions::uniquify off, if Uniquify then keeps stack frames and names.
  static PrintOptions Dump();
  // Dump in the spellings of an older XLA.
  static PrintOptions Dump(const Spellings& spellings);
  // Dump(SpellingsOf(module)). Constant time.
  static PrintOptions DumpOf(const HloModule& module);

  // ---- A field for each line of the table.
#define HLO_PRINT_OPTION(Type, name, value, help) Type name = value;
#include "hlo/tables/print_options.def"

  // ---- Fields without a flag of their own.
  ComputationMode print_computation_mode = ComputationMode::kComputationOnly;
  // For syntax_sugar_async_ops: XLA writes kXla.
  AsyncPrintMode async_mode = AsyncPrintMode::kSugar;
  // For kSugar.
  AsyncReader async_reader = AsyncReader::kXla012;
  // Bytes of what options repeat or write out, which in a small module can grow to any length.
  // Beyond that many of bodies in place (kFullBodies), or 1000 nested ones, names print. Beyond
  // that many of the rest, operands have no shapes, replica groups are compact, stack frames are
  // numbers, and a constant of zeros is 0 or {...}. 0: 64 MiB, and 16 times the source for bodies,
  // 1 KiB for each instruction for the rest. Not in XLA.
  int64_t max_expansion_bytes = 0;
  // The forms of an older XLA. bare_heads, closing_names, operand_shapes and tuple_elements say
  // nothing here: they are options of the table, which Dump(spellings) sets.
  Spellings spellings;
  // Computations and instructions in order of definition, not in XLA's order. Not in XLA.
  bool keep_definition_order = false;
  // Print only computations for which this is true; empty: all. Not in XLA.
  std::function<bool(const HloComputation&)> computation_filter;
};

// A line of the table; exactly one of the pointers is set.
struct PrintOptionInfo {
  std::string_view name;
  std::string_view help;
  bool PrintOptions::* bool_field;
  int PrintOptions::* int_field;
  SubcomputationMode PrintOptions::* mode_field;
};
// In the order of print_options.def; lives forever.
absl::Span<const PrintOptionInfo> PrintOptionTable();

// The tools' names of presets, "short_parsable", of AsyncPrintMode, "sugar", and of AsyncReader,
// "xla-0.12". Complete, with the default first; the tables live forever.
struct PrintStyle {
  std::string_view name;
  PrintOptions (*preset)();
};
absl::Span<const PrintStyle> PrintStyleTable();
struct AsyncPrintModeName {
  std::string_view name;
  AsyncPrintMode mode;
};
absl::Span<const AsyncPrintModeName> AsyncPrintModeTable();
struct AsyncReaderName {
  std::string_view name;
  AsyncReader reader;
};
absl::Span<const AsyncReaderName> AsyncReaderTable();

// The words of SubcomputationMode, "off", "name_only" ..., indexed by value; lives forever.
absl::Span<const std::string_view> SubcomputationModeWords();
// nullopt for any other word.
std::optional<SubcomputationMode> ParseSubcomputationMode(std::string_view word);

// ---- Printing.

// The text of `module`; ends in an empty line. Linear in the size of the text.
std::string PrintHloModule(const HloModule& module, const PrintOptions& options = {});
// Hands the same text to `sink` in pieces of about 64 KiB; each is gone when `sink` returns. Takes
// no memory for the text.
//
// With `jobs` above 1 a long text is printed on up to as many threads, including the calling one,
// and takes memory for some pieces; `sink` is called on the calling thread, with the same text in
// pieces of other sizes. One thread prints bodies in place, large constants, shapes of operands and
// what else PrintOptions::max_expansion_bytes limits. If a thread has no memory the text ends
// early, with std::bad_alloc.
void PrintHloModule(const HloModule& module, const PrintOptions& options,
                    absl::FunctionRef<void(std::string_view)> sink, int jobs = 1);

// The text of one computation or instruction as in the module's text, without a newline at the end.
// An instruction with canonical names shows no names at all, a removed one has no text; before
// HloBuilder::Build a computation has "-> ?" and no ROOT. Linear in the text; in a module with
// asynchronous chains, or with compact_gte, at most in the module. XLA HloComputation::ToString,
// HloInstruction::ToString.
std::string PrintHloComputation(const HloComputation& computation,
                                const PrintOptions& options = {});
std::string PrintHloInstruction(const HloInstruction& instruction,
                                const PrintOptions& options = {});

// PrintHloInstruction for many instructions of a module: what is to be decided about asynchronous
// chains, a walk over the module for each of their links, is decided once.
//
//   hlo_text::HloInstructionPrinter printer(module);
//   for (const hlo_text::HloInstruction* instruction : module.entry_computation()->instructions()) {
//     std::cerr << printer.Print(*instruction) << "\n";
//   }
class HloInstructionPrinter {
 public:
  // Copies `options`. `module` must outlive the printer and not be edited before the last Print.
  explicit HloInstructionPrinter(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND,
                                 const PrintOptions& options = {});
  ~HloInstructionPrinter();
  HloInstructionPrinter(HloInstructionPrinter&&) noexcept;
  HloInstructionPrinter& operator=(HloInstructionPrinter&&) noexcept;

  // The text of PrintHloInstruction, also for an instruction of another module. Linear in the text;
  // all calls together at most in the module, too. For one thread at a time.
  std::string Print(const HloInstruction& instruction);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// `attribute` as in the text of an instruction of `module`, "dimensions={0}", in the default style.
// Empty if it does not print. Linear in the text.
std::string PrintHloAttribute(const HloModule& module, const Attribute& attribute);

// Warns of what PrintHloModule(module, options) loses when the text is read again:
//   - a computation moves to another execution thread: asynchronous chains on several threads reach
//     it, the last one in the text decides, and XLA's order of the text is not that of `module`.
//     AsyncPrintMode::kGeneric keeps the order where it matters; no order helps if an edit has
//     removed the chain that decided;
//   - with kSugar or kXla: a wrapped instruction has metadata, backend_config or the like that
//     XLA's parser replaces by that of a link, see LetLastLinkWin (hlo/async.h) and SetOnChain
//     (hlo/transform.h).
// `module` must be desugared. Offsets are into module.source(). Nearly always empty. Linear in the
// module if it has chains.
std::vector<Diagnostic> RoundTripWarnings(const HloModule& module,
                                          const PrintOptions& options = {});

}  // namespace hlo_text_v1

#endif  // HLO_PRINTER_H_
