// Makes names final in one pass over the finished module: one uniquer for computations, one for the
// instructions of all computations, both in order of definition.
//
// Nearly all texts come from XLA with unique names, and the parser has noticed that. If it
// is not sure, a first pass checks whether some name occurs twice or might change (x.01, or x.0
// next to x); only then do the uniquers run over all names.
//
// Names that texts kept as written mention stay (hlo/unknown_words.h), even if they occur in
// several computations.
#include <cassert>
#include <utility>
#include <vector>

#include "hlo/internal/attribute_access.h"
#include "hlo/module.h"
#include "src/base/strings.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/name_uniquer.h"
#include "src/ir/packed_metadata.h"
#include "src/ir/prefetch.h"
#include "src/ir/stack_frames.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

class Uniquifier {
 public:
  explicit Uniquifier(IrAccess::ModuleState& state) : state_(state) {}

  void Run(const UniquifyOptions& options) {
    if (ComputationsNeedUniquer()) UniquifyComputations();
    if (std::exchange(state_.is_named_after_entry, false)) {
      state_.name = state_.arena.CopyString(StrCat("module_", state_.entry->name()));
    }
    if (options.keep_instruction_names) {
      UniquifyParameters();
    } else if (NeedsUniquer()) {
      UniquifyInstructions();
    }
  }

 private:
  // Gives an instruction or computation a name that is unique in `uniquer`.
  template <typename Named>
  void Rename(Named* named, NameUniquer* uniquer) {
    uint32_t& symbol = Node(named).name;
    if (!uniquer->Keep(state_.symbols.Text(symbol), &scratch_))
      symbol = state_.InternCopy(scratch_);
  }

  // Whether something with this name keeps it, because the name is pinned and new in `seen`.
  bool KeepsName(uint32_t name, HashSet<uint32_t>* seen) const {
    return state_.IsPinned(name) && seen->insert(name).second;
  }

  void UniquifyComputations() {
    const auto uniquer = state_.NewUniquer();
    HashSet<uint32_t> pinned;
    for (HloComputation* computation : state_.computations) {
      if (!KeepsName(Node(computation).name, &pinned)) Rename(computation, uniquer.get());
    }
  }

  bool ComputationsNeedUniquer() const {
    if (!state_.computation_names_may_collide) return false;
    std::vector<bool> seen(state_.symbols.size());
    for (size_t i = 0; i < state_.computations.size(); ++i) {
      PrefetchBehind(state_.computations, i);
      const uint32_t name = Node(state_.computations[i]).name;
      if (seen[name] || !IsSaneName(state_.symbols.Text(name)) || MayChange(name)) return true;
      seen[name] = true;
    }
    return false;
  }

  // Whether an instruction or computation with a valid name that no other has may still get another
  // one.
  bool MayChange(uint32_t symbol) const {
    const std::string_view name = state_.symbols.Text(symbol);
    if (!IsOddlyNumbered(name)) return false;
    const NumberedName split = SplitNumber(name);
    const bool is_zero = split.is_numbered && name.size() == split.root.size() + 2;
    return !is_zero || split.number != 0 || state_.symbols.Find(split.root) != SymbolTable::kNone;
  }

  bool NeedsUniquer() {
    if (!state_.names_may_collide) return false;
    std::vector<bool> seen(state_.symbols.size());
    for (HloComputation* computation : state_.computations) {
      for (HloInstruction* instruction : computation->instructions()) {
        const uint32_t name = Node(instruction).name;
        if (seen[name]) return true;
        seen[name] = true;
        if (MayChange(name)) return true;
      }
    }
    return false;
  }

  void UniquifyInstructions() {
    const auto uniquer = state_.NewUniquer();
    for (HloComputation* computation : state_.computations) {
      HashSet<uint32_t> pinned;  // a name may occur once in each
      for (HloInstruction* instruction : computation->instructions()) {
        if (!KeepsName(Node(instruction).name, &pinned)) Rename(instruction, uniquer.get());
      }
    }
  }

  // Parameters of wrapped computations all have the same names; each is unique within its
  // computation.
  void UniquifyParameters() {
    for (HloComputation* computation : state_.computations) {
      if (!HasEqualParameters(*computation)) continue;
      const auto uniquer = state_.NewUniquer();
      HashSet<uint32_t> pinned;
      for (const HloInstruction* instruction : computation->instructions()) {
        if (instruction->opcode() == HloOpcode::kParameter) continue;
        uniquer->GetUniqueName(state_.symbols.Text(Node(instruction).name));
      }
      for (HloInstruction* parameter : computation->parameters()) {
        if (!KeepsName(Node(parameter).name, &pinned)) Rename(parameter, uniquer.get());
      }
    }
  }

  static bool HasEqualParameters(const HloComputation& computation) {
    const absl::Span<const HloInstruction* const> parameters = computation.parameters();
    for (size_t i = 1; i < parameters.size(); ++i) {
      if (Node(parameters[i]).name == Node(parameters[i - 1]).name) return true;
    }
    return false;
  }

  IrAccess::ModuleState& state_;
  std::string scratch_;
};

// Sets the stack frame of `attribute`, a metadata that has one, to `id`.
void Renumber(const HloInstruction* instruction, int32_t id, Arena& arena, Attribute* attribute) {
  if (IsPacked(*attribute) && id != 0) {
    AttributeAccess::PackedStackFrame(*attribute) = id;
    return;
  }
  OpMetadata metadata = instruction->metadata();
  metadata.stack_frame_id = id;
  ReplaceValue(metadata, arena, attribute);
}

void CanonicalizeStackFrames(IrAccess::ModuleState& state) {
  StackFrameCanonicalizer canonicalizer(state.stack_frames);
  for (HloComputation* computation : state.computations) {
    for (HloInstruction* instruction : computation->instructions()) {
      for (Attribute& attribute : IrAccess::MutableAttributes(instruction)) {
        if (attribute.kind() != AttributeKind::kMetadata) continue;
        const int32_t old_id = StackFrameOf(attribute);
        if (old_id == 0) continue;
        const int32_t id = canonicalizer.Map(old_id);
        if (id != old_id) Renumber(instruction, id, state.arena, &attribute);
      }
    }
  }
  state.stack_frames = canonicalizer.TakeTables();
}

}  // namespace

void Uniquify(HloModule* module, const UniquifyOptions& options) {
  ForEachModule(*module, [&](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    assert(CheckHints(each).empty());
    state.ForgetNames();
    Uniquifier(state).Run(options);
    if (options.keep_stack_frames || state.keeps_stack_frames) return;
    if (state.uses_stack_frames) {
      CanonicalizeStackFrames(state);
    } else {
      state.stack_frames = StackFrameTables();
    }
  });
}

}  // namespace hlo_text_v1
