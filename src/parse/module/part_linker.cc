// Interns names in the order of their ids in the part, so each gets the id it would have had. A
// computation that the part mentions but does not define is an earlier one: its stand-in is
// dropped. Makes up for what a parser checks or records when it meets a known computation. Then
// points the instructions at their new referents. If the part begins within a body, its first
// instructions go to that (continued_body.h).
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
#include "src/parse/module/continued_body.h"
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
  ReplaceAttribute(Attribute::Pointer(attribute->kind(), value), attribute);
}

class PartLinker {
 public:
  PartLinker(ParseState& whole, ParseState& part, size_t jobs)
      : whole_(whole), part_(part), ours_(whole.module), theirs_(part.module), jobs_(jobs) {}

  bool Link() {
    if (IsUnusual()) return false;
    known_names_ = ours_.symbols.size();
    names_ = ours_.symbols.Adopt(&theirs_.symbols, jobs_);
    ours_.shapes.Adopt(std::move(theirs_.shapes), [&](const Shape* theirs, const Shape* ours) {
      shapes_.emplace(theirs, ours);
    });
    ours_.arena.Adopt(std::move(theirs_.arena));
    if (continued_ != nullptr && (!ReplaceStandIns() || !LinkBody())) return false;
    if (DefinesInstruction()) ours_.names_may_collide = true;
    LinkFlags();
    return LinkOpenComputation() && LinkCallees() && MoveComputations() && RelocateAll() &&
           FinishBody();
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
           !whole_.unknown.unresolved_in_body.empty() ||
           !part_.unknown.unresolved_in_body.empty() ||
           (continued_ != nullptr) != (whole_.open != nullptr);
  }

  // ---- A body that the part goes on with.

  // Leaves each stand-in with its instruction as the next one.
  bool ReplaceStandIns() {
    for (HloInstruction* stand_in : continued_->stand_ins) {
      const uint32_t symbol = Node(stand_in).name;
      HloInstruction*& bound = part_.instructions[symbol];
      if (bound == stand_in) bound = nullptr;  // it is no definition
      HloInstruction* found =
          whole_.instructions.Find(names_[symbol], whole_.open->scope.computation);
      if (found == nullptr) return false;
      Relocate(&Node(stand_in).shape);
      if (HasShape(*stand_in) && &stand_in->shape() != &found->shape()) return false;
      Node(found).has_users |= Node(stand_in).has_users;
      Node(stand_in).next = found;
    }
    return true;
  }

  bool LinkBody() {
    OpenComputation& open = *whole_.open;
    body_ = open.scope.computation;
    first_index_ = Node(body_).index_limit;
    HloComputation* rest = continued_->scope.computation;
    if (!AppendToBody(*continued_, open)) return false;
    if (!continued_->is_closed) return true;
    Node(body_).execution_thread = rest->execution_thread();
    Node(body_).backend_config = rest->backend_config();
    // No CheckComputation: an error names the root, whose name is a number in a table that is gone.
    if (!CloseBody(whole_, open.scope) || !FitsSignature(whole_, open.signature, body_) ||
        !DefineComputation(whole_, open)) {
      return false;
    }
    std::replace(theirs_.computations.begin(), theirs_.computations.end(), rest, body_);
    whole_.open.reset();
    return true;
  }

  bool FinishBody() {
    if (continued_ == nullptr) return true;
    constexpr size_t kAhead = 8;
    const std::vector<HloInstruction*>& unchecked = continued_->unchecked;
    for (size_t i = 0; i < unchecked.size(); ++i) {
      HloInstruction* instruction = unchecked[i];
      if (i + kAhead < unchecked.size()) PrefetchLines(unchecked[i + kAhead], 0, 3);
      if (!CheckAtLast(whole_, instruction) || !whole_.log().empty()) return false;
    }
    if (continued_->is_closed) return true;
    // The next part may name them.
    for (HloInstruction* instruction = continued_->marks.front(); instruction != nullptr;
         instruction = Node(instruction).next) {
      whole_.instructions.Bind(Node(instruction).name, instruction);
    }
    return true;
  }

  // The computation that the end of the part cuts.
  bool LinkOpenComputation() {
    if (part_.open == nullptr) return true;
    part_.open->symbol = names_[part_.open->symbol];
    if (whole_.computations.Find(part_.open->symbol) != nullptr) return false;
    whole_.open = std::move(part_.open);
    for (HloInstruction* instruction : whole_.open->scope.computation->instructions()) {
      PrefetchBehind(instruction);
      whole_.instructions.Bind(names_[Node(instruction).name], instruction);
    }
    return true;
  }

  // ---- All else.

  // Whether an instruction of the part has a name that is in the text before.
  bool DefinesInstruction() const {
    const size_t count = std::min(part_.instructions.limit(), names_.size());
    for (size_t id = 1; id < count; ++id) {
      const auto symbol = static_cast<uint32_t>(id);
      if (names_[id] < known_names_ && part_.instructions[symbol] != nullptr) return true;
    }
    return false;
  }

  void LinkFlags() {
    ours_.Add(theirs_);
    ours_.folds_tuple_elements |= theirs_.folds_tuple_elements;
    ours_.writes_compare_type |= theirs_.writes_compare_type;
    whole_.has_unchecked_sugar |= part_.has_unchecked_sugar;
    whole_.forward.AdoptAny(part_.forward);
  }

  bool LinkCallees() {
    callees_.resize(theirs_.owned_computations.size());
    const LargeVector<ForwardReferences::Mention>& mentions = part_.forward.mentions();
    constexpr size_t kAtOnce = 1024;
    return ForEachPiece(mentions.size(), kAtOnce, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        if (i + kPrefetchedAhead < end) {
          PrefetchComputation(mentions[i + kPrefetchedAhead].computation);
        }
        if (!LinkCallee(mentions[i])) return false;
      }
      return true;
    });
  }

  // Each is of another computation.
  bool LinkCallee(const ForwardReferences::Mention& mention) {
    const HloComputation* stand_in = mention.computation;
    if (stand_in == nullptr) return true;
    HloComputation* callee = whole_.computations.Find(names_[Node(stand_in).name]);
    if (callee == nullptr) return false;
    if (callee == body_ && mention.position < continued_->end) return false;  // calls itself
    callees_[Node(stand_in).number] = callee;
    const uint32_t fusion_callers = Node(stand_in).fusion_callers;
    if (fusion_callers > 0) Node(callee).fusion_callers += fusion_callers;
    return true;
  }

  // Looks at none of them: with many, each misses the cache.
  bool MoveComputations() {
    for (const auto& start : theirs_.sugared_starts) {
      ours_.sugared_starts.push_back(
          {start.start, start.definition_index + ours_.computations.size()});
    }
    ours_.computations.insert(ours_.computations.end(), theirs_.computations.begin(),
                              theirs_.computations.end());
    if (part_.entry_seen) {
      if (whole_.entry_seen) return false;
      whole_.entry_seen = true;
      ours_.entry = theirs_.entry;
    }
    first_added_ = ours_.owned_computations.size();
    std::vector<OwnedComputation>& added = theirs_.owned_computations;
    ours_.owned_computations.reserve(first_added_ + added.size());
    for (size_t i = 0; i < added.size(); ++i) {
      if (part_.forward.IsUndefined(static_cast<uint32_t>(i))) continue;
      if (continued_ != nullptr && added[i].get() == continued_->scope.computation) continue;
      ours_.owned_computations.push_back(std::move(added[i]));
    }
    first_place_ = whole_.computations.AddPlaces(ours_.symbols.size(),
                                                 ours_.owned_computations.size() - first_added_);
    return true;
  }

  // Calls work(begin, end) for ranges of up to `at_once` of `count` things, on all threads, until
  // it returns false.
  template <typename Work>
  bool ForEachPiece(size_t count, size_t at_once, Work work) {
    const size_t pieces = (count + at_once - 1) / at_once;
    std::atomic<size_t> next{0};
    std::atomic<bool> ok{true};
    const auto some = [&](size_t) {
      for (size_t piece; ok && (piece = next.fetch_add(1)) < pieces;) {
        if (!work(piece * at_once, std::min((piece + 1) * at_once, count))) ok = false;
      }
    };
    return ForEachOnThreads(std::min(jobs_, pieces), some) && ok;
  }

  // A piece is what is between two marks of the continued body, or some computations.
  bool RelocateAll() {
    constexpr size_t kAtOnce = 16;
    const size_t marks = continued_ == nullptr ? 0 : continued_->marks.size();
    const size_t added = ours_.owned_computations.size() - first_added_;
    return ForEachPiece(marks, 1, [&](size_t mark, size_t) { return RelocateFromMark(mark); }) &&
           ForEachPiece(added, kAtOnce,
                        [&](size_t begin, size_t end) { return RelocateComputations(begin, end); });
  }

  bool RelocateComputations(size_t begin, size_t end) {
    bool ok = true;
    for (size_t i = begin; i < end; ++i) {
      HloComputation* computation = ours_.owned_computations[first_added_ + i].get();
      IrAccess::SetOwner(computation, ours_, first_added_ + i);
      ok &= LinkName(computation, first_place_ + i) &&
            RelocateUpTo(nullptr, Node(computation).first, /*is_continued=*/false);
    }
    return ok;
  }

  // False if the text before has a computation of that name.
  bool LinkName(HloComputation* computation, size_t place) {
    const uint32_t their_name = Node(computation).name;
    const uint32_t name = names_[their_name];
    Node(computation).name = name;
    if (part_.computations.Find(their_name) != computation) return true;  // nested, or cut
    return whole_.computations.SetNew(name, place, computation);
  }

  bool RelocateFromMark(size_t mark) const {
    const std::vector<HloInstruction*>& marks = continued_->marks;
    const HloInstruction* end = mark + 1 < marks.size() ? marks[mark + 1] : nullptr;
    return RelocateUpTo(end, marks[mark], /*is_continued=*/true);
  }

  bool RelocateUpTo(const HloInstruction* end, HloInstruction* instruction,
                    bool is_continued) const {
    bool ok = true;
    for (; instruction != end; instruction = Node(instruction).next) {
      PrefetchBehind(instruction);
      ok &= is_continued ? RelocateContinued(instruction) : Relocate(instruction);
    }
    return ok;
  }

  // Returns false if the beginning of the body has the name, too.
  bool RelocateContinued(HloInstruction* instruction) const {
    Node(instruction).parent = body_;
    Node(instruction).index += first_index_;
    for (HloInstruction*& operand : IrAccess::MutableOperands(instruction)) Relocate(&operand);
    const uint32_t name = names_[Node(instruction).name];
    return Relocate(instruction) &&
           (name >= known_names_ || whole_.instructions.Find(name, body_) == nullptr);
  }

  bool Relocate(HloInstruction* instruction) const {
    Node(instruction).name = names_[Node(instruction).name];
    Relocate(&Node(instruction).shape);
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

  static void Relocate(HloInstruction** instruction) {
    if (Node(*instruction).is_stand_in) {
      *instruction = Node(*instruction).next;
    }
  }

  void Relocate(HloComputation** callee) const {
    const bool is_stand_in = Node(*callee).first == nullptr;
    if (is_stand_in) *callee = callees_[Node(*callee).number];
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
  template <typename T>  // shapes, computations, instructions
  void Relocate(absl::Span<T* const> list, Attribute*) const {
    for (T* const& element : list) Relocate(const_cast<T**>(&element));
  }
  // Names nothing: IsUnusual gives up on texts that do.
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
  ContinuedBody* const continued_ = part_.continued.get();  // nullptr if no body is cut here
  HloComputation* body_ = nullptr;                          // that it continues
  uint32_t first_index_ = 0;                                // of the continued instructions
  uint32_t known_names_ = 0;
  size_t first_added_ = 0;  // of owned_computations
  size_t first_place_ = 0;  // of theirs in whole_.computations
  // Map things of the part to those of the whole. Shapes not in it stay.
  std::vector<uint32_t> names_;
  HashMap<const Shape*, const Shape*> shapes_;
  LargeVector<HloComputation*> callees_;  // by number, for stand-ins
};

}  // namespace

bool LinkPart(ParseState& whole, ParseState& part, size_t jobs) {
  return PartLinker(whole, part, jobs).Link();
}

}  // namespace hlo::internal
