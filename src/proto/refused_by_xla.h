// What XLA writes and prints, but does not read back from a proto. This library does, with a
// warning.
#ifndef HLO_PROTO_REFUSED_BY_XLA_H_
#define HLO_PROTO_REFUSED_BY_XLA_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/numbers.h"
#include "hlo/instruction.h"
#include "src/base/strings.h"
#include "src/ir/frontend_attributes.h"

namespace hlo::internal {

// Whether RefusalByXla may say anything.
inline bool MayBeRefusedByXla(HloOpcode opcode) {
  return opcode == HloOpcode::kSendDone || opcode == HloOpcode::kRecvDone ||
         opcode == HloOpcode::kCall;
}

// XLA's words for why; empty if it reads `instruction`. Source: XLA
// HloInstruction::CreateFromProto.
inline std::string RefusalByXla(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  const auto is_of = [&](HloOpcode start) {
    return instruction.operand_count() > 0 && instruction.operand(0)->opcode() == start;
  };
  if (opcode == HloOpcode::kSendDone && !is_of(HloOpcode::kSend)) {
    return "SendDone must take the context operand from Send";
  }
  if (opcode == HloOpcode::kRecvDone && !is_of(HloOpcode::kRecv)) {
    return "RecvDone must take the context operand from Recv";
  }
  if (opcode != HloOpcode::kCall) return {};
  const Attribute* composite = instruction.FindAttribute(AttributeKind::kIsComposite);
  if (composite == nullptr || !composite->AsBool()) return {};
  constexpr std::string_view kMust = "A composite call op must have frontend attributes with ";
  const std::string_view* name = FindFrontendAttribute(instruction, "composite.name");
  if (name == nullptr || name->empty()) {
    return StrCat(kMust, "key composite.name whose value is non-empty");
  }
  const std::string_view* version = FindFrontendAttribute(instruction, "composite.version");
  int64_t number = 0;
  if (version != nullptr && (!absl::SimpleAtoi(Absl(*version), &number) || number < 0)) {
    return StrCat(kMust,
                  "a composite.version whose value is a non-negative integer but got: ", *version);
  }
  return {};
}

}  // namespace hlo::internal

#endif  // HLO_PROTO_REFUSED_BY_XLA_H_
