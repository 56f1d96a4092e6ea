// Adds computations from a separate text to a module.
//
// The text is copied into the module's arena, because names and strings are views into it. The
// module parser reads it, with two differences: an undefined name may refer to a computation of the
// module, and nothing keeps an offset into the text, because offsets refer to the module's source.
// If the text is refused, the module is restored; only the symbol table keeps the new names, and
// the arena their memory.
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "src/async/wrapped_computation.h"
#include "src/parse/legacy.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/module.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Drops the offsets into the text and reports whether names are new.
void FinishAdded(ParseState& state, size_t first, uint32_t known_names) {
  for (size_t i = first; i < state.module.computations.size(); ++i) {
    HloComputation* computation = state.module.computations[i];
    Node(computation).source_offset = 0;
    state.module.computation_names_may_collide |= Node(computation).name < known_names;
    for (HloInstruction* instruction : computation->instructions()) {
      Node(instruction).source_offset = 0;
      state.module.names_may_collide |= Node(instruction).name < known_names;
    }
  }
}

bool ReadAddedComputations(ParseState& state) {
  IrAccess::ModuleState& module = state.module;
  const size_t first = module.computations.size();
  const size_t owned = module.owned_computations.size();
  const uint32_t known_names = module.symbols.size();
  HloComputation* const entry = module.entry;
  const ModuleFlags flags = module;
  HashSet<uint32_t> pinned_names = module.pinned_names;
  for (HloComputation* computation : module.computations) {
    state.earlier.Add(Node(computation).name, computation);
  }
  // Also if memory runs out.
  absl::Cleanup restore = [&] {
    state.earlier.RestoreFusionCallers();
    module.computations.resize(first);
    module.owned_computations.resize(owned);
    module.entry = entry;
    static_cast<ModuleFlags&>(module) = flags;
    module.pinned_names.swap(pinned_names);
  };
  state.entry_seen = entry != nullptr;
  if (ReadComputations(state) && CheckForwardReferences(state) && !state.report.failed() &&
      CheckCompleteChains(state, first) && CheckMixedChains(state) && CheckCallCycles(state)) {
    if (entry == nullptr && module.entry != nullptr) FillEntryLayout(state);
    FinishAdded(state, first, known_names);
    if (state.has_own_computations) DropKnownComputations(*module.computations[first]->parent());
    std::move(restore).Cancel();
    return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<HloComputation*> ParseHloComputation(std::string_view text, HloModule* module,
                                                    const ParseOptions& options,
                                                    std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;
  SourceBuffer source = SourceBuffer::Copy(text);
  std::vector<Diagnostic> warnings;
  if (options.upgrade_legacy) UpgradeTypography(&source, &warnings);

  IrAccess::ModuleState& module_state = IrAccess::StateOf(*module);
  // The hints that Uniquify needs, for the added text only.
  const ModuleFlags before = module_state;
  module_state.names_may_collide = false;
  module_state.computation_names_may_collide = false;
  module_state.uses_stack_frames = false;
  absl::Cleanup add_before = [&] { module_state.Add(before); };
  ParseState state(module, CopyPadded(source.view(), &module_state.arena), options,
                   /*is_added=*/true);
  const bool ok = state.report.Finish(state, ReadAddedComputations(state));
  const ModuleFlags added = module_state;
  std::move(add_before).Invoke();

  state.report.AddWarnings(state, std::move(warnings));
  absl::Status status;
  if (!ok) {
    if (!options.upgrade_legacy) NoteTypography(source.view(), &state.report.diagnostics());
    status = ErrorStatus(text, state.report.diagnostics().front());
  }
  if (diagnostics != nullptr) *diagnostics = std::move(state.report.diagnostics());
  if (!ok) return status;
  HloComputation* result = module_state.computations.back();
  module_state.ForgetNames();
  const bool desugars = module_state.has_sugar && !before.has_sugar;
  if (desugars) Desugar(module);
  if (options.uniquify && (added.names_may_collide || added.computation_names_may_collide ||
                           added.uses_stack_frames || desugars)) {
    Uniquify(module);
  }
  return result;
}

}  // namespace hlo_text_v1
