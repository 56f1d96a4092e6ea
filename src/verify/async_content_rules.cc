// The contents of a computation that a link of a chain calls. On the main thread it is one
// instruction and its parameters for XLA; other threads run whole computations. The Async HLO
// document lets a start call any computation, and so do we unless asked for XLA's verdict. Source:
// XLA hlo_verifier.cc, VerifyAsyncComputation.
#include "src/ir/normal_form.h"
#include "src/verify/rules.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

struct Content {
  bool only_root_and_parameters = true;
  bool only_transfers = true;  // sends, receives, and instructions that move their values
  bool is_barrier = true;      // apart from the root only parameters and their elements
};

Content ContentOf(const HloComputation& computation) {
  Content content;
  for (const HloInstruction* instruction : computation.instructions()) {
    const bool is_root = instruction == computation.root_instruction();
    const bool is_parameter = Is(*instruction, HloOpcode::kParameter);
    if (!is_root && !is_parameter) {
      content.only_root_and_parameters = false;
      if (!Is(*instruction, HloOpcode::kGetTupleElement)) content.is_barrier = false;
    }
    const HloOpcode opcode = instruction->opcode();
    content.only_transfers &= opcode == HloOpcode::kSend || opcode == HloOpcode::kRecv ||
                              opcode == HloOpcode::kBitcast || opcode == HloOpcode::kParameter ||
                              opcode == HloOpcode::kTuple;
  }
  return content;
}

}  // namespace

void VerifyAsyncComputation(VerifyContext& context, const HloComputation& computation) {
  const HloInstruction* start = nullptr;
  for (const HloInstruction* caller : context.calls().callers(computation)) {
    if (IsAsyncLink(caller->opcode())) start = caller;
  }
  if (start == nullptr) return;
  const Content content = ContentOf(computation);
  const HloInstruction& root = *computation.root_instruction();
  const AsyncPairOpcodes* pair = FindPairOpcodes<&AsyncPairOpcodes::work>(root.opcode());
  // A rule of the Async HLO document, not of XLA's verifier; compilers for GPUs break it.
  if (context.options().xla_strict && content.only_root_and_parameters && pair != nullptr) {
    const bool starts_itself = pair->start == pair->work;  // send, recv
    context
        .Error(*start, Code::kAsyncWrapsFirstClass, HloOpcodeName(pair->work),
               HloOpcodeName(starts_itself ? pair->done : pair->start))
        .Note(root, Code::kCalleeIsHere);
  }
  if (!context.options().xla_strict || computation.execution_thread() != "main" ||
      content.only_root_and_parameters || content.only_transfers || content.is_barrier ||
      FindFrontendAttribute(*start, "_collectives_group") != nullptr) {
    return;
  }
  context.Error(computation, Code::kAsyncComputationContent, computation.name())
      .Note(*start, Code::kCalledHere);
}

}  // namespace hlo_text_v1::internal
