// Starts at the entry and follows the calls of matched instructions.
//
// Computations with the same hash (src/canonical/canonical_form.h) are equal, and are matched
// position by position. That covers most of them. An unequal pair waits until all equal ones are
// matched, because a changed computation could otherwise take the place of an equal one. If an
// equal one of either is still unmatched, the pair waits until all calls have been followed.
#include "src/diff/computation_matcher.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/canonical/canonical_form.h"
#include "src/diff/compare_instructions.h"
#include "src/diff/computation_graph.h"
#include "src/diff/instruction_matcher.h"
#include "src/diff/similar_computations.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {
namespace {

using Form = std::vector<CanonicalComputation>;

bool AreEqual(const Form& a, const Form& b) {
  const auto is_equal = [](const CanonicalComputation& x, const CanonicalComputation& y) {
    return x.hash == y.hash && x.order.size() == y.order.size() &&
           x.computation->IsEntry() == y.computation->IsEntry() &&
           absl::c_equal(x.calls, y.calls,
                         [](const auto& c, const auto& d) { return c.number == d.number; });
  };
  return absl::c_equal(a, b, is_equal);
}

class ModuleMatcher {
 public:
  ModuleMatcher(const HloModule& before, const HloModule& after, const DiffOptions& options)
      : sides_{Side(before, ComparedParts(options)), Side(after, ComparedParts(options))},
        result_{Matching(before, after), {}, {}} {}

  ModuleMatching Run() {
    const Form &a = sides_[0].form, &b = sides_[1].form;
    if (AreEqual(a, b)) {
      for (size_t i = 0; i < a.size(); ++i) MatchEqual(a[i], b[i]);
      MatchWrappers();
      return std::move(result_);
    }
    for (Side& side : sides_) side.Count();
    MatchEntries();
    MatchCalled();
    MatchEqualAnywhere();
    ready_.insert(ready_.end(), waiting_.begin(), waiting_.end());
    MatchCalled();
    MatchSimilar();
    MatchWrappers();
    return std::move(result_);
  }

 private:
  struct Side {
    Side(const HloModule& m, const HashOptions& options)
        : module(m),
          form(CanonicalForm(m, options)),
          hasher(m, options),
          wrappers(FindAsyncWrappers(m, m.computations(),
                                     [this](const HloInstruction& i, const Attribute& a) {
                                       return hasher.Counts(i, a);
                                     })) {}

    void Count() {
      for (uint32_t i = 0; i < form.size(); ++i) {
        numbers[form[i].computation] = i;
        ++unmatched[form[i].hash.high];
      }
      for (const auto& [wrapper, callee] : wrappers) numbers[wrapper] = numbers.at(callee);
      is_matched.resize(form.size());
    }

    const HloModule& module;
    const Form form;
    InstructionHasher hasher;
    const AsyncWrappers wrappers;                      // not in the form
    HashMap<const HloComputation*, uint32_t> numbers;  // in the form
    HashMap<uint64_t, uint32_t> unmatched;             // count by hash
    std::vector<bool> is_matched;                      // by number
  };
  struct Pair {
    uint32_t before;
    uint32_t after;
  };

  const CanonicalComputation& Before(Pair pair) const { return sides_[0].form[pair.before]; }
  const CanonicalComputation& After(Pair pair) const { return sides_[1].form[pair.after]; }
  bool IsFree(Pair pair) const {
    return !sides_[0].is_matched[pair.before] && !sides_[1].is_matched[pair.after];
  }
  bool IsEqual(Pair pair) const {
    return Before(pair).hash == After(pair).hash &&
           Before(pair).order.size() == After(pair).order.size();
  }
  // Whether either of the two still has an equal, unmatched computation on the other side.
  bool HasEqualElsewhere(Pair pair) const {
    const auto is_there = [](const Side& side, uint64_t hash) {
      const auto found = side.unmatched.find(hash);
      return found != side.unmatched.end() && found->second > 0;
    };
    return is_there(sides_[1], Before(pair).hash.high) ||
           is_there(sides_[0], After(pair).hash.high);
  }

  void MatchEntries() {
    const HloComputation* a = sides_[0].module.entry_computation();
    const HloComputation* b = sides_[1].module.entry_computation();
    if (a == nullptr || b == nullptr) return;
    Match({sides_[0].numbers.at(a), sides_[1].numbers.at(b)});
  }

  // Runs until the calls of matched instructions add nothing.
  void MatchCalled() {
    while (!equal_.empty() || !ready_.empty()) {
      std::deque<Pair>& queue = equal_.empty() ? ready_ : equal_;
      const Pair pair = queue.front();
      queue.pop_front();
      if (!IsFree(pair)) continue;
      if (!IsEqual(pair) && HasEqualElsewhere(pair)) {
        waiting_.push_back(pair);
      } else {
        Match(pair);
      }
    }
  }

  void Match(Pair pair) {
    sides_[0].is_matched[pair.before] = sides_[1].is_matched[pair.after] = true;
    --sides_[0].unmatched[Before(pair).hash.high];
    --sides_[1].unmatched[After(pair).hash.high];
    if (IsEqual(pair)) {
      MatchEqual(Before(pair), After(pair));
    } else {
      MatchUnequal(Before(pair), After(pair));
    }
    AddCalls(*Before(pair).computation);
  }

  void MatchEqual(const CanonicalComputation& a, const CanonicalComputation& b) {
    std::vector<InstructionPair> pairs;
    pairs.reserve(a.order.size());
    for (size_t i = 0; i < a.order.size(); ++i) pairs.push_back({a.order[i], b.order[i]});
    result_.matching.Match(*a.computation, *b.computation, pairs);
    result_.equal.insert(a.computation);
  }

  void MatchUnequal(const CanonicalComputation& a, const CanonicalComputation& b) {
    const auto graph_of = [](Side& side, const CanonicalComputation& part) {
      const auto hash_callee = [&side](const HloComputation* callee) {
        return side.form[side.numbers.at(callee)].hash.high;
      };
      return ComputationGraph(*part.computation, part.order, &side.hasher, hash_callee);
    };
    const ComputationGraph before = graph_of(sides_[0], a), after = graph_of(sides_[1], b);
    const std::vector<InstructionPair> pairs = MatchInstructions(before, after);
    result_.matching.Match(*a.computation, *b.computation, pairs);
    result_.exact[a.computation] = FindExact(before, after, pairs);
  }

  // The callees of matched instructions of `before` and its counterpart.
  void AddCalls(const HloComputation& before) {
    if (!Node(&before).has_calls) return;
    const auto afters = result_.matching.AftersOf(before);
    std::array<std::vector<const HloComputation*>, 2> callees;
    for (const HloInstruction* a : before.instructions()) {
      const HloInstruction* b = afters[a->index()];
      if (b == nullptr) continue;
      for (auto& list : callees) list.clear();
      a->ForEachCalledComputation([&](const HloComputation* c) { callees[0].push_back(c); });
      if (callees[0].empty()) continue;
      b->ForEachCalledComputation([&](const HloComputation* c) { callees[1].push_back(c); });
      for (size_t i = 0; i < std::min(callees[0].size(), callees[1].size()); ++i) {
        const Pair pair = {sides_[0].numbers.at(callees[0][i]),
                           sides_[1].numbers.at(callees[1][i])};
        if (IsFree(pair)) (IsEqual(pair) ? equal_ : ready_).push_back(pair);
      }
    }
  }

  // Pairs equal computations that no call has paired: by name, then in order.
  void MatchEqualAnywhere() {
    struct Queue {
      std::vector<uint32_t> numbers;
      size_t next = 0;
    };
    for (const bool by_name : {true, false}) {
      HashMap<std::pair<uint64_t, std::string_view>, Queue> afters;
      const auto key = [&](const CanonicalComputation& part) {
        return std::make_pair(part.hash.high,
                              by_name ? part.computation->name() : std::string_view());
      };
      for (uint32_t i = 0; i < sides_[1].form.size(); ++i) {
        if (!sides_[1].is_matched[i]) afters[key(sides_[1].form[i])].numbers.push_back(i);
      }
      if (afters.empty()) return;
      for (uint32_t i = 0; i < sides_[0].form.size(); ++i) {
        if (sides_[0].is_matched[i]) continue;
        const auto found = afters.find(key(sides_[0].form[i]));
        if (found == afters.end() || found->second.next == found->second.numbers.size()) continue;
        const Pair pair = {i, found->second.numbers[found->second.next++]};
        if (IsEqual(pair)) Match(pair);
      }
    }
  }

  void MatchSimilar() {
    std::array<std::vector<ComparedComputation>, 2> left;
    for (const int side : {0, 1}) {
      for (uint32_t i = 0; i < sides_[side].form.size(); ++i) {
        if (sides_[side].is_matched[i]) continue;
        left[side].push_back({i, sides_[side].form[i].computation});
      }
    }
    for (const auto& [a, b] : FindSimilar(left[0], left[1], &sides_[0].hasher, &sides_[1].hasher)) {
      if (IsFree({a, b})) Match({a, b});
      MatchCalled();
    }
  }

  // Pairs the wrappers of matched callees, if both sides have the same number of them.
  void MatchWrappers() {
    std::array<HashMap<const HloComputation*, std::vector<const HloComputation*>>, 2> wrappers;
    for (const int side : {0, 1}) {
      for (const HloComputation* computation : sides_[side].module.computations()) {
        const auto wrapper = sides_[side].wrappers.find(computation);
        if (wrapper == sides_[side].wrappers.end()) continue;
        result_.matching.NoteWrapper(*computation, *wrapper->second);
        wrappers[side][wrapper->second].push_back(computation);
      }
    }
    for (const auto& [callee, befores] : wrappers[0]) {
      const auto afters = wrappers[1].find(result_.matching.AfterOf(*callee));
      if (afters == wrappers[1].end() || afters->second.size() != befores.size()) continue;
      for (size_t i = 0; i < befores.size(); ++i) MatchWrapper(*befores[i], *afters->second[i]);
    }
  }

  void MatchWrapper(const HloComputation& a, const HloComputation& b) {
    std::vector<InstructionPair> pairs = {{a.root_instruction(), b.root_instruction()}};
    for (size_t i = 0; i < std::min(a.parameters().size(), b.parameters().size()); ++i) {
      pairs.push_back({a.parameters()[i], b.parameters()[i]});
    }
    result_.matching.Match(a, b, pairs);
  }

  std::array<Side, 2> sides_;
  ModuleMatching result_;
  std::deque<Pair> equal_;    // equal, and called by matched instructions
  std::deque<Pair> ready_;    // the others
  std::deque<Pair> waiting_;  // one side may still find an equal one
};

}  // namespace

ModuleMatching MatchModules(const HloModule& before, const HloModule& after,
                            const DiffOptions& options) {
  return ModuleMatcher(before, after, options).Run();
}

}  // namespace hlo_text_v1::internal
