// XLA writes sugar whenever the wrapped computation is one instruction and its parameters, even if
// that reads back as another program. AsyncPrintMode::kSugar also requires that desugaring the
// chain makes the same computation again, up to its names, and that XLA reads it; kKeep requires
// only the first, since an edit may have changed the computation. SafeSugar checks that.
#include "src/print/async_sugar.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/identical.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/print_values.h"
#include "hlo/unknown_words.h"
#include "src/async/producer.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/ir/attribute_order.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {
namespace {

bool WasSugar(const HloInstruction& link) { return Node(&link).was_sugar; }

// Whether there is one instruction that can be wrapped, and its operands are the parameters in
// order, as many as desugaring gives it.
bool HandsOnParameters(const HloComputation& wrapped) {
  const HloInstruction& root = *wrapped.root_instruction();
  if (!IsOneInstruction(wrapped) || !CanBeWrapped(root.spelled_opcode())) return false;
  const absl::Span<HloInstruction* const> parameters = wrapped.parameters();
  const size_t operands = WrappedOperandCount(root.spelled_opcode(), parameters.size());
  return operands <= parameters.size() && root.operands().size() == operands &&
         std::equal(root.operands().begin(), root.operands().end(), parameters.begin());
}

// Whether `link` has an attribute that goes to the wrapped instruction, too.
bool HasCopied(const HloInstruction& link) {
  return std::any_of(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped),
                     [&](AttributeKind kind) { return link.FindAttribute(kind) != nullptr; });
}

}  // namespace

class SafeSugar {
 public:
  explicit SafeSugar(const HloModule& module)
      : module_(module), shapes_(&arena_), callers_(CallerCounts(module)) {}

  // Whether desugaring makes `wrapped` again.
  bool MakesTheSame(const AsyncOperation& chain, const HloComputation& wrapped) {
    const HloInstruction& root = *wrapped.root_instruction();
    return NoLinkHasOwnComputation(chain) && HandsOnParameters(wrapped) &&
           ParametersHaveNoAttributes(wrapped) && StartReadsAsSugar(chain, root.spelled_opcode()) &&
           !wrapped.IsEntry() && callers_[Node(&wrapped).number] == 1 && !IsNamed(wrapped) &&
           wrapped.backend_config().empty() && wrapped.unknown_attributes().empty() &&
           IsReadableAsUnknown(chain.start(), root) && ShapesFollow(chain, wrapped) &&
           AttributesFollow(chain, root) && OrderFollows(wrapped);
  }

  // Whether XLA 0.12 reads the sugar. Ours reads most of what this refuses; not layout constraints
  // of operands that are bound late.
  bool IsReadable(const AsyncOperation& chain, const HloComputation& wrapped) const {
    if (!IsReadableByLinks(chain)) return false;
    const HloInstruction& start = chain.start();
    const HloInstruction& root = *wrapped.root_instruction();
    const size_t bound = start.shape().tuple_shapes(0)->tuple_shapes().size();
    if (bound < root.operands().size() &&
        (NeedsOperands(root.spelled_opcode()) ||
         root.FindAttribute(AttributeKind::kOperandLayoutConstraints) != nullptr)) {
      return false;
    }
    // XLA prints them twice, for the start and the root, and reads neither.
    if (root.FindAttribute(AttributeKind::kStatistics) != nullptr) return false;
    const bool has_result = !IsEmptyTuple(*start.shape().tuple_shapes(1));
    if (!has_result && NeedsResult(root.spelled_opcode())) return false;
    // XLA's parser adds the parameters that the start does not bind: those that the opcode always
    // has before the root, the others after it, where XLA's check of the schedule refuses them.
    return !module_.config().is_scheduled ||
           wrapped.parameters().size() <=
               std::max(bound, MinimumWrappedParameters(root.spelled_opcode()));
  }

 private:
  // Whether X-start is sugar of `opcode` X. An opcode with a start of its own has no
  // X-update.
  static bool StartReadsAsSugar(const AsyncOperation& chain, HloOpcode opcode) {
    if (!HasFirstClassAsync(opcode)) return true;
    const HloInstruction& start = chain.start();
    const auto links = chain.all_links();
    return chain.is_direct() && HasSugarBesidePair(opcode, start.shape(), start.operands()) &&
           std::none_of(links.begin(), links.end(),
                        [](const HloInstruction* link) { return IsAsyncUpdate(*link); });
  }

  // Whether kept texts name the computation or something in it, which sugar leaves out.
  static bool IsNamed(const HloComputation& wrapped) {
    const auto instructions = wrapped.instructions();
    return IsPinned(wrapped) || std::any_of(instructions.begin(), instructions.end(),
                                            [](const HloInstruction* i) { return IsPinned(*i); });
  }

  static bool NoLinkHasOwnComputation(const AsyncOperation& chain) {
    const auto links = chain.all_links();
    return std::all_of(links.begin(), links.end(),
                       [](const HloInstruction* link) { return OwnComputation(*link) == nullptr; });
  }

  // See AsyncSugar::ComputationToName, which sugar cannot have.
  static bool IsReadableByLinks(const AsyncOperation& chain) {
    if (chain.is_direct()) return true;
    const auto links = chain.all_links();
    ProducerFinder in_sight;
    return std::all_of(links.begin(), links.end(), [&](const HloInstruction* link) {
      return !HasCopied(*link) || IsInSight(chain, *link, &in_sight);
    });
  }

  static bool ParametersHaveNoAttributes(const HloComputation& wrapped) {
    const absl::Span<HloInstruction* const> parameters = wrapped.parameters();
    return std::all_of(parameters.begin(), parameters.end(), [](const HloInstruction* parameter) {
      return parameter->attributes().empty();
    });
  }

  static bool SameShape(const Shape& a, const Shape& b) {
    return &a == &b || PrintShape(a) == PrintShape(b);
  }

  bool ShapesFollow(const AsyncOperation& chain, const HloComputation& wrapped) {
    const HloInstruction& root = *wrapped.root_instruction();
    for (const HloInstruction* link : chain.all_links()) {
      if (!IsAsyncDone(*link) && !IsAsyncShape(link->shape())) return false;
    }
    const WrappedShapes derived = InferWrappedShapes(
        root.spelled_opcode(), chain, CalleeOf(root.spelled_opcode(), root), shapes_);
    if (derived.parameters.size() != wrapped.parameters().size()) return false;
    for (size_t i = 0; i < derived.parameters.size(); ++i) {
      if (!SameShape(*derived.parameters[i], wrapped.parameters()[i]->shape())) return false;
    }
    return SameShape(*derived.result, root.shape());
  }

  // Whether `root` and `link` have the same attribute of `kind`, or both have none; a null `link`
  // has none.
  static bool SameValue(AttributeKind kind, const HloInstruction& root,
                        const HloInstruction* link) {
    const Attribute* a = root.FindAttribute(kind);
    const Attribute* b = link == nullptr ? nullptr : link->FindAttribute(kind);
    if (a == nullptr || b == nullptr) return a == b;
    if (kind != AttributeKind::kMetadata) return *a == *b;
    // Desugar nearly always copied one from the other.
    return AttributeAccess::IsCopy(*a, *b) || root.metadata() == link->metadata();
  }

  bool AttributesFollow(const AsyncOperation& chain, const HloInstruction& root) {
    for (AttributeKind kind : kCopiedToWrapped) {
      if (!SameValue(kind, root, LinkWithCopied(chain, kind))) return false;
    }
    if (!UnknownAttributesFollow(chain.start(), root)) return false;
    const bool start_aliases =
        chain.start().FindAttribute(AttributeKind::kOutputToOperandAliasing) != nullptr;
    return root.FindAttribute(AttributeKind::kSharding) == nullptr &&
           root.FindAttribute(AttributeKind::kControlPredecessors) == nullptr &&
           SameValue(AttributeKind::kStatistics, root, &chain.start()) &&
           !(start_aliases && OwnsAliasing(root.spelled_opcode()));
  }

  // Sugar of an unknown opcode is known by its suffix and its shape; all attributes that a start
  // may not have itself go to the root. True for a known opcode.
  static bool IsReadableAsUnknown(const HloInstruction& start, const HloInstruction& root) {
    if (root.spelled_opcode() != HloOpcode::kUnknown) return true;
    const auto* unknown = root.GetAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
    if (unknown == nullptr || !unknown->operands.empty()) return false;
    for (const AsyncPhase phase : {AsyncPhase::kStart, AsyncPhase::kUpdate, AsyncPhase::kDone}) {
      if (ParseHloOpcode(StrCat(unknown->name, AsyncPhaseSuffix(phase))).has_value()) return false;
    }
    const auto attributes = start.attributes();
    return std::all_of(attributes.begin(), attributes.end(),
                       [](const Attribute& attribute) {
                         return attribute.kind() != AttributeKind::kUnknown ||
                                IsLocalToStart(HloOpcode::kUnknown, attribute);
                       }) &&
           root.FindAttribute(AttributeKind::kAsyncExecutionThread) == nullptr &&
           root.FindAttribute(AttributeKind::kOutputToOperandAliasing) == nullptr;
  }

  // An unknown attribute goes where the known one before it goes, and stays on the start if it
  // means something only there: see Desugar.
  static bool UnknownAttributesFollow(const HloInstruction& start, const HloInstruction& root) {
    const auto is_behind_row = [](const Attribute& a) {
      return AttributeAccess::Rank(a) >= kSugarAliasingRank;
    };
    bool has_tail = false;
    for (const Attribute& attribute : start.attributes()) {
      const bool is_unknown = attribute.kind() == AttributeKind::kUnknown;
      has_tail |= is_behind_row(attribute) && (!is_unknown || IsTailName(attribute.name()));
      if (!is_unknown || has_tail) continue;
      if (!is_behind_row(attribute) || !IsLocalToStart(root.spelled_opcode(), attribute)) {
        return false;
      }
    }
    for (const Attribute& attribute : root.attributes()) {
      if (attribute.kind() != AttributeKind::kUnknown) continue;
      if (IsLocal(attribute)) return false;
      // And no other attribute may have that name.
      const std::string_view name = attribute.As<UnknownAttribute>().name;
      const auto has_name = [&](const Attribute& other) { return other.name() == name; };
      if (is_behind_row(attribute) || name == AttributeName(AttributeKind::kAsyncExecutionThread) ||
          std::any_of(start.attributes().begin(), start.attributes().end(), has_name)) {
        return false;
      }
    }
    return true;
  }

  // XLA 0.12 crashes on a start of these opcodes without all operands.
  static bool NeedsOperands(HloOpcode opcode) {
    constexpr HloOpcode kOpcodes[] = {HloOpcode::kConditional,  HloOpcode::kDynamicReshape,
                                      HloOpcode::kDynamicSlice, HloOpcode::kDynamicUpdateSlice,
                                      HloOpcode::kReduce,       HloOpcode::kReduceWindow,
                                      HloOpcode::kScan,         HloOpcode::kScatter};
    return std::find(std::begin(kOpcodes), std::end(kOpcodes), opcode) != std::end(kOpcodes);
  }
  // The same without the result.
  static bool NeedsResult(HloOpcode opcode) {
    return opcode == HloOpcode::kDynamicReshape || opcode == HloOpcode::kInfeed ||
           opcode == HloOpcode::kMap;
  }

  // The schedule that XLA's parser makes is the parameters by number, then the root.
  bool OrderFollows(const HloComputation& wrapped) const {
    if (!module_.config().is_scheduled) return true;
    size_t number = 0;
    for (const HloInstruction* instruction : wrapped.instructions()) {
      const bool is_last = number == wrapped.parameters().size();
      if (instruction != (is_last ? wrapped.root_instruction() : wrapped.parameters()[number++])) {
        return false;
      }
    }
    return true;
  }

  const HloModule& module_;
  Arena arena_;
  ShapePool shapes_;
  const std::vector<uint32_t> callers_;  // by Node(computation).number
};

AsyncSugar::AsyncSugar(const HloModule& module, const PrintOptions& options)
    : module_(module),
      mode_(options.syntax_sugar_async_ops && IrAccess::StateOf(module).has_async
                ? options.async_mode
                : AsyncPrintMode::kGeneric) {}

AsyncSugar::AsyncSugar(const AsyncSugar* decided)
    : module_(decided->module_), decided_(decided), mode_(decided->mode_) {}

AsyncSugar::AsyncSugar(AsyncSugar&& other) noexcept = default;
AsyncSugar::~AsyncSugar() = default;

void AsyncSugar::Enter(const HloComputation& computation) {
  computation_ = &computation;
  if (decided_ == nullptr) Decide();
  const auto& wrapped = decided_ == nullptr ? wrapped_ : decided_->wrapped_;
  const auto found = wrapped.find(&computation);
  in_computation_ = found == wrapped.end() ? nullptr : found->second.data();
}

bool AsyncSugar::IsHidden(const HloComputation& computation) {
  if (mode_ == AsyncPrintMode::kGeneric) return false;
  Decide();
  return hidden_.contains(&computation);
}

void AsyncSugar::SetSugar(const HloInstruction& link, const HloInstruction& wrapped) {
  if (link.parent() != deciding_) {
    deciding_ = link.parent();
    of_deciding_ = &wrapped_[deciding_];
    of_deciding_->resize(deciding_->index_limit());
  }
  (*of_deciding_)[link.index()] = &wrapped;
}

void AsyncSugar::Decide() {
  if (has_decided_) return;
  has_decided_ = true;
  if (mode_ == AsyncPrintMode::kXla) return DecideAsXla();
  for (const std::vector<AsyncOperation>& operations : FindAsyncChains(module_)) {
    hidden_.reserve(hidden_.size() + operations.size());
    for (const AsyncOperation& operation : operations) {
      const HloComputation* wrapped = operation.wrapped_computation();
      const bool is_sugar_itself = operation.start().async_phase() != AsyncPhase::kNone;
      if (wrapped == nullptr || is_sugar_itself || !IsSugar(operation, *wrapped)) continue;
      hidden_.insert(wrapped);
      for (const HloInstruction* link : operation.all_links()) {
        if (link->async_phase() != AsyncPhase::kNone) continue;
        if (mode_ == AsyncPrintMode::kKeep && !WasSugar(*link)) continue;
        SetSugar(*link, *wrapped->root_instruction());
      }
    }
  }
}

// XLA decides for each link, from the computation that it knows for it.
void AsyncSugar::DecideAsXla() {
  ProducerFinder producers(module_);
  HashMap<const HloComputation*, bool> is_one_instruction;
  for (const HloComputation* computation : module_.computations()) {
    if (!MayHaveChains(*computation)) continue;
    for (const HloInstruction* link : computation->instructions()) {
      if (!IsAsyncLink(link->opcode()) || link->async_phase() != AsyncPhase::kNone) continue;
      const HloComputation* wrapped = producers.WrappedBy(*link);
      if (wrapped == nullptr) continue;
      const auto [known, is_new] = is_one_instruction.try_emplace(wrapped, false);
      if (is_new) known->second = IsOneInstruction(*wrapped);
      if (!known->second) continue;
      SetSugar(*link, *wrapped->root_instruction());
      if (link->FindAttribute(AttributeKind::kCalls) != nullptr) hidden_.insert(wrapped);
    }
  }
}

const HloComputation* AsyncSugar::ComputationToName(const HloInstruction& link) {
  if (mode_ == AsyncPrintMode::kXla || !HasCopied(link) || OwnComputation(link) != nullptr) {
    return nullptr;
  }
  in_sight_.Enter(*link.parent());
  if (in_sight_.StartOf(link) != nullptr) return nullptr;
  if (producers_ == nullptr) producers_ = std::make_unique<ProducerFinder>(module_);
  return producers_->WrappedBy(link);
}

bool AsyncSugar::IsSugar(const AsyncOperation& operation, const HloComputation& wrapped) {
  const bool keeps = mode_ == AsyncPrintMode::kKeep;
  if (mode_ == AsyncPrintMode::kGeneric || (keeps && !WasSugar(operation.start()))) return false;
  if (safe_ == nullptr) safe_ = std::make_unique<SafeSugar>(module_);
  return safe_->MakesTheSame(operation, wrapped) &&
         (keeps || safe_->IsReadable(operation, wrapped));
}

}  // namespace hlo::internal
