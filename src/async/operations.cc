// Links refer to each other through operand 0. One walk over the computation collects the starts
// and the links that follow another; then each start is followed to its done through an array of
// first followers. This works in any order of instructions, which an edit may change. Only if a
// link has a second follower are all links gathered as well.
#include <algorithm>
#include <cstdint>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain.h"
#include "src/async/wrapped_computation.h"
#include "src/base/huge_pages.h"

namespace hlo {

using namespace internal;

// ---- One instruction.

bool IsAsyncStart(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kAsyncStart;
}
bool IsAsyncUpdate(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kAsyncUpdate;
}
bool IsAsyncDone(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kAsyncDone;
}

std::string_view AsyncExecutionThread(const HloInstruction& start) {
  const Attribute* thread = start.FindAttribute(AttributeKind::kAsyncExecutionThread);
  return thread == nullptr ? "main" : thread->AsString();
}

// ---- The operations of a computation.

namespace internal {

class AsyncOperationFinder {
 public:
  explicit AsyncOperationFinder(const HloComputation& computation) : computation_(computation) {}

  std::vector<AsyncOperation> Find() {
    for (const HloInstruction* instruction : computation_.instructions()) Collect(*instruction);
    if (operations_.empty()) return {};
    if (!LinkFollowers()) GatherAllLinks();
    return std::move(operations_);
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  void Collect(const HloInstruction& instruction) {
    const bool is_pair = PairStartedBy(instruction) != nullptr;
    if (is_pair || IsAsyncStart(instruction)) {
      AsyncOperation operation;
      operation.is_pair_ = is_pair;
      operation.links_.reserve(2);
      operation.links_.push_back(&instruction);
      operations_.push_back(std::move(operation));
    } else if (IsFollower(instruction)) {
      followers_.push_back(&instruction);
    }
  }

  bool IsFollower(const HloInstruction& instruction) const {
    const bool is_link = IsAsyncUpdate(instruction) || IsAsyncDone(instruction);
    const AsyncPairOpcodes* ended = is_link ? nullptr : PairDoneBy(instruction);
    if ((!is_link && ended == nullptr) || instruction.operands().empty()) return false;
    const HloInstruction& before = *instruction.operand(0);
    if (before.parent() != &computation_) return false;
    if (!is_link) return PairStartedBy(before) == ended;
    return IsAsyncStart(before) || IsAsyncUpdate(before) || IsAsyncDone(before);
  }

  // Whether no link has several followers and no done has any.
  bool LinkFollowers() {
    bool is_sound = true;
    LargeVector<uint32_t> next(computation_.index_limit(), kNone);  // by index(): in followers_
    for (size_t i = 0; i < followers_.size(); ++i) {
      const HloInstruction& before = *followers_[i]->operand(0);
      if (IsAsyncDone(before) || next[before.index()] != kNone) {
        is_sound = false;
      } else {
        next[before.index()] = static_cast<uint32_t>(i);
      }
    }
    for (AsyncOperation& operation : operations_) {
      std::vector<const HloInstruction*>& links = operation.links_;
      for (uint32_t i; (i = next[links.back()->index()]) != kNone;) links.push_back(followers_[i]);
    }
    return is_sound;
  }

  void GatherAllLinks() {
    std::vector<uint32_t> operation_of(computation_.index_limit(), kNone);
    for (size_t i = 0; i < operations_.size(); ++i) {
      for (const HloInstruction* link : operations_[i].links_) {
        operation_of[link->index()] = static_cast<uint32_t>(i);
      }
    }
    for (const HloInstruction* link : followers_) {
      const uint32_t at = operation_of[link->operand(0)->index()];
      if (at == kNone || operation_of[link->index()] != kNone) continue;
      operation_of[link->index()] = at;
      operations_[at].all_links_ = {&operations_[at].start()};
    }
    for (const HloInstruction* link : followers_) {
      const uint32_t at = operation_of[link->index()];
      if (at == kNone || operations_[at].all_links_.empty()) continue;
      operations_[at].all_links_.push_back(link);
    }
  }

  const HloComputation& computation_;
  std::vector<AsyncOperation> operations_;
  std::vector<const HloInstruction*> followers_;
};

}  // namespace internal

std::vector<AsyncOperation> FindAsyncOperations(const HloComputation& computation) {
  return AsyncOperationFinder(computation).Find();
}

AsyncIndex::AsyncIndex(const HloComputation& computation)
    : operations_(FindAsyncOperations(computation)) {
  if (operations_.empty()) return;
  places_.resize(computation.index_limit());
  uint32_t position = 0;
  for (const HloInstruction* i : computation.instructions()) {
    places_[i->index()].position = position++;
  }
  for (size_t i = 0; i < operations_.size(); ++i) {
    for (const HloInstruction* link : operations_[i].all_links()) {
      places_[link->index()].operation = static_cast<int32_t>(i);
    }
  }
}

const AsyncOperation* AsyncIndex::Of(const HloInstruction& link) const {
  const int32_t i = link.index() < places_.size() ? places_[link.index()].operation : -1;
  return i < 0 ? nullptr : &operations_[static_cast<size_t>(i)];
}

int64_t AsyncIndex::Distance(const AsyncOperation& operation) const {
  if (operation.done() == nullptr) return -1;
  const auto position = [&](const HloInstruction& i) {
    return int64_t{places_[i.index()].position};
  };
  return position(*operation.done()) - position(operation.start()) - 1 -
         static_cast<int64_t>(operation.updates().size());
}

// ---- One operation.

absl::Span<const HloInstruction* const> AsyncOperation::updates() const {
  const size_t ends = done() == nullptr ? 1 : 2;
  return links().subspan(1, links_.size() - ends);
}

const HloInstruction* AsyncOperation::done() const {
  const bool is_done = is_pair_ ? links_.size() > 1 : IsAsyncDone(*links_.back());
  return is_done ? links_.back() : nullptr;
}

HloOpcode AsyncOperation::wrapped_opcode() const {
  if (is_pair_) return PairStartedBy(start())->work;
  const HloInstruction* root = wrapped_instruction();
  return (root == nullptr ? start() : *root).opcode();
}

std::string_view AsyncOperation::wrapped_opcode_name() const {
  if (is_pair_) return HloOpcodeName(wrapped_opcode());
  const HloInstruction* root = wrapped_instruction();
  return (root == nullptr ? start() : *root).opcode_name();
}

const HloComputation* AsyncOperation::wrapped_computation() const {
  const Attribute* calls = is_pair_ ? nullptr : start().FindAttribute(AttributeKind::kCalls);
  return calls == nullptr ? nullptr : calls->AsComputation();
}

const HloInstruction* AsyncOperation::wrapped_instruction() const {
  const HloComputation* wrapped = wrapped_computation();
  return wrapped == nullptr ? nullptr : wrapped->root_instruction();
}

const HloComputation* AsyncOperation::callee() const {
  const HloComputation* wrapped = wrapped_computation();
  const HloInstruction* root = wrapped_instruction();
  if (root == nullptr) return wrapped;
  const auto parameters = static_cast<int64_t>(wrapped->parameters().size());
  const bool is_root_all_work = wrapped->instruction_count() == parameters + 1;
  const HloComputation* called = is_root_all_work ? CalleeOf(root->opcode(), *root) : nullptr;
  return called != nullptr ? called : wrapped;
}

std::string_view AsyncOperation::execution_thread() const {
  return is_pair_ ? std::string_view() : AsyncExecutionThread(start());
}

}  // namespace hlo
