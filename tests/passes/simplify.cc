#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/pattern_matcher.h"
#include "tests/passes/passes.h"

namespace hlo_text_v1::passes {
namespace {

bool KeepsShape(const HloInstruction& i) { return &i.shape() == &i.operand(0)->shape(); }

bool KeepsOrder(const HloInstruction& i) {
  for (size_t d = 0; d < i.dimensions().size(); ++d) {
    if (i.dimensions()[d] != static_cast<int64_t>(d)) return false;
  }
  return true;
}

// In a schedule, the replacement may be on the wrong side of other instructions.
bool HasControl(const HloInstruction& i) {
  return !i.control_predecessors().empty() || !CurrentControlSuccessors(i).empty();
}

// What `i` can be replaced with; nullptr if nothing simpler is known.
HloInstruction* SimplerThan(HloInstruction* i) {
  HloInstruction* x = nullptr;
  const bool is_integer = IsIntegralType(i->shape().element_type());
  const bool found =
      Match(i, m::MultiplyAnyOrder(m::Op(&x), m::ConstantAll(1))) ||
      Match(i, m::Divide(m::Op(&x), m::ConstantAll(1))) ||
      Match(i, m::Subtract(m::Op(&x), m::ConstantAll(0))) ||
      (is_integer && Match(i, m::AddAnyOrder(m::Op(&x), m::ConstantAll(0)))) ||
      Match(i, m::Negate(m::Negate(m::Op(&x)))) || Match(i, m::Not(m::Not(m::Op(&x)))) ||
      Match(i, m::AnyOf(m::Reshape(m::Op(&x)), m::Transpose(m::Op(&x)).Where(KeepsOrder),
                        m::Broadcast(m::Op(&x)).Where(KeepsOrder), m::Convert(m::Op(&x)))
                   .Where(KeepsShape));
  if (!found && Match(i, m::GetTupleElement(m::Tuple())))
    x = i->operand(0)->operand(i->tuple_index());
  return x != nullptr && &x->shape() == &i->shape() ? x : nullptr;
}

}  // namespace

absl::StatusOr<int64_t> Simplify(HloModule& module) {
  int64_t replaced = 0;
  for (HloComputation* computation : ComputationPostOrder(module)) {
    for (HloInstruction* i : InstructionPostOrder(*computation)) {
      if (i->parent() == nullptr || HasControl(*i)) continue;
      HloInstruction* simpler = SimplerThan(i);
      if (simpler == nullptr) continue;
      if (absl::Status status = ReplaceInstruction(i, simpler); !status.ok()) return status;
      ++replaced;
    }
  }
  return replaced;
}

}  // namespace hlo_text_v1::passes
