// See matching.h. Every computation of the modules has a record from the start.
#include "src/diff/matching.h"

namespace hlo_text_v1::internal {

Matching::Matching(const HloModule& before, const HloModule& after) {
  before_.reserve(before.computations().size());
  after_.reserve(after.computations().size());
  for (const HloComputation* computation : before.computations()) before_[computation];
  for (const HloComputation* computation : after.computations()) after_[computation];
}

Matching::Record& Matching::Open(const HloComputation& computation,
                                 const HloComputation& counterpart, Records* records) {
  Record& record = (*records)[&computation];
  record.counterpart = &counterpart;
  record.instructions.resize(computation.index_limit());
  return record;
}

void Matching::Match(const HloComputation& before, const HloComputation& after,
                     absl::Span<const InstructionPair> pairs) {
  Record& of_before = Open(before, after, &before_);
  Record& of_after = Open(after, before, &after_);
  for (const InstructionPair& pair : pairs) {
    of_before.instructions[pair.before->index()] = pair.after;
    of_after.instructions[pair.after->index()] = pair.before;
  }
}

Matching::Counterpart Matching::Find(const HloComputation& computation, const Records& records) {
  const auto found = records.find(&computation);
  if (found == records.end()) return {};
  return {found->second.counterpart, found->second.instructions};
}

const HloComputation* Matching::Of(const HloComputation& computation) const {
  return before_.contains(&computation) ? AfterOf(computation) : BeforeOf(computation);
}

const HloInstruction* Matching::Of(const HloInstruction& instruction) const {
  const HloComputation& parent = *instruction.parent();
  const auto all = before_.contains(&parent) ? AftersOf(parent) : BeforesOf(parent);
  return instruction.index() < all.size() ? all[instruction.index()] : nullptr;
}

}  // namespace hlo_text_v1::internal
