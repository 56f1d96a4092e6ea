// Uses are collected for values first, then passed on to their buffers, once for each value: a
// tuple of many arrays may have many users.
#include "hlo/live_ranges.h"

#include <algorithm>
#include <tuple>

#include "absl/numeric/int128.h"
#include "hlo/call_graph.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/opcode.h"
#include "src/analysis/buffer_rules.h"
#include "src/analysis/shape_leaves.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Instructions that forward do not read their operands.
bool IsUse(const HloInstruction& instruction) {
  return !GetOpcodeInfo(instruction.opcode()).Has(OpcodeTrait::kForwards);
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

size_t LiveRanges::SlotOf(const HloInstruction& instruction) const {
  if (instruction.parent() == nullptr) return kNoSlot;
  const uint32_t number = Node(instruction.parent()).number;
  if (number >= slots_.size() || instruction.index() >= slots_[number].count) return kNoSlot;
  return slots_[number].first + instruction.index();
}

void LiveRanges::AddSlots(const HloComputation& computation) {
  const uint32_t number = Node(&computation).number;
  if (number >= slots_.size()) slots_.resize(size_t{number} + 1);
  slots_[number].first = step_of_.size();
  slots_[number].count = computation.index_limit();
  step_of_.resize(step_of_.size() + computation.index_limit(), -1);
}

LiveRanges::LiveRanges(const HloComputation& computation)
    : LiveRanges(computation, PrintOrder(computation)) {}

LiveRanges::LiveRanges(const HloComputation& computation,
                       absl::Span<const HloInstruction* const> sequence)
    : steps_(sequence.begin(), sequence.end()),
      buffers_(computation),
      operations_(AsyncIndex(computation).operations()) {
  AddSlots(computation);
  Compute(computation);
}

LiveRanges::LiveRanges(const HloComputation& computation, const AsyncIndex& index)
    : steps_(PrintOrder(computation)),
      buffers_(computation, index),
      operations_(OperationsIn(computation, index)) {
  AddSlots(computation);
  Compute(computation);
}

LiveRanges::LiveRanges(const HloModule& module)
    : buffers_(module), operations_(AsyncIndex(module).operations()) {
  Flatten(module, [](const HloComputation& computation) { return PrintOrder(computation); });
}

LiveRanges::LiveRanges(const HloSchedule& schedule)
    : buffers_(*schedule.module()), operations_(AsyncIndex(*schedule.module()).operations()) {
  Flatten(*schedule.module(), [&](const HloComputation& computation) {
    const absl::Span<HloInstruction* const> sequence = schedule.sequence(computation);
    return std::vector<const HloInstruction*>(sequence.begin(), sequence.end());
  });
}

// Makes the steps of a module. Each instruction waits on the stack until its callees are done.
template <typename SequenceOf>
void LiveRanges::Flatten(const HloModule& module, SequenceOf sequence_of) {
  struct Visit {
    std::vector<const HloInstruction*> sequence;
    const HloInstruction* async_start;
    size_t next = 0;
    std::vector<const HloComputation*> callees = {};  // of sequence[next], last one first
    bool has_callees = false;
  };
  std::vector<Visit> stack;
  std::vector<bool> seen;
  const auto enter = [&](const HloComputation& computation, const HloInstruction* async_start) {
    const uint32_t number = Node(&computation).number;
    if (number >= seen.size()) seen.resize(size_t{number} + 1);
    if (seen[number]) return;
    seen[number] = true;
    AddSlots(computation);
    slots_[number].async_start = async_start;
    stack.push_back({sequence_of(computation), async_start});
  };
  if (module.entry_computation() == nullptr) return;
  enter(*module.entry_computation(), nullptr);
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.sequence.size()) {
      stack.pop_back();
      continue;
    }
    const HloInstruction* at = top.sequence[top.next];
    if (!top.has_callees && CallContextOf(*at) == CallContext::kControlFlow) {
      at->ForEachCalledComputation(
          [&](const HloComputation* callee) { top.callees.push_back(callee); });
      // A while names its body first.
      if (at->opcode() != HloOpcode::kWhile) std::reverse(top.callees.begin(), top.callees.end());
    }
    top.has_callees = true;
    if (top.callees.empty()) {
      steps_.push_back(at);
      top.has_callees = false;
      ++top.next;
      continue;
    }
    const HloComputation* callee = top.callees.back();
    top.callees.pop_back();
    const bool is_outermost = top.async_start == nullptr && IsAsyncStart(*at);
    enter(*callee, is_outermost ? at : top.async_start);
  }
  Compute(*module.entry_computation());
}

// `whole` is the computation whose parameters and root live from and to the outside.
void LiveRanges::Compute(const HloComputation& whole) {
  for (size_t step = 0; step < steps_.size(); ++step) {
    step_of_[SlotOf(*steps_[step])] = static_cast<int64_t>(step);
    slots_[Node(steps_[step]->parent()).number].last_step = static_cast<int64_t>(step);
  }
  values_.resize(step_of_.size());
  MakeRanges(whole, FindUses(whole));
  SumBytes();
  SumSpaces();
  SumValues();
}

// The step of the last link; the last step of all if it is not a done here.
int64_t LiveRanges::EndOf(const AsyncOperation& operation) const {
  const HloInstruction& end = *operation.chain().back();
  const int64_t step = StepOf(end);
  return step < 0 || !operation.IsDone(end) ? static_cast<int64_t>(steps_.size()) - 1 : step;
}

std::vector<LiveRanges::LastUses> LiveRanges::FindUses(const HloComputation& whole) const {
  const int64_t last = static_cast<int64_t>(steps_.size()) - 1;
  std::vector<LastUses> value_uses(step_of_.size());
  std::vector<int64_t> operation_of(step_of_.size(), -1);
  for (size_t i = 0; i < operations_.size(); ++i) {
    const auto user = static_cast<int64_t>(i);
    const AsyncOperation& operation = operations_[i];
    for (const HloInstruction* link : operation.chain()) {
      const size_t slot = SlotOf(*link);
      if (slot != kNoSlot) operation_of[slot] = user;
    }
    // Where the chain goes on elsewhere, what carries it there is a use like any other.
    const HloInstruction& end = *operation.chain().back();
    if (SlotOf(end) == kNoSlot || operation.IsDone(end)) continue;
    value_uses[SlotOf(end)].Add(last, user);
  }
  for (size_t step = 0; step < steps_.size(); ++step) {
    const HloInstruction& user = *steps_[step];
    const auto at = static_cast<int64_t>(step);
    if (user.IsRoot()) {
      value_uses[SlotOf(user)].Add(slots_[Node(user.parent()).number].last_step, -1);
    }
    if (!IsUse(user)) continue;
    for (const HloInstruction* operand : user.operands()) {
      const size_t slot = SlotOf(*operand);
      if (slot != kNoSlot) value_uses[slot].Add(at, operation_of[SlotOf(user)]);
    }
  }
  for (const HloInstruction* parameter : whole.parameters()) {
    value_uses[SlotOf(*parameter)].Add(last, -1);
  }
  return value_uses;
}

void LiveRanges::MakeRanges(const HloComputation& whole, const std::vector<LastUses>& value_uses) {
  const auto count = static_cast<size_t>(buffers_.buffer_count());
  uses_.resize(count);
  ranges_.resize(count, {nullptr, 0, 0, 0, -1, 0});
  std::vector<const Shape*> leaves;
  std::vector<int64_t> operation_of(step_of_.size(), -1);  // of a start
  for (size_t i = 0; i < operations_.size(); ++i) {
    const size_t slot = SlotOf(operations_[i].start());
    if (slot != kNoSlot) operation_of[slot] = static_cast<int64_t>(i);
  }
  for (size_t step = 0; step < steps_.size(); ++step) {
    const HloInstruction* instruction = steps_[step];
    leaves.clear();
    AppendLeaves(instruction->shape(), &leaves);
    const absl::Span<const int32_t> buffers = buffers_.BuffersOf(*instruction);
    const HloInstruction* start = slots_[Node(instruction->parent()).number].async_start;
    const int64_t operation = start == nullptr ? -1 : operation_of[SlotOf(*start)];
    for (size_t leaf = 0; leaf < buffers.size(); ++leaf) {
      const auto buffer = static_cast<size_t>(buffers[leaf]);
      uses_[buffer].Add(value_uses[SlotOf(*instruction)]);
      if (operation >= 0) {
        uses_[buffer].Add(EndOf(operations_[static_cast<size_t>(operation)]), operation);
      }
      if (ranges_[buffer].instruction != nullptr) continue;
      const auto at = static_cast<int64_t>(step);
      ranges_[buffer] = {
          instruction, static_cast<int64_t>(leaf),         AllocatedBytesOf(*leaves[leaf]), at,
          at,          ShapeLeaves::SpaceOf(*leaves[leaf])};
    }
  }
  for (size_t i = 0; i < ranges_.size(); ++i) {
    LiveRange& range = ranges_[i];
    if (range.instruction == nullptr) {
      const BufferAnalysis::Place place = buffers_.definition(static_cast<int64_t>(i));
      range.instruction = place.instruction;
      range.leaf = place.leaf;
      continue;
    }
    range.end = std::max(range.begin, uses_[i].step);
    if (range.instruction->parent() == &whole &&
        range.instruction->opcode() == HloOpcode::kParameter) {
      range.begin = 0;
    }
  }
}

namespace {

// By step: the bytes of those of `ranges` for which counts(range) is true.
template <typename Counts>
std::vector<int64_t> AliveByStep(absl::Span<const LiveRange> ranges, size_t steps, Counts counts) {
  // Unsigned arithmetic wraps around: subtracting undoes each addition exactly.
  std::vector<absl::uint128> changes(steps + 1);
  for (const LiveRange& range : ranges) {
    if (range.end < range.begin || !counts(range)) continue;
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
    Value& value = values_[SlotOf(*instruction)];
    absl::uint128 bytes = 0;
    for (const int32_t buffer : buffers_.BuffersOf(*instruction)) {
      bytes += static_cast<uint64_t>(ranges_[static_cast<size_t>(buffer)].bytes);
      value.uses.Add(uses_[static_cast<size_t>(buffer)]);
    }
    value.bytes = Saturated(bytes);
  }
}

}  // namespace hlo_text_v1
