// The opcode's row in opcodes.def and the tail attributes of every opcode give the allowed names.
// After all attributes are read and checked, they are normalized: values that XLA does not print
// are dropped, those that it always prints are added, and the list is sorted into print order.
#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "src/ir/attribute_order.h"
#include "src/parse/module/computation_parser.h"
#include "src/parse/module/instruction_checks.h"
#include "src/parse/module/instruction_parser.h"
#include "src/parse/module/legacy_words.h"
#include "src/parse/module/unknown_words.h"
#include "src/parse/module/upgrade_legacy.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/vocabulary/word_table.h"

namespace hlo::internal {
namespace {

constexpr WordBytes kNameBytes[] = {
#define HLO_ATTRIBUTE(Id, text, Type, drop) WordBytesOf(text),
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
    {},  // kUnknown
    {},  // kUnknownOpcode
};

// A name that is compared with many others, most of them of the same length.
struct SoughtName {
  explicit SoughtName(std::string_view padded) : text(padded), bytes(PaddedWordBytes(padded)) {}
  explicit SoughtName(AttributeKind kind)
      : text(AttributeName(kind)), bytes(kNameBytes[static_cast<size_t>(kind)]) {}
  bool Means(AttributeKind kind) const {
    // Those of a shorter name are all, with a zero after them.
    return bytes == kNameBytes[static_cast<size_t>(kind)] &&
           (text.size() < sizeof(WordBytes) || AttributeName(kind) == text);
  }
  std::string_view text;
  WordBytes bytes;
};

// The kind that `name` means in the row, and its rank; false if the row lacks it.
bool FindInRow(const AllowedAttributes& allowed, const SoughtName& name, AttributeKind* kind,
               uint8_t* rank) {
  const absl::Span<const AttributeSpec> row = allowed.row;
  for (size_t i = 0; i < row.size(); ++i) {
    if (!name.Means(row[i].kind)) continue;
    *kind = row[i].kind;
    *rank = static_cast<uint8_t>(allowed.first_rank + i);
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

std::vector<std::string_view> AllowedNames(const AllowedAttributes& allowed) {
  std::set<std::string_view> names;
  for (const AttributeSpec& spec : allowed.row) {
    if (!spec.proto_only) names.insert(AttributeName(spec.kind));
  }
  for (int i = static_cast<int>(kFirstTailAttribute); i < kAttributeKindCount; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (IsForEveryOpcode(kind)) names.insert(AttributeName(kind));
  }
  if (allowed.async_execution_thread) {
    names.insert(AttributeName(AttributeKind::kAsyncExecutionThread));
  }
  if (allowed.output_to_operand_aliasing) {
    names.insert(AttributeName(AttributeKind::kOutputToOperandAliasing));
  }
  return {names.begin(), names.end()};
}

// The kind that `name`, before its value, means for the draft, and its rank; false if the draft
// does not allow it.
bool FindAllowed(ParseState& state, const Draft& draft, std::string_view name, AttributeKind* kind,
                 uint8_t* rank) {
  const AllowedAttributes& allowed = draft.allowed;
  const SoughtName sought(name);
  *rank = 0;
  if (FindInRow(allowed, sought, kind, rank)) {
    if (IsTailAttribute(*kind)) *rank = TailRank(*kind);
  } else if (FindInTail(sought, kind)) {
    *rank = TailRank(*kind);
  } else if (allowed.async_execution_thread && name == "async_execution_thread") {
    *kind = AttributeKind::kAsyncExecutionThread;
  } else if (allowed.output_to_operand_aliasing && name == "output_to_operand_aliasing") {
    *kind = AttributeKind::kOutputToOperandAliasing;
    *rank = kSugarAliasingRank;
  } else if (IsBodyOfToApply(state, draft, name) &&
             !draft.attributes.Has(AttributeKind::kToApply)) {
    FindInRow(allowed, SoughtName(AttributeKind::kToApply), kind, rank);
  } else {
    return false;
  }
  return true;
}

// Any attribute, token by token.
bool ReadAttribute(ParseState& state, Draft* draft) {
  const uint32_t position = state.lexer.Position();
  std::string_view name;
  if (!state.ReadAttributeName(&name)) {
    return state.ErrorAt(position, Code::kErrorParsingAttributes);
  }
  if (draft->unknown != nullptr) return ReadAttributeOfUnknown(state, draft, name, position);

  AttributeKind kind{};
  uint8_t rank = 0;
  const bool is_allowed = FindAllowed(state, *draft, name, &kind, &rank);
  if (!is_allowed || draft->attributes.Has(kind)) {
    if (IsWrappedBody(state, *draft, name)) return SkipWrappedBody(state);
    if (is_allowed) return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
    const LegacyAttribute* legacy = FindLegacyAttribute(*draft, name);
    if (legacy != nullptr && state.options.upgrade_legacy) {
      return ReadLegacyAttribute(state, *legacy, name, position, draft);
    }
    if (state.options.allow_unknown && KeepUnknownAttribute(state, draft, name)) return true;
    state.UnexpectedAttribute(position, name, AllowedNames(draft->allowed));
    NoteRepeatedAttribute(state, *draft, position, name);
    if (legacy == nullptr) return false;
    return state.NoteUpgradeLegacy(position, position + static_cast<uint32_t>(name.size()));
  }
  draft->attributes.SetGiven(kind);

  state.attribute = {name, position};
  // Built in place: copying what was just written field by field waits for all the stores.
  Attribute& attribute = draft->attributes.emplace_back();
  const bool may_keep = state.options.allow_unknown && MayKeepValue(kind);
  if (!(may_keep ? TryValue(state, draft->scope, kind, &attribute)
                 : ReadAttributeValue(state, draft->scope, kind, &attribute))) {
    draft->attributes.pop_back();
    if (may_keep && KeepUnknownValue(state, draft, kind, rank, name)) return true;
    return state.AttributeError(position, name);
  }
  AttributeAccess::Rank(attribute) = rank;
  return true;
}

// `metadata=` as XLA prints it, which most instructions have, without a name look-up. Returns
// false, with nothing consumed or logged, for anything else.
bool ReadPlainMetadata(ParseState& state, Draft* draft) {
  constexpr std::string_view kName = "metadata=";
  const char* begin = state.lexer.At();
  if (std::memcmp(begin, kName.data(), kName.size()) != 0 || state.options.allow_unknown ||
      draft->attributes.Has(AttributeKind::kMetadata)) {
    return false;
  }
  // In place, see ReadAttribute.
  Attribute& attribute = draft->attributes.emplace_back();
  if (!PackMetadata(state, begin + kName.size(), &attribute)) {
    draft->attributes.pop_back();
    return false;
  }
  draft->attributes.SetGiven(AttributeKind::kMetadata);
  AttributeAccess::Rank(attribute) = TailRank(AttributeKind::kMetadata);
  return true;
}

}  // namespace

bool PackMetadata(ParseState& state, const char* begin, Attribute* attribute) {
  if (state.is_added) return false;  // not the module's source
  const CanonicalMetadata canonical = ScanCanonicalMetadata(begin, state.lexer.end());
  if (canonical.end == nullptr) return false;
  state.module.uses_stack_frames |= canonical.stack_frame_id != 0;
  *attribute = AttributeAccess::Packed(state.lexer.Offset(begin),
                                       static_cast<uint32_t>(canonical.end - begin),
                                       canonical.stack_frame_id);
  state.lexer.SkipTo(canonical.end);
  return true;
}

bool ReadPlainTail(ParseState& state, Draft* draft) {
  if (DemandsOf(draft->opcode) == Demands::kMore || draft->phase != AsyncPhase::kNone ||
      draft->shape == nullptr ||
      draft->operands.size() != static_cast<size_t>(GetOpcodeInfo(draft->opcode).arity)) {
    return false;
  }
  const char* comma = state.lexer.begin() + draft->attributes_position;
  if (draft->is_nested || *comma != ',') return true;
  state.lexer.SkipTo(comma + 1);
  if (!ReadPlainMetadata(state, draft)) {
    state.lexer.SkipTo(comma);
    return false;
  }
  return *state.lexer.At() != ',';
}

bool ReadAttributes(ParseState& state, Draft* draft) {
  draft->allowed = AllowedAttributesOf(draft->owner());
  if (draft->is_nested) return true;
  if (state.options.upgrade_legacy) AllowRepeatedAttributes(state, *draft, &draft->allowed);
  while (state.EatByte(',')) {
    if (!ReadPlainMetadata(state, draft) && !ReadAttribute(state, draft)) return false;
  }
  if (state.options.upgrade_legacy)
    draft->allowed = AllowedAttributesOf(draft->owner());  // what may be missing
  return true;
}

std::pair<uint32_t, uint32_t> PlaceOfValue(ParseState& state, const Draft& draft,
                                           std::string_view name) {
  const char* consumed = state.lexer.Consumed();
  const char* end = state.lexer.begin() + draft.attributes_position;
  std::pair<uint32_t, uint32_t> place;
  std::string_view found;
  while (found != name) {
    state.lexer.SkipTo(end);
    if (!state.EatByte(',') || !state.ReadAttributeName(&found)) break;
    const char* begin = state.lexer.At();
    end = FindUnknownValueEnd(begin, state.lexer.end());
    if (end == nullptr) break;
    place = {state.lexer.Offset(begin), state.lexer.Offset(end)};
  }
  state.lexer.SkipTo(consumed);
  return place;
}

bool CheckRequiredAttributes(ParseState& state, Draft* draft) {
  if (state.options.upgrade_legacy) AddLegacySum(state, draft);
  if (draft->has_unknown_attributes) {
    // One of them may replace a missing one.
    for (const AttributeSpec& spec : draft->allowed.row) {
      if (!spec.required || draft->attributes.Has(spec.kind) || !MayKeepValue(spec.kind)) continue;
      draft->attributes.SetGiven(spec.kind);
      draft->lacks_known_attributes = true;
    }
  }
  const AttributeSpec* missing = FindMissing(draft->owner(), draft->allowed, draft->attributes);
  if (missing == nullptr) return true;
  return state.ErrorAt(draft->attributes_position, Code::kAttributeExpected,
                       AttributeName(missing->kind));
}

bool CheckSelectedBranches(ParseState& state, const Draft& draft) {
  if (draft.opcode != HloOpcode::kConditional) return true;
  const AllowedAttributes allowed = AllowedAttributesOf(draft.owner());
  if (const AttributeSpec* missing = FindMissing(draft.owner(), allowed, draft.attributes)) {
    return state.Error(Code::kAttributeExpected, AttributeName(missing->kind));
  }
  for (const AttributeSpec& spec : GetOpcodeInfo(draft.opcode).attributes) {
    const bool is_allowed = &spec >= allowed.row.begin() && &spec < allowed.row.end();
    if (is_allowed || !draft.attributes.Has(spec.kind)) continue;
    return state.Error(Code::kUnexpectedAttribute, AttributeName(spec.kind),
                       Joined(AllowedNames(allowed), ", "));
  }
  return true;
}

}  // namespace hlo::internal
