// The buffers at the peak are those of LiveRanges with the peak's step in their range. A tree over
// the steps says how many bytes a group of them would free: it takes them out and puts them back.
#include "hlo/peak_memory.h"

#include <algorithm>
#include <utility>

#include "hlo/memory_layout.h"
#include "src/analysis/shape_leaves.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {

using namespace internal;

std::string_view BufferKindName(BufferKind kind) {
  constexpr std::string_view kNames[] = {"parameter", "constant", "result", "temporary"};
  return kNames[static_cast<size_t>(kind)];
}

namespace {

int64_t PaddingOf(const LiveRange& range) {
  std::vector<const Shape*> leaves;
  AppendLeaves(range.instruction->shape(), &leaves);
  return range.bytes - std::min(range.bytes, ByteSizeOf(*leaves[static_cast<size_t>(range.leaf)]));
}

BufferKind KindOf(const LiveRange& range, bool is_result) {
  const HloInstruction& i = *range.instruction;
  if (i.opcode() == HloOpcode::kParameter && i.parent()->IsEntry()) return BufferKind::kParameter;
  if (is_result) return BufferKind::kResult;
  return i.opcode() == HloOpcode::kConstant ? BufferKind::kConstant : BufferKind::kTemporary;
}

}  // namespace

PeakMemory::PeakMemory(const HloModule& module, int64_t memory_space)
    : live_(module), bytes_alive_(live_.BytesAliveIn(memory_space)), of_(live_.steps().size()) {
  const auto most = std::max_element(bytes_alive_.begin(), bytes_alive_.end());
  if (most == bytes_alive_.end() || *most == 0) return;
  const int64_t peak_step = most - bytes_alive_.begin();
  bytes_ = *most;
  instruction_ = live_.steps()[static_cast<size_t>(peak_step)];
  HashSet<int32_t> results;
  const HloComputation* entry = module.entry_computation();
  if (entry->root_instruction() != nullptr) {
    for (const int32_t buffer : live_.buffers().BuffersOf(*entry->root_instruction())) {
      results.insert(buffer);
    }
  }
  for (size_t number = 0; number < live_.ranges().size(); ++number) {
    const LiveRange& range = live_.ranges()[number];
    if (range.end < range.begin || range.bytes == 0 || range.memory_space != memory_space) continue;
    const BufferKind kind = KindOf(range, results.contains(static_cast<int32_t>(number)));
    const bool is_kept = kind == BufferKind::kConstant || kind == BufferKind::kTemporary;
    const bool is_at_peak = range.begin <= peak_step && peak_step <= range.end;
    OfInstruction& maker = of_[static_cast<size_t>(live_.StepOf(*range.instruction))];
    maker.made_bytes = SaturatedSum(maker.made_bytes, range.bytes);
    const HloInstruction* last = live_.steps()[static_cast<size_t>(range.end)];
    if (is_kept && last != range.instruction) {
      OfInstruction& keeper = of_[static_cast<size_t>(range.end)];
      keeper.kept_bytes = SaturatedSum(keeper.kept_bytes, range.bytes);
    }
    if (!is_at_peak) continue;
    maker.peak_bytes = SaturatedSum(maker.peak_bytes, range.bytes);
    buffers_.push_back({range, is_kept ? last : nullptr, PaddingOf(range), kind});
  }
  std::stable_sort(buffers_.begin(), buffers_.end(), [](const PeakBuffer& a, const PeakBuffer& b) {
    return a.range.bytes > b.range.bytes;
  });
}

PeakMemory::OfInstruction PeakMemory::of(const HloInstruction& instruction) const {
  const int64_t step = live_.StepOf(instruction);
  return step < 0 ? OfInstruction() : of_[static_cast<size_t>(step)];
}

// ---- Groups.

namespace {

// The largest of many numbers, while ranges of them get more or less. Doubles: sums of any buffers
// fit.
class LargestOf {
 public:
  explicit LargestOf(absl::Span<const int64_t> numbers) {
    while (size_ < numbers.size()) size_ *= 2;
    nodes_.resize(2 * size_);
    for (size_t n = 0; n < numbers.size(); ++n) {
      nodes_[size_ + n].largest = static_cast<double>(numbers[n]);
    }
    for (size_t n = size_; n-- > 1;) Update(n);
  }

  double largest() const { return nodes_[1].largest; }
  // Adds to all in [begin, end).
  void Add(int64_t begin, int64_t end, double more) {
    Add(1, 0, size_, static_cast<size_t>(begin), static_cast<size_t>(end), more);
  }

 private:
  struct Node {
    double largest = 0;  // of those below, with `added`
    double added = 0;    // to all below
  };

  void Update(size_t n) {
    nodes_[n].largest =
        std::max(nodes_[2 * n].largest, nodes_[2 * n + 1].largest) + nodes_[n].added;
  }
  // `n` has [first, last). As deep as the logarithm of the numbers.
  void Add(size_t n, size_t first, size_t last, size_t begin, size_t end, double more) {
    if (end <= first || last <= begin) return;
    if (begin <= first && last <= end) {
      nodes_[n].largest += more;
      nodes_[n].added += more;
      return;
    }
    const size_t middle = (first + last) / 2;
    Add(2 * n, first, middle, begin, end, more);
    Add(2 * n + 1, middle, last, begin, end, more);
    Update(n);
  }

  size_t size_ = 1;
  std::vector<Node> nodes_;
};

std::string KeyOfBuffer(const HloModule& module, const PeakBuffer& buffer, CostKey key) {
  std::string text = CostKeyOf(module, *buffer.range.instruction, key);
  if (!text.empty()) return text;
  if (buffer.kind == BufferKind::kParameter) return "(parameters)";
  return buffer.kind == BufferKind::kConstant ? "(constants)" : "";
}

}  // namespace

std::vector<PeakRow> PeakBy(const HloModule& module, const PeakMemory& peak, CostKey key) {
  std::vector<PeakRow> rows;
  std::vector<std::vector<const PeakBuffer*>> groups;
  HashMap<std::string, size_t> numbers;
  for (const PeakBuffer& buffer : peak.buffers()) {
    std::string name = KeyOfBuffer(module, buffer, key);
    const auto [at, is_new] = numbers.emplace(name, rows.size());
    if (is_new) {
      rows.emplace_back().key = std::move(name);
      groups.emplace_back();
    }
    groups[at->second].push_back(&buffer);
  }
  LargestOf alive(peak.bytes_alive());
  for (size_t n = 0; n < rows.size(); ++n) {
    PeakRow& row = rows[n];
    const auto change = [&](double sign) {
      for (const PeakBuffer* buffer : groups[n]) {
        alive.Add(buffer->range.begin, buffer->range.end + 1,
                  sign * static_cast<double>(buffer->range.bytes));
      }
    };
    for (const PeakBuffer* buffer : groups[n]) {
      const auto add = [buffer](int64_t* sum) { *sum = SaturatedSum(*sum, buffer->range.bytes); };
      add(&row.bytes);
      if (buffer->kind == BufferKind::kParameter) add(&row.parameter_bytes);
      if (buffer->kind == BufferKind::kTemporary) add(&row.temporary_bytes);
      row.padding_bytes = SaturatedSum(row.padding_bytes, buffer->padding_bytes);
    }
    row.buffers = static_cast<int64_t>(groups[n].size());
    change(-1);
    // A difference of doubles that fits: the rest may be rounded up to 2^63.
    const double freed = static_cast<double>(peak.bytes()) - std::max(0.0, alive.largest());
    row.freed_bytes = freed < 0x1p63 ? static_cast<int64_t>(std::max(0.0, freed)) : peak.bytes();
    change(1);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const PeakRow& a, const PeakRow& b) { return a.bytes > b.bytes; });
  return rows;
}

}  // namespace hlo_text_v1
