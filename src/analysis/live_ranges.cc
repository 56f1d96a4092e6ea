// Uses are collected for values first, then passed on to their buffers, once for each value: a
// tuple of many arrays may have many users.
#include "hlo/live_ranges.h"

#include <algorithm>
#include <tuple>

#include "absl/numeric/int128.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/opcode.h"
#include "src/analysis/shape_leaves.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Instructions that forward do not read their operands.
bool IsUse(const HloInstruction& instruction) {
  return !GetOpcodeInfo(instruction.opcode()).Has(OpcodeTrait::kForwards);
}

int64_t SpaceOf(const Shape& leaf) {
  const Shape* array = ShapeLeaves::ArrayOf(leaf);
  return array == nullptr || array->layout() == nullptr ? 0 : array->layout()->memory_space;
}

}  // namespace

// Asks the arrays of instructions, not those in tuples: each of these is also one of its own.
MemorySpaceNames::MemorySpaceNames(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      const Layout* layout = instruction->shape().layout();
      if (layout == nullptr || layout->tiles.empty()) continue;
      has_tiles_ = true;
      return;
    }
  }
}

std::string MemorySpaceNames::Of(int64_t memory_space) const {
  if (memory_space == 5) return "host";
  if (has_tiles_ && memory_space == 0) return "HBM";
  if (has_tiles_ && memory_space == 1) return "VMEM";
  if (has_tiles_ && memory_space == 2) return "SMEM";
  return StrCat("S(", memory_space, ")");
}

void LiveRanges::LastUses::Add(int64_t at, int64_t by) {
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

void LiveRanges::LastUses::Add(const LastUses& more) {
  const int64_t by = more.step > step ? more.user : user;
  const int64_t others = std::max(Without(by), more.Without(by));
  *this = {std::max(step, more.step), by, others};
}

LiveRanges::LiveRanges(const HloComputation& computation)
    : steps_(PrintOrder(computation)),
      step_of_(computation.index_limit()),
      buffers_(computation),
      operations_(AsyncIndex(computation).operations()),
      values_(computation.index_limit()) {
  for (size_t step = 0; step < steps_.size(); ++step) {
    step_of_[steps_[step]->index()] = static_cast<int64_t>(step);
  }
  std::vector<LastUses> value_uses(computation.index_limit());
  FindUses(computation, &value_uses);
  MakeRanges(value_uses);
  SumBytes();
  SumSpaces();
  SumValues();
}

void LiveRanges::FindUses(const HloComputation& computation,
                          std::vector<LastUses>* value_uses) const {
  const int64_t last = static_cast<int64_t>(steps_.size()) - 1;
  std::vector<int64_t> operation_of(computation.index_limit(), -1);
  for (size_t i = 0; i < operations_.size(); ++i) {
    const auto user = static_cast<int64_t>(i);
    const AsyncOperation& operation = operations_[i];
    for (const HloInstruction* link : operation.chain()) {
      if (link->parent() == &computation) operation_of[link->index()] = user;
    }
    // Where the chain goes on elsewhere, what carries it there is a use like any other.
    const HloInstruction& end = *operation.chain().back();
    if (end.parent() != &computation || operation.IsDone(end)) continue;
    (*value_uses)[end.index()].Add(last, user);
  }
  for (size_t step = 0; step < steps_.size(); ++step) {
    const HloInstruction& user = *steps_[step];
    if (!IsUse(user)) continue;
    for (const HloInstruction* operand : user.operands()) {
      if (operand->parent() != &computation) continue;
      (*value_uses)[operand->index()].Add(static_cast<int64_t>(step), operation_of[user.index()]);
    }
  }
  for (const HloInstruction* parameter : computation.parameters()) {
    (*value_uses)[parameter->index()].Add(last, -1);
  }
  if (const HloInstruction* root = computation.root_instruction()) {
    (*value_uses)[root->index()].Add(last, -1);
  }
}

void LiveRanges::MakeRanges(const std::vector<LastUses>& value_uses) {
  uses_.resize(static_cast<size_t>(buffers_.buffer_count()));
  ranges_.reserve(uses_.size());
  std::vector<const Shape*> leaves;
  for (size_t step = 0; step < steps_.size(); ++step) {
    const HloInstruction* instruction = steps_[step];
    leaves.clear();
    AppendLeaves(instruction->shape(), &leaves);
    const absl::Span<const int32_t> buffers = buffers_.BuffersOf(*instruction);
    for (size_t leaf = 0; leaf < buffers.size(); ++leaf) {
      const auto buffer = static_cast<size_t>(buffers[leaf]);
      uses_[buffer].Add(value_uses[instruction->index()]);
      if (buffer < ranges_.size()) continue;
      const auto at = static_cast<int64_t>(step);
      ranges_.push_back({instruction, static_cast<int64_t>(leaf), AllocatedBytesOf(*leaves[leaf]),
                         at, at, SpaceOf(*leaves[leaf])});
    }
  }
  for (size_t i = 0; i < ranges_.size(); ++i) {
    LiveRange& range = ranges_[i];
    range.end = std::max(range.begin, uses_[i].step);
    if (range.instruction->opcode() == HloOpcode::kParameter) range.begin = 0;
  }
}

namespace {

// By step: the bytes of those of `ranges` for which counts(range) is true.
template <typename Counts>
std::vector<int64_t> AliveByStep(absl::Span<const LiveRange> ranges, size_t steps, Counts counts) {
  // Unsigned arithmetic wraps around: subtracting undoes each addition exactly.
  std::vector<absl::uint128> changes(steps + 1);
  for (const LiveRange& range : ranges) {
    if (!counts(range)) continue;
    const absl::uint128 bytes(static_cast<uint64_t>(range.bytes));
    changes[static_cast<size_t>(range.begin)] += bytes;
    changes[static_cast<size_t>(range.end) + 1] -= bytes;
  }
  std::vector<int64_t> alive(steps);
  absl::uint128 sum = 0;
  for (size_t step = 0; step < steps; ++step) {
    sum += changes[step];
    alive[step] = Saturated(sum);
  }
  return alive;
}

}  // namespace

void LiveRanges::SumBytes() {
  bytes_alive_ = BytesAliveIn(0);
  for (size_t step = 0; step < bytes_alive_.size(); ++step) {
    if (bytes_alive_[step] <= peak_bytes_) continue;
    peak_bytes_ = bytes_alive_[step];
    peak_step_ = static_cast<int64_t>(step);
  }
}

std::vector<int64_t> LiveRanges::BytesAliveIn(int64_t memory_space) const {
  return AliveByStep(ranges_, steps_.size(),
                     [&](const LiveRange& range) { return range.memory_space == memory_space; });
}

// A walk over the changes of all spaces at once: a text may have 256 of them.
void LiveRanges::SumSpaces() {
  struct Change {
    int64_t step;
    int64_t memory_space;
    absl::uint128 bytes;  // wraps around
  };
  std::vector<Change> changes;
  for (const LiveRange& range : ranges_) {
    if (range.bytes == 0) continue;
    const absl::uint128 bytes(static_cast<uint64_t>(range.bytes));
    changes.push_back({range.begin, range.memory_space, bytes});
    changes.push_back({range.end + 1, range.memory_space, -bytes});
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::tie(a.memory_space, a.step) < std::tie(b.memory_space, b.step);
  });
  absl::uint128 alive = 0;
  for (size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    if (spaces_.empty() || spaces_.back().memory_space != change.memory_space) {
      spaces_.push_back({change.memory_space, 0, change.step});
    }
    alive += change.bytes;
    const bool is_last = i + 1 == changes.size() || changes[i + 1].step != change.step ||
                         changes[i + 1].memory_space != change.memory_space;
    if (!is_last || Saturated(alive) <= spaces_.back().peak_bytes) continue;
    spaces_.back().peak_bytes = Saturated(alive);
    spaces_.back().peak_step = change.step;
  }
}

void LiveRanges::SumValues() {
  for (const HloInstruction* instruction : steps_) {
    Value& value = values_[instruction->index()];
    absl::uint128 bytes = 0;
    for (const int32_t buffer : buffers_.BuffersOf(*instruction)) {
      bytes += static_cast<uint64_t>(ranges_[static_cast<size_t>(buffer)].bytes);
      value.uses.Add(uses_[static_cast<size_t>(buffer)]);
    }
    value.bytes = Saturated(bytes);
  }
}

}  // namespace hlo_text_v1
