// Goes from certain to likely matches. First come instructions that are computed in the same way,
// all the way from the parameters, or used in the same way, all the way to the root. From each
// pair, matching spreads to operands and users while these agree, and then again requiring less and
// less agreement. Each match marks its neighbours, so all of this repeats until nothing changes, at
// most a few times.
#include "src/diff/instruction_matcher.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "src/base/huge_pages.h"
#include "src/base/shortest_edit.h"

namespace hlo_text_v1::internal {
namespace {

// The most rounds. In a chain of nested changes, each may need a round of its own.
constexpr int kMaxRounds = 4;
// The most edits when unmatched instructions are matched by order: the cost is quadratic.
constexpr int kMostEdits = 500;
// The most operands of an instruction that are compared by their marks.
constexpr size_t kMostMarkedOperands = 8;

using Uses = absl::Span<const ComputationGraph::Use>;

// How much pairs derived from others may differ, from little to much. With of_operands, the
// operands must be matched with each other or be unmatched.
struct Agreement {
  Likeness likeness;
  bool of_operands;
};
constexpr std::array<Agreement, 4> kAgreements = {{
    {Likeness::kExact, true},
    {Likeness::kShape, true},
    {Likeness::kExact, false},
    {Likeness::kOpcode, false},
}};
constexpr size_t kExactAgreement = 0;
constexpr size_t kShapeAgreement = 1;
// Above this many pairs, looking at all unmatched instructions pays.
constexpr size_t kManyPairs = 4096;
constexpr size_t kAnyAgreement = kAgreements.size() - 1;

uint64_t NameHash(const HloInstruction& instruction) {
  HashState hash;
  hash.AddBytes(instruction.name());
  return hash.Finish().high;
}

class Matcher {
 public:
  Matcher(const ComputationGraph& before, const ComputationGraph& after)
      : sides_{Side(before), Side(after)}, near_free_(before.computation().index_limit(), 1) {}

  std::vector<InstructionPair> Run() {
    for (int round = 0; round < kMaxRounds && !IsComplete(); ++round) {
      const size_t matched = pairs_.size();
      grown_.fill(0);
      for (const size_t agreement : {kExactAgreement, kShapeAgreement}) {
        MatchCones(agreement);
        MatchTwins(agreement);
      }
      MatchAlone();
      MatchNames();
      MatchLeaves();
      MatchAligned();
      MatchReplaced();
      if (pairs_.size() == matched) break;
    }
    return std::move(pairs_);
  }

 private:
  using Instructions = LargeVector<const HloInstruction*>;
  struct Side {
    explicit Side(const ComputationGraph& g)
        : graph(g),
          marks(g.computation().index_limit()),
          free(g.order().begin(), g.order().end()) {}
    bool IsMatched(const HloInstruction& i) const { return marks[i.index()] != 0; }
    uint64_t hash(Likeness likeness, const HloInstruction& i) const {
      return graph.hash(likeness, i.index());
    }

    const ComputationGraph& graph;
    ComputationGraph::Hashes marks;  // by index: the same for both of a pair; 0: not matched
    Instructions free;               // in order; some may have been matched since
  };
  static constexpr int kBefore = 0;
  static constexpr int kAfter = 1;

  bool IsComplete() const {
    return pairs_.size() == sides_[kBefore].graph.order().size() ||
           pairs_.size() == sides_[kAfter].graph.order().size();
  }

  // The unmatched ones, in order.
  const Instructions& FreeOf(int side) {
    Instructions& free = sides_[side].free;
    free.erase(std::remove_if(free.begin(), free.end(),
                              [&](const auto* i) { return sides_[side].IsMatched(*i); }),
               free.end());
    return free;
  }

  // Whether most matched instructions have kept their name: then names are evidence.
  bool TrustsNames() const { return 2 * same_names_ >= pairs_.size(); }

  bool AreFree(const HloInstruction& a, const HloInstruction& b) const {
    return !sides_[kBefore].IsMatched(a) && !sides_[kAfter].IsMatched(b);
  }

  void Match(const HloInstruction& a, const HloInstruction& b) {
    pairs_.push_back({&a, &b});
    same_names_ += a.name() == b.name() ? 1 : 0;
    const uint64_t mark = MixHash(0x6d61726b, pairs_.size()) | 1;
    sides_[kBefore].marks[a.index()] = sides_[kAfter].marks[b.index()] = mark;
  }

  // Otherwise the positions of their operands have different meanings.
  bool HaveOneOpcode(const HloInstruction& a, const HloInstruction& b) const {
    return sides_[kBefore].hash(Likeness::kOpcode, a) == sides_[kAfter].hash(Likeness::kOpcode, b);
  }

  // ---- Growing from matched pairs.

  // From each pair, strongest agreement first; includes the pairs this adds.
  void Grow(size_t weakest) {
    if (pairs_.size() - grown_[weakest] > kManyPairs) FindNearFree();
    size_t at = 0;
    while (at <= weakest && !IsComplete()) {
      if (grown_[at] == pairs_.size()) {
        ++at;
        continue;
      }
      const InstructionPair pair = pairs_[grown_[at]++];
      if (!near_free_[pair.before->index()]) continue;
      MatchOperands(*pair.before, *pair.after, kAgreements[at]);
      MatchUsers(*pair.before, *pair.after, kAgreements[at]);
      at = 0;
    }
  }

  // Most pairs have no unmatched neighbours and can be skipped.
  void FindNearFree() {
    std::fill(near_free_.begin(), near_free_.end(), 0);
    for (const HloInstruction* instruction : FreeOf(kBefore)) {
      for (const HloInstruction* operand : instruction->operands())
        near_free_[operand->index()] = 1;
      for (const ComputationGraph::Use& use : sides_[kBefore].graph.uses(*instruction)) {
        near_free_[use.user->index()] = 1;
      }
    }
  }

  void MatchOperands(const HloInstruction& a, const HloInstruction& b, Agreement agreement) {
    const auto of_a = a.operands(), of_b = b.operands();
    if (of_a.size() == of_b.size() && HaveOneOpcode(a, b)) {
      for (size_t i = 0; i < of_a.size(); ++i) {
        if (AreFree(*of_a[i], *of_b[i]) && Agree(*of_a[i], *of_b[i], agreement)) {
          Match(*of_a[i], *of_b[i]);
        }
      }
      return;
    }
    for (const int side : {kBefore, kAfter}) {
      candidates_[side].clear();
      for (const HloInstruction* operand : (side == kBefore ? a : b).operands()) {
        if (!sides_[side].IsMatched(*operand)) {
          candidates_[side].push_back({sides_[side].hash(agreement.likeness, *operand), operand});
        }
      }
    }
    MatchCandidates();
  }

  bool Agree(const HloInstruction& a, const HloInstruction& b, Agreement agreement) const {
    if (sides_[kBefore].hash(agreement.likeness, a) != sides_[kAfter].hash(agreement.likeness, b)) {
      return false;
    }
    if (!agreement.of_operands) return true;
    const auto of_a = a.operands(), of_b = b.operands();
    const size_t count = std::min({of_a.size(), of_b.size(), kMostMarkedOperands});
    for (size_t i = 0; i < count; ++i) {
      const uint64_t mark_a = sides_[kBefore].marks[of_a[i]->index()];
      const uint64_t mark_b = sides_[kAfter].marks[of_b[i]->index()];
      if (mark_a != mark_b && mark_a != 0 && mark_b != 0) return false;
    }
    return true;
  }

  void MatchUsers(const HloInstruction& a, const HloInstruction& b, Agreement agreement) {
    const Uses of_a = sides_[kBefore].graph.uses(a), of_b = sides_[kAfter].graph.uses(b);
    if (of_a.empty() || of_b.empty()) return;
    for (const int side : {kBefore, kAfter}) {
      candidates_[side].clear();
      for (const ComputationGraph::Use& use : side == kBefore ? of_a : of_b) {
        if (sides_[side].IsMatched(*use.user)) continue;
        uint64_t key = MixHash(sides_[side].hash(agreement.likeness, *use.user), use.position);
        if (agreement.of_operands) key = MixHash(key, OperandMarks(sides_[side], *use.user));
        candidates_[side].push_back({key, use.user});
      }
    }
    MatchCandidates();
  }

  static uint64_t OperandMarks(const Side& side, const HloInstruction& instruction) {
    const auto operands = instruction.operands();
    uint64_t key = 0;
    for (size_t i = 0; i < std::min(operands.size(), kMostMarkedOperands); ++i) {
      key = MixHash(key, side.marks[operands[i]->index()]);
    }
    return key;
  }

  struct Candidate {
    uint64_t key;
    const HloInstruction* instruction;
  };
  using Candidates = std::vector<Candidate>;

  // Matches those of candidates_ whose key is unique on their side.
  void MatchCandidates() {
    Candidates& a = candidates_[kBefore];
    Candidates& b = candidates_[kAfter];
    if (a.empty() || b.empty()) return;
    for (Candidates* candidates : {&a, &b}) {
      std::sort(candidates->begin(), candidates->end(), [](const auto& x, const auto& y) {
        return x.key != y.key ? x.key < y.key : x.instruction->index() < y.instruction->index();
      });
    }
    const auto end_of_key = [](const Candidates& candidates, size_t begin) {
      size_t end = begin;
      while (end < candidates.size() && candidates[end].key == candidates[begin].key) ++end;
      return end;
    };
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i].key < b[j].key) {
        ++i;
      } else if (b[j].key < a[i].key) {
        ++j;
      } else {
        const size_t end_i = end_of_key(a, i), end_j = end_of_key(b, j);
        // An instruction that is used several times occurs several times.
        const bool is_alone = a[i].instruction == a[end_i - 1].instruction &&
                              b[j].instruction == b[end_j - 1].instruction;
        if (is_alone && AreFree(*a[i].instruction, *b[j].instruction)) {
          Match(*a[i].instruction, *b[j].instruction);
        }
        i = end_i;
        j = end_j;
      }
    }
  }

  // ---- Finding pairs anywhere in the computations.

  // Matches unmatched instructions by key(side, instruction) if it is unique on each side.
  template <typename Key>
  void MatchUnique(Key key) {
    struct Found {
      const HloInstruction* before = nullptr;
      const HloInstruction* after = nullptr;
      bool is_unique = true;
    };
    LargeHashMap<uint64_t, Found> by_key;
    const Instructions &of_before = FreeOf(kBefore), &of_after = FreeOf(kAfter);
    by_key.reserve(of_before.size());
    for (const HloInstruction* a : of_before) {
      const uint64_t k = key(kBefore, *a);
      if (k == 0) continue;
      const auto [at, is_new] = by_key.try_emplace(k, Found{a, nullptr});
      if (!is_new) at->second.is_unique = false;
    }
    for (const HloInstruction* b : of_after) {
      const auto found = by_key.find(key(kAfter, *b));
      if (found == by_key.end()) continue;
      found->second.is_unique = found->second.is_unique && found->second.after == nullptr;
      found->second.after = b;
    }
    for (const HloInstruction* b : of_after) {
      const auto found = by_key.find(key(kAfter, *b));
      if (found != by_key.end() && found->second.is_unique) Match(*found->second.before, *b);
    }
  }

  // The same for keys that several instructions share: matched one after the other, in order, each
  // with everything that follows from it. A key of 0 means none.
  template <typename Key>
  void MatchInOrder(size_t weakest, Key key) {
    struct Queue {
      std::vector<const HloInstruction*> instructions;
      size_t next = 0;
    };
    LargeHashMap<uint64_t, Queue> by_key;
    for (const HloInstruction* b : FreeOf(kAfter)) {
      if (const uint64_t k = key(kAfter, *b); k != 0) by_key[k].instructions.push_back(b);
    }
    if (by_key.empty()) return;
    const Instructions of_before = FreeOf(kBefore);  // a copy, because growing changes it
    for (const HloInstruction* a : of_before) {
      if (sides_[kBefore].IsMatched(*a)) continue;
      const auto found = by_key.find(key(kBefore, *a));
      if (found == by_key.end()) continue;
      Queue& queue = found->second;
      while (queue.next < queue.instructions.size()) {
        const HloInstruction& b = *queue.instructions[queue.next++];
        if (sides_[kAfter].IsMatched(b)) continue;
        Match(*a, b);
        Grow(weakest);
        break;
      }
    }
  }

  using Cones = std::array<ComputationGraph::ConeHashes, 2>;
  Cones HashCones(Likeness likeness) const {
    return {sides_[kBefore].graph.HashCones(likeness, sides_[kBefore].marks),
            sides_[kAfter].graph.HashCones(likeness, sides_[kAfter].marks)};
  }

  void MatchCones(size_t agreement) {
    if (IsComplete()) return;
    const Cones cones = HashCones(kAgreements[agreement].likeness);
    MatchUnique([&](int side, const HloInstruction& i) {
      return MixHash(cones[side].operands[i.index()], cones[side].users[i.index()]);
    });
    const auto by_operands = [&](int side, const HloInstruction& i) {
      return cones[side].operands[i.index()];
    };
    MatchUnique(by_operands);
    MatchUnique([&](int side, const HloInstruction& i) { return cones[side].users[i.index()]; });
    if (TrustsNames()) {
      // Finds out which of several that are computed in the same way has stayed.
      MatchUnique([&](int side, const HloInstruction& i) {
        return MixHash(by_operands(side, i), NameHash(i));
      });
    }
    Grow(agreement);
  }

  // Matches those that nothing distinguishes: by name, then in order.
  void MatchTwins(size_t agreement) {
    if (IsComplete()) return;
    const Cones cones = HashCones(kAgreements[agreement].likeness);
    const auto key = [&](int side, const HloInstruction& i) {
      return MixHash(cones[side].operands[i.index()], cones[side].users[i.index()]);
    };
    if (TrustsNames()) {
      MatchInOrder(agreement, [&](int side, const HloInstruction& i) {
        return MixHash(key(side, i), NameHash(i));
      });
    }
    MatchInOrder(agreement, key);
  }

  // Matches those that are unique on both sides, wherever they are.
  void MatchAlone() {
    if (IsComplete()) return;
    Grow(kAnyAgreement);
    MatchUnique(
        [&](int side, const HloInstruction& i) { return sides_[side].hash(Likeness::kExact, i); });
    Grow(kAnyAgreement);
  }

  void MatchNames() {
    if (IsComplete() || !TrustsNames()) return;
    MatchUnique([&](int side, const HloInstruction& i) {
      return MixHash(sides_[side].hash(Likeness::kShape, i), NameHash(i));
    });
    Grow(kAnyAgreement);
  }

  // Constants and the like have no position of their own.
  void MatchLeaves() {
    if (IsComplete()) return;
    MatchInOrder(kAnyAgreement, [&](int side, const HloInstruction& i) {
      return i.operands().empty() ? sides_[side].hash(Likeness::kExact, i) : 0;
    });
  }

  // Aligns the rest in order, like lines of text: instructions of a repeating pattern, such as
  // layers, that differ only in their position.
  void MatchAligned() {
    if (IsComplete()) return;
    LargeHashMap<uint64_t, int> numbers;
    std::array<std::vector<int>, 2> lines;
    for (const int side : {kBefore, kAfter}) {
      for (const HloInstruction* i : FreeOf(side)) {
        const uint64_t hash = sides_[side].hash(Likeness::kExact, *i);
        lines[side].push_back(
            numbers.try_emplace(hash, static_cast<int>(numbers.size())).first->second);
      }
    }
    size_t a = 0, b = 0;
    for (const char mark : ShortestEdit(lines[kBefore], lines[kAfter]).Run(kMostEdits)) {
      if (mark == ' ') MatchIfAgreed(*sides_[kBefore].free[a], *sides_[kAfter].free[b]);
      a += mark != '+' ? 1 : 0;
      b += mark != '-' ? 1 : 0;
    }
    Grow(kAnyAgreement);
  }

  void MatchIfAgreed(const HloInstruction& a, const HloInstruction& b) {
    if (AreFree(a, b) && Agree(a, b, kAgreements[kExactAgreement])) Match(a, b);
  }

  // ---- Replaced instructions.

  void MatchReplaced() {
    if (IsComplete()) return;
    for (size_t i = 0; i < pairs_.size(); ++i) {  // NOLINT(modernize-loop-convert): Grow adds some
      const HloInstruction &a = *pairs_[i].before, &b = *pairs_[i].after;
      const auto of_a = a.operands(), of_b = b.operands();
      if (of_a.size() != of_b.size() || !HaveOneOpcode(a, b)) continue;
      for (size_t j = 0; j < of_a.size(); ++j) {
        MatchIfCompatible(*of_a[j], *of_b[j]);
        Grow(kAnyAgreement);
      }
    }
    MatchUnique([&](int side, const HloInstruction& i) { return PlaceHash(sides_[side], i); });
    Grow(kAnyAgreement);
    const HloComputation& a = sides_[kBefore].graph.computation();
    const HloComputation& b = sides_[kAfter].graph.computation();
    MatchIfCompatible(*a.root_instruction(), *b.root_instruction());
    if (a.parameters().size() == b.parameters().size()) {
      for (size_t i = 0; i < a.parameters().size(); ++i) {
        const HloInstruction &of_a = *a.parameters()[i], &of_b = *b.parameters()[i];
        if (AreFree(of_a, of_b)) Match(of_a, of_b);
      }
    }
    Grow(kAnyAgreement);
  }

  // A key from the shape and the matched operands; 0 if some are not matched, or there are none.
  static uint64_t PlaceHash(const Side& side, const HloInstruction& instruction) {
    const auto operands = instruction.operands();
    if (operands.empty() || operands.size() > kMostMarkedOperands) return 0;
    HashState hash;
    std::string scratch;
    AddShape(instruction.shape(), /*with_layout=*/false, &scratch, &hash);
    for (const HloInstruction* operand : operands) {
      if (!side.IsMatched(*operand)) return 0;
      hash.Add(side.marks[operand->index()]);
    }
    return hash.Finish().high;
  }

  void MatchIfCompatible(const HloInstruction& a, const HloInstruction& b) {
    if (!AreFree(a, b)) return;
    const bool is_parameter =
        a.opcode() == HloOpcode::kParameter || b.opcode() == HloOpcode::kParameter;
    if (HaveOneOpcode(a, b) || (!is_parameter && ShapesCompatible(a.shape(), b.shape()))) {
      Match(a, b);
    }
  }

  std::array<Side, 2> sides_;
  std::vector<InstructionPair> pairs_;
  size_t same_names_ = 0;  // how many of pairs_ have one name
  // For each agreement, how many of pairs_ have been grown from.
  std::array<size_t, kAgreements.size()> grown_ = {};
  LargeVector<uint8_t> near_free_;  // by index of `before`: 0 if all operands and users are matched
  std::array<Candidates, 2> candidates_;  // kept for its memory
};

}  // namespace

std::vector<bool> FindExact(const ComputationGraph& before, const ComputationGraph& after,
                            absl::Span<const InstructionPair> pairs) {
  std::vector<bool> exact(before.computation().index_limit());
  for (const InstructionPair& pair : pairs) {
    exact[pair.before->index()] = before.hash(Likeness::kExact, pair.before->index()) ==
                                  after.hash(Likeness::kExact, pair.after->index());
  }
  return exact;
}

std::vector<InstructionPair> MatchInstructions(const ComputationGraph& before,
                                               const ComputationGraph& after) {
  return Matcher(before, after).Run();
}

}  // namespace hlo_text_v1::internal
