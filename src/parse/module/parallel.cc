// Cuts the text between computations into one part per thread; each part has its own parser and its
// own module. Then joins these modules one after the other to that of the first part.
//
// The place to cut is a guess: after a line that begins with a closing brace. It is right if the
// part before ends exactly there. The part's parser is then where a parser of the whole text would
// be; it just does not know the earlier parts, and takes their computations for forward references.
// If anything else could make a difference, above all an error, one thread reads the text again.
//
// Joining interns the names of a part in the order of their ids there, so each gets the id that it
// would have had. It also does the checks and records that a parser makes when it meets a known
// computation.
#include "src/parse/module/parallel.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/attribute.h"
#include "src/base/hash_table.h"
#include "src/base/thread_group.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/prefetch.h"
#include "src/ir/visit_attribute.h"
#include "src/parse/module/computation.h"
#include "src/parse/module/module.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

namespace {

// ---- Joining.

// CheckScan, which needs defined computations.
bool HasOperandsForScan(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kScan) return true;
  const Attribute* callee = instruction.FindAttribute(AttributeKind::kToApply);
  return callee != nullptr &&
         callee->AsComputation()->parameters().size() == instruction.operands().size();
}

void SetPointer(const void* value, Attribute* attribute) {
  ReplaceAttribute(Attribute::Pointer(attribute->kind(), value), attribute);
}

// Appends a part of a text to `whole`, which has the parts before it. The module of `whole` takes
// over everything that the part's module owns; names, shapes and computations in both are merged.
class PartLinker {
 public:
  PartLinker(ParseState& whole, ParseState& part, size_t jobs)
      : whole_(whole), part_(part), ours_(whole.module), theirs_(part.module), jobs_(jobs) {}

  // False if one thread would or might have read the text differently; then neither module is
  // usable. Linear in the part: about ten nanoseconds per instruction.
  bool Link() {
    if (IsUnusual()) return false;
    LinkNames();
    ours_.shapes.Adopt(std::move(theirs_.shapes), [&](const Shape* theirs, const Shape* ours) {
      shapes_.emplace(theirs, ours);
    });
    ours_.arena.Adopt(std::move(theirs_.arena));
    LinkFlags();
    return LinkCallees() && LinkDefinitions() && MoveComputations() && RelocateAll();
  }

 private:
  // A log without a refusal may come from too little stack or too small a share of a limit, and an
  // enclosing instruction may have hidden such entries. The name of a nameless instruction depends
  // on all names before; a chain may go through a loop whose body is in another part.
  bool IsUnusual() const {
    for (ParseState* state : {&whole_, &part_}) {
      if (!state->log().empty() || state->anonymous_names != nullptr ||
          state->values.producers.met_undefined_body()) {
        return true;
      }
    }
    return whole_.forward.has_undefined();
  }

  void LinkNames() {
    const uint32_t known = ours_.symbols.size();
    names_ = ours_.symbols.Adopt(&theirs_.symbols);
    const size_t count = std::min(part_.instructions.limit(), names_.size());
    for (uint32_t id = 1; id < count && !ours_.names_may_collide; ++id) {
      ours_.names_may_collide = names_[id] < known && part_.instructions[id] != nullptr;
    }
  }

  void LinkFlags() {
    ours_.Add(theirs_);
    ours_.folds_tuple_elements |= theirs_.folds_tuple_elements;
    ours_.spellings.Add(theirs_.spellings);
    whole_.has_unchecked_sugar |= part_.has_unchecked_sugar;
    whole_.has_own_computations |= part_.has_own_computations;
    whole_.forward.AdoptAny(part_.forward);
  }

  // Each computation that the part mentions but does not define must be an earlier one.
  bool LinkCallees() {
    callees_.resize(theirs_.owned_computations.size());
    const LargeVector<ForwardReferences::Mention>& mentions = part_.forward.mentions();
    for (size_t i = 0; i < mentions.size(); ++i) {
      if (i + kPrefetchedAhead < mentions.size()) {
        PrefetchComputation(mentions[i + kPrefetchedAhead].computation);
      }
      HloComputation* stand_in = mentions[i].computation;
      if (stand_in == nullptr) continue;
      const uint32_t name = Node(stand_in).name;
      HloComputation* callee = whole_.computations.Find(names_[name]);
      if (callee == nullptr) return false;
      part_.computations.Set(name, nullptr);  // it is not a definition
      callees_[Node(stand_in).number] = callee;
      const uint32_t fusion_callers = Node(stand_in).fusion_callers;
      if (fusion_callers > 0) Node(callee).fusion_callers += fusion_callers;
    }
    return true;
  }

  // False if the text before has a computation of the same name.
  bool LinkDefinitions() {
    for (uint32_t id = 1; id < names_.size(); ++id) {
      HloComputation* computation = part_.computations.Find(id);
      if (computation == nullptr) continue;
      if (whole_.computations.Find(names_[id]) != nullptr) return false;
      whole_.computations.Set(names_[id], computation);
    }
    return true;
  }

  // Does not look at them: with many, each would miss the cache.
  bool MoveComputations() {
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
      ours_.owned_computations.push_back(std::move(added[i]));
    }
    return true;
  }

  // Points the instructions at their new referents, some computations at a time on each thread.
  bool RelocateAll() {
    constexpr size_t kAtOnce = 16;
    const size_t count = ours_.owned_computations.size();
    std::atomic<size_t> next{first_added_};
    std::atomic<bool> ok{true};
    const auto some = [&](size_t) {
      for (size_t begin; ok && (begin = next.fetch_add(kAtOnce)) < count;) {
        for (size_t i = begin; i < std::min(begin + kAtOnce, count); ++i) {
          if (!RelocateComputation(i)) ok = false;
        }
      }
    };
    const size_t pieces = (count - first_added_ + kAtOnce - 1) / kAtOnce;
    return ForEachOnThreads(std::min(jobs_, pieces), some) && ok;
  }

  bool RelocateComputation(size_t number) const {
    HloComputation* computation = ours_.owned_computations[number].get();
    IrAccess::SetOwner(computation, ours_, number);
    Node(computation).name = names_[Node(computation).name];
    bool ok = true;
    for (HloInstruction* instruction : computation->instructions()) {
      PrefetchBehind(instruction);
      ok &= Relocate(instruction);
    }
    return ok;
  }

  bool Relocate(HloInstruction* instruction) const {
    Node(instruction).name = names_[Node(instruction).name];
    Relocate(&Node(instruction).shape);
    if (instruction->opcode() == HloOpcode::kConstant) {
      Relocate(const_cast<Literal*>(&instruction->literal()));
    }
    for (Attribute& attribute : IrAccess::MutableAttributes(instruction)) {
      VisitAttributeValue(attribute, [&](const auto& value) { Relocate(value, &attribute); });
    }
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
    const bool is_stand_in = Node(*callee).first == nullptr;
    if (is_stand_in) *callee = callees_[Node(*callee).number];
  }

  static void Relocate(HloInstruction**) {}  // of the same body

  // The value of `attribute`, as VisitAttributeValue passes it.
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
  // There are none: each is a warning, which makes ReadPart give up.
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
  size_t first_added_ = 0;  // of owned_computations
  // Map things of the part to those of the whole. Shapes not in it stay.
  std::vector<uint32_t> names_;
  HashMap<const Shape*, const Shape*> shapes_;
  LargeVector<HloComputation*> callees_;  // by number, for stand-ins
};

// ---- Cutting and reading.

// Thread stacks differ in size; 128 KiB is the minimum. Deeper nesting is left to one parser.
constexpr size_t kThreadStackBytes = size_t{64} << 10;

constexpr std::string_view kEndOfBody = "\n}";

// The last kEndOfBody that begins in [begin, end); nullptr if there is none. In windows, forwards:
// a search backwards goes byte by byte.
const char* FindLastEndOfBody(const char* begin, const char* end) {
  constexpr size_t kWindow = size_t{64} << 10;
  while (begin < end) {
    const size_t size = std::min(kWindow, static_cast<size_t>(end - begin));
    end -= size;
    const std::string_view window(end, size + 1);
    const char* found = nullptr;
    for (size_t at = 0; (at = window.find(kEndOfBody, at)) != std::string_view::npos; ++at) {
      found = end + at;
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

// The position after the line nearest to `target` that begins with '}'; nullptr if there is none
// within `reach` bytes.
const char* FindEndOfBody(const char* target, size_t reach) {
  const char* found = FindLastEndOfBody(target - reach, target);
  const size_t nearer = found == nullptr ? reach : static_cast<size_t>(target - found);
  const size_t behind = std::string_view(target, nearer).find(kEndOfBody);
  if (behind != std::string_view::npos) found = target + behind;
  if (found == nullptr) return nullptr;
  ++found;
  const std::string_view rest(found, static_cast<size_t>(target + reach - found));
  const size_t line = rest.find('\n');
  return line == std::string_view::npos ? nullptr : found + line + 1;
}

class ParallelReader {
 public:
  ParallelReader(HloModule* module, ParseOptions options)
      : module_(module),
        options_(std::move(options)),
        text_end_(module->source().data() + module->source().size()) {
    options_.jobs = 1;
    options_.max_errors = 1;
    part_options_ = options_;
    part_options_.limits.max_stack_bytes =
        std::min(part_options_.limits.max_stack_bytes, kThreadStackBytes);
  }

  bool Run(size_t jobs) {
    Cut(jobs);
    if (parts_.size() == 1) return false;
    ParseState whole(module_, module_->source(), options_);
    if (whole.kind() != TokKind::kw_HloModule || !ReadHeader(whole) || !whole.warnings().empty()) {
      return false;
    }
    const auto read = [&](size_t i) { ReadPart(&parts_[i], &whole); };
    return ForEachOnThreads(parts_.size(), read) && !has_failed_ && LinkParts(whole) &&
           FinishModule(whole);
  }

 private:
  struct Part {
    const char* begin;
    const char* end;
    // Not for the first, which is read into the whole's.
    HloModule module;
    std::unique_ptr<ParseState> state;
  };

  void Cut(size_t jobs) {
    const char* begin = module_->source().data();
    const size_t step = module_->source().size() / jobs;
    parts_.push_back({begin, text_end_, HloModule(), nullptr});
    for (size_t i = 1; i < jobs; ++i) {
      const char* cut = FindEndOfBody(begin + i * step, step / 2);
      if (cut == nullptr) continue;
      // The place where the parser of the part before stops: after blanks.
      Arena unused;
      Lexer lexer(module_->source(), &unused);
      lexer.SkipTo(cut);
      cut = lexer.At();
      if (cut <= parts_.back().begin || cut >= text_end_) continue;
      parts_.back().end = cut;
      parts_.push_back({cut, text_end_, HloModule(), nullptr});
    }
  }

  ParseState& Prepare(Part* part, ParseState* whole) {
    if (part != &parts_.front()) {
      part->state = std::make_unique<ParseState>(&part->module, module_->source(), part_options_);
      part->state->module.name =
          whole->module.name;  // without a module name, computations may omit theirs
      part->state->lexer.SkipTo(part->begin);
      part->state->instructions.ExpectPart(part->begin, part->end);
    }
    ParseState& state = part->state == nullptr ? *whole : *part->state;
    state.ShareLimits(parts_.size());
    state.arena.Reserve(static_cast<size_t>(part->end - part->begin));
    return state;
  }

  void ReadPart(Part* part, ParseState* whole) {
    ParseState& state = Prepare(part, whole);
    while (!has_failed_ && state.lexer.At() < part->end) {
      const bool ok = ReadComputation(state) && !state.report.failed() && state.warnings().empty();
      if (!ok) has_failed_ = true;
    }
    if (state.lexer.At() != part->end) has_failed_ = true;
  }

  bool LinkParts(ParseState& whole) {
    for (size_t i = 1; i < parts_.size(); ++i) {
      if (!PartLinker(whole, *parts_[i].state, parts_.size()).Link()) return false;
      parts_[i].state.reset();
    }
    whole.ShareLimits(1);
    // Far below all memory limits: one parser would take at most twice as much.
    constexpr size_t kFree = size_t{1} << 20;
    constexpr size_t kBytesPerByteOfText = 8;
    const size_t limit = kFree + kBytesPerByteOfText * module_->source().size();
    return whole.arena.allocated_bytes() <= std::min(limit, whole.memory_limit() / 4);
  }

  HloModule* const module_;
  ParseOptions options_;
  ParseOptions part_options_;
  const char* const text_end_;
  std::deque<Part> parts_;               // in the order of the text
  std::atomic<bool> has_failed_{false};  // a part, or where it ends
};

}  // namespace

bool ReadInParallel(HloModule* module, const ParseOptions& options) {
  // Warnings of upgrade_legacy may depend on the callee.
  if (options.jobs < 2 || options.upgrade_legacy) return false;
  const size_t bytes = std::max<size_t>(options.min_bytes_per_job, 1);
  const size_t jobs =
      std::min<size_t>(static_cast<size_t>(options.jobs), module->source().size() / bytes);
  if (jobs < 2) return false;
  if (ParallelReader(module, options).Run(jobs)) return true;
  HloModule empty;
  IrAccess::StateOf(empty).source = std::move(IrAccess::StateOf(*module).source);
  *module = std::move(empty);
  return false;
}

}  // namespace hlo_text_v1::internal
