// SugarForms, the inverse of Desugar: asks of a chain in generic form what Desugar would make of
// its sugar, and whether that is the chain. Each line of sugar_obstacles.def is one test here, in
// the same order; the last ones are about XLA 0.12, which crashes on some sugar that we read.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/identical.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/print_values.h"
#include "hlo/unknown_words.h"
#include "src/async/producer.h"
#include "src/async/wrapped_computation.h"
#include "src/base/strings.h"
#include "src/diagnostics/at_name.h"
#include "src/ir/attribute_order.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Obstacle = std::optional<SugarObstacle>;

constexpr std::string_view kReasons[] = {
#define HLO_SUGAR_OBSTACLE(Id, Reader, reason) reason,
#include "hlo/tables/sugar_obstacles.def"
};

// ---- The computation: one instruction, which takes what the start binds.

// Whether the instruction takes the parameters in order, as many as desugaring gives it.
bool HandsOnParameters(const HloComputation& wrapped) {
  const HloInstruction& root = *wrapped.root_instruction();
  const absl::Span<const HloInstruction* const> parameters = wrapped.parameters();
  const size_t operands = WrappedOperandCount(root.spelled_opcode(), parameters.size());
  return operands <= parameters.size() && root.operands().size() == operands &&
         std::equal(root.operands().begin(), root.operands().end(), parameters.begin());
}

bool ParametersHaveAttributes(const HloComputation& wrapped) {
  const absl::Span<const HloInstruction* const> parameters = wrapped.parameters();
  return std::any_of(parameters.begin(), parameters.end(), [](const HloInstruction* parameter) {
    return !parameter->attributes().empty();
  });
}

// Whether kept texts name the computation or something in it, which sugar leaves out.
bool IsNamedInText(const HloComputation& wrapped) {
  const auto instructions = wrapped.instructions();
  return IsPinned(wrapped) || std::any_of(instructions.begin(), instructions.end(),
                                          [](const HloInstruction* i) { return IsPinned(*i); });
}

// Whether the schedule is the one that XLA's parser makes: the parameters by number, then the root.
bool IsInOrder(const HloComputation& wrapped) {
  size_t number = 0;
  for (const HloInstruction* instruction : wrapped.instructions()) {
    const bool is_last = number == wrapped.parameters().size();
    if (instruction != (is_last ? wrapped.root_instruction() : wrapped.parameters()[number++])) {
      return false;
    }
  }
  return true;
}

// ---- The spelling.

// Whether X-start is not sugar of `opcode` X. An opcode with a start of its own has no X-update.
bool IsStartOfItsOwn(const AsyncOperation& chain, HloOpcode opcode) {
  if (!HasFirstClassAsync(opcode)) return false;
  const HloInstruction& start = chain.start();
  const auto links = chain.all_links();
  return !chain.is_direct() || !HasSugarBesidePair(opcode, start.shape(), start.operands()) ||
         std::any_of(links.begin(), links.end(),
                     [](const HloInstruction* link) { return IsAsyncUpdate(*link); });
}

// Sugar of an unknown opcode is known by its suffix and its shape; all attributes that a start may
// not have itself go to the root. True for a known opcode.
bool IsReadableAsUnknown(const HloInstruction& start, const HloInstruction& root) {
  if (root.spelled_opcode() != HloOpcode::kUnknown) return true;
  const auto* unknown = root.FindAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
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

// ---- Attributes.

// Whether `root` and `link` have the same attribute of `kind`, or both have none; a null `link` has
// none.
bool SameValue(AttributeKind kind, const HloInstruction& root, const HloInstruction* link) {
  const Attribute* a = root.FindAttribute(kind);
  const Attribute* b = link == nullptr ? nullptr : link->FindAttribute(kind);
  if (a == nullptr || b == nullptr) return a == b;
  if (kind != AttributeKind::kMetadata) return *a == *b;
  // Desugar nearly always copied one from the other.
  return AttributeAccess::IsCopy(*a, *b) || root.metadata() == link->metadata();
}

// Whether the attributes of `root` that no opcode has of its own are what the links give it.
bool HasAttributesOfLinks(const AsyncOperation& chain, const HloInstruction& root) {
  return std::all_of(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped),
                     [&](AttributeKind kind) {
                       return SameValue(kind, root, LinkWithCopied(chain, kind));
                     }) &&
         root.FindAttribute(AttributeKind::kSharding) == nullptr &&
         root.FindAttribute(AttributeKind::kControlPredecessors) == nullptr &&
         SameValue(AttributeKind::kStatistics, root, &chain.start());
}

// An unknown attribute goes where the known one before it goes, and stays on the start if it means
// something only there: see Desugar. This is for those of the start,
bool KeepsUnknownAttributes(const HloInstruction& start, const HloInstruction& root) {
  bool has_tail = false;
  for (const Attribute& attribute : start.attributes()) {
    const bool is_behind_row = AttributeAccess::Rank(attribute) >= kSugarAliasingRank;
    const bool is_unknown = attribute.kind() == AttributeKind::kUnknown;
    has_tail |= is_behind_row && (!is_unknown || IsTailName(attribute.name()));
    if (!is_unknown || has_tail) continue;
    if (!is_behind_row || !IsLocalToStart(root.spelled_opcode(), attribute)) return false;
  }
  return true;
}

// and this for those of the instruction, whose names no attribute of the start may have.
bool GetsUnknownAttributes(const HloInstruction& start, const HloInstruction& root) {
  for (const Attribute& attribute : root.attributes()) {
    if (attribute.kind() != AttributeKind::kUnknown) continue;
    const std::string_view name = attribute.As<UnknownAttribute>().name;
    const auto has_name = [&](const Attribute& other) { return other.name() == name; };
    if (IsLocal(attribute) || AttributeAccess::Rank(attribute) >= kSugarAliasingRank ||
        name == AttributeName(AttributeKind::kAsyncExecutionThread) ||
        std::any_of(start.attributes().begin(), start.attributes().end(), has_name)) {
      return false;
    }
  }
  return true;
}

bool SameShape(const Shape& a, const Shape& b) {
  return &a == &b || PrintShape(a) == PrintShape(b);
}

}  // namespace

std::vector<LostAttribute> internal::FindLostAttributes(const HloModule& module) {
  std::vector<LostAttribute> lost;
  for (const std::vector<AsyncOperation>& operations : FindAsyncChains(module)) {
    for (const AsyncOperation& operation : operations) {
      const HloInstruction* root = operation.wrapped_instruction();
      if (root == nullptr || IsAsyncLink(root->opcode())) continue;
      for (const AttributeKind kind : kCopiedToWrapped) {
        const HloInstruction* link = LinkWithCopied(operation, kind);
        if (link != nullptr && !SameValue(kind, *root, link)) lost.push_back({root, link, kind});
      }
    }
  }
  return lost;
}

std::string_view SugarObstacleReason(SugarObstacle obstacle) {
  return kReasons[static_cast<size_t>(obstacle)];
}

class SugarForms::Rules {
 public:
  Rules(const HloModule& module, AsyncReader reader)
      : module_(module), reader_(reader), shapes_(&arena_), callers_(CallerCounts(module)) {}

  Obstacle Check(const AsyncOperation& chain) {
    if (chain.is_pair()) return std::nullopt;
    const HloComputation* wrapped = chain.wrapped_computation();
    if (wrapped == nullptr) return SugarObstacle::kNotOneInstruction;
    Obstacle obstacle = CheckMeaning(chain, *wrapped);
    if (!obstacle.has_value() && reader_ == AsyncReader::kXla012) {
      obstacle = CheckXla012(chain, *wrapped);
    }
    return obstacle;
  }

 private:
  // Whether desugaring makes `wrapped` again.
  Obstacle CheckMeaning(const AsyncOperation& chain, const HloComputation& wrapped) {
    const HloInstruction& start = chain.start();
    const HloInstruction& root = *wrapped.root_instruction();
    const HloOpcode opcode = root.spelled_opcode();
    const auto links = chain.all_links();
    if (std::any_of(links.begin(), links.end(),
                    [](const HloInstruction* link) { return OwnComputation(*link) != nullptr; })) {
      return SugarObstacle::kOwnComputation;
    }
    if (!IsOneInstruction(wrapped)) return SugarObstacle::kNotOneInstruction;
    if (!CanBeWrapped(opcode)) return SugarObstacle::kNoAsyncForm;
    if (!HandsOnParameters(wrapped)) return SugarObstacle::kOperandOrder;
    if (ParametersHaveAttributes(wrapped)) return SugarObstacle::kParameterAttributes;
    if (IsStartOfItsOwn(chain, opcode)) return SugarObstacle::kOwnStart;
    if (wrapped.IsEntry()) return SugarObstacle::kEntry;
    if (callers_[Node(&wrapped).number] != 1) return SugarObstacle::kOtherCaller;
    if (IsNamedInText(wrapped)) return SugarObstacle::kNamedInText;
    if (!wrapped.backend_config().empty() || !wrapped.unknown_attributes().empty()) {
      return SugarObstacle::kComputationAttributes;
    }
    if (!IsReadableAsUnknown(start, root)) return SugarObstacle::kUnknownOpcode;
    if (!ShapesFollow(chain, wrapped)) return SugarObstacle::kShapes;
    if (!HasAttributesOfLinks(chain, root) || !GetsUnknownAttributes(start, root)) {
      return SugarObstacle::kWrappedAttributes;
    }
    if (!KeepsUnknownAttributes(start, root) ||
        (HasSugarFact(opcode, SugarFact::kOwnsAliasing) &&
         start.FindAttribute(AttributeKind::kOutputToOperandAliasing) != nullptr)) {
      return SugarObstacle::kStartAttributes;
    }
    if (module_.config().is_scheduled && !IsInOrder(wrapped)) {
      return SugarObstacle::kParameterSchedule;
    }
    return std::nullopt;
  }

  // Whether XLA 0.12 reads the sugar.
  Obstacle CheckXla012(const AsyncOperation& chain, const HloComputation& wrapped) const {
    if (!ReadsLinks(chain)) return SugarObstacle::kMetadataInLoop;
    const HloInstruction& start = chain.start();
    const HloInstruction& root = *wrapped.root_instruction();
    const SugarFacts& facts = SugarFactsOf(root.spelled_opcode());
    const size_t bound = start.shape().tuple_shapes(0)->tuple_shapes().size();
    if (bound < root.operands().size()) {
      if (facts.Has(SugarFact::kOperandsAtStart)) return SugarObstacle::kLateOperands;
      if (root.FindAttribute(AttributeKind::kOperandLayoutConstraints) != nullptr) {
        return SugarObstacle::kLateConstraints;
      }
    }
    // XLA prints them twice, for the start and the root, and reads neither.
    if (root.FindAttribute(AttributeKind::kStatistics) != nullptr)
      return SugarObstacle::kStatistics;
    if (facts.Has(SugarFact::kResultAtStart) && IsEmptyTuple(*start.shape().tuple_shapes(1))) {
      return SugarObstacle::kLateResult;
    }
    // XLA's parser adds the parameters that the start does not bind: those that the opcode always
    // has before the root, the others after it, where XLA's check of the schedule refuses them.
    if (module_.config().is_scheduled &&
        wrapped.parameters().size() >
            std::max(bound, MinimumWrappedParameters(root.spelled_opcode()))) {
      return SugarObstacle::kLateInSchedule;
    }
    return std::nullopt;
  }

  // XLA crashes on attributes that a link hands to its wrapped instruction if it does not know
  // that, as in the body of a loop that carries the state.
  static bool ReadsLinks(const AsyncOperation& chain) {
    if (chain.is_direct()) return true;
    const auto links = chain.all_links();
    ProducerFinder in_sight;
    return std::all_of(links.begin(), links.end(), [&](const HloInstruction* link) {
      return !HasCopiedToWrapped(*link) || IsInSight(chain, *link, &in_sight);
    });
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

  const HloModule& module_;
  const AsyncReader reader_;
  Arena arena_;
  ShapePool shapes_;
  const std::vector<uint32_t> callers_;  // by Node(computation).number
};

SugarForms::SugarForms(const HloModule& module, AsyncReader reader)
    : rules_(std::make_unique<Rules>(module, reader)) {}
SugarForms::SugarForms(SugarForms&& other) noexcept = default;
SugarForms::~SugarForms() = default;

std::optional<SugarObstacle> SugarForms::ObstacleTo(const AsyncOperation& operation) {
  return rules_->Check(operation);
}

std::vector<Diagnostic> ExplainAsync(const HloModule& module, AsyncReader reader) {
  std::vector<Diagnostic> notes;
  SugarForms forms(module, reader);
  for (const std::vector<AsyncOperation>& operations : FindAsyncChains(module)) {
    for (const AsyncOperation& operation : operations) {
      const Obstacle obstacle = forms.ObstacleTo(operation);
      if (!obstacle.has_value()) continue;
      const HloInstruction& start = operation.start();
      notes.push_back(DiagnosticAtName(Severity::kNote, DiagnosticCode::kAsyncGeneric,
                                       start.source_offset(), start.name(),
                                       SugarObstacleReason(*obstacle)));
    }
  }
  return notes;
}

}  // namespace hlo_text_v1
