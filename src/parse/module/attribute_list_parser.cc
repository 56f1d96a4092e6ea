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
#include "hlo/print_values.h"
#include "src/ir/attribute_normal_form.h"
#include "src/ir/attribute_order.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/vocabulary/word_table.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

size_t Bit(AttributeKind kind) { return static_cast<size_t>(kind); }

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
