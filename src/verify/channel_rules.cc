// Channels: a send or receive and its done share a channel; host transfers on one channel are
// alike; channels of all-reduces are positive. Source: XLA hlo_verifier.cc, VerifyChannels.
#include <cstdint>
#include <string>
#include <utility>

#include "src/base/hash_table.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

const Attribute* ChannelOf(const HloInstruction& instruction) {
  return instruction.FindAttribute(AttributeKind::kChannelId);
}
int64_t ChannelIdOf(const HloInstruction& instruction) {
  const Attribute* channel = ChannelOf(instruction);
  return channel == nullptr ? -1 : channel->AsInt64();
}
bool IsHostTransfer(const HloInstruction& instruction) {
  return IsTrue(instruction, AttributeKind::kIsHostTransfer);
}

// XLA HloInstruction::ToShortString.
std::string ShortText(const HloInstruction& instruction) {
  const auto name = [](const HloInstruction* operand) { return StrCat("%", operand->name()); };
  return StrCat("%", instruction.name(), " = ", instruction.opcode_name(), "(",
                Joined(instruction.operands(), ", ", name), ")");
}

class ChannelRules {
 public:
  explicit ChannelRules(VerifyContext& context) : context_(context) {}

  void Verify(const HloInstruction& instruction) {
    const HloOpcode opcode = instruction.opcode();
    if (opcode == HloOpcode::kSend || opcode == HloOpcode::kRecv) {
      VerifyDone(instruction,
                 opcode == HloOpcode::kSend ? HloOpcode::kSendDone : HloOpcode::kRecvDone);
      VerifyHostTransfer(instruction);
    } else if (opcode == HloOpcode::kAllReduce || opcode == HloOpcode::kAllReduceStart) {
      if (ChannelOf(instruction) != nullptr && ChannelIdOf(instruction) <= 0) {
        context_.Error(instruction, Code::kAllReduceChannel, ShortText(instruction));
      }
    }
  }

 private:
  // The pair rules have checked that there is one user.
  void VerifyDone(const HloInstruction& start, HloOpcode done_opcode) {
    const auto users = context_.users(*start.parent()).of(start);
    if (users.size() != 1 || !Is(*users[0], done_opcode)) return;
    const HloInstruction& done = *users[0];
    // An edit can take the channel from one of them.
    if (ChannelOf(start) == nullptr && ChannelOf(done) == nullptr) return;
    if ((ChannelOf(start) == nullptr) != (ChannelOf(done) == nullptr) ||
        ChannelIdOf(start) != ChannelIdOf(done)) {
      context_
          .Error(start, Code::kChannelsDiffer, start, ChannelIdOf(start), done, ChannelIdOf(done))
          .Note(done, Code::kUsedHere);
    }
    if (IsHostTransfer(start) != IsHostTransfer(done)) {
      context_.Error(start, Code::kHostTransfersDiffer, start, done).Note(done, Code::kUsedHere);
    }
  }

  void VerifyHostTransfer(const HloInstruction& transfer) {
    if (ChannelOf(transfer) == nullptr || !IsHostTransfer(transfer)) return;
    const auto [it, is_first] = first_.emplace(ChannelIdOf(transfer), &transfer);
    if (is_first || AreAlike(*it->second, transfer)) return;
    context_.Error(transfer, Code::kHostTransfersNotIdentical, *it->second, transfer)
        .Note(*it->second, Code::kOtherTransferIsHere);
  }

  bool AreAlike(const HloInstruction& a, const HloInstruction& b) {
    if (a.opcode() != b.opcode() || a.operand_count() != b.operand_count() ||
        !context_.Same(a.shape(), b.shape())) {
      return false;
    }
    for (int64_t i = 0; i < a.operand_count(); ++i) {
      if (!context_.Same(a.operand(i)->shape(), b.operand(i)->shape())) return false;
    }
    return true;
  }

  VerifyContext& context_;
  HashMap<int64_t, const HloInstruction*> first_;  // host transfers by channel
};

}  // namespace

void VerifyChannels(VerifyContext& context) {
  ChannelRules rules(context);
  for (const HloComputation* computation : context.module().computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (context.stopped()) return;
      rules.Verify(*instruction);
    }
  }
}

}  // namespace hlo_text_v1::internal
