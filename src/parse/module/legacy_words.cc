// Two tables, of opcodes and of attributes, each row with the word of today. Only the value of
// sparsity= has a form of its own; the other values are read as those of today's attribute, or
// skipped if there is none.
#include "src/parse/module/legacy_words.h"

#include <algorithm>
#include <iterator>

#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "src/ir/attribute_order.h"
#include "src/parse/module/instruction_parser.h"
#include "src/parse/values/attribute_value_parser.h"

namespace hlo::internal {

struct LegacyOpcode {
  std::string_view word;
  HloOpcode today;
  ComparisonDirection direction = ComparisonDirection::kEq;  // of a comparison
};

struct LegacyAttribute {
  HloOpcode opcode;
  std::string_view word;
  // kUnknown: dropped.
  AttributeKind today = AttributeKind::kUnknown;
};

namespace {

constexpr LegacyOpcode kOpcodes[] = {
    {"equal-to", HloOpcode::kCompare, ComparisonDirection::kEq},
    {"not-equal-to", HloOpcode::kCompare, ComparisonDirection::kNe},
    {"less-than", HloOpcode::kCompare, ComparisonDirection::kLt},
    {"less-than-or-equal-to", HloOpcode::kCompare, ComparisonDirection::kLe},
    {"greater-than", HloOpcode::kCompare, ComparisonDirection::kGt},
    {"greater-than-or-equal-to", HloOpcode::kCompare, ComparisonDirection::kGe},
    {"cross-replica-sum", HloOpcode::kAllReduce},
    {"generate-token", HloOpcode::kAfterAll},
    {"tuple-select", HloOpcode::kSelect},
};

constexpr LegacyAttribute kAttributes[] = {
    {HloOpcode::kAllReduce, "all_reduce_id", AttributeKind::kChannelId},
    {HloOpcode::kAllReduce, "barrier"},
    {HloOpcode::kDot, "sparsity", AttributeKind::kSparsityConfig},
    {HloOpcode::kGather, "output_window_dims", AttributeKind::kOffsetDims},
    {HloOpcode::kGather, "elided_window_dims", AttributeKind::kCollapsedSliceDims},
    {HloOpcode::kGather, "gather_dims_to_operand_dims", AttributeKind::kStartIndexMap},
    {HloOpcode::kGather, "window_bounds", AttributeKind::kSliceSizes},
};
// On every link of a chain.
constexpr LegacyAttribute kGroupId = {HloOpcode::kAsyncStart, "async_group_id"};

bool IsAsync(const Draft& draft) {
  return draft.phase != AsyncPhase::kNone || draft.opcode == HloOpcode::kAsyncStart ||
         draft.opcode == HloOpcode::kAsyncUpdate || draft.opcode == HloOpcode::kAsyncDone;
}

bool SkipValue(ParseState& state) {
  std::string_view text;
  int64_t number = 0;
  return state.kind() == TokKind::kString ? state.ReadString(&text) : state.ReadInt64(&number);
}

// L.1@2:4: dimension 1 of the left operand keeps 2 of 4 elements. The operands after the first two
// have the positions of those kept, for each side in turn.
bool ReadSparsity(ParseState& state, SparsityConfig* config) {
  constexpr int32_t kFirstMetadata = 2;
  int32_t metadata = kFirstMetadata;
  const char* p = state.lexer.At();
  do {
    const bool is_left = *p == 'L';
    TensorSparsity* side = is_left ? &config->lhs : &config->rhs;
    if ((!is_left && *p != 'R') || p[1] != '.' || side->present) {
      return state.Error(Code::kLegacySparsity);
    }
    side->present = true;
    side->stride = 1;
    side->index = metadata++;
    const auto read_number = [&](char before, int64_t* number) {
      constexpr int64_t kMostDigits = 9;
      if (*p != before) return false;
      const char* digits = ++p;
      while (HasClass(*p, kDigit) && p - digits < kMostDigits)
        *number = *number * 10 + (*p++ - '0');
      return p != digits;
    };
    ++p;
    if (!read_number('.', &side->dimension) || !read_number('@', &side->num_non_zero) ||
        !read_number(':', &side->block_size)) {
      return state.Error(Code::kLegacySparsity);
    }
  } while (*p == '_' && *++p != '\0');
  if (HasClass(*p, kIdentifierByte)) return state.Error(Code::kLegacySparsity);
  state.lexer.SkipTo(p);
  return true;
}

// The value of `legacy`, as `attribute`.
bool ReadValue(ParseState& state, const LegacyAttribute& legacy, Scope& scope,
               Attribute* attribute) {
  if (legacy.today != AttributeKind::kSparsityConfig) {
    return ReadAttributeValue(state, scope, legacy.today, attribute);
  }
  SparsityConfig config;
  if (!ReadSparsity(state, &config)) return false;
  *attribute = Attribute::Pointer(legacy.today, state.arena.New<SparsityConfig>(config));
  return true;
}

}  // namespace

const LegacyOpcode* FindLegacyOpcode(std::string_view word) {
  const auto* found = std::find_if(std::begin(kOpcodes), std::end(kOpcodes),
                                   [word](const LegacyOpcode& row) { return row.word == word; });
  return found == std::end(kOpcodes) ? nullptr : found;
}

void UpgradeOpcode(ParseState& state, const LegacyOpcode& legacy, Draft* draft) {
  const Token& token = state.token();
  draft->opcode = legacy.today;
  std::string today(HloOpcodeName(legacy.today));
  if (legacy.today == HloOpcode::kCompare) {
    const Attribute direction =
        Attribute::Int64(AttributeKind::kDirection, static_cast<int64_t>(legacy.direction));
    draft->attributes.Add(Ranked(legacy.today, direction));
    const EnumTypeInfo& directions = GetEnumTypeInfo(AttributeType::kComparisonDirection);
    today += " with direction=";
    today += directions.words[static_cast<size_t>(legacy.direction)];
  }
  state.Warn(state.lexer.Offset(token.begin), state.lexer.Offset(token.end), Code::kLegacyOpcode,
             legacy.word, today);
}

const LegacyAttribute* FindLegacyAttribute(const Draft& draft, std::string_view name) {
  if (IsAsync(draft) && name == kGroupId.word) return &kGroupId;
  if (draft.phase != AsyncPhase::kNone) return nullptr;
  const auto* found = std::find_if(
      std::begin(kAttributes), std::end(kAttributes),
      [&](const LegacyAttribute& row) { return row.opcode == draft.opcode && row.word == name; });
  return found == std::end(kAttributes) ? nullptr : found;
}

bool ReadLegacyAttribute(ParseState& state, const LegacyAttribute& legacy, std::string_view name,
                         uint32_t position, Draft* draft) {
  const uint32_t end = position + static_cast<uint32_t>(name.size());
  if (legacy.today == AttributeKind::kUnknown) {
    if (!SkipValue(state)) return state.ErrorAt(position, Code::kErrorParsingAttribute, name);
    state.Warn(position, end, Code::kLegacyAttributeDropped, name);
    return true;
  }
  if (draft->attributes.Has(legacy.today)) {
    return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
  }
  Attribute attribute;
  if (!ReadValue(state, legacy, draft->scope, &attribute)) {
    return state.ErrorAt(position, Code::kErrorParsingAttribute, name);
  }
  draft->attributes.Add(Ranked(draft->opcode, attribute));
  state.Warn(position, end, Code::kLegacyAttributeName, name, AttributeName(legacy.today));
  return true;
}

}  // namespace hlo::internal
