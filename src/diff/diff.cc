// Matches the modules, then compares the pairs.
#include "hlo/diff.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "hlo/graph.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/canonical/canonical_order.h"
#include "src/diff/compare_headers.h"
#include "src/diff/compare_instructions.h"
#include "src/diff/computation_matcher.h"
#include "src/diff/diff_state.h"
#include "src/diff/merge_order.h"
#include "src/diff/schedule_moves.h"
#include "src/ir/desugared.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// All computations, called or not, except wrappers of asynchronous calls without a counterpart
// whose callee has one.
std::vector<const HloComputation*> AllInPrintOrder(const HloModule& module,
                                                   const Matching& matching) {
  std::vector<const HloComputation*> all;
  HashSet<const HloComputation*> seen;
  const auto add = [&](const HloComputation* computation) {
    if (!seen.insert(computation).second) return;
    const bool is_spelling = matching.IsWrapper(*computation) &&
                             matching.Of(*computation) == nullptr &&
                             matching.Of(matching.Callee(*computation)) != nullptr;
    if (is_spelling) return;
    all.push_back(computation);
  };
  for (const HloComputation* computation : ComputationPostOrder(module)) add(computation);
  for (const HloComputation* computation : module.computations()) add(computation);
  return all;
}

// Finds the differences of pairs of computations, one pair at a time.
class ComputationComparer {
 public:
  ComputationComparer(const HloModule& before, const HloModule& after,
                      const ModuleMatching& matched, const DiffOptions& options)
      : matched_(matched),
        matching_(matched.matching),
        options_(options),
        comparer_(before, after, matched.matching, options) {}

  // A computation that only one module has: the earlier one if `is_removed`.
  ComputationDiff OneSided(const HloComputation& only, bool is_removed) const {
    ComputationDiff diff{is_removed ? &only : nullptr, is_removed ? nullptr : &only, {}, {}};
    for (const HloInstruction* i : PrintOrder(only)) {
      diff.instructions.push_back({is_removed ? i : nullptr, is_removed ? nullptr : i, 0, {}});
    }
    return diff;
  }

  // Has neither instructions nor changes if nothing differs.
  ComputationDiff Compare(const HloComputation& before, const HloComputation& after) {
    ComputationDiff diff{&before, &after, {}, {}};
    diff.changes = comparer_.Compare(before, after);
    const bool is_equal = matched_.equal.contains(&before);
    // Equal computations can still differ in their callees.
    const bool looks_alike = is_equal && !options_.names && !options_.metadata &&
                             !Node(&before).has_calls && !IsPinned(before) && !IsPinned(after);
    if (looks_alike) return diff;

    std::vector<InstructionDiff> changes = ChangesOf(before, after, is_equal);
    const bool is_complete = before.instruction_count() == after.instruction_count() &&
                             matched_count_ == static_cast<size_t>(after.instruction_count());
    if (changes.empty() && is_complete) return diff;
    diff.instructions = InOrder(before, after, std::move(changes));
    return diff;
  }

 private:
  // The changes of matched instructions, in no order. Counts the pairs in matched_count_.
  std::vector<InstructionDiff> ChangesOf(const HloComputation& before, const HloComputation& after,
                                         bool is_equal) {
    const std::vector<bool> moved = is_equal ? std::vector<bool>() : Moved(before, after);
    const auto befores = matching_.BeforesOf(after);
    const auto exact = matched_.exact.find(&before);
    const auto known = [&](const HloInstruction& of_before) {
      if (is_equal) return InstructionComparer::Known::kEqual;
      const bool is_exact = exact != matched_.exact.end() && exact->second[of_before.index()];
      return is_exact ? InstructionComparer::Known::kSame : InstructionComparer::Known::kNothing;
    };
    std::vector<InstructionDiff> changes;
    matched_count_ = 0;
    for (const HloInstruction* instruction : after.instructions()) {
      const HloInstruction* counterpart = befores[instruction->index()];
      if (counterpart == nullptr) continue;
      InstructionDiff diff = comparer_.Compare(*counterpart, *instruction, known(*counterpart));
      if (!moved.empty() && moved[matched_count_]) diff.changes |= kScheduleChanged;
      if (diff.changes != 0) changes.push_back(std::move(diff));
      ++matched_count_;
    }
    return changes;
  }

  // For each matched instruction of `after`, in order, whether it has moved; empty if order does
  // not matter.
  std::vector<bool> Moved(const HloComputation& before, const HloComputation& after) const {
    if (!options_.schedule || !IsScheduled(before) || !IsScheduled(after)) return {};
    if (IsOneInstruction(before)) return {};
    std::vector<uint32_t> places(before.index_limit());
    uint32_t place = 0;
    for (const HloInstruction* instruction : before.instructions()) {
      places[instruction->index()] = place++;
    }
    const auto befores = matching_.BeforesOf(after);
    std::vector<uint32_t> sequence;
    std::vector<bool> has_place;
    for (const HloInstruction* instruction : after.instructions()) {
      const HloInstruction* counterpart = befores[instruction->index()];
      if (counterpart == nullptr) continue;
      has_place.push_back(!FollowsItsOperand(*instruction) || !FollowsItsOperand(*counterpart));
      if (has_place.back()) sequence.push_back(places[counterpart->index()]);
    }
    std::vector<bool> moved = std::move(has_place);
    const std::vector<bool> moved_in_sequence = FindMoved(sequence);
    auto next = moved_in_sequence.begin();
    for (auto&& each : moved) each = each && *next++;
    return moved;
  }

  // Adds added and removed instructions.
  std::vector<InstructionDiff> InOrder(const HloComputation& before, const HloComputation& after,
                                       std::vector<InstructionDiff> changes) const {
    std::vector<InstructionDiff*> change_of(after.index_limit());
    for (InstructionDiff& change : changes) change_of[change.after->index()] = &change;
    std::vector<InstructionDiff> merged;
    for (const InstructionPair& pair : MergedInstructions(before, after, matching_)) {
      if (pair.before == nullptr || pair.after == nullptr) {
        merged.push_back({pair.before, pair.after, 0, {}});
      } else if (InstructionDiff* change = change_of[pair.after->index()]; change != nullptr) {
        merged.push_back(std::move(*change));
      }
    }
    return merged;
  }

  const ModuleMatching& matched_;
  const Matching& matching_;
  const DiffOptions& options_;
  InstructionComparer comparer_;
  size_t matched_count_ = 0;
};

}  // namespace

ModuleDiff Diff(const HloModule& before, const HloModule& after, const DiffOptions& options) {
  RequireDesugared(before, "Diff");
  RequireDesugared(after, "Diff");
  ModuleMatching matched = MatchModules(before, after, options);
  auto state = std::make_unique<ModuleDiff::State>();
  state->options = options;
  if (!before.computations().empty()) state->in_before = before.computations()[0];
  if (!after.computations().empty()) state->in_after = after.computations()[0];
  state->header = CompareHeaders(before, after, options);
  ComputationComparer comparer(before, after, matched, options);
  const auto add = [&](ComputationDiff diff) {
    if (diff.kind() == DiffKind::kChanged && diff.instructions.empty() && diff.changes.empty()) {
      return;
    }
    for (const InstructionDiff& instruction : diff.instructions) {
      const DiffKind kind = instruction.kind();
      ++(kind == DiffKind::kAdded     ? state->added
         : kind == DiffKind::kRemoved ? state->removed
                                      : state->changed);
    }
    state->computations.push_back(std::move(diff));
  };
  const std::vector<const HloComputation*> order = AllInPrintOrder(after, matched.matching);
  HashMap<const HloComputation*, size_t> places;
  for (const HloComputation* computation : order) places.emplace(computation, places.size() + 1);
  MergeOrder(
      AllInPrintOrder(before, matched.matching), order,
      [&](const HloComputation* computation) {
        const auto found = places.find(matched.matching.AfterOf(*computation));
        return found == places.end() ? 0 : found->second;
      },
      [&](const HloComputation* computation) {
        add(comparer.OneSided(*computation, /*is_removed=*/true));
      },
      [&](const HloComputation* computation) {
        const HloComputation* counterpart = matched.matching.BeforeOf(*computation);
        add(counterpart == nullptr ? comparer.OneSided(*computation, /*is_removed=*/false)
                                   : comparer.Compare(*counterpart, *computation));
      });
  state->matching = std::move(matched.matching);
  return ModuleDiff(std::move(state));
}

ModuleDiff::ModuleDiff(std::unique_ptr<State> state) : state_(std::move(state)) {}
ModuleDiff::ModuleDiff(ModuleDiff&&) noexcept = default;
ModuleDiff& ModuleDiff::operator=(ModuleDiff&&) noexcept = default;
ModuleDiff::~ModuleDiff() = default;

bool ModuleDiff::empty() const { return state_->header.empty() && state_->computations.empty(); }

absl::Span<const HeaderDiff> ModuleDiff::header_changes() const { return state_->header; }

absl::Span<const ComputationDiff> ModuleDiff::computations() const { return state_->computations; }

int64_t ModuleDiff::added() const { return state_->added; }
int64_t ModuleDiff::removed() const { return state_->removed; }
int64_t ModuleDiff::changed() const { return state_->changed; }

const HloInstruction* ModuleDiff::CounterpartOf(const HloInstruction& instruction) const {
  return state_->matching.Of(instruction);
}

const HloComputation* ModuleDiff::CounterpartOf(const HloComputation& computation) const {
  return state_->matching.Of(computation);
}

}  // namespace hlo_text_v1
