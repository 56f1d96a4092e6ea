// Interns names in the order of their ids in the part, so each gets the id it would have had. A
// computation that the part mentions but does not define is an earlier one: its stand-in is
// dropped. Makes up for what a parser checks or records when it meets a known computation. Then
// points the instructions at their new referents.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hlo/attribute.h"
#include "src/base/hash_table.h"
#include "src/base/thread_group.h"
#include "src/ir/prefetch.h"
#include "src/ir/value_fields.h"
#include "src/ir/visit_attribute.h"
#include "src/parse/module/parallel_parser.h"

namespace hlo::internal {

namespace {

// CheckScan, which needs defined computations.
bool HasOperandsForScan(const HloInstruction& instruction) {
  if (instruction.spelled_opcode() != HloOpcode::kScan) return true;
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

class PartLinker {
 public:
  PartLinker(ParseState& whole, ParseState& part, size_t jobs)
      : whole_(whole), part_(part), ours_(whole.module), theirs_(part.module), jobs_(jobs) {}

  bool Link() {
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

 private:
  // A log without a refusal may come from lack of stack or of a share of a limit, and an enclosing
  // instruction may have hidden such entries. Warnings come once per word of the text, and the name
  // of a nameless instruction depends on all names before.
  bool IsUnusual() const {
    for (ParseState* state : {&whole_, &part_}) {
      if (!state->log().empty() || state->anonymous_names != nullptr) return true;
    }
    return !part_.warnings().empty() || !part_.unknown.unresolved.empty() ||
           !part_.unknown.resolved.empty() || whole_.forward.has_undefined() ||
           (part_.entry_seen && whole_.entry_seen);
  }

  // Whether an instruction of the part has a name that is in the text before.
  bool DefinesInstruction(uint32_t known_names) const {
    const size_t count = std::min(part_.instructions.limit(), names_.size());
    for (size_t id = 1; id < count; ++id) {
      const auto symbol = static_cast<uint32_t>(id);
      if (names_[id] < known_names && part_.instructions[symbol] != nullptr) return true;
    }
    return false;
  }

  void LinkFlags() {
    ours_.has_async |= theirs_.has_async;
    ours_.names_may_collide |= theirs_.names_may_collide;
    ours_.computation_names_may_collide |= theirs_.computation_names_may_collide;
    ours_.uses_stack_frames |= theirs_.uses_stack_frames;
    ours_.keeps_stack_frames |= theirs_.keeps_stack_frames;
    ours_.folds_tuple_elements |= theirs_.folds_tuple_elements;
    ours_.writes_compare_type |= theirs_.writes_compare_type;
    whole_.forward.AdoptAny(part_.forward);
  }

  bool LinkCallees() {
    for (const ForwardReferences::Mention& mention : part_.forward.Undefined()) {
      const HloComputation* stand_in = mention.computation;
      HloComputation* callee = whole_.computations.Find(names_[IrAccess::Name(stand_in)]);
      if (callee == nullptr) return false;
      callees_.emplace(stand_in, callee);
      IrAccess::FusionCallers(callee) += IrAccess::FusionCallers(stand_in);
    }
    return true;
  }

  bool LinkComputations() {
    for (HloComputation* computation : part_.computations.computations()) {
      if (computation == nullptr || part_.forward.IsUndefined(computation)) continue;
      const uint32_t name = names_[IrAccess::Name(computation)];
      if (whole_.computations.Find(name) != nullptr) return false;
      whole_.computations.Set(name, computation);
    }
    for (const auto& start : theirs_.sugared_starts) {
      ours_.sugared_starts.push_back(
          {start.start, start.definition_index + ours_.computations.size()});
    }
    ours_.computations.insert(ours_.computations.end(), theirs_.computations.begin(),
                              theirs_.computations.end());
    if (part_.entry_seen) {
      whole_.entry_seen = true;
      ours_.entry = theirs_.entry;
    }
    std::vector<HloComputation*> added;
    added.reserve(theirs_.owned_computations.size());
    for (std::unique_ptr<HloComputation>& owned : theirs_.owned_computations) {
      if (part_.forward.IsUndefined(owned.get())) continue;
      HloComputation* computation = IrAccess::Own(ours_, std::move(owned));
      IrAccess::Name(computation) = names_[IrAccess::Name(computation)];
      added.push_back(computation);
    }
    return RelocateAll(added);
  }

  // On all threads: it takes as long as all the rest of linking.
  bool RelocateAll(absl::Span<HloComputation* const> computations) {
    constexpr size_t kAtOnce = 16;
    std::atomic<size_t> next{0};
    std::atomic<bool> ok{true};
    const auto relocate_some = [&](size_t) {
      for (size_t begin; ok && (begin = next.fetch_add(kAtOnce)) < computations.size();) {
        for (HloComputation* computation : computations.subspan(begin, kAtOnce)) {
          for (HloInstruction* instruction : computation->instructions()) {
            PrefetchBehind(instruction);
            if (!Relocate(instruction)) ok = false;
          }
        }
      }
    };
    return ForEachOnThreads(jobs_, relocate_some) && ok;
  }

  bool Relocate(HloInstruction* instruction) {
    IrAccess::Name(instruction) = names_[IrAccess::Name(instruction)];
    Relocate(&IrAccess::ShapeOf(instruction));
    if (instruction->async_phase() == AsyncPhase::kNone &&
        instruction->opcode() == HloOpcode::kConstant) {
      Relocate(const_cast<Literal*>(&instruction->literal()));
    }
    for (Attribute& attribute : IrAccess::MutableAttributes(instruction)) Relocate(&attribute);
    return HasOperandsForScan(*instruction);
  }

  void Relocate(const Shape** shape) const {
    auto found = shapes_.find(*shape);
    if (found != shapes_.end()) *shape = found->second;
  }

  void Relocate(Literal* literal) const {
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

  void Relocate(HloComputation** callee) const {
    auto found = callees_.find(*callee);
    if (found != callees_.end()) *callee = found->second;
  }

  // The value of `attribute`, which is passed as VisitAttributeValue does.
  void Relocate(Attribute* attribute) const {
    VisitAttributeValue(*attribute, [&](const auto& value) { Relocate(value, attribute); });
  }
  void Relocate(const Shape& value, Attribute* attribute) const {
    const Shape* shape = &value;
    Relocate(&shape);
    SetPointer(shape, attribute);
  }
  void Relocate(HloComputation* callee, Attribute* attribute) const {
    Relocate(&callee);
    SetPointer(callee, attribute);
  }
  void Relocate(const Literal& literal, Attribute*) const {
    Relocate(const_cast<Literal*>(&literal));
  }
  template <typename T>  // shapes, computations
  void Relocate(absl::Span<T* const> list, Attribute*) const {
    for (T* const& element : list) Relocate(const_cast<T**>(&element));
  }
  // Nothing here points out of the part: its instructions stay, and IsUnusual gives up on texts
  // that name anything.
  void Relocate(absl::Span<HloInstruction* const>, Attribute*) const {}
  void Relocate(const UnknownAttribute&, Attribute*) const {}
  void Relocate(const UnknownOpcode&, Attribute*) const {}
  template <typename T>
  void Relocate(const T&, Attribute*) const {
    static_assert(IsPlainValue<T>::value, "say what becomes of it in another module");
  }

  ParseState& whole_;
  ParseState& part_;
  IrAccess::ModuleState& ours_;
  IrAccess::ModuleState& theirs_;
  const size_t jobs_;
  // Maps things of the part to those of the whole. Shapes and computations not in it stay.
  std::vector<uint32_t> names_;
  HashMap<const Shape*, const Shape*> shapes_;
  HashMap<const HloComputation*, HloComputation*> callees_;
};

}  // namespace

bool LinkPart(ParseState& whole, ParseState& part, size_t jobs) {
  return PartLinker(whole, part, jobs).Link();
}

}  // namespace hlo::internal
