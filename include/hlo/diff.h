// Differences between two versions of a program, independent of names.
//
//   hlo_text::ModuleDiff diff = hlo_text::Diff(*before, *after);
//   if (diff.empty()) return;
//   for (const hlo_text::ComputationDiff& computation : diff.computations()) {
//     for (const hlo_text::InstructionDiff& i : computation.instructions) {
//       if (i.kind() == hlo_text::DiffKind::kAdded) Show(*i.after);
//     }
//   }
//   std::cout << hlo_text::DiffToString(diff);
//
// Diff matches computations and instructions by structure: by what they compute from what, and from
// there to their neighbours. Numbers and names only break ties: a module that is merely renumbered,
// or printed in another order without being scheduled, has no differences.
//
// An instruction is changed only if it differs itself; if its operands are the counterparts of the
// other's operands, their changes do not count. A changed constant deep inside a program is one
// change. If another instruction of the same shape takes an instruction's place for its users, the
// two match: an all-reduce and its all-reduce-done.
#ifndef HLO_DIFF_H_
#define HLO_DIFF_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/internal/stringify.h"
#include "hlo/module.h"
#include "hlo/printer.h"

namespace hlo_text_v1 {

namespace internal {
struct DiffAccess;
}

enum class DiffKind : uint8_t { kAdded, kRemoved, kChanged };

// The differences of a matched pair: bits of InstructionDiff::changes.
enum DiffChange : uint32_t {
  kOpcodeChanged = 1u << 0,
  kShapeChanged = 1u << 1,     // element types or dimensions
  kLayoutChanged = 1u << 2,    // the shape's layout only
  kOperandsChanged = 1u << 3,  // not the counterparts of the other's operands, in order
  kCalleesChanged = 1u << 4,   // not the counterparts of the other's callees
  kValueChanged = 1u << 5,     // of a constant; the number of a parameter; shapes are the same
  kAttributesChanged = 1u << 6,
  kControlChanged = 1u << 7,    // control predecessors, in any order
  kScheduleChanged = 1u << 8,   // elsewhere in a scheduled module
  kRootChanged = 1u << 9,       // one of the two is the root
  kNameChanged = 1u << 10,      // with DiffOptions::names, or a pinned one (hlo/unknown_words.h)
  kMetadataChanged = 1u << 11,  // with DiffOptions::metadata; and origin
};

struct InstructionDiff {
  const HloInstruction* before;  // nullptr: added
  const HloInstruction* after;   // nullptr: removed
  uint32_t changes = 0;          // of DiffChange; 0 if added or removed
  // With kAttributesChanged, the names of the attributes that differ, sorted.
  std::vector<std::string_view> attributes;

  DiffKind kind() const {
    return before == nullptr ? DiffKind::kAdded
                             : (after == nullptr ? DiffKind::kRemoved : DiffKind::kChanged);
  }
};

// A computation with a difference. Lists all instructions of an added or removed one.
struct ComputationDiff {
  const HloComputation* before;               // nullptr: added
  const HloComputation* after;                // nullptr: removed
  std::vector<InstructionDiff> instructions;  // in the order of `after`, removed ones in between
  // The differences of the computation itself: "execution_thread", "backend_config", "ENTRY",
  // unknown attributes by name; with DiffOptions::names "name".
  std::vector<std::string_view> changes;

  DiffKind kind() const {
    return before == nullptr ? DiffKind::kAdded
                             : (after == nullptr ? DiffKind::kRemoved : DiffKind::kChanged);
  }
};

// A field of the module's header that differs.
struct HeaderDiff {
  std::string name;    // as in the text: "input_output_alias", or "name" of the module
  std::string before;  // its value as printed; empty if it is not
  std::string after;
};

struct DiffOptions {
  // Compare metadata with its stack frames, origin, origin_recovery_table, debug_attributes.
  bool metadata = false;
  // Compare names: a renamed match is changed.
  bool names = false;
  // Compare layouts.
  bool layouts = true;
  // Compare the order of instructions if both modules are scheduled.
  bool schedule = true;
};

struct DiffTextOptions {
  // How instructions print; metadata and origins only if they were compared.
  PrintOptions print;
  // Unchanged instructions to show before and after each difference.
  int context = 0;
};

// A diff refers to both modules: they must outlive it unedited, but may be moved.
class ModuleDiff {
 public:
  ModuleDiff(ModuleDiff&&) noexcept;
  ModuleDiff& operator=(ModuleDiff&&) noexcept;
  ~ModuleDiff();

  bool empty() const;
  // Fields of the module header that differ, in the order of the text.
  absl::Span<const HeaderDiff> header_changes() const;
  // Computations that differ, in the print order of the later module, removed ones in between.
  // Fusions and other called computations have their own entries.
  absl::Span<const ComputationDiff> computations() const;
  // The number of instructions added, removed, changed.
  int64_t added() const;
  int64_t removed() const;
  int64_t changed() const;

  // The counterpart of `instruction`, of either module, in the other; nullptr if it was added or
  // removed, or belongs to the wrapper of an asynchronous call that the other module spells without
  // (UnwrapAsyncCalls). Constant time.
  const HloInstruction* CounterpartOf(const HloInstruction& instruction) const;
  const HloComputation* CounterpartOf(const HloComputation& computation) const;

 private:
  friend ModuleDiff Diff(const HloModule& before, const HloModule& after,
                         const DiffOptions& options);
  friend struct internal::DiffAccess;
  struct State;
  explicit ModuleDiff(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Compares two modules, both desugared (hlo/async.h); they may be the same module.
// Modules with the same Fingerprint (hlo/canonical.h) have no differences except those that the
// options add; nor do modules that differ only in the order of control predecessors. Otherwise the
// matching is heuristic, but deterministic. Never fails.
//
// Linear in the modules in practice, n log n in equal instructions with several candidates; it does
// not compare all pairs. Modules that differ only in names and order take about as long as parsing
// one of them, 0.35 s for a million instructions; computations with differences take about 3
// microseconds an instruction, 20 if all their instructions look alike, and about 200 bytes of
// memory an instruction.
ModuleDiff Diff(const HloModule& before ABSL_ATTRIBUTE_LIFETIME_BOUND,
                const HloModule& after ABSL_ATTRIBUTE_LIFETIME_BOUND,
                const DiffOptions& options = {});

// The diff as text, linear in what it shows; empty if the diff is. The header and then each
// computation that differs have a heading, followed by lines as they print in its module:
//
//   @@ HloModule @@
//   + is_scheduled=true
//
//   @@ ENTRY %main.7, was %main.5 @@
//     %x = f32[8]{0} parameter(0)                                            with context=1
//   - %log.2 = f32[8]{0} log(%x)                                             removed
//   + %exp.3 = f32[8]{0} exponential(%x)                                     added
//   - %sum.4 = f32[] reduce(%exp.1, %zero), dimensions={0}, to_apply=%add
//   + %sum.6 = f32[] reduce(%exp.5, %zero), dimensions={1}, to_apply=%add  // dimensions
//   ~ %copy.9 = f32[8]{0} copy(%x)  // schedule (was behind %sum.4)          moved, no more
//
//   @@ added %fused_computation @@
//
// A changed instruction ends with what has changed. Added or removed wrapped computations that
// sugar hides (hlo/async.h) are not shown.
std::string DiffToString(const ModuleDiff& diff, const DiffTextOptions& options = {});

}  // namespace hlo_text_v1

// `stream << kind` and absl::StrCat(kind) write one of these words.
HLO_TEXT_STRINGIFY_WORDS(DiffKind, kChanged, "added", "removed", "changed")

#endif  // HLO_DIFF_H_
