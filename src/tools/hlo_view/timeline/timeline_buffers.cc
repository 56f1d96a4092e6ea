// A value is a list of buffers, one for each array of its shape, in order. Values are made step by
// step: buffers shared with operands are copied from their lists, the other arrays get new buffers.
//
// Uses are collected for values first, then passed on to their buffers, once for each value: a
// tuple of many arrays may have many users.
#include "src/tools/hlo_view/timeline/timeline_buffers.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "hlo/opcode.h"
#include "src/async/chain_shapes.h"
#include "src/ir/walk.h"

namespace hlo::internal {
namespace {

constexpr uint32_t kUnshared = ~uint32_t{0};
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

int64_t Saturated(absl::uint128 n) {
  return n > absl::uint128(static_cast<uint64_t>(kMost))
             ? kMost
             : static_cast<int64_t>(absl::Uint128Low64(n));
}

int64_t BytesOf(const Shape& leaf) {
  const Shape& array =
      leaf.IsBuffer() && !leaf.tuple_shapes().empty() ? *leaf.tuple_shapes(0) : leaf;
  if (!array.IsArray()) return 0;
  const std::optional<int64_t> elements = ElementCount(array);
  if (!elements.has_value()) return kMost;
  const Layout* layout = array.layout();
  const int64_t bits = layout != nullptr && layout->element_size_in_bits > 0
                           ? layout->element_size_in_bits
                           : int64_t{8} * ByteWidth(array.element_type());
  const absl::uint128 product =
      absl::uint128(static_cast<uint64_t>(*elements)) * static_cast<uint64_t>(bits);
  return Saturated((product + 7) / 8);
}

// Which buffers an opcode's result shares: the result at `index` is operand `operand` at
// `operand_index`. kEach: element i of the result at `index` is operand i, or all of it is operand
// 0 if that is the only one.
struct SharingRule {
  HloOpcode opcode;
  int operand;
  ShapeIndex index;
  ShapeIndex operand_index;
};
constexpr int kEach = -1;
constexpr int64_t kIndex[] = {0, 1, 2};
constexpr ShapeIndex kWhole = {};
constexpr ShapeIndex kFirst(&kIndex[0], 1);
constexpr ShapeIndex kSecond(&kIndex[1], 1);
constexpr ShapeIndex kThird(&kIndex[2], 1);
constexpr SharingRule kSharingRules[] = {
    {HloOpcode::kBitcast, 0, kWhole, kWhole},
    {HloOpcode::kOptimizationBarrier, 0, kWhole, kWhole},
    {HloOpcode::kDomain, 0, kWhole, kWhole},
    {HloOpcode::kAddDependency, 0, kWhole, kWhole},
    {HloOpcode::kWhile, 0, kWhole, kWhole},
    {HloOpcode::kCopyStart, 0, kSecond, kWhole},
    {HloOpcode::kCopyDone, 0, kWhole, kFirst},
    {HloOpcode::kAllGatherStart, kEach, kFirst, kWhole},
    {HloOpcode::kAllGatherDone, 0, kWhole, kSecond},
    {HloOpcode::kAllReduceDone, 0, kWhole, kWhole},
    {HloOpcode::kCollectivePermuteStart, kEach, kFirst, kWhole},
    {HloOpcode::kCollectivePermuteDone, 0, kWhole, kSecond},
    {HloOpcode::kSend, 0, kFirst, kWhole},
    {HloOpcode::kSendDone, 0, kWhole, kThird},
    {HloOpcode::kRecvDone, 0, kFirst, kFirst},
    {HloOpcode::kRecvDone, 0, kSecond, kThird},
};

// Instructions that forward do not read their operands.
bool IsUse(const HloInstruction& instruction) {
  return instruction.async_phase() != AsyncPhase::kNone ||
         !GetOpcodeInfo(instruction.opcode()).Has(OpcodeTrait::kForwards);
}

// The last steps at which two different users need something; users are bars, or kNone for all
// instructions that are not links.
struct LastUses {
  int64_t step = -1;
  int32_t user = TimelineAsync::kNone;
  int64_t other_step = -1;  // the last one by another user

  void Add(int64_t at, int32_t by) {
    if (by == user) {
      step = std::max(step, at);
    } else if (at > step) {
      other_step = step;
      step = at;
      user = by;
    } else {
      other_step = std::max(other_step, at);
    }
  }
  void Add(const LastUses& more) {
    const int32_t by = more.step > step ? more.user : user;
    const int64_t others = std::max(Without(by), more.Without(by));
    *this = {std::max(step, more.step), by, others};
  }
  int64_t Without(int32_t by) const { return step >= 0 && user == by ? other_step : step; }
};

class BufferFinder {
 public:
  BufferFinder(const HloComputation& computation, const TimelineAsync& async, Timeline* timeline)
      : computation_(computation),
        async_(async),
        timeline_(*timeline),
        values_(computation.index_limit()),
        value_uses_(computation.index_limit()),
        totals_(computation.index_limit()),
        next_alias_(async.operations.size()) {}

  void Run() {
    for (size_t step = 0; step < timeline_.steps.size(); ++step) {
      MakeValue(*timeline_.steps[step], static_cast<int64_t>(step));
    }
    FindUses();
    EndLifetimes();
    SumBytes();
    DescribeOperands();
  }

 private:
  // A range of leaves_, in order of the shape's arrays.
  struct Value {
    size_t begin = 0;
    size_t count = 0;
    bool is_made = false;
  };
  struct LeafRange {
    size_t begin = 0;
    size_t count = 0;
    bool exists = false;
  };
  struct Total {
    bool is_made = false;
    int64_t bytes = 0;
    LastUses uses;
  };

  // ---- Which values share buffers.

  size_t CountLeaves(const Shape& shape) {
    if (!shape.IsTuple()) return 1;
    const std::vector<size_t>& ends = LeafEnds(shape);
    return ends.empty() ? 0 : ends.back();
  }

  // Nested tuples first, with an explicit stack.
  const std::vector<size_t>& LeafEnds(const Shape& shape) {
    std::vector<const Shape*> open = {&shape};
    while (!open.empty()) {
      const Shape* at = open.back();
      if (leaf_ends_.contains(at)) {
        open.pop_back();
        continue;
      }
      const size_t depth = open.size();
      for (const Shape* element : at->tuple_shapes()) {
        if (element->IsTuple() && !leaf_ends_.contains(element)) open.push_back(element);
      }
      if (open.size() > depth) continue;
      std::vector<size_t> ends;
      size_t end = 0;
      for (const Shape* element : at->tuple_shapes()) {
        if (!element->IsTuple()) {
          ++end;
        } else if (const std::vector<size_t>& inner = leaf_ends_[element]; !inner.empty()) {
          end += inner.back();
        }
        ends.push_back(end);
      }
      leaf_ends_[at] = std::move(ends);
      open.pop_back();
    }
    return leaf_ends_[&shape];
  }

  // The leaves of the part of `shape` at `index`.
  LeafRange LeavesAt(const Shape& shape, ShapeIndex index) {
    LeafRange range;
    const Shape* at = &shape;
    for (const int64_t i : index) {
      if (!at->IsTuple() || i < 0 || i >= static_cast<int64_t>(at->tuple_shapes().size()))
        return {};
      if (i > 0) range.begin += LeafEnds(*at)[static_cast<size_t>(i - 1)];
      at = at->tuple_shapes(i);
    }
    range.count = CountLeaves(*at);
    range.exists = true;
    return range;
  }

  // The result of `instruction` at `index` is `operand` at `operand_index`, if both have the same
  // number of arrays; arrays already shared stay as they are.
  void Share(const HloInstruction& instruction, ShapeIndex index, const HloInstruction& operand,
             ShapeIndex operand_index) {
    if (operand.parent() != &computation_ || !values_[operand.index()].is_made) return;
    const LeafRange to = LeavesAt(instruction.shape(), index);
    const LeafRange from = LeavesAt(operand.shape(), operand_index);
    if (!to.exists || !from.exists || to.count != from.count) return;
    const uint32_t* shared = leaves_.data() + values_[operand.index()].begin + from.begin;
    for (size_t i = 0; i < to.count; ++i) {
      uint32_t& leaf = new_leaves_[to.begin + i];
      if (leaf == kUnshared) leaf = shared[i];
    }
  }

  void MakeValue(const HloInstruction& instruction, int64_t step) {
    std::vector<const Shape*> shapes;
    AppendLeaves(instruction.shape(), &shapes);
    new_leaves_.assign(shapes.size(), kUnshared);
    const int32_t bar = async_.bar_of[instruction.index()];
    if (bar != TimelineAsync::kNone && !async_.operations[static_cast<size_t>(bar)].is_pair()) {
      ShareOfLink(instruction, static_cast<size_t>(bar));
    } else if (instruction.async_phase() == AsyncPhase::kNone) {
      ShareOperands(instruction);
    }
    Value& value = values_[instruction.index()];
    value = {leaves_.size(), shapes.size(), true};
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (new_leaves_[i] == kUnshared) {
        new_leaves_[i] = static_cast<uint32_t>(timeline_.buffers.size());
        timeline_.buffers.push_back(
            {&instruction, static_cast<int64_t>(i), BytesOf(*shapes[i]), step, step});
      }
      leaves_.push_back(new_leaves_[i]);
    }
  }

  void ShareOperands(const HloInstruction& instruction) {
    const absl::Span<HloInstruction* const> operands = instruction.operands();
    if (operands.empty()) return;
    if (instruction.opcode() == HloOpcode::kTuple) {
      for (int64_t i = 0; i < instruction.operand_count(); ++i) {
        Share(instruction, {&i, 1}, *operands[static_cast<size_t>(i)], kWhole);
      }
      return;
    }
    if (instruction.opcode() == HloOpcode::kGetTupleElement) {
      const Attribute* index = instruction.FindAttribute(AttributeKind::kIndex);
      const int64_t i = index == nullptr ? 0 : index->AsInt64();
      Share(instruction, kWhole, *operands[0], {&i, 1});
      return;
    }
    for (const SharingRule& rule : kSharingRules) {
      if (rule.opcode != instruction.opcode()) continue;
      if (rule.operand != kEach || operands.size() == 1) {
        Share(instruction, rule.index, *operands[0], rule.operand_index);
        continue;
      }
      for (int64_t i = 0; i < instruction.operand_count(); ++i) {
        const int64_t path[] = {rule.index[0], i};
        Share(instruction, path, *operands[static_cast<size_t>(i)], rule.operand_index);
      }
    }
    ShareAliased(instruction);
  }

  // Applies output_to_operand_aliasing of instructions that are not asynchronous.
  void ShareAliased(const HloInstruction& instruction) {
    const auto* aliasing =
        instruction.GetAttribute<OutputOperandAliasing>(AttributeKind::kOutputToOperandAliasing);
    if (aliasing == nullptr) return;
    for (const OutputOperandAlias& alias : aliasing->pairs) {
      if (alias.operand_number < 0 || alias.operand_number >= instruction.operand_count()) continue;
      Share(instruction, alias.output_index, *instruction.operand(alias.operand_number),
            alias.operand_index);
    }
  }

  // A link of a chain shares the buffers of the link before it, those of the operands that it
  // binds, and those requested by the start.
  void ShareOfLink(const HloInstruction& link, size_t bar) {
    if (IsAsyncDone(link)) {
      Share(link, kWhole, *link.operand(0), kSecond);
    } else {
      ShareBound(link);
    }
    // Requests are sorted by link.
    const TimelineAsync::Aliases& aliases = async_.requested[bar];
    size_t& next = next_alias_[bar];
    for (; next < aliases.size() && aliases[next].second.instruction == &link; ++next) {
      const auto& [from, to] = aliases[next];
      Share(link, to.index, *from.instruction, from.index);
    }
  }

  void ShareBound(const HloInstruction& link) {
    int64_t bound = 0;
    if (IsAsyncUpdate(link)) {
      const HloInstruction& previous = *link.operand(0);
      const auto elements = static_cast<int64_t>(previous.shape().tuple_shapes().size());
      bound = static_cast<int64_t>(BoundShapes(previous).size());
      for (int64_t i = 0; i < bound; ++i) {
        const int64_t path[] = {0, i};
        Share(link, path, previous, path);
      }
      for (int64_t i = 1; i < elements; ++i) Share(link, {&i, 1}, previous, {&i, 1});
    }
    for (const HloInstruction* operand : AsyncOperation::NewOperands(link)) {
      const int64_t path[] = {0, bound++};
      Share(link, path, *operand, kWhole);
    }
    const absl::Span<HloInstruction* const> buffers = AsyncOperation::OutputBuffers(link);
    if (buffers.empty()) return;
    const std::vector<std::vector<int64_t>> indices = AsyncOperation::OutputBufferIndices(link);
    // Buffers that the chain already holds come first.
    for (size_t i = 0; i < buffers.size(); ++i) {
      const Value& value = values_[buffers[i]->index()];
      uint32_t& leaf = new_leaves_[LeavesAt(link.shape(), indices[i]).begin];
      if (value.is_made && value.count == 1 && leaf == kUnshared) leaf = leaves_[value.begin];
    }
  }

  // ---- How long they live.

  void FindUses() {
    const int64_t last = static_cast<int64_t>(timeline_.steps.size()) - 1;
    for (size_t step = 0; step < timeline_.steps.size(); ++step) {
      const HloInstruction& user = *timeline_.steps[step];
      const int32_t bar = async_.bar_of[user.index()];
      if (!IsUse(user)) continue;
      for (const HloInstruction* operand : user.operands()) {
        if (operand->parent() != &computation_) continue;
        value_uses_[operand->index()].Add(static_cast<int64_t>(step), bar);
      }
    }
    for (size_t i = 0; i < timeline_.bars.size(); ++i) {
      const AsyncBar& bar = timeline_.bars[i];
      if (bar.done != nullptr) continue;
      value_uses_[bar.links.back().instruction->index()].Add(last, static_cast<int32_t>(i));
    }
    for (const HloInstruction* parameter : computation_.parameters()) {
      value_uses_[parameter->index()].Add(last, TimelineAsync::kNone);
    }
    if (const HloInstruction* root = computation_.root_instruction()) {
      value_uses_[root->index()].Add(last, TimelineAsync::kNone);
    }
  }

  void EndLifetimes() {
    uses_.resize(timeline_.buffers.size());
    for (const HloInstruction* instruction : timeline_.steps) {
      const Value& value = values_[instruction->index()];
      for (size_t i = 0; i < value.count; ++i) {
        uses_[leaves_[value.begin + i]].Add(value_uses_[instruction->index()]);
      }
    }
    for (size_t i = 0; i < uses_.size(); ++i) {
      TimelineBuffer& buffer = timeline_.buffers[i];
      buffer.end = std::max(buffer.begin, uses_[i].step);
      const bool is_parameter = buffer.instruction->opcode() == HloOpcode::kParameter &&
                                buffer.instruction->async_phase() == AsyncPhase::kNone;
      if (is_parameter) buffer.begin = 0;
    }
  }

  void SumBytes() {
    const size_t count = timeline_.steps.size();
    timeline_.bytes_alive.resize(count);
    // Unsigned arithmetic wraps around: subtracting undoes each addition exactly.
    std::vector<absl::uint128> changes(count + 1);
    for (const TimelineBuffer& buffer : timeline_.buffers) {
      const absl::uint128 bytes(static_cast<uint64_t>(buffer.bytes));
      changes[static_cast<size_t>(buffer.begin)] += bytes;
      changes[static_cast<size_t>(buffer.end) + 1] -= bytes;
    }
    absl::uint128 alive = 0;
    for (size_t step = 0; step < count; ++step) {
      alive += changes[step];
      const int64_t bytes = Saturated(alive);
      timeline_.bytes_alive[step] = bytes;
      if (bytes <= timeline_.peak_bytes) continue;
      timeline_.peak_bytes = bytes;
      timeline_.peak_step = static_cast<int64_t>(step);
    }
  }

  // The sum of all buffers of a value.
  const Total& TotalOf(const HloInstruction& instruction) {
    Total& total = totals_[instruction.index()];
    if (total.is_made) return total;
    total.is_made = true;
    const Value& value = values_[instruction.index()];
    absl::uint128 bytes = 0;
    for (size_t i = 0; i < value.count; ++i) {
      const uint32_t buffer = leaves_[value.begin + i];
      bytes += static_cast<uint64_t>(timeline_.buffers[buffer].bytes);
      total.uses.Add(uses_[buffer]);
    }
    total.bytes = Saturated(bytes);
    return total;
  }

  void DescribeOperands() {
    for (size_t i = 0; i < timeline_.bars.size(); ++i) {
      AsyncBar& bar = timeline_.bars[i];
      for (AsyncBar::Operand& operand : bar.operands) {
        if (operand.operand->parent() != &computation_) continue;
        const Total& total = TotalOf(*operand.operand);
        operand.bytes = total.bytes;
        operand.used_until =
            std::max(operand.bound_at, total.uses.Without(static_cast<int32_t>(i)));
        operand.held_steps = std::max<int64_t>(0, bar.end - operand.used_until);
      }
    }
  }

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

}  // namespace

void FillBuffers(const HloComputation& computation, const TimelineAsync& async,
                 Timeline* timeline) {
  BufferFinder(computation, async, timeline).Run();
}

}  // namespace hlo::internal
