// Names are interned in the order of their ids in the part, so that each gets the id that it would
// have had. A computation that the part mentions and does not define is one of those before: its
// stand-in is forgotten. What a parser checks or notes when it meets a computation that it knows is
// made up for here. At last the instructions are told what they refer to now.
#include "src/parse/module/part_linker.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "hlo/attribute.h"
#include "src/ir/visit_attribute.h"

namespace hlo {

using internal::IrAccess;

bool PartLinker::Run() {
  if (IsUnusual()) return false;
  const uint32_t known_names = ours_.symbols.size();
  names_ = ours_.symbols.Adopt(theirs_.symbols);
  if (DefinesInstruction(known_names)) ours_.names_may_collide = true;
  LinkFlags();
  ours_.shapes.Adopt(std::move(theirs_.shapes), [&](const Shape* theirs, const Shape* ours) {
    shapes_.emplace(theirs, ours);
  });
  ours_.arena.Adopt(std::move(theirs_.arena));
  return LinkCallees() && LinkComputations();
}

// What is logged although nothing is refused may be for want of stack, or of the share of a limit,
// and an instruction within another may have hidden such. Warnings come once for a word of the
// text, and the name of an instruction without one depends on all names before.
bool PartLinker::IsUnusual() const {
  for (HloParser* parser : {&whole_, &part_}) {
    if (!parser->ctx_.log().empty() || parser->anonymous_names_ != nullptr) return true;
  }
  return !part_.ctx_.warnings().empty() || !part_.unresolved_.empty() || !part_.resolved_.empty() ||
         !whole_.undefined_.empty() || (part_.entry_seen_ && whole_.entry_seen_);
}

// Whether one of the part has a name that is in the text before.
bool PartLinker::DefinesInstruction(uint32_t known_names) const {
  const size_t count = std::min(part_.instruction_of_.size(), names_.size());
  for (size_t id = 1; id < count; ++id) {
    if (names_[id] < known_names && part_.instruction_of_[id] != nullptr) return true;
  }
  return false;
}

void PartLinker::LinkFlags() {
  ours_.has_async |= theirs_.has_async;
  ours_.names_may_collide |= theirs_.names_may_collide;
  ours_.computation_names_may_collide |= theirs_.computation_names_may_collide;
  ours_.uses_stack_frames |= theirs_.uses_stack_frames;
  ours_.keeps_stack_frames |= theirs_.keeps_stack_frames;
  whole_.has_forward_references_ |= part_.defines_referenced_;
}

bool PartLinker::LinkCallees() {
  for (const auto& [stand_in, reference] : part_.undefined_) {
    HloComputation* callee = whole_.FindComputation(names_[IrAccess::Name(stand_in)]);
    if (callee == nullptr) return false;
    callees_.emplace(stand_in, callee);
    IrAccess::FusionCallers(callee) += IrAccess::FusionCallers(stand_in);
  }
  return true;
}

bool PartLinker::LinkComputations() {
  for (HloComputation* computation : part_.computations_.computations()) {
    if (computation == nullptr || part_.undefined_.contains(computation)) continue;
    const uint32_t name = names_[IrAccess::Name(computation)];
    if (whole_.computations_.Find(name) != nullptr) return false;
    whole_.computations_.Set(name, computation);
  }
  for (const auto& start : theirs_.sugared_starts) {
    ours_.sugared_starts.push_back(
        {start.start, start.definition_index + ours_.computations.size()});
  }
  ours_.computations.insert(ours_.computations.end(), theirs_.computations.begin(),
                            theirs_.computations.end());
  if (part_.entry_seen_) {
    whole_.entry_seen_ = true;
    ours_.entry = theirs_.entry;
  }
  for (std::unique_ptr<HloComputation>& owned : theirs_.owned_computations) {
    if (part_.undefined_.contains(owned.get())) continue;
    HloComputation* computation = IrAccess::Own(ours_, std::move(owned));
    IrAccess::Name(computation) = names_[IrAccess::Name(computation)];
    for (HloInstruction* instruction : computation->instructions()) {
      if (!Relocate(instruction)) return false;
    }
  }
  return true;
}

namespace {

// HloParser::CheckScan, which looks at computations that are defined.
bool HasOperandsForScan(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kScan) return true;
  if (instruction.async_phase() != AsyncPhase::kNone) return true;
  const Attribute* callee = instruction.FindAttribute(AttributeKind::kToApply);
  return callee != nullptr &&
         callee->AsComputation()->parameters().size() == instruction.operands().size();
}

void SetPointer(const void* value, Attribute* attribute) {
  Attribute changed = Attribute::Pointer(attribute->kind(), value);
  changed.SetRaw(attribute->raw_begin(), attribute->raw_size(), attribute->raw_is_canonical());
  changed.set_rank(attribute->rank());
  *attribute = changed;
}

}  // namespace

bool PartLinker::Relocate(HloInstruction* instruction) {
  IrAccess::Name(instruction) = names_[IrAccess::Name(instruction)];
  Relocate(&IrAccess::ShapeOf(instruction));
  if (instruction->async_phase() == AsyncPhase::kNone &&
      instruction->opcode() == HloOpcode::kConstant) {
    Relocate(const_cast<Literal*>(&instruction->literal()));
  }
  for (Attribute& attribute : IrAccess::MutableAttributes(instruction)) Relocate(&attribute);
  return HasOperandsForScan(*instruction);
}

void PartLinker::Relocate(const Shape** shape) const {
  auto found = shapes_.find(*shape);
  if (found != shapes_.end()) *shape = found->second;
}

void PartLinker::Relocate(Literal* literal) const {
  Relocate(&IrAccess::ShapeOf(literal));
  if (literal->elements().empty()) return;
  std::vector<const Literal*> open = {literal};  // tuples may nest deeply
  while (!open.empty()) {
    const Literal* tuple = open.back();
    open.pop_back();
    for (const Literal& element : tuple->elements()) {
      Relocate(&IrAccess::ShapeOf(const_cast<Literal*>(&element)));
      if (!element.elements().empty()) open.push_back(&element);
    }
  }
}

void PartLinker::Relocate(HloComputation** callee) const {
  auto found = callees_.find(*callee);
  if (found != callees_.end()) *callee = found->second;
}

void PartLinker::Relocate(Attribute* attribute) const {
  VisitAttributeValue(*attribute, [&](const auto& value) { Relocate(value, attribute); });
}

void PartLinker::Relocate(const Shape& value, Attribute* attribute) const {
  const Shape* shape = &value;
  Relocate(&shape);
  SetPointer(shape, attribute);
}

void PartLinker::Relocate(HloComputation* callee, Attribute* attribute) const {
  Relocate(&callee);
  SetPointer(callee, attribute);
}

}  // namespace hlo
