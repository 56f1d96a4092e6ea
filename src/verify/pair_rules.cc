// Starts, updates and dones belong together: which instructions may use a start or precede a done.
//
// async_pair_opcodes.h has the opcodes with their own start and done; async-start, -update and
// -done follow the same rules and one more: they are only ever operand 0 of the next link.
// Source: XLA hlo_verifier.cc, VerifyAsynchronousInstructionPairs.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "src/async/chain.h"
#include "src/base/hash_table.h"
#include "src/verify/rules.h"

namespace hlo::internal {
namespace {

using Opcodes = absl::Span<const HloOpcode>;

constexpr HloOpcode kAsyncUsers[] = {HloOpcode::kAsyncUpdate, HloOpcode::kAsyncDone};
constexpr HloOpcode kAsyncOperands[] = {HloOpcode::kAsyncStart, HloOpcode::kAsyncUpdate};

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
  PairRules(VerifyContext& context, const HloComputation& computation)
      : context_(context), computation_(computation) {}

  void Verify(const HloInstruction& instruction) {
    if (!MayBePaired(instruction)) return;
    if (const AsyncPairOpcodes* pair = PairStartedBy(instruction)) {
      return VerifyStartOf(*pair, instruction);
    }
    if (const AsyncPairOpcodes* pair = PairDoneBy(instruction)) {
      return VerifyDoneOf(*pair, instruction);
    }
    if (IsAsyncStart(instruction)) return VerifyUser(instruction, kAsyncUsers);
    if (IsAsyncUpdate(instruction)) {
      VerifyNoSideUse(instruction);
      VerifyUpdateOperand(instruction);
      return VerifyUser(instruction, kAsyncUsers);
    }
    if (!IsAsyncDone(instruction)) return;
    VerifyNoSideUse(instruction);
    VerifyDoneOperand(instruction);
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
    for (const HloInstruction* user : context_.users(computation_).of(&start)) {
      if (!IsControlDependency(*user)) users.push_back(user);
    }
    const std::string_view name = HloOpcodeName(start.opcode());
    if (users.size() != 1) {
      Violation violation = context_.Error(start, Code::kPairNeedsOneUser, name, users.size());
      for (size_t i = 0; i < std::min<size_t>(users.size(), 4); ++i) {
        violation.Note(*users[i], Code::kUsedHere);
      }
    } else if (!Contains(allowed, users[0]->opcode())) {
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
    if (Contains(allowed, operand.opcode())) return;
    context_
        .Error(done, Code::kPairOperand, name, Names(allowed, " or "),
               HloOpcodeName(operand.opcode()))
        .Note(operand, Code::kOperandIsHere);
  }

  // Rejects a start or update as an operand of a link other than the first. Its users show that it
  // is not an operand of anything else.
  void VerifyNoSideUse(const HloInstruction& user) {
    for (int64_t i = 1; i < user.operand_count(); ++i) {
      const HloInstruction& operand = *user.operand(i);
      if (!Contains(kAsyncOperands, operand.opcode())) continue;
      context_.Error(user, Code::kAsyncSideUse, operand.name(), i, user.name())
          .Note(operand, Code::kOperandIsHere);
    }
  }

  void VerifyUpdateOperand(const HloInstruction& update) {
    if (update.operands().empty()) {
      context_.Error(update, Code::kUpdateHasNoOperands);
    } else if (!Contains(kAsyncOperands, update.operand(0)->opcode())) {
      context_.Error(update, Code::kUpdateOperand, HloOpcodeName(update.operand(0)->opcode()))
          .Note(*update.operand(0), Code::kOperandIsHere);
      unconnected_.insert(&update);
    } else {
      VerifyConnected(update);
    }
  }

  void VerifyDoneOperand(const HloInstruction& done) {
    VerifyOperand(done, kAsyncOperands);
    if (!done.operands().empty()) VerifyConnected(done);
  }

  // The followers of a link without a start also have no start.
  void VerifyConnected(const HloInstruction& link) {
    if (!unconnected_.contains(link.operand(0))) return;
    context_.Error(link, Code::kAsyncWithoutStart, link.name())
        .Note(*link.operand(0), Code::kOperandIsHere);
    unconnected_.insert(&link);
  }

  VerifyContext& context_;
  const HloComputation& computation_;
  HashSet<const HloInstruction*> unconnected_;
};

}  // namespace

void VerifyPairs(VerifyContext& context) {
  for (const HloComputation* computation : context.module().computations()) {
    PairRules rules(context, *computation);
    for (const HloInstruction* instruction : computation->instructions()) {
      if (context.stopped()) return;
      rules.Verify(*instruction);
    }
  }
}

}  // namespace hlo::internal
