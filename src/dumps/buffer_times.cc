// Ranges come from XLA's report, or else from the module (value_ranges.h). Bytes alive are the
// union of ranges of offsets, as values share memory: a sweep over time with a segment tree over
// offsets, allocation by allocation.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "hlo/buffer_assignment.h"
#include "src/base/hash_table.h"
#include "src/dumps/value_ranges.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Range = BufferTimes::Range;

// ---- Bytes alive.

// The length of the union of a changing set of intervals.
class CoveredLength {
 public:
  // The places where intervals begin or end, sorted and unique.
  explicit CoveredLength(std::vector<int64_t> places)
      : places_(std::move(places)), nodes_(4 * places_.size()) {}

  void Add(int64_t begin, int64_t end, int32_t count) {
    Add(1, 0, places_.size() - 1, PlaceOf(begin), PlaceOf(end), count);
  }
  int64_t length() const { return nodes_[1].length; }

 private:
  struct Node {
    int32_t count = 0;  // of intervals over all of it
    int64_t length = 0;
  };

  size_t PlaceOf(int64_t place) const {
    return static_cast<size_t>(std::lower_bound(places_.begin(), places_.end(), place) -
                               places_.begin());
  }
  // The node for the places from `low` to `high`. Recursion is as deep as the tree: logarithmic.
  void Add(size_t node, size_t low, size_t high, size_t begin, size_t end, int32_t count) {
    if (end <= low || high <= begin) return;
    Node& self = nodes_[node];
    if (begin <= low && high <= end) {
      self.count += count;
    } else {
      const size_t middle = (low + high) / 2;
      Add(2 * node, low, middle, begin, end, count);
      Add(2 * node + 1, middle, high, begin, end, count);
    }
    self.length = self.count > 0    ? places_[high] - places_[low]
                  : high - low <= 1 ? 0
                                    : nodes_[2 * node].length + nodes_[2 * node + 1].length;
  }

  const std::vector<int64_t> places_;
  std::vector<Node> nodes_;
};

// Adds to changes[t] the growth of an allocation's bytes alive at time t.
void AddChanges(const BufferAllocation& allocation, const std::vector<Range>& ranges,
                std::vector<absl::int128>* changes) {
  struct Event {
    int64_t time;
    int32_t count;
    int64_t begin;
    int64_t end;
  };
  const auto times = static_cast<int64_t>(changes->size());
  std::vector<Event> events;
  std::vector<int64_t> places;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const BufferValue& value = allocation.values[i];
    const Range& range = ranges[i];
    if (range.begin < 0 || range.end < range.begin || range.begin >= times || value.size == 0) {
      continue;
    }
    const int64_t end = value.offset + value.size;
    events.push_back({range.begin, 1, value.offset, end});
    if (range.end < times - 1) events.push_back({range.end + 1, -1, value.offset, end});
    places.push_back(value.offset);
    places.push_back(end);
  }
  if (events.empty()) return;
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.time < b.time; });
  CoveredLength covered(std::move(places));
  for (const Event& event : events) {
    const int64_t before = covered.length();
    covered.Add(event.begin, event.end, event.count);
    (*changes)[static_cast<size_t>(event.time)] += covered.length() - before;
  }
}

BufferTimes::Memory SumUp(int64_t color, const std::vector<absl::int128>& changes) {
  BufferTimes::Memory memory;
  memory.color = color;
  absl::int128 sum = 0;
  const absl::int128 most = std::numeric_limits<int64_t>::max();
  for (const absl::int128 change : changes) {
    sum += change;
    memory.bytes_alive.push_back(static_cast<int64_t>(std::min(sum, most)));
    if (memory.bytes_alive.back() > memory.peak_bytes) {
      memory.peak_bytes = memory.bytes_alive.back();
      memory.peak_time = static_cast<int64_t>(memory.bytes_alive.size()) - 1;
    }
  }
  return memory;
}

void CountBytes(const BufferAssignment& buffers, BufferTimes* times) {
  constexpr size_t kMostOthers = 8;
  std::map<int64_t, std::vector<absl::int128>> changes = {{0, {}}};  // by color
  for (const BufferAllocation& allocation : buffers.allocations) changes[allocation.color];
  while (changes.size() > 1 + kMostOthers) changes.erase(std::prev(changes.end()));
  for (auto& [color, of_color] : changes) of_color.resize(times->sequence.size());
  for (size_t i = 0; i < buffers.allocations.size(); ++i) {
    const auto found = changes.find(buffers.allocations[i].color);
    if (found == changes.end()) continue;
    AddChanges(buffers.allocations[i], times->ranges[i], &found->second);
  }
  for (const auto& [color, of_color] : changes) {
    BufferTimes::Memory memory = SumUp(color, of_color);
    if (color != 0) {
      if (memory.peak_bytes > 0) times->others.push_back(std::move(memory));
      continue;
    }
    times->bytes_alive = std::move(memory.bytes_alive);
    times->peak_bytes = memory.peak_bytes;
    times->peak_time = memory.peak_time;
  }
}

// ---- The ranges in XLA's report.

InstructionTable InstructionsByName(const HloModule& module) {
  InstructionTable by_name;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      by_name.try_emplace(instruction->name(), instruction);
    }
  }
  return by_name;
}

// False if the report is about another module.
bool TakeReport(const BufferAssignment& buffers, const InstructionTable& by_name,
                const LiveRangeReport& report, BufferTimes* times) {
  HashMap<std::pair<std::string_view, std::vector<int64_t>>, Range> ranges;
  for (const LiveRangeReport::Range& range : report.ranges) {
    if (!by_name.contains(range.instruction)) return false;
    ranges[{range.instruction, range.shape_index}] = {range.begin, range.end};
  }
  // The text has no names for elements of tuples that it writes as %while.1#2.
  for (const std::string& name : report.sequence) {
    const auto found = by_name.find(name);
    times->sequence.push_back(found != by_name.end() ? found->second : nullptr);
  }
  for (const BufferAllocation& allocation : buffers.allocations) {
    std::vector<Range>& of_allocation = times->ranges.emplace_back();
    for (const BufferValue& value : allocation.values) {
      const auto found = ranges.find({value.instruction, value.shape_index});
      of_allocation.push_back(found != ranges.end() ? found->second : Range());
    }
  }
  times->is_reported = true;
  return true;
}

}  // namespace

BufferTimes BufferTimesOf(const BufferAssignment& buffers, const HloModule& module,
                          const LiveRangeReport* report) {
  BufferTimes times;
  const InstructionTable by_name = InstructionsByName(module);
  if (report == nullptr || !TakeReport(buffers, by_name, *report, &times)) {
    times = {};
    FindValueRanges(buffers, module, by_name, &times);
  }
  CountBytes(buffers, &times);
  return times;
}

}  // namespace hlo_text_v1
