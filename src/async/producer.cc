// See producer.h. A walk in depth with a stack of its own; each place is visited once, and no
// instruction twice on one path. Places that lead nowhere are remembered only if the whole walk
// did: one may have been cut off by the path to it.
#include "src/async/producer.h"

#include <algorithm>
#include <string_view>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {
namespace {

bool IsProducer(const HloInstruction& instruction) {
  if (IsAsyncStart(instruction) || IsAsyncUpdate(instruction)) return true;
  const AsyncPairOpcodes* pair = PairStartedBy(instruction);
  return pair != nullptr && MayBeCarried(*pair);
}

// Custom calls that only say how their operand is spread over devices.
bool IsAnnotation(const HloInstruction& custom_call) {
  constexpr std::string_view kTargets[] = {"Sharding",
                                           "LocalToGlobalShape",
                                           "GlobalToLocalShape",
                                           "xla.sdy.LocalToGlobalShape",
                                           "xla.sdy.GlobalToLocalShape",
                                           "xla.sdy.FuncResultSharding"};
  return std::find(std::begin(kTargets), std::end(kTargets), custom_call.custom_call_target()) !=
         std::end(kTargets);
}

const HloComputation* BodyOf(const HloInstruction& loop) {
  const Attribute* body = loop.FindAttribute(AttributeKind::kBody);
  return body == nullptr ? nullptr : body->AsComputation();
}

}  // namespace

bool IsDirect(const HloInstruction& link) {
  if (link.operands().empty()) return false;
  const HloInstruction& before = *link.operand(0);
  const AsyncPairOpcodes* pair = PairDoneBy(link);
  if (pair != nullptr) return PairStartedBy(before) == pair;
  return IsAsyncStart(before) || IsAsyncUpdate(before);
}

bool MayBeCarried(const AsyncPairOpcodes& pair) {
  return pair.work == HloOpcode::kAllGather || pair.work == HloOpcode::kAllReduce ||
         pair.work == HloOpcode::kCollectivePermute;
}

bool PassesAsyncState(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kCustomCall) return IsAnnotation(instruction);
  return opcode == HloOpcode::kTuple || opcode == HloOpcode::kGetTupleElement ||
         opcode == HloOpcode::kOptimizationBarrier || opcode == HloOpcode::kCopy;
}

const HloComputation* OwnComputation(const HloInstruction& link) {
  if (!IsAsyncUpdate(link) && !IsAsyncDone(link)) return nullptr;
  const Attribute* own = link.FindAttribute(AttributeKind::kCalls);
  return own == nullptr ? nullptr : own->AsComputation();
}

void ProducerFinder::Enter(const HloComputation& reader) {
  if (reader_ == &reader) return;
  reader_ = &reader;
  whiles_.clear();
  known_.clear();
  start_of_update_.clear();
}

const HloInstruction* ProducerFinder::WhileOf(const HloComputation& body) {
  if (module_ != nullptr && !knows_whiles_) {
    knows_whiles_ = true;
    for (const HloComputation* caller : module_->computations()) {
      if (!Node(caller).has_calls) continue;
      for (const HloInstruction* loop : caller->instructions()) {
        if (loop->opcode() == HloOpcode::kWhile) AddWhile(*loop);
      }
    }
  }
  const auto found = whiles_.find(&body);
  return found == whiles_.end() ? nullptr : found->second;
}

void ProducerFinder::AddWhile(const HloInstruction& loop) {
  const HloComputation* body = BodyOf(loop);
  if (body == nullptr) return;
  const auto [known, is_new] = whiles_.try_emplace(body, &loop);
  if (!is_new && known->second != &loop) known->second = nullptr;
}

uint32_t ProducerFinder::Push(uint32_t elements, int64_t index) {
  const auto next = static_cast<uint32_t>(elements_.size());
  const auto [known, is_new] = element_numbers_.try_emplace({elements, index}, next);
  if (is_new) elements_.emplace_back(elements, index);
  return known->second;
}

bool ProducerFinder::NextOfTuple(Step* step, Place* next) {
  const HloInstruction& tuple = *step->place.first;
  int64_t element = step->next++;
  *next = {nullptr, 0};
  if (step->place.second != 0) {
    if (element > 0) return false;
    std::tie(next->second, element) = elements_[step->place.second];
  }
  if (element < 0 || element >= tuple.operand_count()) return false;
  next->first = tuple.operand(element);
  return true;
}

// The next place to go to from `step`; false if there is none.
bool ProducerFinder::NextPlace(Step* step, Place* next) {
  const HloInstruction& at = *step->place.first;
  if (at.opcode() == HloOpcode::kTuple) return NextOfTuple(step, next);
  *next = step->place;
  next->first = nullptr;
  const HloInstruction* loop = nullptr;
  bool body_first = false;
  if (at.opcode() == HloOpcode::kParameter) {
    loop = WhileOf(*at.parent());
  } else if (at.opcode() == HloOpcode::kWhile) {
    loop = &at;
    body_first = true;
    if (module_ == nullptr) AddWhile(at);
  } else if (step->next == 0 && PassesAsyncState(at) && !at.operands().empty()) {
    next->first = at.operand(0);
    if (at.opcode() == HloOpcode::kGetTupleElement) {
      const Attribute* index = at.FindAttribute(AttributeKind::kIndex);
      next->second = Push(next->second, index == nullptr ? 0 : index->AsInt64());
    }
  }
  for (; loop != nullptr && step->next < 2 && next->first == nullptr; ++step->next) {
    const HloComputation* body = BodyOf(*loop);
    if ((step->next == 0) == body_first) {
      next->first = body == nullptr ? nullptr : body->root_instruction();
      met_undefined_body_ |= next->first == nullptr;
    } else if (!loop->operands().empty()) {
      next->first = loop->operand(0);
    }
  }
  if (loop == nullptr) ++step->next;
  return next->first != nullptr;
}

const HloInstruction* ProducerFinder::Find(const HloInstruction& value) {
  if (IsProducer(value)) return &value;
  steps_left_ += 64;  // more than a usual way has
  std::vector<Step> path;
  HashSet<const HloInstruction*> on_path;
  std::vector<Place> visited;
  Place at = {&value, 0};
  const HloInstruction* found = nullptr;
  for (bool enters = true; found == nullptr;) {
    if (enters && steps_left_-- > 0 && on_path.insert(at.first).second) {
      const auto [known, is_new] = known_.try_emplace(at, nullptr);
      found = IsProducer(*at.first) ? at.first : known->second;
      if (is_new) visited.push_back(at);
      if (is_new || found != nullptr) {
        path.push_back({at, 0});
      } else {
        on_path.erase(at.first);
      }
    }
    if (found != nullptr || path.empty()) break;
    enters = NextPlace(&path.back(), &at);
    if (enters) continue;
    on_path.erase(path.back().place.first);
    path.pop_back();
  }
  if (found == nullptr) return nullptr;
  for (const Place& place : visited) known_.erase(place);
  for (const Step& step : path) known_.insert_or_assign(step.place, found);
  return found;
}

const HloInstruction* ProducerFinder::Before(const HloInstruction& link) {
  return link.operands().empty() ? nullptr : Find(*link.operand(0));
}

const HloInstruction* ProducerFinder::StartOf(const HloInstruction& link) {
  std::vector<const HloInstruction*> passed;
  const HloInstruction* at = &link;
  while (at != nullptr && !IsAsyncStart(*at)) {
    if (IsAsyncUpdate(*at)) {
      // Until the start is known there is none, so a cycle ends here.
      const auto [known, is_new] = start_of_update_.try_emplace(at, nullptr);
      if (!is_new) {
        at = known->second;
        break;
      }
      passed.push_back(at);
    } else if (at != &link || !IsAsyncDone(*at)) {
      at = nullptr;  // not of a chain
      break;
    }
    at = Before(*at);
  }
  for (const HloInstruction* update : passed) start_of_update_.find(update)->second = at;
  return at;
}

const HloComputation* ProducerFinder::WrappedBy(const HloInstruction& link) {
  if (const HloComputation* own = OwnComputation(link)) return own;
  if (const HloInstruction* start = StartOf(link)) {
    const Attribute* calls = start->FindAttribute(AttributeKind::kCalls);
    return calls == nullptr ? nullptr : calls->AsComputation();
  }
  std::vector<const HloInstruction*> passed;
  const HloComputation* wrapped = nullptr;
  const HloInstruction* at = Before(link);
  for (; wrapped == nullptr && at != nullptr && IsAsyncUpdate(*at); at = Before(*at)) {
    const auto [known, is_new] = wrapped_by_update_.try_emplace(at, OwnComputation(*at));
    wrapped = known->second;
    if (!is_new) break;
    passed.push_back(at);
  }
  for (const HloInstruction* update : passed) wrapped_by_update_.find(update)->second = wrapped;
  return wrapped;
}

}  // namespace hlo_text_v1::internal
