// See matching.h. Every computation of the modules has a record from the start.
#include "src/diff/matching.h"

namespace hlo {
namespace {

template <typename Records>
const typename Records::mapped_type* FindRecord(const Records& records,
                                                const HloComputation* computation) {
  const auto found = records.find(computation);
  return found == records.end() ? nullptr : &found->second;
}

template <typename Records>
const HloComputation* CounterpartIn(const Records& records, const HloComputation& computation) {
  const auto* record = FindRecord(records, &computation);
  return record == nullptr ? nullptr : record->counterpart;
}

template <typename Records>
absl::Span<const HloInstruction* const> InstructionsIn(const Records& records,
                                                       const HloComputation& computation) {
  const auto* record = FindRecord(records, &computation);
  return record == nullptr ? absl::Span<const HloInstruction* const>() : record->instructions;
}

}  // namespace

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

const HloComputation* Matching::AfterOf(const HloComputation& before) const {
  return CounterpartIn(before_, before);
}

const HloComputation* Matching::BeforeOf(const HloComputation& after) const {
  return CounterpartIn(after_, after);
}

absl::Span<const HloInstruction* const> Matching::AftersOf(const HloComputation& before) const {
  return InstructionsIn(before_, before);
}

absl::Span<const HloInstruction* const> Matching::BeforesOf(const HloComputation& after) const {
  return InstructionsIn(after_, after);
}

const HloComputation* Matching::Of(const HloComputation& computation) const {
  return before_.contains(&computation) ? AfterOf(computation) : BeforeOf(computation);
}

const HloInstruction* Matching::Of(const HloInstruction& instruction) const {
  const HloComputation& parent = *instruction.parent();
  const auto all = before_.contains(&parent) ? AftersOf(parent) : BeforesOf(parent);
  return instruction.index() < all.size() ? all[instruction.index()] : nullptr;
}

}  // namespace hlo
