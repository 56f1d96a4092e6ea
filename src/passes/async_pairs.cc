// Users are listed only for computations that have a start at all. Places in the schedule come from
// one numbering of the computation, so that many long chains cost no more than their links.
#include "src/passes/async_pairs.h"

#include <optional>

#include "hlo/async.h"
#include "hlo/users.h"

namespace hlo {
namespace {

struct PairOpcodes {
  HloOpcode start;
  HloOpcode done;
  std::string_view name;
};
constexpr PairOpcodes kPairs[] = {
    {HloOpcode::kAllGatherStart, HloOpcode::kAllGatherDone, "all-gather"},
    {HloOpcode::kAllReduceStart, HloOpcode::kAllReduceDone, "all-reduce"},
    {HloOpcode::kCollectivePermuteStart, HloOpcode::kCollectivePermuteDone, "collective-permute"},
    {HloOpcode::kCopyStart, HloOpcode::kCopyDone, "copy"},
    {HloOpcode::kSend, HloOpcode::kSendDone, "send"},
    {HloOpcode::kRecv, HloOpcode::kRecvDone, "recv"},
};

const PairOpcodes* FindPairOpcodes(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  for (const PairOpcodes& pair : kPairs) {
    if (pair.start == instruction.opcode()) return &pair;
  }
  return nullptr;
}

AsyncPair MakePair(const HloInstruction& start, const PairOpcodes& opcodes,
                   const UserLists& users) {
  AsyncPair pair;
  pair.start = &start;
  pair.opcode = opcodes.name;
  for (const HloInstruction* user : users.of(&start)) {
    if (user->opcode() == opcodes.done) pair.done = user;
  }
  return pair;
}

AsyncPair MakePair(const AsyncChain& chain) {
  AsyncPair pair;
  pair.start = &chain.start();
  pair.done = chain.done();
  pair.wrapped = chain.wrapped_instruction();
  pair.opcode =
      pair.wrapped != nullptr ? pair.wrapped->opcode_name() : HloOpcodeName(chain.wrapped_opcode());
  uint32_t link_number = 0;
  for (const HloInstruction* link : chain.links()) {
    pair.bound_at.insert(pair.bound_at.end(), chain.NewOperands(*link).size(), link_number++);
  }
  return pair;
}

}  // namespace

bool BeginsAsync(const HloInstruction& instruction) {
  return IsAsyncStart(instruction) || FindPairOpcodes(instruction) != nullptr;
}

AsyncPairs::AsyncPairs(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    AddComputation(*computation, module.config().is_scheduled);
  }
  for (size_t i = 0; i < pairs_.size(); ++i) by_start_.emplace(pairs_[i].start, i);
}

const AsyncPair* AsyncPairs::Find(const HloInstruction* start) const {
  const auto found = by_start_.find(start);
  return found == by_start_.end() ? nullptr : &pairs_[found->second];
}

void AsyncPairs::AddComputation(const HloComputation& computation, bool is_scheduled) {
  std::optional<UserLists> users;
  std::vector<int64_t> places;
  const auto number = [&] {
    users.emplace(computation);
    places.resize(computation.index_limit());
    int64_t place = 0;
    for (const HloInstruction* i : computation.instructions()) places[i->index()] = place++;
  };
  for (const HloInstruction* instruction : computation.instructions()) {
    if (!BeginsAsync(*instruction)) continue;
    if (!users.has_value()) number();
    AsyncPair pair;
    int64_t links = 2;
    if (const PairOpcodes* opcodes = FindPairOpcodes(*instruction)) {
      pair = MakePair(*instruction, *opcodes, *users);
    } else {
      const std::optional<AsyncChain> chain = AsyncChain::Of(*instruction, *users);
      if (!chain.has_value()) continue;
      pair = MakePair(*chain);
      links = static_cast<int64_t>(chain->links().size());
    }
    if (is_scheduled && pair.done != nullptr) {
      pair.distance = places[pair.done->index()] - places[pair.start->index()] + 1 - links;
    }
    pairs_.push_back(std::move(pair));
  }
}

}  // namespace hlo
