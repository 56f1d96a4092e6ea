// Starts first, then what follows them. Lists of users, which AsyncChain needs, are only made for a
// computation that has a chain.
#include "src/async/async_links.h"

#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "hlo/users.h"
#include "src/ir/async_pair_opcodes.h"

namespace hlo {
namespace {

// The start that `instruction` is the done of; nullptr if it is none.
const HloInstruction* PairEndedBy(const HloInstruction& instruction) {
  const AsyncPairOpcodes* ended = PairDoneBy(instruction);
  if (ended == nullptr || instruction.operands().empty()) return nullptr;
  const HloInstruction* start = instruction.operand(0);
  return PairStartedBy(*start) == ended ? start : nullptr;
}

AsyncLinks LinksOf(const HloInstruction& start, const UserLists& users) {
  AsyncLinks links;
  links.start = &start;
  const std::optional<AsyncChain> chain = AsyncChain::Of(start, users);
  if (!chain.has_value()) return links;
  links.opcode = start.async_phase() != AsyncPhase::kNone ? start.opcode_name()
                 : chain->wrapped_instruction() != nullptr
                     ? chain->wrapped_instruction()->opcode_name()
                     : HloOpcodeName(chain->wrapped_opcode());
  links.execution_thread = chain->execution_thread();
  links.wrapped_computation = chain->wrapped_computation();
  for (const HloInstruction* link : chain->links()) {
    if (IsAsyncUpdate(*link)) links.updates.push_back(link);
    if (IsAsyncDone(*link)) links.done = link;
  }
  return links;
}

}  // namespace

std::vector<AsyncLinks> FindAsyncLinks(const HloComputation& computation) {
  std::vector<AsyncLinks> all;
  std::optional<UserLists> users;
  absl::flat_hash_map<const HloInstruction*, size_t> pairs;  // where a start stands in `all`
  for (const HloInstruction* instruction : computation.instructions()) {
    if (IsAsyncStart(*instruction)) {
      if (!users.has_value()) users.emplace(computation);
      all.push_back(LinksOf(*instruction, *users));
    } else if (const AsyncPairOpcodes* pair = PairStartedBy(*instruction); pair != nullptr) {
      AsyncLinks links;
      links.start = instruction;
      links.opcode = HloOpcodeName(pair->work);
      pairs.emplace(instruction, all.size());
      all.push_back(std::move(links));
    }
  }
  if (pairs.empty()) return all;
  for (const HloInstruction* instruction : computation.instructions()) {
    const HloInstruction* start = PairEndedBy(*instruction);
    if (start == nullptr) continue;
    const auto at = pairs.find(start);
    if (at == pairs.end()) continue;  // of another computation
    AsyncLinks& links = all[at->second];
    if (links.done == nullptr) links.done = instruction;
  }
  return all;
}

}  // namespace hlo
