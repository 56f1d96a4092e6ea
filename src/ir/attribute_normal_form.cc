// Which attributes are allowed and which print comes from the rows of opcodes.def and the column
// drop of attributes.def; only what these cannot say is code here.
#include "src/ir/attribute_normal_form.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>

#include "src/ir/packed_metadata.h"
#include "src/ir/visit_attribute.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {

namespace {

// The row of conditional: the two named branches, then the list of branches.
using AttributeRow = absl::Span<const AttributeSpec>;
constexpr size_t kConditionalRow = 3;
AttributeRow NamedBranches(AttributeRow row) { return row.subspan(0, kConditionalRow - 1); }
AttributeRow ListOfBranches(AttributeRow row) { return row.subspan(kConditionalRow - 1); }

}  // namespace

AllowedAttributes AllowedAttributesOf(const AttributeOwner& owner) {
  AllowedAttributes allowed;
  allowed.async_execution_thread = owner.phase != AsyncPhase::kNone;
  allowed.output_to_operand_aliasing =
      owner.phase == AsyncPhase::kStart || owner.phase == AsyncPhase::kUpdate;
  if (FollowsSugaredStart(owner.phase)) return allowed;
  allowed.row = GetOpcodeInfo(owner.opcode).attributes;
  if (owner.opcode != HloOpcode::kConditional || owner.operands.empty()) return allowed;
  // The selector's type, if it is known, decides between two named branches and a list of branches.
  const PrimitiveType selector = owner.operands[0]->shape().element_type();
  if (selector == PrimitiveType::kInvalid) return allowed;
  const AttributeRow all = allowed.row;
  allowed.row = selector == PrimitiveType::kPRED ? NamedBranches(all) : ListOfBranches(all);
  allowed.first_rank += static_cast<uint8_t>(allowed.row.begin() - all.begin());
  return allowed;
}

const AttributeSpec* FindMissing(const AttributeOwner& owner, const AllowedAttributes& allowed,
                                 const AttributeList& list) {
  const AttributeSpec* missing = nullptr;
  AttributeRow row = allowed.row;
  if (owner.opcode == HloOpcode::kConditional && row.size() == kConditionalRow) {
    // The selector is not bound yet; a list of branches says that it is an index.
    const bool is_list = list.Has(AttributeKind::kBranchComputations);
    row = is_list ? ListOfBranches(row) : NamedBranches(row);
  }
  for (const AttributeSpec& spec : row) {
    if (!spec.required || list.Has(spec.kind)) continue;
    if (missing == nullptr || AttributeName(spec.kind) < AttributeName(missing->kind)) {
      missing = &spec;
    }
  }
  // A scalar may be broadcast without dimensions.
  const bool may_lack = owner.opcode == HloOpcode::kBroadcast && owner.operands.size() == 1 &&
                        owner.operands[0]->shape().IsScalar();
  return may_lack ? nullptr : missing;
}

// ---- Opcodes.

void NormalizeComparison(PrimitiveType element, AttributeList* list) {
  if (Attribute* type = list->Find(AttributeKind::kCompareType)) {
    const bool is_partial = type->AsEnum<CompareType>() == CompareType::kFloat;
    const ComparisonOrder order = is_partial ? ComparisonOrder::kPartial : ComparisonOrder::kTotal;
    list->Replace(type, Ranked(HloOpcode::kCompare, Attribute::Enum(AttributeKind::kOrder, order)));
  }
  const Attribute* order = list->Find(AttributeKind::kOrder);
  if (order != nullptr && order->AsEnum<ComparisonOrder>() == DefaultComparisonOrder(element)) {
    list->Remove(AttributeKind::kOrder);
  }
}

void NormalizeCustomCall(Arena* arena, AttributeList* list) {
  if (list->Find(AttributeKind::kToApply) != nullptr) {
    list->Remove(AttributeKind::kCalledComputations);
    Attribute* to_apply = list->Find(AttributeKind::kToApply);
    HloComputation* callee = to_apply->AsComputation();
    const Attribute callees = Attribute::List<HloComputation*>(
        AttributeKind::kCalledComputations,
        arena->CopySpan(absl::Span<HloComputation* const>(&callee, 1)));
    list->Replace(to_apply, Ranked(HloOpcode::kCustomCall, callees));
  }
  if (list->Find(AttributeKind::kOperandLayoutConstraints) != nullptr) {
    list->Remove(AttributeKind::kCalledComputations);
  }
}

void NarrowPrecision(AttributeList* list) {
  for (const AttributeKind kind : {AttributeKind::kExponentBits, AttributeKind::kMantissaBits}) {
    Attribute* bits = list->Find(kind);
    if (bits == nullptr) continue;
    ReplaceAttribute(Attribute::Int64(kind, static_cast<int32_t>(bits->AsInt64())), bits);
  }
}

void SetMapDimensions(absl::Span<Attribute> attributes, int64_t rank, Arena* arena) {
  for (Attribute& attribute : attributes) {
    if (attribute.kind() != AttributeKind::kDimensions) continue;
    const auto count = static_cast<size_t>(rank);
    auto* all = arena->NewArray<int64_t>(count);
    std::iota(all, all + count, int64_t{0});
    ReplaceAttribute(
        Attribute::Int64List(AttributeKind::kDimensions, absl::MakeConstSpan(all, count)),
        &attribute);
  }
}

bool AddOutfeedShape(const Shape& operand, AttributeList* list) {
  if (list->Has(AttributeKind::kOutfeedShape)) return false;
  list->Add(
      Ranked(HloOpcode::kOutfeed, Attribute::Pointer(AttributeKind::kOutfeedShape, &operand)));
  return true;
}

void TakeOriginOfElement(const HloInstruction& operand, AttributeList* list) {
  if (operand.opcode() != HloOpcode::kTuple || list->Has(AttributeKind::kOrigin)) return;
  const Attribute* index = list->Find(AttributeKind::kIndex);
  if (index == nullptr || index->AsInt64() < 0 || index->AsInt64() >= operand.operand_count()) {
    return;
  }
  const Attribute* origin =
      operand.operand(index->AsInt64())->FindAttribute(AttributeKind::kOrigin);
  if (origin != nullptr) list->Add(*origin);
}

void ApplyOpcodeRules(const AttributeOwner& owner, Arena* arena, AttributeList* list) {
  const HloOpcode opcode = owner.opcode;
  if (opcode == HloOpcode::kCustomCall) NormalizeCustomCall(arena, list);
  if (opcode == HloOpcode::kReducePrecision) NarrowPrecision(list);
  if (opcode == HloOpcode::kRaggedAllToAll) list->Remove(AttributeKind::kDimensions);
  if (owner.operands.empty()) return;
  if (opcode == HloOpcode::kGetTupleElement) TakeOriginOfElement(*owner.operands[0], list);
  const Shape& operand = owner.operands[0]->shape();
  if (opcode == HloOpcode::kCompare) NormalizeComparison(operand.element_type(), list);
  if (opcode == HloOpcode::kOutfeed) AddOutfeedShape(operand, list);
}

// ---- Attributes that always or never print.

namespace {

// The value of an attribute that always prints (AttributeSpec::fill) if none is given.
Attribute DefaultValue(const AttributeSpec& spec) {
  static constexpr ReplicaGroups kNoGroups;
  const AttributeType type = GetAttributeInfo(spec.kind).type;
  if (type == AttributeType::kBool) return Attribute::Bool(spec.kind, spec.fill_true);
  if (type == AttributeType::kReplicaGroups) return Attribute::Pointer(spec.kind, &kNoGroups);
  return Attribute::Int64List(spec.kind, {});
}

// DropRule::kZero
bool IsZero(EnumValue value) { return value.index == 0; }
bool IsZero(const ResultAccuracy& accuracy) {
  return accuracy.mode == ResultAccuracy::Mode::kDefault;
}

// DropRule::kEmpty
bool IsEmpty(StringValue value) { return value.text.empty(); }
bool IsEmpty(absl::Span<const Precision> precisions) {
  return std::all_of(precisions.begin(), precisions.end(),
                     [](Precision p) { return p == Precision::kDefault; });
}
template <typename T>
bool IsEmpty(absl::Span<T> list) {
  return list.empty();
}
bool IsEmpty(const Window& window) { return window.dimensions.empty(); }
bool IsEmpty(const OutputOperandAliasing& aliasing) { return aliasing.pairs.empty(); }
bool IsEmpty(const FrontendAttributes& attributes) { return attributes.entries.empty(); }
bool IsEmpty(const Statistics& statistics) { return statistics.values.empty(); }
bool IsEmpty(const SparsityConfig& config) { return !config.lhs.present && !config.rhs.present; }
bool IsEmpty(const BlockScalingConfig& config) {
  return !config.lhs.present && !config.rhs.present;
}
bool IsEmpty(MetadataValue value) {
  return !value.is_packed() && MetadataIsEmpty(value.unpacked());
}

template <DropRule rule, typename T>
bool Drops(const T& value) {
  if constexpr (rule == DropRule::kFalse) return !value;
  if constexpr (rule == DropRule::kZero) return IsZero(value);
  if constexpr (rule == DropRule::kOne) return value == 1;
  if constexpr (rule == DropRule::kMinusOne) return value == -1;
  if constexpr (rule == DropRule::kEmpty) return IsEmpty(value);
  return rule == DropRule::kAlways;
}

bool KeepsAnyValue(const AllowedAttributes& allowed, AttributeKind kind) {
  return std::any_of(allowed.row.begin(), allowed.row.end(),
                     [kind](const AttributeSpec& spec) { return spec.kind == kind && spec.keep; });
}

bool HasUnknown(const AttributeList& list) {
  return std::any_of(list.begin(), list.end(), [](const Attribute& attribute) {
    return attribute.kind() == AttributeKind::kUnknown;
  });
}

}  // namespace

bool IsDroppedValue(const Attribute& attribute) {
  switch (attribute.kind()) {
#define HLO_ATTRIBUTE(Id, text, Type, drop) \
  case AttributeKind::k##Id:                \
    return Drops<DropRule::k##drop>(AttributeValue<AttributeType::k##Type>(attribute));
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
    case AttributeKind::kUnknown:
    case AttributeKind::kUnknownOpcode:
      return false;
  }
  return false;
}

void FinishAttributes(const AttributeOwner& owner, const AllowedAttributes& allowed,
                      AttributeList* list) {
  if (owner.opcode == HloOpcode::kUnknown) return;
  for (size_t i = 0; i < allowed.row.size(); ++i) {
    const AttributeSpec& spec = allowed.row[i];
    const bool fill = spec.fill || owner.opcode == HloOpcode::kBroadcast;
    // An unknown attribute may be the missing one.
    if (!fill || list->Has(spec.kind) || HasUnknown(*list)) continue;
    Attribute filled = DefaultValue(spec);
    AttributeAccess::Rank(filled) = static_cast<uint8_t>(allowed.first_rank + i);
    list->Add(filled);
  }
  if (list->empty()) return;
  list->erase(std::remove_if(list->begin(), list->end(),
                             [&](const Attribute& attribute) {
                               return IsDroppedValue(attribute) &&
                                      !KeepsAnyValue(allowed, attribute.kind());
                             }),
              list->end());
  const auto by_rank = [](const Attribute& a, const Attribute& b) {
    return AttributeAccess::Rank(a) < AttributeAccess::Rank(b);
  };
  if (std::is_sorted(list->begin(), list->end(), by_rank)) return;  // nearly always
  // Stable: an unknown attribute has the rank of the one before it.
  constexpr size_t kFew = 16;  // std::stable_sort allocates
  if (list->size() > kFew) return std::stable_sort(list->begin(), list->end(), by_rank);
  for (auto* each = list->begin(); each != list->end(); ++each) {
    std::rotate(std::upper_bound(list->begin(), each, *each, by_rank), each, each + 1);
  }
}

HloSharding NormalizeSharding(const HloSharding& sharding, const Shape& shape, Arena* arena) {
  if (sharding.kind == HloSharding::Kind::kTuple || !shape.IsTuple()) return sharding;
  const auto leaves = static_cast<size_t>(std::max<int64_t>(LeafCount(shape), 1));
  auto* elements = arena->NewArray<HloSharding>(leaves);
  std::uninitialized_fill_n(elements, leaves, sharding);
  HloSharding tuple;
  tuple.kind = HloSharding::Kind::kTuple;
  tuple.elements = absl::MakeConstSpan(elements, leaves);
  return tuple;
}

}  // namespace hlo::internal
