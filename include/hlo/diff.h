// What differs between two versions of a program, whatever they call its parts.
//
//   hlo::ModuleDiff diff = hlo::Diff(*before, *after);
//   if (diff.empty()) return;
//   for (const hlo::ComputationDiff& computation : diff.computations()) {
//     for (const hlo::InstructionDiff& i : computation.instructions) {
//       if (i.kind() == hlo::DiffKind::kAdded) Show(*i.after);
//     }
//   }
//   std::cout << hlo::DiffToString(diff);
//
// Computations and instructions are matched by structure: by what they compute from what, and from
// there to their neighbours. Numbers and names break ties only, so that a module that was merely
// renumbered, or printed in another order without being scheduled, differs in nothing.
//
// An instruction is changed if it says something else itself; one whose operands are counterparts
// of the other's operands is not, whatever became of those. So a constant that changes deep inside
// of a program is one change. An instruction that another one of the same shape has taken the place
// of, for those that use it, is matched with that: an all-reduce with its all-reduce-done.
#ifndef HLO_DIFF_H_
#define HLO_DIFF_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/print_options.h"

namespace hlo {

enum class DiffKind : uint8_t { kAdded, kRemoved, kChanged };

// What of a matched pair differs: bits of InstructionDiff::changes.
enum DiffChange : uint32_t {
  kOpcodeChanged = 1u << 0,
  kShapeChanged = 1u << 1,     // element types or dimensions
  kLayoutChanged = 1u << 2,    // the shape's layout only
  kOperandsChanged = 1u << 3,  // not the counterparts of the other's operands, in order
  kCalleesChanged = 1u << 4,   // not the counterparts of what the other calls
  kValueChanged = 1u << 5,     // of a constant; the number of a parameter; shapes are the same
  kAttributesChanged = 1u << 6,
  kControlChanged = 1u << 7,    // control predecessors, in whatever order
  kScheduleChanged = 1u << 8,   // stands elsewhere in a scheduled module
  kRootChanged = 1u << 9,       // one of the two is the root
  kNameChanged = 1u << 10,      // with DiffOptions::names
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

// Of a computation with a difference. All instructions of an added or removed one are listed.
struct ComputationDiff {
  const HloComputation* before;               // nullptr: added
  const HloComputation* after;                // nullptr: removed
  std::vector<InstructionDiff> instructions;  // in the order of `after`, removed ones in between
  // What of the computation itself differs: "execution_thread", "backend_config", "ENTRY", unknown
  // attributes by name; with DiffOptions::names "name".
  std::vector<std::string_view> changes;

  DiffKind kind() const {
    return before == nullptr ? DiffKind::kAdded
                             : (after == nullptr ? DiffKind::kRemoved : DiffKind::kChanged);
  }
};

// A field of the module's header that differs.
struct HeaderDiff {
  std::string name;    // as in the text: "input_output_alias", or "name" of the module
  std::string before;  // its value as printed; empty where it is not
  std::string after;
};

struct DiffOptions {
  // Metadata with its stack frames counts, and origin, origin_recovery_table, debug_attributes.
  bool metadata = false;
  // Names count: a renamed match is changed.
  bool names = false;
  // Layouts count.
  bool layouts = true;
  // The order of instructions counts in modules that are both scheduled.
  bool schedule = true;
};

struct DiffTextOptions {
  // How instructions print. Metadata and origins do only if they were compared.
  PrintOptions print;
  // How many of the unchanged instructions before and behind each difference are shown.
  int context = 0;
};

// A diff refers to both modules, which must outlive it unedited; they may be moved.
class ModuleDiff {
 public:
  ModuleDiff(ModuleDiff&&) noexcept;
  ModuleDiff& operator=(ModuleDiff&&) noexcept;
  ~ModuleDiff();

  bool empty() const;
  // Fields of the module header that differ, in the order of the text.
  absl::Span<const HeaderDiff> header_changes() const;
  // Computations that differ, in the order in which the later module prints, removed ones in
  // between. Fusions and other called computations are entries of their own.
  absl::Span<const ComputationDiff> computations() const;
  // The number of instructions added, removed, changed.
  int64_t added() const;
  int64_t removed() const;
  int64_t changed() const;

  // What `instruction` of either module is in the other; nullptr if it was added or removed.
  // Constant time.
  const HloInstruction* CounterpartOf(const HloInstruction& instruction) const;
  const HloComputation* CounterpartOf(const HloComputation& computation) const;

 private:
  friend ModuleDiff Diff(const HloModule& before, const HloModule& after,
                         const DiffOptions& options);
  friend struct DiffAccess;
  struct State;
  explicit ModuleDiff(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Compares two modules, both desugared (hlo/async.h) or neither; they may be one and the same.
// Modules with one Fingerprint (hlo/canonical.h) differ in nothing, unless by what the options
// add to that; nor do those in which only the order of control predecessors differs. Otherwise what
// is matched with what is a matter of likelihood, the same each time.
//
// Linear in the modules in practice, n log n where equal instructions stand in doubt, which are not
// all compared with each other. Modules that differ in names and order take about as long as
// parsing one of them, 0.35 s for a million instructions; computations in which anything differs
// some 3 microseconds an instruction, and 20 if all that they hold looks alike. Memory is some 200
// bytes an instruction of those.
ModuleDiff Diff(const HloModule& before, const HloModule& after, const DiffOptions& options = {});

// The diff as text, linear in what it shows; empty if the diff is. What the header says and then
// each computation that differs has a heading, and below it lines as they print in its module:
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
// Behind a changed instruction stands what of it has changed. Wrapped computations that sugar hides
// (hlo/async.h) are not shown where they are added or removed.
std::string DiffToString(const ModuleDiff& diff, const DiffTextOptions& options = {});

}  // namespace hlo

#endif  // HLO_DIFF_H_
