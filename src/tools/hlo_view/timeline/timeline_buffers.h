// The buffers of a computation, by step: which values share them and how long they live.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_BUFFERS_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_BUFFERS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "hlo/async.h"
#include "src/tools/hlo_view/timeline/timeline.h"

namespace hlo {

// Asynchronous operations, found before buffers are.
struct TimelineAsync {
  static constexpr int32_t kNone = -1;
  std::vector<int32_t> bar_of;  // by index() of a link: its bar, or kNone
  // By bar.
  std::vector<AsyncOperation> operations;
  // AsyncChain::RequestedAliases; none for a pair.
  using Aliases = std::vector<std::pair<AsyncChain::Position, AsyncChain::Position>>;
  std::vector<Aliases> requested;
};

class TimelineBuffers {
 public:
  // `timeline` has its steps and bars. Fills its buffers, bytes_alive, and the bytes and lifetimes
  // of the bars' operands.
  static void Fill(const HloComputation& computation, const TimelineAsync& async,
                   Timeline* timeline);

 private:
  // The last steps at which two different users need something; users are bars, or kNone for all
  // instructions that are not links.
  struct LastUses {
    int64_t step = -1;
    int32_t user = TimelineAsync::kNone;
    int64_t other_step = -1;  // the last one by another user
    void Add(int64_t at, int32_t by);
    void Add(const LastUses& more);
    int64_t Without(int32_t by) const { return step >= 0 && user == by ? other_step : step; }
  };
  // A range of leaves_, in order of the shape's arrays.
  struct Value {
    size_t begin = 0;
    size_t count = 0;
    bool is_made = false;
  };
  struct Total {
    bool is_made = false;
    int64_t bytes = 0;
    LastUses uses;
  };

  TimelineBuffers(const HloComputation& computation, const TimelineAsync& async,
                  Timeline* timeline);

  // ---- Which values share buffers.
  void MakeValue(const HloInstruction& instruction, int64_t step);
  void ShareOperands(const HloInstruction& instruction);
  void ShareOfLink(const HloInstruction& link, size_t bar);
  void ShareBound(const HloInstruction& link);
  void ShareAliased(const HloInstruction& instruction);
  void Share(const HloInstruction& instruction, ShapeIndex index, const HloInstruction& operand,
             ShapeIndex operand_index);
  struct LeafRange {
    size_t begin = 0;
    size_t count = 0;
    bool exists = false;
  };
  LeafRange LeavesAt(const Shape& shape, ShapeIndex index);
  const std::vector<size_t>& LeafEnds(const Shape& shape);
  size_t CountLeaves(const Shape& shape);

  // ---- How long they live.
  void FindUses();
  void EndLifetimes();
  void SumBytes();
  void DescribeOperands();
  const Total& TotalOf(const HloInstruction& instruction);

  const HloComputation& computation_;
  const TimelineAsync& async_;
  Timeline& timeline_;
  // For tuples: the leaf at which each element ends, exclusive.
  absl::flat_hash_map<const Shape*, std::vector<size_t>> leaf_ends_;
  std::vector<uint32_t> leaves_;      // numbers of buffers
  std::vector<uint32_t> new_leaves_;  // of the current instruction; or kUnshared
  std::vector<Value> values_;         // by index()
  std::vector<LastUses> value_uses_;  // by index()
  std::vector<LastUses> uses_;        // by buffer
  std::vector<Total> totals_;         // by index()
  std::vector<size_t> next_alias_;    // by bar: into its requested aliases
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_BUFFERS_H_
