// Edits of computations and of the module as a whole.
#include <algorithm>
#include <string_view>
#include <vector>

#include "hlo/edit.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/entry_layout.h"
#include "src/edit/misuse.h"
#include "src/ir/desugared.h"
#include "src/ir/header_attributes.h"
#include "src/ir/kept_text.h"
#include "src/ir/walk.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1 {

using namespace internal;

absl::Status SetRoot(HloComputation* computation, HloInstruction* root) {
  absl::Status status = CheckComputation("SetRoot", computation);
  if (status.ok()) status = CheckInstructions("SetRoot", {root});
  if (!status.ok()) return status;
  if (root->parent() != computation) {
    return Misuse("SetRoot", "the root is of another computation");
  }
  SetRootOf(computation, root);
  IrAccess::ModuleState& state = StateOf(computation);
  if (state.entry == computation) UpdateEntryResult(state);
  return status;
}

std::string_view SetName(HloComputation* computation, std::string_view name) {
  if (!CheckComputation("SetName", computation).ok()) return {};
  if (!IsPinned(*computation)) {
    Node(computation).name = NewComputationName(StateOf(computation), name);
  }
  return computation->name();
}

absl::Status SetExecutionThread(HloComputation* computation, std::string_view thread) {
  absl::Status status = CheckComputation("SetExecutionThread", computation);
  if (!status.ok()) return status;
  if (!IsRawText(thread)) return Invalid("SetExecutionThread: HLO text cannot express the thread");
  Node(computation).execution_thread = StateOf(computation).arena.CopyString(thread);
  return absl::OkStatus();
}

absl::Status SetBackendConfig(HloComputation* computation, std::string_view config) {
  absl::Status status = CheckComputation("SetBackendConfig", computation);
  if (status.ok()) {
    Node(computation).backend_config = StateOf(computation).arena.CopyString(config);
  }
  return status;
}

namespace {

// Removes the computations for which `is_removed` is true from the module's list, in place, so that
// spans stay valid.
template <typename Predicate>
int64_t RemoveComputations(IrAccess::ModuleState& state, Predicate is_removed) {
  std::vector<HloComputation*> kept;
  for (HloComputation* computation : state.computations) {
    if (!is_removed(computation)) {
      kept.push_back(computation);
      continue;
    }
    for (HloInstruction* instruction : computation->instructions()) UncountFusion(instruction);
    Node(computation).is_removed = true;
  }
  const auto removed = static_cast<int64_t>(state.computations.size() - kept.size());
  std::copy(kept.begin(), kept.end(), state.computations.begin());
  state.computations.resize(kept.size());
  return removed;
}

}  // namespace

absl::Status RemoveComputation(HloComputation* computation) {
  absl::Status status = CheckComputation("RemoveComputation", computation);
  if (status.ok() && computation->root_instruction() == nullptr) {
    status = Misuse("RemoveComputation", "the computation is not built yet");
  }
  if (!status.ok()) return status;
  IrAccess::ModuleState& state = StateOf(computation);
  const auto refuse = [&](std::string_view reason) {
    return absl::FailedPreconditionError(
        StrCat("computation ", computation->name(), " cannot be removed: ", reason));
  };
  if (state.entry == computation) return refuse("it is the entry computation");
  if (IsPinned(*computation)) return refuse("a text that is kept as written names it");
  for (const HloComputation* caller : state.computations) {
    if (!Node(caller).has_calls || caller == computation) continue;
    for (const HloInstruction* instruction : caller->instructions()) {
      bool is_caller = false;
      instruction->ForEachCalledComputation(
          [&](const HloComputation* callee) { is_caller = is_caller || callee == computation; });
      if (is_caller) return refuse(StrCat("it is called by ", instruction->name()));
    }
  }
  RemoveComputations(state, [&](const HloComputation* c) { return c == computation; });
  return absl::OkStatus();
}

absl::StatusOr<int64_t> RemoveUnusedComputations(HloModule* module) {
  if (module == nullptr) return Misuse("RemoveUnusedComputations", "the module is null");
  if (absl::Status status = CheckDesugared(*module); !status.ok()) return status;
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  if (state.entry == nullptr) return 0;
  std::vector<const HloComputation*> roots = {state.entry};
  for (const HloComputation* computation : state.computations) {
    if (IsPinned(*computation)) roots.push_back(computation);
  }
  const HashSet<const HloComputation*> reached = ComputationsReachedFrom(roots);
  return RemoveComputations(state, [&](const HloComputation* c) { return !reached.contains(c); });
}

std::string_view SetName(HloModule* module, std::string_view name) {
  if (module == nullptr) {
    Misuse("SetName", "the module is null").IgnoreError();
    return {};
  }
  std::string legal = SanitizeName(name.empty() ? "name" : name);
  // It prints without '%', so the lexer would take it for a word of the language.
  if (FindWord(legal).word_class == WordClass::kKeyword || legal == "nan") legal += '_';
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  state.name = state.arena.CopyString(legal);
  state.is_named_after_entry = false;
  return state.name;
}

absl::Status SetEntryComputation(HloModule* module, HloComputation* computation) {
  absl::Status status = CheckComputation("SetEntryComputation", computation);
  if (!status.ok()) return status;
  if (computation->parent() != module || computation->root_instruction() == nullptr) {
    return Misuse("SetEntryComputation", "the computation is of another module or not built yet");
  }
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  state.entry = computation;
  UpdateEntryLayout(state);
  return status;
}

namespace {

// Whether the header has a field of that name.
bool HasField(const HloModuleConfig& config, std::string_view name) {
  bool has_field = false;
  ForEachHeaderAttribute([&](std::string_view known, auto field) {
    has_field = has_field || (known == name && IsGiven(config, field));
  });
  return has_field;
}

EntryComputationLayout ImportLayout(const EntryComputationLayout& layout,
                                    IrAccess::ModuleState& state) {
  ShapeImporter importer(&state.shapes);
  std::vector<const Shape*> parameters;
  for (const Shape* shape : layout.parameters) parameters.push_back(importer.Import(shape));
  return {state.arena.CopySpan<const Shape*>(parameters), importer.Import(layout.result)};
}

}  // namespace

absl::Status SetConfig(HloModule* module, const HloModuleConfig& config) {
  if (module == nullptr) return Misuse("SetConfig", "the module is null");
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  ValueCopier copier(&state.arena);
  copier.map_module = [&](const HloModule* nested) -> const HloModule* {
    for (const auto& known : state.nested_modules) {
      if (known.get() == nested) return nested;
    }
    state.nested_modules.push_back(std::make_unique<HloModule>(nested->Clone()));
    return state.nested_modules.back().get();
  };
  const bool was_scheduled = state.config.is_scheduled;
  state.config = copier.Copy(config);
  state.config.entry_computation_layout = ImportLayout(config.entry_computation_layout, state);
  // A field replaces unknown text of the same name.
  state.config.unknown_attributes =
      WithoutDropped(state.config.unknown_attributes, state.arena,
                     [&](const auto& text) { return HasField(state.config, text.name); });
  if (state.entry != nullptr) UpdateEntryLayout(state);
  if (was_scheduled) return absl::OkStatus();
  for (HloComputation* computation : state.computations) MakeSchedule(computation);
  return absl::OkStatus();
}

}  // namespace hlo_text_v1
