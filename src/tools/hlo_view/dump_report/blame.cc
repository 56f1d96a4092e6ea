// Passes keep the names of what they leave alone, unless one renumbers the module: where nearly all
// counterparts have the same name, two instructions with one name are the same.
//
// Fusions, calls and asynchronous chains are seen through: the value of a fusion is that of its
// root, the value of its parameter that of its operand. So an instruction that moves into a fusion
// still has the same operands.
#include "src/tools/hlo_view/dump_report/blame.h"

#include <algorithm>
#include <utility>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/diff.h"
#include "hlo/identical.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/diff/diff_printer.h"

namespace hlo_text_v1::internal {
namespace {

// Among many equal instructions, the one that moved is a guess anyway.
constexpr size_t kMostCandidates = 256;
// A chain of fusions and tuples in each other may be as long as the text.
constexpr int kMostHops = 1000;

bool IsSeenThrough(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kFusion || instruction.opcode() == HloOpcode::kCall ||
         IsAsyncStart(instruction) || IsAsyncUpdate(instruction) || IsAsyncDone(instruction);
}

class Values {
 public:
  explicit Values(const HloModule& module) : calls_(module) {}

  const HloInstruction* Of(const HloInstruction* instruction) const {
    std::vector<const HloInstruction*> elements;  // get-tuple-elements of a tuple to be found
    const HloInstruction* value = instruction;
    for (int hops = 0; hops < kMostHops; ++hops) {
      const HloInstruction* next = Next(*value, &elements);
      if (next == nullptr) return elements.empty() ? value : elements[0];
      value = next;
    }
    return instruction;
  }

  // The computation that runs the instructions of `computation`.
  const HloComputation* Runner(const HloComputation* computation) const {
    for (int hops = 0; hops < kMostHops; ++hops) {
      const HloInstruction* caller = calls_.caller(*computation);
      if (caller == nullptr || !IsSeenThrough(*caller)) break;
      computation = caller->parent();
    }
    return computation;
  }

 private:
  const HloInstruction* Next(const HloInstruction& value,
                             std::vector<const HloInstruction*>* elements) const {
    if (value.opcode() == HloOpcode::kParameter) {
      const HloInstruction* caller = calls_.caller(*value.parent());
      const auto number = static_cast<size_t>(value.parameter_number());
      const bool is_known =
          caller != nullptr && IsSeenThrough(*caller) && number < caller->operands().size();
      return is_known ? caller->operand(number) : nullptr;
    }
    if (IsAsyncUpdate(value) || IsAsyncDone(value)) return value.operand(0);
    if (IsSeenThrough(value)) {
      const HloComputation* callee = nullptr;
      value.ForEachCalledComputation([&](const HloComputation* each) { callee = each; });
      const bool is_known = callee != nullptr && calls_.caller(*callee) == &value;
      return is_known ? callee->root_instruction() : nullptr;
    }
    if (value.opcode() == HloOpcode::kGetTupleElement) {
      elements->push_back(&value);
      return value.operand(0);
    }
    if (value.opcode() == HloOpcode::kTuple && !elements->empty()) {
      const auto index = static_cast<size_t>(elements->back()->tuple_index());
      if (index >= value.operands().size()) return nullptr;
      elements->pop_back();
      return value.operand(index);
    }
    return nullptr;
  }

  const CallGraph calls_;
};

// By name; XLA prints each name of a module once.
using Names = HashMap<std::string_view, const HloInstruction*>;

Names NamesOf(const HloModule& module) {
  Names names;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) names.emplace(i->name(), i);
  }
  return names;
}

// The instruction of another stage with the same name, opcode and shape but for its layout.
const HloInstruction* Namesake(const HloInstruction& instruction, const Names& names) {
  const auto found = names.find(instruction.name());
  const bool is_same = found != names.end() && found->second->opcode() == instruction.opcode() &&
                       PrintShape(found->second->shape(), /*with_layout=*/false) ==
                           PrintShape(instruction.shape(), /*with_layout=*/false);
  return is_same ? found->second : nullptr;
}

class StageTracer {
 public:
  StageTracer(const HloModule& before, const HloModule& after)
      : before_(before),
        after_(after),
        before_names_(NamesOf(before)),
        after_names_(NamesOf(after)),
        diff_(Diff(before, after)) {
    int64_t matched = 0, renamed = 0;
    for (const auto& [name, instruction] : after_names_) {
      const HloInstruction* counterpart = diff_.CounterpartOf(*instruction);
      matched += counterpart != nullptr ? 1 : 0;
      renamed += counterpart != nullptr && counterpart->name() != name ? 1 : 0;
    }
    keeps_names_ = renamed * 10 < matched;
    for (const ComputationDiff& computation : diff_.computations()) {
      for (const InstructionDiff& one : computation.instructions) {
        if (one.kind() == DiffKind::kChanged) changes_.emplace(one.after, &one);
      }
    }
    for (const HloComputation* computation : before.computations()) {
      for (const HloInstruction* i : computation->instructions()) {
        const HloInstruction* first = i->operands().empty() ? nullptr : before_.Of(i->operand(0));
        before_users_[{first, i->opcode()}].push_back(i);
      }
    }
  }

  // The counterpart before of an instruction after.
  const HloInstruction* CounterpartOf(const HloInstruction& after) const {
    return CounterpartIn(before_names_, after_names_, after);
  }
  // How an instruction differs from its counterpart; "" if it does not.
  std::string ChangeOf(const HloInstruction& before, const HloInstruction& after) const {
    if (diff_.CounterpartOf(after) == &before) {
      const auto found = changes_.find(&after);
      return found == changes_.end() ? "" : Joined(DescribeChanges(*found->second, ""), ", ");
    }
    const auto same_names = [](const HloInstruction* a, const HloInstruction* b) {
      return a->name() == b->name();
    };
    const auto a = before.operands(), b = after.operands();
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_names) ? "" : "operands";
  }

  // The instruction before that computed the same; nullptr if there is none.
  const HloInstruction* SourceOf(const HloInstruction& instruction) {
    std::vector<const HloInstruction*> stack = {&instruction};
    while (!stack.empty()) {
      const HloInstruction* top = stack.back();
      const auto [found, is_new] = sources_.try_emplace(top, nullptr);
      if (is_new) {  // its operands first
        for (const HloInstruction* operand : top->operands()) {
          const HloInstruction* value = after_.Of(operand);
          if (!sources_.contains(value)) stack.push_back(value);
        }
        if (stack.back() != top) continue;
      }
      stack.pop_back();
      if (found->second == nullptr) found->second = FindSource(*top);
    }
    return sources_[&instruction];
  }

  // Whether both are in one computation.
  bool IsAtHome(const HloInstruction& before, const HloInstruction& after) const {
    return diff_.CounterpartOf(*before.parent()) == after.parent();
  }

  // Whether the instruction before has moved, not only been copied.
  bool IsGone(const HloInstruction& before) const {
    const HloInstruction* counterpart = CounterpartIn(after_names_, before_names_, before);
    return counterpart == nullptr || counterpart->opcode() != before.opcode();
  }

 private:
  const HloInstruction* CounterpartIn(const Names& others, const Names& own,
                                      const HloInstruction& instruction) const {
    const HloInstruction* counterpart = diff_.CounterpartOf(instruction);
    if (!keeps_names_ || (counterpart != nullptr && counterpart->name() == instruction.name())) {
      return counterpart;
    }
    if (const HloInstruction* namesake = Namesake(instruction, others)) return namesake;
    return counterpart == nullptr || Namesake(*counterpart, own) == nullptr ? counterpart : nullptr;
  }

  const HloInstruction* FindSource(const HloInstruction& instruction) const {
    const HloInstruction* counterpart = CounterpartOf(instruction);
    if (counterpart != nullptr && counterpart->opcode() == instruction.opcode()) return counterpart;
    if (instruction.opcode() == HloOpcode::kParameter || IsSeenThrough(instruction)) return nullptr;
    const HloInstruction* first = nullptr;
    if (!instruction.operands().empty()) {
      first = ValueBefore(instruction.operand(0));
      if (first == nullptr) return nullptr;
    }
    const auto found = before_users_.find({first, instruction.opcode()});
    if (found == before_users_.end()) return nullptr;
    const HloInstruction* best = nullptr;
    int best_score = -1;
    const size_t count = std::min(found->second.size(), kMostCandidates);
    for (const HloInstruction* candidate : absl::MakeConstSpan(found->second).subspan(0, count)) {
      const int score = Score(*candidate, instruction);
      if (score <= best_score || !ComputesTheSame(*candidate, instruction)) continue;
      best = candidate;
      best_score = score;
    }
    return best;
  }

  // Prefers what runs in the same computation, and what is gone.
  int Score(const HloInstruction& before, const HloInstruction& after) const {
    const HloComputation* counterpart = diff_.CounterpartOf(*before_.Runner(before.parent()));
    return (counterpart == after_.Runner(after.parent()) ? 2 : 0) + (IsGone(before) ? 1 : 0);
  }

  bool ComputesTheSame(const HloInstruction& before, const HloInstruction& after) const {
    const auto same_values = [this](const HloInstruction* a, const HloInstruction* b) {
      const HloInstruction* value = ValueBefore(b);
      return value != nullptr && before_.Of(a) == value;
    };
    return Identical(before, after, same_values, {/*layouts=*/false});
  }

  // The value before of an operand of `after` whose source is known.
  const HloInstruction* ValueBefore(const HloInstruction* operand) const {
    const auto found = sources_.find(after_.Of(operand));
    return found == sources_.end() || found->second == nullptr ? nullptr
                                                               : before_.Of(found->second);
  }

  const Values before_;
  const Values after_;
  const Names before_names_;
  const Names after_names_;
  const ModuleDiff diff_;
  bool keeps_names_ = false;
  HashMap<const HloInstruction*, const InstructionDiff*> changes_;  // by `after`
  // By the value of the first operand and the opcode.
  HashMap<std::pair<const HloInstruction*, HloOpcode>, std::vector<const HloInstruction*>>
      before_users_;
  HashMap<const HloInstruction*, const HloInstruction*> sources_;  // by the instruction after
};

std::string PlaceOf(const HloInstruction& instruction) {
  return StrCat(instruction.name(), " in ", instruction.parent()->name());
}

}  // namespace

std::string_view BlameKindName(BlameEvent::Kind kind) {
  constexpr std::string_view kNames[] = {"given", "made", "moved", "changed"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<const BlameEvent*> Blame::HistoryOf(const HloInstruction& instruction) const {
  std::vector<const BlameEvent*> history;
  const auto found = last.find(&instruction);
  for (int64_t at = found == last.end() ? -1 : found->second; at >= 0;
       at = events[static_cast<size_t>(at)].previous) {
    history.push_back(&events[static_cast<size_t>(at)]);
  }
  std::reverse(history.begin(), history.end());
  return history;
}

HashMap<const HloInstruction*, int64_t> TraceStage(
    const HloModule& before, const HloModule& after, size_t stage,
    const HashMap<const HloInstruction*, int64_t>& last, std::vector<BlameEvent>* events) {
  using Kind = BlameEvent::Kind;
  StageTracer tracer(before, after);
  HashMap<const HloInstruction*, int64_t> next;
  const auto add = [&](Kind kind, std::string text, int64_t previous) {
    events->push_back({kind, stage, std::move(text), previous});
    return static_cast<int64_t>(events->size()) - 1;
  };
  const auto last_of = [&](const HloInstruction& of_before) {
    const auto found = last.find(&of_before);
    return found == last.end() ? -1 : found->second;
  };
  const auto event_of = [&](const HloInstruction& instruction) {
    const HloInstruction* counterpart = tracer.CounterpartOf(instruction);
    if (counterpart != nullptr && counterpart->opcode() == instruction.opcode()) {
      const std::string change = tracer.ChangeOf(*counterpart, instruction);
      const int64_t previous = last_of(*counterpart);
      return change.empty() ? previous : add(Kind::kChanged, StrCat("changed: ", change), previous);
    }
    const HloInstruction* source = tracer.SourceOf(instruction);
    const bool is_gone = source != nullptr && tracer.IsGone(*source);
    if (source != nullptr && (is_gone || !tracer.IsAtHome(*source, instruction))) {
      const std::string_view what = is_gone ? "moved" : "copied";
      return add(Kind::kMoved,
                 StrCat(what, " into ", instruction.parent()->name(), ", was ", PlaceOf(*source)),
                 last_of(*source));
    }
    if (counterpart == nullptr) return add(Kind::kMade, "made", -1);
    return add(Kind::kMade,
               StrCat("made in place of ", counterpart->name(), ", ", counterpart->opcode_name()),
               last_of(*counterpart));
  };
  for (const HloComputation* computation : after.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      next.emplace(instruction, event_of(*instruction));
    }
  }
  return next;
}

Blame TraceModule(const DumpFolder& folder, const DumpModule& module,
                  const StageFileOptions& options) {
  Blame blame;
  bool is_first = true;
  for (size_t i = 0; i < module.stages.size(); ++i) {
    const std::string& file = module.stages[i].file;
    const auto fail = [&](const absl::Status& status) {
      blame.errors.push_back(StrCat(file, ": ", Std(status.message())));
    };
    absl::StatusOr<SourceBuffer> text = ReadStageText(folder.path, file, options);
    if (!text.ok()) {
      fail(text.status());
      continue;
    }
    const bool is_same = !is_first && blame.module.source() == text->view() && text->size() > 0;
    if (is_same) {
      blame.stage = i;
      continue;
    }
    absl::StatusOr<HloModule> stage = ParseStage(*std::move(text), options);
    if (!stage.ok()) {
      fail(stage.status());
      continue;
    }
    if (is_first) {
      for (const HloComputation* computation : stage->computations()) {
        for (const HloInstruction* instruction : computation->instructions()) {
          blame.last.emplace(instruction, static_cast<int64_t>(blame.events.size()));
          blame.events.push_back(
              {BlameEvent::Kind::kGiven, i, StrCat("in the program, ", PlaceOf(*instruction))});
        }
      }
    } else {
      blame.last = TraceStage(blame.module, *stage, i, blame.last, &blame.events);
    }
    blame.module = *std::move(stage);
    blame.stage = i;
    is_first = false;
  }
  return blame;
}

}  // namespace hlo_text_v1::internal
