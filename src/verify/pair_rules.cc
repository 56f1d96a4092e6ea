// Starts, updates and dones belong together: which instructions may use a start or precede a done.
//
// async_pairs.h has the opcodes with their own start and done: each has one user. Chains of
// async-start, -update and -done are followed through the values and loops that carry their state
// (producer.h). Source: XLA hlo_verifier.cc, VerifyAsynchronousInstructionPairs.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/base/hash_table.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

using Opcodes = absl::Span<const HloOpcode>;

// Whether the state of a chain may be an operand of `user`, not a link.
bool MayUseAsyncState(const HloInstruction& user) {
  constexpr HloOpcode kOthers[] = {HloOpcode::kWhile, HloOpcode::kCall, HloOpcode::kConditional,
                                   HloOpcode::kDomain};
  return PassesAsyncState(user) ||
         std::find(std::begin(kOthers), std::end(kOthers), user.opcode()) != std::end(kOthers);
}

// Whether `opcode` may be a start, update or done; most are not.
bool MayBePaired(const HloInstruction& instruction) {
  static constexpr auto kPaired = [] {
    std::array<bool, kHloOpcodeCount + 1> paired = {};
    for (const AsyncPairOpcodes& pair : kAsyncPairs) {
      paired[static_cast<size_t>(pair.start)] = paired[static_cast<size_t>(pair.done)] = true;
    }
    return paired;
  }();
  return kPaired[static_cast<size_t>(instruction.opcode())] || IsAsyncLink(instruction.opcode());
}

bool Contains(Opcodes opcodes, HloOpcode opcode) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

std::string Names(Opcodes opcodes, std::string_view separator) {
  return Joined(opcodes, separator, HloOpcodeName);
}

bool IsControlDependency(const HloInstruction& instruction) {
  return Is(instruction, HloOpcode::kCustomCall) &&
         instruction.custom_call_target() == "control_dep";
}

class PairRules {
 public:
  PairRules(VerifyContext& context, const HloComputation& computation, ProducerFinder& producers)
      : context_(context), computation_(computation), producers_(producers) {}

  void Verify(const HloInstruction& instruction) {
    if (!MayBePaired(instruction)) return;
    if (const AsyncPairOpcodes* pair = PairStartedBy(instruction)) {
      return VerifyStartOf(*pair, instruction);
    }
    if (const AsyncPairOpcodes* pair = PairDoneBy(instruction)) {
      return VerifyDoneOf(*pair, instruction);
    }
    if (!IsAsyncDone(instruction)) VerifyUses(instruction);
    if (IsAsyncDone(instruction) && instruction.operand_count() != 1) {
      context_.Error(instruction, Code::kPairNeedsOneOperand, HloOpcodeName(instruction.opcode()),
                     instruction.operand_count());
    } else if (IsAsyncUpdate(instruction) && instruction.operands().empty()) {
      context_.Error(instruction, Code::kUpdateHasNoOperands);
    }
  }

 private:
  // A tuple may pass on the results of send and recv starts.
  static bool MayBeInTuple(const AsyncPairOpcodes& pair) { return pair.start == pair.work; }

  void VerifyStartOf(const AsyncPairOpcodes& pair, const HloInstruction& start) {
    if (MayBeInTuple(pair) && IsRootOfAsyncComputation(context_, start)) return;
    const HloOpcode users[] = {pair.done, HloOpcode::kTuple};
    VerifyUser(start, Opcodes(users, MayBeInTuple(pair) ? 2 : 1));
  }

  void VerifyDoneOf(const AsyncPairOpcodes& pair, const HloInstruction& done) {
    const HloOpcode operands[] = {pair.start, HloOpcode::kGetTupleElement};
    VerifyOperand(done, Opcodes(operands, MayBeInTuple(pair) ? 2 : 1));
  }

  void VerifyUser(const HloInstruction& start, Opcodes allowed) {
    std::vector<const HloInstruction*> users;
    for (const HloInstruction* user : context_.users(computation_).of(start)) {
      if (!IsControlDependency(*user)) users.push_back(user);
    }
    const std::string_view name = HloOpcodeName(start.opcode());
    if (users.size() != 1) {
      Violation violation = context_.Error(start, Code::kPairNeedsOneUser, name, users.size());
      for (size_t i = 0; i < std::min<size_t>(users.size(), 4); ++i) {
        violation.Note(*users[i], Code::kUsedHere);
      }
    } else if (!Contains(allowed, users[0]->opcode()) && !PassesAsyncState(*users[0]) &&
               !Is(*users[0], HloOpcode::kWhile)) {
      context_
          .Error(start, Code::kPairUser, name, Names(allowed, ", "),
                 HloOpcodeName(users[0]->opcode()))
          .Note(*users[0], Code::kUsedHere);
    }
  }

  void VerifyOperand(const HloInstruction& done, Opcodes allowed) {
    const std::string_view name = HloOpcodeName(done.opcode());
    if (done.operand_count() != 1) {
      context_.Error(done, Code::kPairNeedsOneOperand, name, done.operand_count());
      return;
    }
    const HloInstruction& operand = *done.operand(0);
    const HloInstruction* producer = producers_.Find(operand);
    if (Contains(allowed, operand.opcode()) ||
        (producer != nullptr && Contains(allowed, producer->opcode()))) {
      return;
    }
    context_
        .Error(done, Code::kPairOperand, name, Names(allowed, " or "),
               HloOpcodeName(operand.opcode()))
        .Note(operand, Code::kOperandIsHere);
  }

  // A start or update is operand 0 of links, or a value that leads to one.
  void VerifyUses(const HloInstruction& link) {
    for (const HloInstruction* user : context_.users(computation_).of(link)) {
      const bool is_link = IsAsyncUpdate(*user) || IsAsyncDone(*user);
      if (!is_link && MayUseAsyncState(*user)) continue;
      for (int64_t i = is_link ? 1 : 0; i < user->operand_count(); ++i) {
        if (user->operand(i) != &link) continue;
        context_
            .Error(*user, is_link ? Code::kAsyncSideUse : Code::kAsyncStrayUse, link.name(), i,
                   user->name())
            .Note(link, Code::kOperandIsHere);
      }
    }
  }

  VerifyContext& context_;
  const HloComputation& computation_;
  ProducerFinder& producers_;
};

// Each done has a start and each start a done; each update is on the way. A loop may carry a
// chain that has no done.
class ChainRules {
 public:
  ChainRules(VerifyContext& context, ProducerFinder& producers)
      : context_(context), producers_(producers) {}

  void Add(const HloInstruction& link) { links_.push_back(&link); }

  void Verify() {
    for (const HloInstruction* link : links_) {
      if (IsAsyncDone(*link) && !link->operands().empty()) FollowBack(*link);
    }
    for (const HloInstruction* link : links_) {
      if (IsAsyncDone(*link) || followed_.contains(link) || IsCarried(*link)) continue;
      context_.Error(*link,
                     IsAsyncStart(*link) ? Code::kAsyncStartWithoutDone : Code::kAsyncOrphanUpdate,
                     link->name());
    }
  }

 private:
  void FollowBack(const HloInstruction& done) {
    for (const HloInstruction* at = &done;;) {
      const HloInstruction* before = producers_.Before(*at);
      if (before == nullptr) {
        // An edit may leave an update without operands.
        context_.Error(done, Code::kAsyncDoneWithoutStart, done.name())
            .Note(at->operands().empty() ? *at : *at->operand(0), Code::kOperandIsHere);
        return;
      }
      const auto [known, is_new] = followed_.try_emplace(before, &done);
      if (IsAsyncUpdate(*before) && is_new) {
        at = before;
        continue;
      }
      if (IsAsyncUpdate(*before)) {
        context_.Error(*before, Code::kAsyncUpdateTwice, before->name());
      } else if (!IsAsyncStart(*before)) {
        context_.Error(done, Code::kAsyncDoneOfPair, done.name(), before->name());
      } else if (!is_new) {
        context_
            .Error(*before, Code::kAsyncStartOfSeveralDones, before->name(), known->second->name(),
                   done.name())
            .Note(*known->second, Code::kUsedHere)
            .Note(done, Code::kUsedHere);
      }
      return;
    }
  }

  // Whether a loop may carry the value of `link`.
  bool IsCarried(const HloInstruction& link) {
    if (!knows_carried_) FindCarried();
    return carried_.contains(&link);
  }

  // Walks back from what whiles take and their bodies make.
  void FindCarried() {
    knows_carried_ = true;
    std::vector<const HloInstruction*> open;
    const auto add = [&](const HloInstruction* value) {
      if (value != nullptr && carried_.insert(value).second) open.push_back(value);
    };
    for (const HloComputation* computation : context_.module().computations()) {
      for (const HloInstruction* loop : computation->instructions()) {
        if (!Is(*loop, HloOpcode::kWhile)) continue;
        for (const HloInstruction* operand : loop->operands()) add(operand);
        if (const HloComputation* body = Callee(*loop, AttributeKind::kBody)) {
          add(body->root_instruction());
        }
      }
    }
    while (!open.empty()) {
      const HloInstruction& at = *open.back();
      open.pop_back();
      const bool calls = Is(at, HloOpcode::kCall) || Is(at, HloOpcode::kConditional);
      if (!calls && !Is(at, HloOpcode::kTuple) && !Is(at, HloOpcode::kGetTupleElement) &&
          !Is(at, HloOpcode::kOptimizationBarrier) && !Is(at, HloOpcode::kDomain) &&
          !IsAsyncUpdate(at)) {
        continue;
      }
      for (const HloInstruction* operand : at.operands()) add(operand);
      if (!calls) continue;
      at.ForEachCalledComputation(
          [&](const HloComputation* callee) { add(callee->root_instruction()); });
    }
  }

  VerifyContext& context_;
  ProducerFinder& producers_;
  std::vector<const HloInstruction*> links_;
  HashMap<const HloInstruction*, const HloInstruction*> followed_;  // to the first of their dones
  bool knows_carried_ = false;
  HashSet<const HloInstruction*> carried_;
};

}  // namespace

void VerifyPairs(VerifyContext& context) {
  ProducerFinder producers(context.module());
  ChainRules chains(context, producers);
  for (const HloComputation* computation : context.module().computations()) {
    PairRules rules(context, *computation, producers);
    for (const HloInstruction* instruction : computation->instructions()) {
      if (context.stopped()) return;
      rules.Verify(*instruction);
      if (IsAsyncLink(instruction->opcode())) chains.Add(*instruction);
    }
  }
  chains.Verify();
}

}  // namespace hlo_text_v1::internal
