// Breadth-first search over adjacency lists in one array, both directions in one list.
#include "src/export/neighborhood.h"

#include <cstddef>

namespace hlo_text_v1::internal {
namespace {

// The neighbors of each instruction of a computation.
class Adjacency {
 public:
  explicit Adjacency(const HloComputation& computation) : first_(computation.index_limit() + 1) {
    VisitEdges(computation, [&](const HloInstruction* a, const HloInstruction* b) {
      ++first_[a->index()];
      ++first_[b->index()];
    });
    size_t total = 0;
    for (size_t& count : first_) {
      total += count;
      count = total;  // the end; filling moves it to the start
    }
    neighbors_.resize(total);
    VisitEdges(computation, [&](const HloInstruction* a, const HloInstruction* b) {
      neighbors_[--first_[a->index()]] = b;
      neighbors_[--first_[b->index()]] = a;
    });
  }

  template <typename Visit>
  void ForEach(const HloInstruction& instruction, Visit visit) const {
    const size_t end = first_[instruction.index() + 1];
    for (size_t i = first_[instruction.index()]; i < end; ++i) visit(neighbors_[i]);
  }

 private:
  template <typename Visit>
  static void VisitEdges(const HloComputation& computation, Visit visit) {
    for (const HloInstruction* user : computation.instructions()) {
      const auto visit_all = [&](absl::Span<const HloInstruction* const> sources) {
        for (const HloInstruction* source : sources) {
          if (source->parent() == &computation) visit(source, user);
        }
      };
      visit_all(user->operands());
      visit_all(user->control_predecessors());
    }
  }

  std::vector<size_t> first_;
  std::vector<const HloInstruction*> neighbors_;
};

}  // namespace

Neighborhood FindNeighborhood(const HloInstruction& center, int hops) {
  const HloComputation& computation = *center.parent();
  const Adjacency adjacency(computation);
  Neighborhood result;
  result.is_near.resize(computation.index_limit());
  result.has_far.resize(computation.index_limit());
  result.is_near[center.index()] = true;
  std::vector<const HloInstruction*> near = {&center};
  result.within_hops.push_back(1);
  size_t next = 0;
  for (int hop = 0; hop < hops && next < near.size(); ++hop) {
    for (const size_t end = near.size(); next < end; ++next) {
      adjacency.ForEach(*near[next], [&](const HloInstruction* neighbor) {
        if (result.is_near[neighbor->index()]) return;
        result.is_near[neighbor->index()] = true;
        near.push_back(neighbor);
      });
    }
    result.within_hops.push_back(static_cast<int64_t>(near.size()));
  }
  for (; next < near.size(); ++next) {
    adjacency.ForEach(*near[next], [&](const HloInstruction* neighbor) {
      if (!result.is_near[neighbor->index()]) result.has_far[near[next]->index()] = true;
    });
  }
  return result;
}

}  // namespace hlo_text_v1::internal
