// Rules are patterns; each gives a value that exists, or one instruction in place of two.
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/pattern_matcher.h"
#include "hlo/permutation.h"

namespace hlo_text_v1 {
namespace {

bool KeepsShape(const HloInstruction& i) { return &i.shape() == &i.operand(0)->shape(); }

bool KeepsOrder(const HloInstruction& i) { return IsIdentityPermutation(i.dimensions()); }

// The value that `i` can be replaced with; nullptr if nothing simpler is known.
HloInstruction* SimplerThan(HloInstruction* i) {
  HloInstruction* x = nullptr;
  const bool is_integer = IsIntegralType(i->shape().element_type());
  const bool found =
      Match(i, m::MultiplyAnyOrder(m::Op(&x), m::ConstantAll(1))) ||
      Match(i, m::Divide(m::Op(&x), m::ConstantAll(1))) ||
      // Of floating-point numbers, -0 + 0 and -0 - -0 are 0.
      (is_integer && (Match(i, m::AddAnyOrder(m::Op(&x), m::ConstantAll(0))) ||
                      Match(i, m::Subtract(m::Op(&x), m::ConstantAll(0))))) ||
      Match(i, m::Negate(m::Negate(m::Op(&x)))) || Match(i, m::Not(m::Not(m::Op(&x)))) ||
      Match(i, m::AnyOf(m::Reshape(m::Op(&x)), m::Transpose(m::Op(&x)).Where(KeepsOrder),
                        m::Broadcast(m::Op(&x)).Where(KeepsOrder), m::Convert(m::Op(&x)),
                        m::Slice(m::Op(&x)))
                   .Where(KeepsShape));
  return found && &x->shape() == &i->shape() ? x : nullptr;
}

// Reshape of a reshape, transpose of a transpose. Returns whether it replaced `i`.
absl::StatusOr<bool> JoinPair(HloInstruction* i) {
  HloInstruction* x = nullptr;
  HloInstruction* inner = nullptr;
  std::vector<int64_t> dimensions;  // owned until the instruction is made
  std::vector<Attribute> attributes;
  if (Match(i, m::Transpose(m::Transpose(&inner, m::Op(&x))))) {
    dimensions = ComposePermutations(inner->dimensions(), i->dimensions());
    attributes.push_back(MakeAttribute<AttributeKind::kDimensions>(dimensions));
  } else if (!Match(i, m::Reshape(m::Reshape(&inner, m::Op(&x))))) {
    return false;
  }
  if (HasControlDependencies(*inner)) return false;
  const absl::StatusOr<HloInstruction*> joined =
      ReplaceWithNewInstruction(i, i->opcode(), &i->shape(), {x}, attributes);
  if (!joined.ok()) return joined.status();
  return true;
}

}  // namespace

absl::StatusOr<bool> AlgsimpPass(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    for (HloInstruction* i : InstructionPostOrder(*computation)) {
      // In a schedule, the replacement may be on the wrong side of other instructions.
      if (i->parent() == nullptr || HasControlDependencies(*i)) continue;
      if (HloInstruction* simpler = SimplerThan(i); simpler != nullptr) {
        if (absl::Status status = ReplaceInstruction(i, simpler); !status.ok()) return status;
        changed = true;
        continue;
      }
      const absl::StatusOr<bool> joined = JoinPair(i);
      if (!joined.ok()) return joined;
      changed |= *joined;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
