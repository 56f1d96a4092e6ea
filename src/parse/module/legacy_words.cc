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
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {

struct LegacyOpcode {
  std::string_view word;
  HloOpcode today;
  ComparisonDirection direction = ComparisonDirection::kEq;  // of a comparison
};

struct LegacyAttribute {
  std::string_view word;
  HloOpcode opcode;
  // kUnknown: dropped.
  AttributeKind today = AttributeKind::kUnknown;
};

namespace {

constexpr std::string_view kCrossReplicaSum = "cross-replica-sum";

constexpr LegacyOpcode kOpcodes[] = {
    {"equal-to", HloOpcode::kCompare, ComparisonDirection::kEq},
    {"not-equal-to", HloOpcode::kCompare, ComparisonDirection::kNe},
    {"less-than", HloOpcode::kCompare, ComparisonDirection::kLt},
    {"less-than-or-equal-to", HloOpcode::kCompare, ComparisonDirection::kLe},
    {"greater-than", HloOpcode::kCompare, ComparisonDirection::kGt},
    {"greater-than-or-equal-to", HloOpcode::kCompare, ComparisonDirection::kGe},
    {kCrossReplicaSum, HloOpcode::kAllReduce},
    {"generate-token", HloOpcode::kAfterAll},
    {"tuple-select", HloOpcode::kSelect},
};

constexpr LegacyAttribute kAttributes[] = {
    {"all_reduce_id", HloOpcode::kAllReduce, AttributeKind::kChannelId},
    {"barrier", HloOpcode::kAllReduce},
    {"sparsity", HloOpcode::kDot, AttributeKind::kSparsityConfig},
    {"output_window_dims", HloOpcode::kGather, AttributeKind::kOffsetDims},
    {"elided_window_dims", HloOpcode::kGather, AttributeKind::kCollapsedSliceDims},
    {"gather_dims_to_operand_dims", HloOpcode::kGather, AttributeKind::kStartIndexMap},
    {"window_bounds", HloOpcode::kGather, AttributeKind::kSliceSizes},
};
// On every link of a chain.
constexpr LegacyAttribute kGroupId = {"async_group_id", HloOpcode::kAsyncStart};

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

// The draft's opcode as it is written.
std::string_view WrittenOpcode(ParseState& state, const Draft& draft) {
  const char* end = state.lexer.begin() + draft.operands_position;
  while (end > state.lexer.begin() && HasClass(end[-1], kBlank)) --end;
  const char* begin = end;
  while (begin > state.lexer.begin() && HasClass(begin[-1], kIdentifierByte)) --begin;
  return std::string_view(begin, static_cast<size_t>(end - begin));
}

HloInstruction* AppendScalar(ParseState& state, HloComputation* computation, HloOpcode opcode,
                             PrimitiveType type, std::string_view name) {
  HloInstruction* instruction = IrAccess::Append(state.arena, computation);
  Node(instruction).opcode = opcode;
  Node(instruction).shape = state.shapes.Array(type, {});
  Node(instruction).name = state.Intern(name);
  return instruction;
}

// sum.f32 (a: f32[], b: f32[]) -> f32[], made once for a type.
HloComputation* SumOf(ParseState& state, PrimitiveType type) {
  HloComputation*& sum = state.values.legacy_sums[type];
  if (sum != nullptr) return sum;
  sum = IrAccess::NewComputation(state.module);
  const std::string name = StrCat("sum.", PrimitiveTypeName(type));
  Node(sum).name = state.Intern(state.arena.CopyString(name));
  std::vector<HloInstruction*> parameters;
  for (const std::string_view parameter : {"a", "b"}) {
    parameters.push_back(AppendScalar(state, sum, HloOpcode::kParameter, type, parameter));
    Node(parameters.back()).parameter_number = static_cast<int64_t>(parameters.size()) - 1;
  }
  HloInstruction* root = AppendScalar(state, sum, HloOpcode::kAdd, type, "add");
  IrAccess::SetOperands(state.arena, root, parameters);
  Node(sum).root = root;
  Node(sum).parameters = std::move(parameters);
  state.module.AddComputation(sum);
  state.module.computation_names_may_collide = true;
  state.module.names_may_collide = true;
  return sum;
}

}  // namespace

void AddLegacySum(ParseState& state, Draft* draft) {
  if (draft->opcode != HloOpcode::kAllReduce || draft->phase != AsyncPhase::kNone ||
      draft->attributes.Has(AttributeKind::kToApply) || draft->operands.empty() ||
      !draft->operands[0]->shape().IsArray()) {
    return;
  }
  const std::string_view written = WrittenOpcode(state, *draft);
  if (written != kCrossReplicaSum) return;
  const PrimitiveType type = draft->operands[0]->shape().element_type();
  const uint32_t begin = state.lexer.Offset(written.data());
  state.Warn(begin, begin + static_cast<uint32_t>(written.size()), Code::kLegacySum,
             PrimitiveTypeName(type));
  draft->attributes.Add(
      Ranked(draft->opcode, Attribute::Pointer(AttributeKind::kToApply, SumOf(state, type))));
}

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
  if (IsAsyncLink(draft.opcode, draft.phase) && name == kGroupId.word) return &kGroupId;
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
    if (!SkipValue(state)) return state.AttributeError(position, name);
    state.Warn(position, end, Code::kLegacyAttributeDropped, name);
    return true;
  }
  if (draft->attributes.Has(legacy.today)) {
    return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
  }
  Attribute attribute;
  if (!ReadValue(state, legacy, draft->scope, &attribute)) {
    return state.AttributeError(position, name);
  }
  draft->attributes.Add(Ranked(draft->opcode, attribute));
  state.Warn(position, end, Code::kLegacyAttributeName, name, AttributeName(legacy.today));
  return true;
}

}  // namespace hlo::internal
