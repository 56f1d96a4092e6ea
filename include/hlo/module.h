// HloModule: a whole program, and owner of everything in it.
//
//   absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(text);
//   for (const hlo_text::HloComputation* computation : module->computations()) {
//     std::cout << computation->name() << ": " << computation->instruction_count() << "\n";
//   }
//
// A module owns its source text, an arena with all instructions and values, the symbol table and
// the shapes. Every pointer, span and string_view from it, direct or indirect, is valid until the
// module is destroyed; moving the module keeps them valid. Clone copies it. Many threads may read a
// const module at once. A moved-from module is empty, like a new one. hlo/read.h reads
// modules, hlo/builder.h makes them, hlo/edit.h changes them. Accessors take constant time unless
// they say otherwise.
#ifndef HLO_MODULE_H_
#define HLO_MODULE_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/computation.h"
#include "hlo/internal/stringify.h"
#include "hlo/module_config.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

class HloModule {
 public:
  // Without name, text or computations. CreateHloModule in hlo/builder.h names it too.
  HloModule();
  ~HloModule();
  HloModule(HloModule&&) noexcept;
  HloModule& operator=(HloModule&&) noexcept;
  HloModule(const HloModule&) = delete;
  HloModule& operator=(const HloModule&) = delete;

  std::string_view name() const ABSL_ATTRIBUTE_LIFETIME_BOUND;
  const HloModuleConfig& config() const ABSL_ATTRIBUTE_LIFETIME_BOUND;
  const StackFrameTables& stack_frames() const ABSL_ATTRIBUTE_LIFETIME_BOUND;

  // In order of definition: a nested computation comes before the one that holds it. The printed
  // order may differ: ComputationPostOrder in hlo/graph.h. An edit does not invalidate the span: it
  // lacks those added later, and if some are removed, the others move up in it.
  absl::Span<HloComputation* const> computations() ABSL_ATTRIBUTE_LIFETIME_BOUND;
  absl::Span<const HloComputation* const> computations() const ABSL_ATTRIBUTE_LIFETIME_BOUND;
  // nullptr only before BuildEntry or SetEntryComputation, in a module made from C++, and with
  // ParseOptions::only.
  HloComputation* entry_computation() ABSL_ATTRIBUTE_LIFETIME_BOUND;
  const HloComputation* entry_computation() const ABSL_ATTRIBUTE_LIFETIME_BOUND;
  // The first computation called `name` (without '%'); nullptr if there is none. Linear in their
  // number. XLA GetComputationWithName.
  HloComputation* FindComputation(std::string_view name) ABSL_ATTRIBUTE_LIFETIME_BOUND;
  const HloComputation* FindComputation(std::string_view name) const ABSL_ATTRIBUTE_LIFETIME_BOUND;

  // The text that the module was read from, as it was given; empty for a module made from C++.
  std::string_view source() const ABSL_ATTRIBUTE_LIFETIME_BOUND;
  // Total of instruction_count over the computations. Linear in their number.
  int64_t instruction_count() const;

  // A copy that shares nothing with this module but the bytes of the source, which nothing
  // changes; offsets into it stay valid. Prints as this one does. Linear in the module.
  HloModule Clone() const;

  // Own the values and shapes that are added to the module.
  Arena& arena() ABSL_ATTRIBUTE_LIFETIME_BOUND;
  ShapePool& shapes() ABSL_ATTRIBUTE_LIFETIME_BOUND;
  const ShapePool& shapes() const ABSL_ATTRIBUTE_LIFETIME_BOUND;

 private:
  friend struct internal::IrAccess;
  struct State;
  std::unique_ptr<State> state_;
};

// ---- Final names, after steps that add some, such as Desugar (hlo/async.h):
//
//   hlo_text::Desugar(&*module);
//   hlo_text::Uniquify(&*module);

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
void Uniquify(HloModule* module, const UniquifyOptions& options = {});

// Failures of GoogleTest have the name and size of a module, not its text.
void PrintTo(const HloModule& module, std::ostream* out);

}  // namespace hlo_text_v1

// `stream << module` and absl::StrCat(module) write PrintHloModule(module), hlo/printer.h.
HLO_TEXT_STRINGIFY(HloModule)

#endif  // HLO_MODULE_H_
