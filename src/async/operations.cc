// Links refer to each other through operand 0. One walk over the computation collects the starts
// and the links that follow another; then each start is followed to its done through an array of
// first followers. This works in any order of instructions, which an edit may change. Only if a
// link is not direct or has a second follower, or a done is missing, is the whole module searched.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"
#include "src/ir/module_state.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1 {

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

// Finds the operations of one computation from its direct links, which is nearly always all.
class AsyncOperationFinder {
 public:
  explicit AsyncOperationFinder(const HloComputation& computation) : computation_(computation) {}

  std::vector<AsyncOperation> Find() {
    for (const HloInstruction* instruction : computation_.instructions()) Collect(*instruction);
    if (operations_.empty()) return {};
    has_open_ends_ |= !LinkFollowers();
    for (const AsyncOperation& operation : operations_) {
      has_open_ends_ |= !operation.is_pair_ && operation.done() == nullptr;
    }
    return std::move(operations_);
  }
  // Whether links may be elsewhere, values between them, or several after one.
  bool has_open_ends() const { return has_open_ends_; }

  template <typename Operations>
  static std::vector<MutableAsyncOperation> MutableOnes(Operations operations) {
    std::vector<MutableAsyncOperation> mutable_ones;
    for (AsyncOperation& each : operations) {
      mutable_ones.push_back(MutableAsyncOperation(std::move(each)));
    }
    return mutable_ones;
  }

  static AsyncOperation Begin(const HloInstruction& start, bool is_pair) {
    AsyncOperation operation;
    operation.is_pair_ = is_pair;
    operation.links_.reserve(2);
    operation.links_.push_back(&start);
    return operation;
  }

  // The followers of each link, wherever they are, in the order of `text_order`.
  struct Followers {
    HashMap<const HloInstruction*, std::vector<const HloInstruction*>> of;
    HashMap<const HloInstruction*, size_t> text_order;
  };
  // Gives `operation`, which has its start, all its links. Each link follows one other, so this
  // ends.
  static void AddLinks(const Followers& followers, AsyncOperation* operation) {
    std::vector<const HloInstruction*> all = {&operation->start()};
    for (size_t i = 0; i < all.size(); ++i) {
      const auto next = followers.of.find(all[i]);
      if (next == followers.of.end()) continue;
      for (const HloInstruction* link : next->second) {
        operation->is_direct_ &= link->operand(0) == all[i];
        all.push_back(link);
      }
    }
    std::vector<const HloInstruction*>& chain = operation->chain_;
    chain = {&operation->start()};
    while (!IsAsyncDone(*chain.back())) {
      const auto next = followers.of.find(chain.back());
      if (next == followers.of.end()) break;
      const auto direct = std::find_if(
          next->second.begin(), next->second.end(),
          [&](const HloInstruction* link) { return link->operand(0) == chain.back(); });
      chain.push_back(direct == next->second.end() ? next->second[0] : *direct);
    }
    const HloComputation* home = operation->start().parent();
    for (const HloInstruction* link : absl::MakeConstSpan(chain).subspan(1)) {
      if (link->parent() == home) operation->links_.push_back(link);
    }
    std::sort(all.begin(), all.end(), [&](const HloInstruction* a, const HloInstruction* b) {
      return followers.text_order.find(a)->second < followers.text_order.find(b)->second;
    });
    if (all != operation->links_) operation->all_links_ = std::move(all);
    if (chain == operation->links_) chain.clear();
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  void Collect(const HloInstruction& instruction) {
    const bool is_pair = PairStartedBy(instruction) != nullptr;
    if (is_pair || IsAsyncStart(instruction)) {
      operations_.push_back(Begin(instruction, is_pair));
    } else if (IsFollower(instruction)) {
      followers_.push_back(&instruction);
    }
  }

  bool IsFollower(const HloInstruction& instruction) {
    const bool is_link = IsAsyncUpdate(instruction) || IsAsyncDone(instruction);
    const AsyncPairOpcodes* ended = is_link ? nullptr : PairDoneBy(instruction);
    if ((!is_link && ended == nullptr) || instruction.operands().empty()) return false;
    const HloInstruction& before = *instruction.operand(0);
    if (before.parent() == &computation_) {
      if (IsDirect(instruction) || (is_link && IsAsyncDone(before))) return true;
    }
    has_open_ends_ |= is_link || MayBeCarried(*ended);
    return false;
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

  const HloComputation& computation_;
  std::vector<AsyncOperation> operations_;
  std::vector<const HloInstruction*> followers_;
  bool has_open_ends_ = false;
};

bool MayHaveChains(const HloComputation& computation) {
  if (Node(&computation).has_calls) return true;
  const absl::Span<const HloInstruction* const> parameters = computation.parameters();
  return std::any_of(parameters.begin(), parameters.end(), [](const HloInstruction* parameter) {
    return HasAsyncShape(parameter->shape());
  });
}

// Replaces the operations of `module` that were found from direct links.
void FindAcross(const HloModule& module, bool chains_only,
                std::vector<std::vector<AsyncOperation>>* operations) {
  ProducerFinder producers(module);
  AsyncOperationFinder::Followers followers;
  const auto add = [&](const HloInstruction& link) {
    followers.text_order.try_emplace(&link, followers.text_order.size());
  };
  for (size_t i = 0; i < operations->size(); ++i) {
    const HloComputation& computation = *module.computations()[i];
    (*operations)[i].clear();
    if (chains_only && !MayHaveChains(computation)) continue;
    for (const HloInstruction* instruction : computation.instructions()) {
      const bool is_pair = PairStartedBy(*instruction) != nullptr;
      const AsyncPairOpcodes* ended = PairDoneBy(*instruction);
      if (is_pair || IsAsyncStart(*instruction)) {
        (*operations)[i].push_back(AsyncOperationFinder::Begin(*instruction, is_pair));
        add(*instruction);
      } else if (IsAsyncUpdate(*instruction) || IsAsyncDone(*instruction) || ended != nullptr) {
        if (instruction->operands().empty()) continue;
        const HloInstruction* operand = instruction->operand(0);
        // A done after a done is a mistake, and still belongs to the operation.
        const bool is_direct = IsDirect(*instruction) || IsAsyncDone(*operand);
        const HloInstruction* before = is_direct ? operand : producers.Find(*operand);
        if (before == nullptr || PairStartedBy(*before) != ended) continue;
        followers.of[before].push_back(instruction);
        add(*instruction);
      }
    }
  }
  for (std::vector<AsyncOperation>& of_computation : *operations) {
    for (AsyncOperation& each : of_computation) AsyncOperationFinder::AddLinks(followers, &each);
  }
}

std::vector<std::vector<AsyncOperation>> FindInModule(const HloModule& module, bool chains_only) {
  std::vector<std::vector<AsyncOperation>> operations(module.computations().size());
  bool has_open_ends = false;
  for (size_t i = 0; i < operations.size(); ++i) {
    const HloComputation& computation = *module.computations()[i];
    if (chains_only && !MayHaveChains(computation)) continue;
    AsyncOperationFinder finder(computation);
    operations[i] = finder.Find();
    has_open_ends |= finder.has_open_ends();
  }
  if (has_open_ends) FindAcross(module, chains_only, &operations);
  return operations;
}

std::vector<std::vector<AsyncOperation>> FindAsyncChains(const HloModule& module) {
  return FindInModule(module, /*chains_only=*/true);
}

}  // namespace internal

std::vector<std::vector<AsyncOperation>> FindAsyncOperations(const HloModule& module) {
  return FindInModule(module, /*chains_only=*/false);
}
std::vector<std::vector<MutableAsyncOperation>> FindAsyncOperations(HloModule& module) {
  std::vector<std::vector<MutableAsyncOperation>> all;
  for (std::vector<AsyncOperation>& each : FindInModule(module, /*chains_only=*/false)) {
    all.push_back(AsyncOperationFinder::MutableOnes(std::move(each)));
  }
  return all;
}

namespace {

// The operations of `computation`; with the others of its module if they may have links here.
std::vector<AsyncOperation> FindIn(const HloComputation& computation, bool with_others) {
  AsyncOperationFinder finder(computation);
  std::vector<AsyncOperation> ours = finder.Find();
  if (!finder.has_open_ends() || computation.parent() == nullptr) return ours;
  const absl::Span<const HloComputation* const> computations = computation.parent()->computations();
  std::vector<std::vector<AsyncOperation>> all = FindAsyncOperations(*computation.parent());
  const auto at = std::find(computations.begin(), computations.end(), &computation);
  if (at == computations.end()) return ours;
  ours = std::exchange(all[static_cast<size_t>(at - computations.begin())], {});
  if (!with_others) return ours;
  for (std::vector<AsyncOperation>& of_computation : all) {
    for (AsyncOperation& operation : of_computation) {
      const auto links = operation.all_links();
      const bool is_here = std::any_of(links.begin(), links.end(), [&](const HloInstruction* link) {
        return link->parent() == &computation;
      });
      if (is_here) ours.push_back(std::move(operation));
    }
  }
  return ours;
}

}  // namespace

std::vector<AsyncOperation> FindAsyncOperations(const HloComputation& computation) {
  return FindIn(computation, /*with_others=*/false);
}
std::vector<MutableAsyncOperation> FindAsyncOperations(HloComputation& computation) {
  return AsyncOperationFinder::MutableOnes(FindIn(computation, /*with_others=*/false));
}

AsyncIndex::AsyncIndex(const HloModule& module) {
  for (std::vector<AsyncOperation>& of_computation : FindAsyncOperations(module)) {
    std::move(of_computation.begin(), of_computation.end(), std::back_inserter(operations_));
  }
  AddPlaces(/*only=*/nullptr);
  for (const HloComputation* computation : module.computations()) SetPositions(*computation);
}

AsyncIndex::AsyncIndex(const HloComputation& computation)
    : operations_(FindIn(computation, /*with_others=*/true)) {
  AddPlaces(&computation);
  SetPositions(computation);
}

void AsyncIndex::AddPlaces(const HloComputation* only) {
  for (uint32_t i = 0; i < operations_.size(); ++i) {
    for (const HloInstruction* link : operations_[i].all_links()) {
      if (only == nullptr || link->parent() == only) places_.push_back({link, i});
    }
  }
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return std::less<>()(a.link, b.link); });
}

void AsyncIndex::SetPositions(const HloComputation& computation) {
  if (places_.empty()) return;
  uint32_t position = 0;
  for (const HloInstruction* instruction : computation.instructions()) {
    if (const Place* place = PlaceOf(*instruction)) {
      places_[static_cast<size_t>(place - places_.data())].position = position;
    }
    ++position;
  }
}

const AsyncIndex::Place* AsyncIndex::PlaceOf(const HloInstruction& link) const {
  const HloOpcode opcode = link.opcode();
  if (!IsAsyncLink(opcode) && PairStartedBy(link) == nullptr && PairDoneBy(link) == nullptr) {
    return nullptr;
  }
  const auto at = std::lower_bound(
      places_.begin(), places_.end(), &link,
      [](const Place& a, const HloInstruction* b) { return std::less<>()(a.link, b); });
  return at == places_.end() || at->link != &link ? nullptr : &*at;
}

const AsyncOperation* AsyncIndex::Of(const HloInstruction& link) const {
  const Place* place = PlaceOf(link);
  return place == nullptr ? nullptr : &operations_[place->operation];
}

int64_t AsyncIndex::Distance(const AsyncOperation& operation) const {
  if (operation.done() == nullptr) return -1;
  const Place* start = PlaceOf(operation.start());
  const Place* done = PlaceOf(*operation.done());
  if (start == nullptr || done == nullptr) return -1;
  return int64_t{done->position} - start->position - 1 -
         static_cast<int64_t>(operation.updates().size());
}

// ---- One operation.

absl::Span<const HloInstruction* const> AsyncOperation::updates() const {
  const size_t ends = done() == nullptr ? 1 : 2;
  return links().subspan(1, links_.size() - ends);
}

const HloInstruction* AsyncOperation::done() const {
  return IsDone(*links_.back()) ? links_.back() : nullptr;
}

bool AsyncOperation::IsDone(const HloInstruction& link) const {
  return is_pair_ ? &link != &start() : IsAsyncDone(link);
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

}  // namespace hlo_text_v1
