// The rows of opcodes.def say which attributes are allowed, and the column drop of attributes.def
// which ones print; only rules that these cannot express are code here.
#include "src/ir/normal_form.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>

#include "hlo/internal/attribute_access.h"
#include "src/ir/packed_metadata.h"
#include "src/ir/visit_attribute.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

namespace {

// The row of conditional: the two named branches, then the list of branches.
using AttributeRow = absl::Span<const AttributeSpec>;
constexpr size_t kConditionalRow = 3;
AttributeRow NamedBranches(AttributeRow row) { return row.subspan(0, kConditionalRow - 1); }
AttributeRow ListOfBranches(AttributeRow row) { return row.subspan(kConditionalRow - 1); }

constexpr WordBytes kNameBytes[] = {
#define HLO_ATTRIBUTE(Id, text, Type, drop) WordBytesOf(text),
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
    {},  // kUnknown
    {},  // kUnknownOpcode
};

// A name that is compared with many others, most of them of the same length.
struct SoughtName {
  bool Means(AttributeKind kind) const {
    // A shorter name has all its bytes there, with a zero after them.
    return bytes == kNameBytes[static_cast<size_t>(kind)] &&
           (text.size() < sizeof(WordBytes) || AttributeName(kind) == text);
  }
  std::string_view text;
  WordBytes bytes;
};

// Whether every opcode takes `kind`.
bool IsForEveryOpcode(AttributeKind kind) {
  return IsTailAttribute(kind) && kind != AttributeKind::kResultAccuracy;
}

// The first allowed attribute for which means(kind) is true.
template <typename Means>
std::optional<AllowedAttributes::Place> FindPlace(const AllowedAttributes& allowed, Means means) {
  for (size_t i = 0; i < allowed.row.size(); ++i) {
    const AttributeKind kind = allowed.row[i].kind;
    if (!means(kind)) continue;
    const auto rank = static_cast<uint8_t>(allowed.first_rank + i);
    return AllowedAttributes::Place{kind, IsTailAttribute(kind) ? TailRank(kind) : rank};
  }
  for (int i = kAttributeKindCount - 1; i >= static_cast<int>(kFirstTailAttribute); --i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (IsForEveryOpcode(kind) && means(kind))
      return AllowedAttributes::Place{kind, TailRank(kind)};
  }
  constexpr AllowedAttributes::Place kThread = {AttributeKind::kAsyncExecutionThread, 0};
  constexpr AllowedAttributes::Place kAliasing = {AttributeKind::kOutputToOperandAliasing,
                                                  kSugarAliasingRank};
  if (allowed.async_execution_thread && means(kThread.kind)) return kThread;
  if (allowed.output_to_operand_aliasing && means(kAliasing.kind)) return kAliasing;
  return std::nullopt;
}

}  // namespace

std::optional<AllowedAttributes::Place> AllowedAttributes::Find(AttributeKind kind) const {
  return FindPlace(*this, [kind](AttributeKind other) { return other == kind; });
}

std::optional<AllowedAttributes::Place> AllowedAttributes::Find(std::string_view padded) const {
  const SoughtName name = {padded, PaddedWordBytes(padded)};
  return FindPlace(*this, [&name](AttributeKind kind) { return name.Means(kind); });
}

std::vector<std::string_view> AllowedAttributes::Names() const {
  std::set<std::string_view> names;
  for (const AttributeSpec& spec : row) {
    if (!spec.proto_only) names.insert(AttributeName(spec.kind));
  }
  for (int i = static_cast<int>(kFirstTailAttribute); i < kAttributeKindCount; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (IsForEveryOpcode(kind)) names.insert(AttributeName(kind));
  }
  if (async_execution_thread) names.insert(AttributeName(AttributeKind::kAsyncExecutionThread));
  if (output_to_operand_aliasing) {
    names.insert(AttributeName(AttributeKind::kOutputToOperandAliasing));
  }
  return {names.begin(), names.end()};
}

void AttributeList::Add(HloOpcode opcode, const Attribute& attribute) {
  Add(attribute);
  if (attribute.kind() != AttributeKind::kUnknown) return;
  for (const AttributeSpec& spec : GetOpcodeInfo(opcode).attributes) {
    if (AttributeName(spec.kind) == attribute.name()) SetGiven(spec.kind);
  }
}

AllowedAttributes AllowedAttributesOf(const AttributeOwner& owner) {
  AllowedAttributes allowed;
  allowed.async_execution_thread = owner.phase != AsyncPhase::kNone;
  allowed.output_to_operand_aliasing =
      owner.phase == AsyncPhase::kStart || owner.phase == AsyncPhase::kUpdate;
  if (owner.phase == AsyncPhase::kUpdate || owner.phase == AsyncPhase::kDone) return allowed;
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
    HloComputation* const callee = AttributeAccess::Held<HloComputation>(*to_apply);
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
  if (owner.phase != AsyncPhase::kNone) return;
  if (opcode == HloOpcode::kCustomCall) NormalizeCustomCall(arena, list);
  if (opcode == HloOpcode::kReducePrecision) NarrowPrecision(list);
  if (opcode == HloOpcode::kRaggedAllToAll) list->Remove(AttributeKind::kDimensions);
  if (owner.operands.empty()) return;
  const HloInstruction& operand = *owner.operands[0];
  if (opcode == HloOpcode::kGetTupleElement) TakeOriginOfElement(operand, list);
  if (opcode == HloOpcode::kCompare) NormalizeComparison(operand.shape().element_type(), list);
  if (opcode == HloOpcode::kOutfeed) AddOutfeedShape(operand.shape(), list);
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

bool AdaptAttributesToShape(HloOpcode opcode, const Shape& shape, Arena* arena,
                            absl::Span<Attribute> attributes,
                            absl::FunctionRef<const HloSharding*(const HloSharding&)> tuple_of) {
  if (opcode == HloOpcode::kMap) SetMapDimensions(attributes, shape.rank(), arena);
  for (Attribute& attribute : attributes) {
    if (attribute.kind() != AttributeKind::kSharding || !shape.IsTuple()) continue;
    const HloSharding& sharding = attribute.As<HloSharding>();
    if (sharding.kind == HloSharding::Kind::kTuple) continue;
    const HloSharding* tuple = tuple_of(sharding);
    if (tuple == nullptr) return false;
    ReplaceAttribute(Attribute::Pointer(AttributeKind::kSharding, tuple), &attribute);
  }
  return true;
}

void AdaptAttributesToShape(HloOpcode opcode, const Shape& shape, Arena* arena,
                            absl::Span<Attribute> attributes) {
  AdaptAttributesToShape(opcode, shape, arena, attributes, [&](const HloSharding& sharding) {
    return arena->New<HloSharding>(NormalizeSharding(sharding, shape, arena));
  });
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

// ---- Shapes: the rules of XLA's HloInstruction::CreateX, opcode by opcode.

namespace {

bool HasElements(const Shape* shape) {
  return shape != nullptr && shape->IsTuple() && !shape->tuple_shapes().empty();
}

}  // namespace

const Shape* MadeShape(HloOpcode opcode, const Shape* shape, const Shape* operand,
                       ShapePool& shapes) {
  if (opcode == HloOpcode::kAfterAll || opcode == HloOpcode::kOutfeed ||
      opcode == HloOpcode::kSendDone) {
    return shapes.Token();
  }
  if (opcode == HloOpcode::kAddDependency && operand != nullptr) return operand;
  const auto transfer = [&shapes](const Shape* data) {
    return shapes.Tuple({data, shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
  };
  if (opcode == HloOpcode::kSend && operand != nullptr) return transfer(operand);
  if (opcode == HloOpcode::kRecv && HasElements(shape)) return transfer(shape->tuple_shapes(0));
  if (opcode == HloOpcode::kInfeed && HasElements(shape)) {
    return shapes.Tuple({shape->tuple_shapes(0), shapes.Token()});
  }
  if (opcode == HloOpcode::kRecvDone && HasElements(operand)) {
    return shapes.Tuple({operand->tuple_shapes(0), shapes.Token()});
  }
  return shape;
}

}  // namespace hlo_text_v1::internal
