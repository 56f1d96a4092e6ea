// The attributes of an instruction: { ',' name= value }.
//
// Which names are allowed is the opcode's row in opcodes.def and the tail attributes of every
// opcode; how a value is read is its AttributeType. Once all are read and checked they are brought
// into normal form: a value that XLA would not print is dropped, one that it always prints is
// added, and the list is sorted into print order.
#include <algorithm>
#include <cstring>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_join.h"
#include "hlo/opcode.h"
#include "src/ir/attribute_order.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/literal_parser.h"
#include "src/parse/values/shape_parser.h"
#include "src/parse/values/sharding_parser.h"
#include "src/parse/values/sharding_parts.h"
#include "src/vocabulary/word_table.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

bool IsForEveryOpcode(AttributeKind kind) {
  return IsTailAttribute(kind) && kind != AttributeKind::kResultAccuracy;
}

size_t Bit(AttributeKind kind) { return static_cast<size_t>(kind); }

// End of a braced value without strings in it, nullptr if that cannot be told from the bytes.
const char* FindPlainValueEnd(const char* p) {
  if (*p != '{' && *p != '[') return nullptr;
  int depth = 0;
  for (;; ++p) {
    switch (*p) {
      case '{':
        ++depth;
        break;
      case '}':
        if (--depth == 0) return p + 1;
        break;
      case '\0':
      case '"':
      case '\'':
      case '/':
      case '\n':
        return nullptr;
      case ',':
        // [2,4]<=[8] ends at the comma of the next attribute.
        if (depth == 0 && p[1] == ' ') return p;
        break;
      default:
        break;
    }
  }
}

}  // namespace

HloParser::Allowed HloParser::AllowedAttributes(const Draft& draft) const {
  Allowed allowed;
  switch (draft.phase) {
    case AsyncPhase::kUpdate:
      allowed.output_to_operand_aliasing = true;
      allowed.async_execution_thread = true;
      return allowed;
    case AsyncPhase::kDone:
      allowed.async_execution_thread = true;
      return allowed;
    case AsyncPhase::kStart:
      allowed.output_to_operand_aliasing = true;
      allowed.async_execution_thread = true;
      break;
    case AsyncPhase::kNone:
      break;
  }
  allowed.row = GetOpcodeInfo(draft.opcode).attributes;
  if (draft.opcode == HloOpcode::kConditional && OperandCount(draft) > 0) {
    // The selector's type decides between two branches by name and a list of branches.
    const bool is_pred = Operands(draft)[0]->shape().element_type() == PrimitiveType::kPRED;
    allowed.row = is_pred ? allowed.row.subspan(0, 2) : allowed.row.subspan(2, 1);
  }
  return allowed;
}

bool HloParser::ParseAttributes(Scope* scope, Draft* draft) {
  if (options_.upgrade_legacy) AllowRepeatedAttributes(*draft, &draft->allowed);
  while (ctx_.EatByte(',')) {
    if (ParsePlainMetadata(draft)) continue;
    if (!ParseAttribute(scope, draft)) return false;
  }
  if (options_.upgrade_legacy) draft->allowed = AllowedAttributes(*draft);  // what may be missing
  return true;
}

namespace {

constexpr WordBytes kNameBytes[] = {
#define HLO_ATTRIBUTE(Id, text, Type, drop) WordBytesOf(text),
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
    {},  // kUnknown
    {},  // kUnknownOpcode
};

// A name that is compared with many, most of which have its length.
struct SoughtName {
  explicit SoughtName(std::string_view padded) : text(padded), bytes(PaddedWordBytes(padded)) {}
  explicit SoughtName(AttributeKind kind)
      : text(AttributeName(kind)), bytes(kNameBytes[static_cast<size_t>(kind)]) {}
  bool Means(AttributeKind kind) const {
    return bytes == kNameBytes[static_cast<size_t>(kind)] && AttributeName(kind) == text;
  }
  std::string_view text;
  WordBytes bytes;
};

// The kind that `name` means in a row, and its rank; false if it is not there.
bool FindInRow(absl::Span<const AttributeSpec> row, const SoughtName& name, AttributeKind* kind,
               uint8_t* rank) {
  for (size_t i = 0; i < row.size(); ++i) {
    if (!name.Means(row[i].kind)) continue;
    *kind = row[i].kind;
    *rank = static_cast<uint8_t>(kFirstRowRank + i);
    return true;
  }
  return false;
}

bool FindInTail(const SoughtName& name, AttributeKind* kind) {
  for (int i = kAttributeKindCount - 1; i >= static_cast<int>(kFirstTailAttribute); --i) {
    const auto candidate = static_cast<AttributeKind>(i);
    if (!name.Means(candidate) || !IsForEveryOpcode(candidate)) continue;
    *kind = candidate;
    return true;
  }
  return false;
}

// Whether a value of `kind` may be a computation that is written in place.
bool MayHoldBody(AttributeKind kind) {
  const AttributeType type = GetAttributeInfo(kind).type;
  return type == AttributeType::kComputation || type == AttributeType::kComputationList;
}

std::string ListOfAllowed(absl::Span<const AttributeSpec> row, bool thread, bool aliasing) {
  std::vector<std::string> names;
  for (const AttributeSpec& spec : row) names.emplace_back(AttributeName(spec.kind));
  for (int i = static_cast<int>(kFirstTailAttribute); i < kAttributeKindCount; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (IsForEveryOpcode(kind)) names.emplace_back(AttributeName(kind));
  }
  if (thread) names.emplace_back(AttributeName(AttributeKind::kAsyncExecutionThread));
  if (aliasing) names.emplace_back(AttributeName(AttributeKind::kOutputToOperandAliasing));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return absl::StrJoin(names, ", ");
}

}  // namespace

bool HloParser::ParseAttribute(Scope* scope, Draft* draft) {
  const Allowed& allowed = draft->allowed;
  const uint32_t position = ctx_.lexer.Position();
  std::string_view name;
  if (!ctx_.ParseAttributeName(&name)) return ErrorAt(position, Code::kErrorParsingAttributes);

  if (draft->unknown != nullptr) return ParseAttributeOfUnknown(scope, draft, name, position);
  AttributeKind kind{};
  uint8_t rank = 0;
  const SoughtName sought(name);
  if (FindInRow(allowed.row, sought, &kind, &rank)) {
    if (IsTailAttribute(kind)) rank = TailRank(kind);
  } else if (FindInTail(sought, &kind)) {
    rank = TailRank(kind);
  } else if (allowed.async_execution_thread && name == "async_execution_thread") {
    kind = AttributeKind::kAsyncExecutionThread;
  } else if (allowed.output_to_operand_aliasing && name == "output_to_operand_aliasing") {
    kind = AttributeKind::kOutputToOperandAliasing;
    rank = kSugarAliasingRank;
  } else if (IsBodyOfToApply(*draft, name) && !draft->given[Bit(AttributeKind::kToApply)]) {
    FindInRow(allowed.row, SoughtName(AttributeKind::kToApply), &kind, &rank);
  } else if (IsWrappedBody(*draft, name)) {
    return ParseAndForgetBody();
  } else {
    if (options_.allow_unknown && KeepUnknownAttribute(scope, draft, name)) return true;
    ErrorAt(position, Code::kUnexpectedAttribute, name,
            ListOfAllowed(allowed.row, allowed.async_execution_thread,
                          allowed.output_to_operand_aliasing));
    NoteRepeatedAttribute(*draft, position, name);
    return false;
  }
  if (draft->given[Bit(kind)]) {
    if (IsWrappedBody(*draft, name)) return ParseAndForgetBody();
    return ErrorAt(position, Code::kAttributeAlreadyExists, name);
  }
  draft->given[Bit(kind)] = true;

  attribute_name_ = name;
  attribute_position_ = position;
  const char* begin = ctx_.lexer.At();
  const bool may_keep = options_.allow_unknown && MayKeepValue(kind);
  if (may_keep || MayHoldBody(kind)) {  // which may have attributes
    Attribute attribute;
    if (!(may_keep ? TryValue(scope, kind, &attribute)
                   : ParseAttributeValue(scope, kind, &attribute))) {
      if (may_keep && KeepUnknownValue(scope, draft, kind, rank, name)) return true;
      return ErrorAt(position, Code::kErrorParsingAttribute, name);
    }
    attributes_.push_back(attribute);
  } else if (!ParseAttributeValue(scope, kind, &attributes_.emplace_back())) {
    // In its place: a copy of what has just been written field by field waits for all the stores.
    attributes_.pop_back();
    return ErrorAt(position, Code::kErrorParsingAttribute, name);
  }
  Attribute& attribute = attributes_.back();
  if (!attribute.raw_is_canonical()) {
    const char* end = ctx_.lexer.Consumed();
    attribute.SetRaw(ctx_.lexer.Offset(begin), static_cast<uint32_t>(end - begin), false);
  }
  attribute.set_rank(rank);
  return true;
}

namespace {

template <typename T>
bool ParseStructured(ParseContext& ctx, AttributeKind kind, ValueParser<T> parse,
                     Attribute* attribute) {
  T value{};
  if (!parse(ctx, &value)) return false;
  *attribute = Attribute::Pointer(kind, ctx.arena.New<T>(value));
  return true;
}

template <typename T>
bool ParseList(ParseContext& ctx, AttributeKind kind, ValueParser<absl::Span<const T>> parse,
               Attribute* attribute) {
  absl::Span<const T> values;
  if (!parse(ctx, &values)) return false;
  *attribute = Attribute::List<T>(kind, values);
  return true;
}

}  // namespace

bool HloParser::ParseAttributeValue(Scope* scope, AttributeKind kind, Attribute* attribute) {
  const AttributeType type = GetAttributeInfo(kind).type;
  switch (type) {
    case AttributeType::kBool: {
      bool value = false;
      if (!ctx_.ParseBool(&value)) return false;
      *attribute = Attribute::Bool(kind, value);
      return true;
    }
    case AttributeType::kInt32: {
      int32_t value = 0;
      if (!ctx_.ParseInt32(&value)) return false;
      *attribute = Attribute::Int64(kind, value);
      return true;
    }
    case AttributeType::kInt64: {
      int64_t value = 0;
      if (!ctx_.ParseInt64(&value)) return false;
      *attribute = Attribute::Int64(kind, value);
      return true;
    }
    case AttributeType::kFloat: {
      double value = 0;
      if (!ParseFloat(ctx_, &value)) return false;
      *attribute = Attribute::Double(kind, value);
      return true;
    }
    case AttributeType::kString:
    case AttributeType::kRawString: {
      std::string_view value;
      if (!ParseStringValue(&value)) return false;
      *attribute = Attribute::String(kind, value);
      return true;
    }
    case AttributeType::kStringOrDict: {
      std::string_view value;
      if (!ParseBackendConfig(ctx_, &value)) return false;
      *attribute = Attribute::String(kind, value);
      return true;
    }
    case AttributeType::kInt64List: {
      absl::Span<const int64_t> values;
      if (!ctx_.ParseInt64List(&values)) return false;
      *attribute = Attribute::Int64List(kind, values);
      return true;
    }
    case AttributeType::kInt64ListList:
      return ParseList<absl::Span<const int64_t>>(ctx_, kind, ParseInt64ListList, attribute);
    case AttributeType::kBoolList:
      return ParseList<bool>(ctx_, kind, ParseParameterReplication, attribute);
    case AttributeType::kPrecisionList:
      return ParseList<Precision>(ctx_, kind, ParsePrecisionList, attribute);
    case AttributeType::kShape: {
      const Shape* shape = nullptr;
      if (!ParseShape(ctx_, &shape)) return false;
      *attribute = Attribute::Pointer(kind, shape);
      return true;
    }
    case AttributeType::kShapeList:
      return ParseList<const Shape*>(ctx_, kind, ParseShapeList, attribute);
    case AttributeType::kComputation: {
      HloComputation* computation = nullptr;
      if (!ParseComputationReference(&computation)) return false;
      *attribute = Attribute::Pointer(kind, computation);
      return true;
    }
    case AttributeType::kComputationList: {
      absl::Span<HloComputation* const> computations;
      if (!ParseComputationList(&computations)) return false;
      *attribute = Attribute::List<HloComputation*>(kind, computations);
      return true;
    }
    case AttributeType::kInstructionList:
      return ParseInstructionNames(scope, attribute);
    case AttributeType::kLiteral:
      return ParseStructured<Literal>(ctx_, kind, ParseLiteralWithShape, attribute);
    case AttributeType::kWindow:
      return ParseStructured<Window>(ctx_, kind, ParseWindow, attribute);
    case AttributeType::kDimLabels:
      return ParseStructured<ConvolutionDimensionNumbers>(ctx_, kind, ParseDimLabels, attribute);
    case AttributeType::kPaddingConfig:
      return ParseStructured<PaddingConfig>(ctx_, kind, ParsePaddingConfig, attribute);
    case AttributeType::kSliceRanges:
      return ParseStructured<SliceRanges>(ctx_, kind, ParseSliceRanges, attribute);
    case AttributeType::kSharding:
      return ParseShardingAttribute(attribute);
    case AttributeType::kReplicaGroups:
      return ParseReplicaGroupsAttribute(attribute);
    case AttributeType::kOutputOperandAliasing:
      return ParseStructured<OutputOperandAliasing>(ctx_, kind, ParseOutputOperandAliasing,
                                                    attribute);
    case AttributeType::kDomain:
      return ParseStructured<Domain>(ctx_, kind, ParseDomain, attribute);
    case AttributeType::kFrontendAttributes:
      return ParseStructured<FrontendAttributes>(ctx_, kind, ParseFrontendAttributes, attribute);
    case AttributeType::kStatistics:
      return ParseStructured<Statistics>(ctx_, kind, ParseStatistics, attribute);
    case AttributeType::kSparsityConfig:
      return ParseStructured<SparsityConfig>(ctx_, kind, ParseSparsityConfig, attribute);
    case AttributeType::kBlockScalingConfig:
      return ParseStructured<BlockScalingConfig>(ctx_, kind, ParseBlockScalingConfig, attribute);
    case AttributeType::kResultAccuracy:
      return ParseStructured<ResultAccuracy>(ctx_, kind, ParseResultAccuracy, attribute);
    case AttributeType::kOriginalValue:
      return ParseStructured<OriginalValue>(ctx_, kind, ParseOriginalValue, attribute);
    case AttributeType::kMetadata:
      return ParseMetadataAttribute(attribute);
    default: {  // the enumerations
      int64_t value = 0;
      if (!ParseEnum(ctx_, type, &value)) return false;
      *attribute = Attribute::Int64(kind, value);
      return true;
    }
  }
}

bool HloParser::ParseMetadataAttribute(Attribute* attribute) {
  if (PackMetadata(ctx_.lexer.At(), attribute)) return true;
  if (!ParseStructured<OpMetadata>(ctx_, AttributeKind::kMetadata, ParseMetadata, attribute)) {
    return false;
  }
  state_.uses_stack_frames |= attribute->As<OpMetadata>().stack_frame_id != 0;
  return true;
}

// Takes metadata that will print as it stands at `begin` as a view into the source. False, with
// nothing consumed, for any other.
bool HloParser::PackMetadata(const char* begin, Attribute* attribute) {
  if (is_added_) return false;  // not the module's source
  const CanonicalMetadata canonical = ScanCanonicalMetadata(begin, ctx_.lexer.end());
  if (canonical.end == nullptr) return false;
  state_.uses_stack_frames |= canonical.stack_frame_id != 0;
  *attribute = Attribute::PackedMetadata(ctx_.lexer.Offset(begin),
                                         static_cast<uint32_t>(canonical.end - begin),
                                         canonical.stack_frame_id, canonical.stack_frame_offset);
  ctx_.lexer.SkipTo(canonical.end);
  return true;
}

// `metadata=`, which most instructions have, without a look-up of its name.
bool HloParser::ParsePlainMetadata(Draft* draft) {
  constexpr std::string_view kName = "metadata=";
  const char* begin = ctx_.lexer.At();
  if (std::memcmp(begin, kName.data(), kName.size()) != 0 || options_.allow_unknown) return false;
  const size_t bit = Bit(AttributeKind::kMetadata);
  if (draft->given[bit]) return false;
  // In its place: a copy of what has just been written field by field waits for all the stores.
  Attribute& attribute = attributes_.emplace_back();
  if (!PackMetadata(begin + kName.size(), &attribute)) {
    attributes_.pop_back();
    return false;
  }
  draft->given[bit] = true;
  attribute.set_rank(TailRank(AttributeKind::kMetadata));
  return true;
}

namespace {

// Parses a value with `parse` unless its text is in `known`, and puts it there. Shardings and
// replica groups repeat on thousands of instructions.
template <typename T>
bool ParseThroughTable(ParseContext& ctx, ValueParser<T> parse,
                       absl::flat_hash_map<std::string_view, const T*>* known, const T** result) {
  const char* begin = ctx.lexer.At();
  const char* end = FindPlainValueEnd(begin);
  std::string_view text;
  if (end != nullptr) {
    text = std::string_view(begin, static_cast<size_t>(end - begin));
    auto found = known->find(text);
    if (found != known->end()) {
      ctx.lexer.SkipTo(end);
      *result = found->second;
      return true;
    }
  }
  const size_t errors = ctx.log().size();
  T value{};
  if (!parse(ctx, &value)) return false;
  *result = ctx.arena.New<T>(value);
  if (end != nullptr && ctx.lexer.Consumed() == end && ctx.log().size() == errors) {
    known->emplace(text, *result);
  }
  return true;
}

}  // namespace

bool HloParser::ParseShardingAttribute(Attribute* attribute) {
  const HloSharding* sharding = nullptr;
  const uint32_t begin = ctx_.lexer.Position();
  if (!ParseThroughTable<HloSharding>(ctx_, ParseSharding, &shardings_, &sharding)) return false;
  const uint32_t size = ctx_.lexer.Offset(ctx_.lexer.Consumed()) - begin;
  if (!ExpandDevices(ctx_, begin, *sharding, size)) return false;
  *attribute = Attribute::Pointer(AttributeKind::kSharding, sharding);
  return true;
}

bool HloParser::ParseReplicaGroupsAttribute(Attribute* attribute) {
  const ReplicaGroups* groups = nullptr;
  if (!ParseThroughTable<ReplicaGroups>(ctx_, ParseReplicaGroups, &replica_groups_, &groups)) {
    return false;
  }
  *attribute = Attribute::Pointer(AttributeKind::kReplicaGroups, groups);
  return true;
}

// control-predecessors={%a, %b}: names of this body, duplicates dropped.
bool HloParser::ParseInstructionNames(Scope* scope, Attribute* attribute) {
  if (!ctx_.Expect(TokKind::kLbrace, Code::kExpectsInstructionNameListStart)) return false;
  const uint32_t first = ctx_.lexer.Position();
  std::vector<HloInstruction*> instructions;
  absl::flat_hash_set<const HloInstruction*> seen;
  do {
    std::string_view name;
    if (!ctx_.ParseName(&name)) return ErrorAt(first, Code::kExpectsAInstructionName);
    HloInstruction* instruction = FindInstruction(*scope, state_.symbols.Find(name));
    if (instruction == nullptr) return Error(Code::kInstructionNotDefined, name);
    if (seen.insert(instruction).second) instructions.push_back(instruction);
  } while (ctx_.EatIf(TokKind::kComma));
  if (!ctx_.Expect(TokKind::kRbrace, Code::kExpectsInstructionNameListEnd)) return false;
  *attribute = Attribute::List<HloInstruction*>(
      AttributeKind::kControlPredecessors,
      ctx_.arena.CopySpan(absl::Span<HloInstruction* const>(instructions)));
  return true;
}

bool HloParser::CheckRequiredAttributes(Draft* complete) {
  const Draft& draft = *complete;
  std::string_view missing;
  for (const AttributeSpec& spec : draft.allowed.row) {
    if (!spec.required || draft.given[Bit(spec.kind)]) continue;
    // An unknown attribute may stand for one that is missing.
    if (draft.has_unknown_attributes && MayKeepValue(spec.kind)) {
      complete->lacks_known_attributes = true;
      continue;
    }
    const std::string_view name = AttributeName(spec.kind);
    if (missing.empty() || name < missing) missing = name;
  }
  if (missing.empty()) return true;
  if (draft.opcode == HloOpcode::kBroadcast && OperandCount(draft) == 1 &&
      Operands(draft)[0]->shape().IsScalar()) {
    return true;
  }
  return ErrorAt(draft.attributes_position, Code::kAttributeExpected, missing);
}

Attribute* HloParser::FindGiven(const Draft& draft, AttributeKind kind) {
  if (!draft.given[Bit(kind)]) return nullptr;
  for (size_t i = draft.first_attribute; i < attributes_.size(); ++i) {
    if (attributes_[i].kind() == kind) return &attributes_[i];
  }
  return nullptr;
}

void HloParser::RemoveAttribute(Draft* draft, AttributeKind kind) {
  Attribute* attribute = FindGiven(*draft, kind);
  if (attribute == nullptr) return;
  attributes_.erase(attributes_.begin() + (attribute - attributes_.data()));
  draft->given[Bit(kind)] = false;
}

namespace {

bool IsEmptyValue(const Attribute& attribute) {
  switch (attribute.info().type) {
    case AttributeType::kWindow:
      return attribute.As<Window>().dimensions.empty();
    case AttributeType::kOutputOperandAliasing:
      return attribute.As<OutputOperandAliasing>().pairs.empty();
    case AttributeType::kFrontendAttributes:
      return attribute.As<FrontendAttributes>().entries.empty();
    case AttributeType::kStatistics:
      return attribute.As<Statistics>().values.empty();
    case AttributeType::kSparsityConfig:
      return !attribute.As<SparsityConfig>().lhs.present &&
             !attribute.As<SparsityConfig>().rhs.present;
    case AttributeType::kBlockScalingConfig:
      return !attribute.As<BlockScalingConfig>().lhs.present &&
             !attribute.As<BlockScalingConfig>().rhs.present;
    case AttributeType::kPrecisionList: {
      const absl::Span<const Precision> precisions = attribute.AsList<Precision>();
      return std::all_of(precisions.begin(), precisions.end(),
                         [](Precision p) { return p == Precision::kDefault; });
    }
    default:  // strings and lists
      return attribute.AsList<char>().empty();
  }
}

}  // namespace

bool IsDroppedValue(const Attribute& attribute) {
  switch (attribute.info().drop) {
    case DropRule::kKeep:
      return attribute.kind() == AttributeKind::kMetadata && !attribute.raw_is_canonical() &&
             !MetadataIsPrinted(attribute.As<OpMetadata>()) &&
             attribute.As<OpMetadata>().stack_frame_id == 0;
    case DropRule::kFalse:
      return !attribute.AsBool();
    case DropRule::kZero:
      if (attribute.info().type == AttributeType::kResultAccuracy) {
        return attribute.As<ResultAccuracy>().mode == ResultAccuracy::Mode::kDefault;
      }
      return attribute.AsInt64() == 0;
    case DropRule::kOne:
      return attribute.AsInt64() == 1;
    case DropRule::kMinusOne:
      return attribute.AsInt64() == -1;
    case DropRule::kEmpty:
      return IsEmptyValue(attribute);
    case DropRule::kAlways:
      return true;
  }
  return false;
}

Attribute DefaultValue(const AttributeSpec& spec) {
  static constexpr ReplicaGroups kNoGroups;
  switch (GetAttributeInfo(spec.kind).type) {
    case AttributeType::kBool:
      return Attribute::Bool(spec.kind, spec.fill_true);
    case AttributeType::kReplicaGroups:
      return Attribute::Pointer(spec.kind, &kNoGroups);
    default:
      return Attribute::Int64List(spec.kind, {});
  }
}

void HloParser::NormalizeAttributes(Draft* draft) {
  if (draft->unknown != nullptr) return;  // in the order of the text
  const absl::Span<const AttributeSpec> row = draft->allowed.row;
  for (size_t i = 0; i < row.size(); ++i) {
    // A scalar may be broadcast without dimensions.
    const bool fill = row[i].fill || draft->opcode == HloOpcode::kBroadcast;
    if (!fill || draft->has_unknown_attributes || draft->given[Bit(row[i].kind)]) continue;
    Attribute filled = DefaultValue(row[i]);
    filled.set_rank(static_cast<uint8_t>(kFirstRowRank + i));
    attributes_.push_back(filled);
  }
  if (attributes_.size() == draft->first_attribute) return;
  const auto begin = attributes_.begin() + static_cast<ptrdiff_t>(draft->first_attribute);
  const auto kept = std::remove_if(begin, attributes_.end(), [&](const Attribute& attribute) {
    const size_t at = attribute.rank() - kFirstRowRank;
    const bool keep = at < row.size() && row[at].kind == attribute.kind() && row[at].keep;
    return !keep && IsDroppedValue(attribute);
  });
  attributes_.erase(kept, attributes_.end());
  const auto by_rank = [](const Attribute& a, const Attribute& b) { return a.rank() < b.rank(); };
  if (std::is_sorted(begin, attributes_.end(), by_rank)) return;  // nearly always
  // An unknown attribute has the rank of the one before it.
  std::stable_sort(begin, attributes_.end(), by_rank);
}

}  // namespace hlo
