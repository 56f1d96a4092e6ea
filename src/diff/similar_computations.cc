// A table maps the hash of an instruction (except parameters) to the computations that have it, and
// counts the pairs of computations that meet there. A second table does the same for names.
#include "src/diff/similar_computations.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "absl/hash/hash.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {
namespace {

// Per side; an instruction in more computations than this is not evidence.
constexpr size_t kMostHolders = 8;

struct Holder {
  uint32_t position;  // in the list of its side
  uint32_t count;     // of the computation's instructions with this hash
};
struct Entry {
  std::array<std::vector<Holder>, 2> holders;
};

class SimilarityTable {
 public:
  void Add(int side, absl::Span<const ComparedComputation> computations,
           InstructionHasher* hasher) {
    sizes_[side].resize(computations.size());
    for (uint32_t i = 0; i < computations.size(); ++i) {
      HashState name;
      name.AddBytes(computations[i].computation->name());
      AddHolder(side, name.Finish().low, i, &by_name_);
      for (const HloInstruction* instruction : computations[i].computation->instructions()) {
        if (instruction->opcode() == HloOpcode::kParameter) continue;
        HashState hash;
        hasher->Add(*instruction, &hash);
        AddHolder(side, hash.Finish().high, i, &by_content_);
        ++sizes_[side][i];
      }
    }
  }

  // Positions, the most similar first.
  std::vector<std::pair<uint32_t, uint32_t>> Pairs() const {
    HashMap<std::pair<uint32_t, uint32_t>, Likeness> found;
    for (const auto& [hash, entry] : by_content_) {
      ForEachPair(entry, [&](const Holder& a, const Holder& b) {
        found[{a.position, b.position}].common += std::min(a.count, b.count);
      });
    }
    for (const auto& [hash, entry] : by_name_) {
      ForEachPair(entry, [&](const Holder& a, const Holder& b) {
        found[{a.position, b.position}].same_name = true;
      });
    }
    return Sorted(found);
  }

 private:
  using Table = HashMap<uint64_t, Entry>;
  struct Likeness {
    uint64_t common = 0;
    bool same_name = false;
  };

  static void AddHolder(int side, uint64_t hash, uint32_t position, Table* table) {
    std::vector<Holder>& holders = (*table)[hash].holders[side];
    if (!holders.empty() && holders.back().position == position) {
      ++holders.back().count;
    } else if (holders.size() <= kMostHolders) {
      holders.push_back({position, 1});
    }
  }

  template <typename Visit>
  static void ForEachPair(const Entry& entry, Visit visit) {
    const auto& [before, after] = entry.holders;
    if (before.size() > kMostHolders || after.size() > kMostHolders) return;
    for (const Holder& a : before) {
      for (const Holder& b : after) visit(a, b);
    }
  }

  std::vector<std::pair<uint32_t, uint32_t>> Sorted(
      const HashMap<std::pair<uint32_t, uint32_t>, Likeness>& found) const {
    std::vector<std::tuple<double, uint32_t, uint32_t>> scored;
    for (const auto& [pair, likeness] : found) {
      const uint64_t total = sizes_[0][pair.first] + sizes_[1][pair.second];
      const double share =
          total == 0 ? 0 : 2 * static_cast<double>(likeness.common) / static_cast<double>(total);
      const double score = share + (likeness.same_name ? 0.25 : 0);
      if (score >= 0.5) scored.emplace_back(-score, pair.first, pair.second);
    }
    std::sort(scored.begin(), scored.end());
    std::vector<std::pair<uint32_t, uint32_t>> sorted;
    sorted.reserve(scored.size());
    for (const auto& [score, a, b] : scored) sorted.emplace_back(a, b);
    return sorted;
  }

  Table by_content_;
  Table by_name_;
  std::array<std::vector<uint64_t>, 2> sizes_;  // instructions except parameters
};

}  // namespace

std::vector<std::pair<uint32_t, uint32_t>> FindSimilar(absl::Span<const ComparedComputation> before,
                                                       absl::Span<const ComparedComputation> after,
                                                       InstructionHasher* before_hasher,
                                                       InstructionHasher* after_hasher) {
  if (before.empty() || after.empty()) return {};
  SimilarityTable table;
  table.Add(0, before, before_hasher);
  table.Add(1, after, after_hasher);
  std::vector<std::pair<uint32_t, uint32_t>> pairs = table.Pairs();
  for (auto& [a, b] : pairs) {
    a = before[a].number;
    b = after[b].number;
  }
  return pairs;
}

}  // namespace hlo_text_v1::internal
