// See value_ranges.h. All instructions that run as a sequence get a time. A value's range follows
// from its flow: into tuples and out of them, into computations and back, until the definition of
// another value, such as a loop's phi.
#include "src/dumps/value_ranges.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hlo/attribute_accessors.h"
#include "hlo/call_graph.h"
#include "hlo/graph.h"
#include "src/analysis/buffer_rules.h"

namespace hlo_text_v1::internal {
namespace {

using Index = std::vector<int64_t>;
using Position = std::pair<const HloInstruction*, Index>;
using Range = BufferTimes::Range;

// ---- The sequence.

bool IsControlFlow(const HloInstruction& instruction) {
  return CallContextOf(instruction) == CallContext::kControlFlow;
}

// All instructions that run as a sequence, callees before callers, without recursion.
class Sequence {
 public:
  explicit Sequence(const HloModule& module) {
    if (module.entry_computation() == nullptr) return;
    Open(*module.entry_computation());
    while (!open_.empty()) Step();
  }

  const std::vector<const HloInstruction*>& instructions() const { return instructions_; }
  int64_t size() const { return static_cast<int64_t>(instructions_.size()); }
  // -1 for instructions outside the sequence, such as fused ones.
  int64_t TimeOf(const HloInstruction* instruction) const {
    const auto found = time_.find(instruction);
    return found != time_.end() ? found->second : -1;
  }
  // The time after the last instruction of `computation`.
  int64_t EndOf(const HloComputation* computation) const {
    const auto found = end_.find(computation);
    return found != end_.end() ? found->second : -1;
  }

 private:
  struct Frame {
    const HloComputation* computation;
    std::vector<const HloInstruction*> order;
    size_t next = 0;
    bool is_inside = false;  // the callees of order[next] are opened
  };

  void Open(const HloComputation& computation) {
    if (seen_.insert(&computation).second) {
      open_.push_back({&computation, PrintOrder(computation)});
    }
  }

  void Step() {
    Frame& frame = open_.back();
    if (frame.next == frame.order.size()) {
      end_[frame.computation] = size();
      open_.pop_back();
      return;
    }
    const HloInstruction* instruction = frame.order[frame.next];
    if (!frame.is_inside && IsControlFlow(*instruction)) {
      frame.is_inside = true;
      std::vector<const HloComputation*> callees;
      if (instruction->opcode() == HloOpcode::kWhile) {
        callees = {instruction->while_condition(), instruction->while_body()};
      } else {
        instruction->ForEachCalledComputation(
            [&](const HloComputation* callee) { callees.push_back(callee); });
      }
      // The last one opened runs first.
      for (auto callee = callees.rbegin(); callee != callees.rend(); ++callee) {
        if (*callee != nullptr) Open(**callee);
      }
      return;
    }
    time_[instruction] = size();
    instructions_.push_back(instruction);
    frame.is_inside = false;
    ++frame.next;
  }

  std::vector<Frame> open_;
  std::vector<const HloInstruction*> instructions_;
  HashMap<const HloInstruction*, int64_t> time_;
  HashMap<const HloComputation*, int64_t> end_;
  HashSet<const HloComputation*> seen_;
};

// ---- Ranges.

class RangeFinder {
 public:
  RangeFinder(const HloModule& module, const Sequence& sequence, HashSet<Position> defined)
      : module_(module),
        entry_(module.entry_computation()),
        sequence_(sequence),
        calls_(module),
        defined_(std::move(defined)) {}

  Range Find(const HloInstruction& instruction, const Index& index) {
    Range range;
    range.begin = sequence_.TimeOf(&instruction);
    if (range.begin < 0) return range;
    if (instruction.opcode() == HloOpcode::kParameter && instruction.parent() == entry_) {
      // The caller's, for the whole run, unless a result takes its place.
      if (!IsDonated(instruction.parameter_number(), index)) return {0, sequence_.size()};
      range.begin = 0;
    }
    range.end = range.begin;
    seen_.clear();
    todo_.clear();
    Visit(&instruction, index);
    while (!todo_.empty()) {
      const Position position = std::move(todo_.back());
      todo_.pop_back();
      Follow(position, &range);
    }
    return range;
  }

 private:
  bool IsDonated(int64_t parameter, const Index& index) const {
    const auto& aliases = module_.config().input_output_alias;
    return std::any_of(aliases.begin(), aliases.end(), [&](const InputOutputAlias& alias) {
      return alias.parameter_number == parameter &&
             alias.parameter_index == absl::MakeConstSpan(index);
    });
  }

  // An unverified text may pass a value around in a cycle.
  static constexpr size_t kDeepest = 64;
  static constexpr int64_t kMostSteps = int64_t{1} << 24;

  void Visit(const HloInstruction* instruction, const Index& index) {
    if (instruction == nullptr || index.size() > kDeepest || ++steps_ > kMostSteps) return;
    Position position(instruction, index);
    if (seen_.insert(position).second) todo_.push_back(std::move(position));
  }
  // Not if another value begins there.
  void Pass(const HloInstruction* instruction, const Index& index) {
    if (instruction != nullptr && !defined_.contains(Position(instruction, index))) {
      Visit(instruction, index);
    }
  }
  // nullptr if there is none.
  static const HloInstruction* Parameter(const HloComputation* computation, int64_t number) {
    if (computation == nullptr || number < 0) return nullptr;
    const auto& parameters = computation->parameters();
    const auto i = static_cast<size_t>(number);
    return i < parameters.size() ? parameters[i] : nullptr;
  }
  void PassToParameter(const HloComputation* computation, int64_t number, const Index& index) {
    Pass(Parameter(computation, number), index);
  }
  void UseAtParameter(const HloComputation* computation, int64_t number, Range* range) const {
    UseAt(Parameter(computation, number), range);
  }
  void UseAt(const HloInstruction* user, Range* range) const {
    if (user != nullptr) range->end = std::max(range->end, sequence_.TimeOf(user));
  }

  void Follow(const Position& position, Range* range) {
    const auto& [instruction, index] = position;
    const HloComputation* computation = instruction->parent();
    for (const HloUse& use : CurrentUses(*instruction)) {
      if (++steps_ <= kMostSteps) FollowUse(*use.user, use.operand_number, index, range);
    }
    // A value that a loop's condition reads also enters the body.
    if (instruction->opcode() == HloOpcode::kParameter && IsCondition(*computation)) {
      range->end = std::max(range->end, sequence_.EndOf(computation));
    }
    if (computation->root_instruction() != instruction) return;
    range->end = std::max(range->end, sequence_.EndOf(computation));
    for (const HloInstruction* caller : calls_.callers(*computation)) {
      if (IsControlFlow(*caller)) FollowReturn(*caller, *computation, index);
    }
  }

  bool IsCondition(const HloComputation& computation) const {
    const absl::Span<const HloInstruction* const> callers = calls_.callers(computation);
    return std::any_of(callers.begin(), callers.end(), [&](const HloInstruction* caller) {
      return caller->opcode() == HloOpcode::kWhile && caller->while_condition() == &computation;
    });
  }

  void FollowUse(const HloInstruction& user, int64_t operand, const Index& index, Range* range) {
    const HloOpcode opcode = user.opcode();
    if (opcode == HloOpcode::kGetTupleElement && !index.empty()) {
      if (index[0] == user.tuple_index()) Pass(&user, Index(index.begin() + 1, index.end()));
    } else if (opcode == HloOpcode::kTuple) {
      Pass(&user, Below({operand}, index));
    } else if (opcode == HloOpcode::kWhile) {
      // From then on the loop's own values replace it.
      PassToParameter(user.while_condition(), 0, index);
      PassToParameter(user.while_body(), 0, index);
      UseAtParameter(user.while_condition(), 0, range);
    } else if (opcode == HloOpcode::kCall) {
      PassToParameter(user.to_apply(), operand, index);
      UseAtParameter(user.to_apply(), operand, range);
    } else {
      UseAt(&user, range);
      if (opcode == HloOpcode::kAsyncUpdate) {
        Pass(&user, index);
      } else if (opcode == HloOpcode::kConditional) {
        PassToParameter(user.branch_computation(operand - 1), 0, index);
      } else if (opcode == HloOpcode::kAsyncStart) {
        Pass(&user, Below({0, operand}, index));
        PassToParameter(user.async_wrapped_computation(), operand, index);
      } else if (opcode == HloOpcode::kAsyncDone && !index.empty() && index[0] == 1) {
        Pass(&user, Index(index.begin() + 1, index.end()));
      } else {
        FollowSharing(user, operand, index);
      }
    }
  }

  // Into the parts of the result that are parts of `operand`.
  void FollowSharing(const HloInstruction& user, int64_t operand, const Index& index) {
    steps_ += user.operand_count();
    const auto follow = [&](ShapeIndex result, const HloInstruction& from, ShapeIndex part) {
      if (&from != user.operand(operand) || part.size() > index.size()) return;
      if (!std::equal(part.begin(), part.end(), index.begin())) return;
      const auto rest = index.begin() + static_cast<ptrdiff_t>(part.size());
      Pass(&user, Below(Index(result.begin(), result.end()), Index(rest, index.end())));
    };
    ForEachSharedPart(user, follow);
    ForEachRequestedPart(user, follow);
  }

  // From the root of `callee` to its caller.
  void FollowReturn(const HloInstruction& caller, const HloComputation& callee,
                    const Index& index) {
    if (caller.opcode() == HloOpcode::kWhile) {
      if (caller.while_body() != &callee) return;
      PassToParameter(caller.while_condition(), 0, index);
      PassToParameter(&callee, 0, index);
    }
    Pass(&caller, caller.opcode() == HloOpcode::kAsyncStart ? Below({1}, index) : index);
  }

  static Index Below(Index path, const Index& index) {
    path.insert(path.end(), index.begin(), index.end());
    return path;
  }

  const HloModule& module_;
  const HloComputation* const entry_;
  const Sequence& sequence_;
  const CallGraph calls_;
  const HashSet<Position> defined_;
  HashSet<Position> seen_;
  std::vector<Position> todo_;
  int64_t steps_ = 0;
};

}  // namespace

void FindValueRanges(const BufferAssignment& buffers, const HloModule& module,
                     const InstructionTable& by_name, BufferTimes* times) {
  const Sequence sequence(module);
  times->sequence = sequence.instructions();
  HashSet<Position> defined;
  for (const BufferAllocation& allocation : buffers.allocations) {
    for (const BufferValue& value : allocation.values) {
      const auto found = by_name.find(value.instruction);
      if (found != by_name.end()) defined.insert({found->second, value.shape_index});
    }
  }
  RangeFinder finder(module, sequence, std::move(defined));
  for (const BufferAllocation& allocation : buffers.allocations) {
    std::vector<Range>& of_allocation = times->ranges.emplace_back();
    for (const BufferValue& value : allocation.values) {
      const auto found = by_name.find(value.instruction);
      of_allocation.push_back(
          found != by_name.end() ? finder.Find(*found->second, value.shape_index) : Range());
    }
  }
}

}  // namespace hlo_text_v1::internal
