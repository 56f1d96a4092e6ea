// PrintOptions: how a module prints. The fields and presets of XLA's HloPrintOptions.
//
//   hlo::PrintOptions options = hlo::PrintOptions::ShortParsable();
//   options.print_metadata = true;
//   std::string text = hlo::PrintHloModule(module, options);
//
// The table hlo/tables/print_options.def has the options, their defaults and effects. Each of its
// lines is a field of PrintOptions.
//
// The text of every preset reads back, with bodies in place as separate computations. These single
// options omit what cannot be guessed: compact_operands, print_operand_names=false,
// print_ids=false, print_parameter_number=false, print_channel_id=false, is_in_nested_computation,
// subcomputations off, print_result_shape=false, print_extra_attributes=false where an opcode needs
// them, canonicalize_instruction_names with control predecessors (which keep their names), and
// print_percent=false for names that are keywords, such as ROOT.
#ifndef HLO_PRINT_OPTIONS_H_
#define HLO_PRINT_OPTIONS_H_

#include <cstdint>
#include <functional>
#include <string_view>

#include "absl/types/span.h"

namespace hlo {

class HloComputation;
class HloModule;

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
  kSugar,    // sugar if reading it back gives the same program, but for threads (PrintWarnings)
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
  // Dump in the spelling of the version of XLA that wrote the module's text, as far as that shows:
  // get-tuple-element instructions if there is no t#0, type= if a compare has it. Constant time.
  static PrintOptions DumpOf(const HloModule& module);

  // ---- A field for each line of the table.
#define HLO_PRINT_OPTION(Type, name, value, help) Type name = value;
#include "hlo/tables/print_options.def"

  // ---- Fields without a flag of their own.
  ComputationMode print_computation_mode = ComputationMode::kComputationOnly;
  // For syntax_sugar_async_ops: XLA writes kXla.
  AsyncPrintMode async_mode = AsyncPrintMode::kSugar;
  // Bytes of what options repeat or write out, which in a small module can grow to any length.
  // Beyond that many of bodies in place (kFullBodies), or 1000 nested ones, names print. Beyond
  // that many of the rest, operands have no shapes, replica groups are compact, stack frames are
  // numbers, and a constant of zeros is 0 or {...}. 0: 64 MiB, and 16 times the source for bodies,
  // 1 KiB for each instruction for the rest. Not in XLA.
  int64_t max_expansion_bytes = 0;
  // type=TOTALORDER of a compare for order=TOTAL, as XLA wrote it up to JAX 0.10.
  bool print_compare_type = false;
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

// The tools' names of presets, "short_parsable", and of AsyncPrintMode, "sugar". Complete, with the
// default first; the tables live forever.
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

// The words of SubcomputationMode, "off", "name_only" ..., indexed by value; lives forever.
absl::Span<const std::string_view> SubcomputationModeWords();
// False for any other word; then `mode` is unchanged.
bool ParseSubcomputationMode(std::string_view word, SubcomputationMode* mode);

}  // namespace hlo

#endif  // HLO_PRINT_OPTIONS_H_
