// Values of single attributes that are read in a few lines each.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "src/ir/normal_form.h"
#include "src/parse/values/sharding.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {

// ---- output_to_operand_aliasing= and domain=.
namespace {

// {0}: (1, {})
bool ReadAlias(ParseContext& ctx, OutputOperandAlias* alias) {
  constexpr Code kFormat = Code::kExpectedOperandAliasingFormat;
  if (!ctx.ReadShapeIndex(&alias->output_index) || !ctx.Expect(TokKind::kColon, kFormat) ||
      !ctx.Expect(TokKind::kLparen, kFormat)) {
    return false;
  }
  if (!ctx.ReadInt64(&alias->operand_number)) {
    // XLA goes on without the number and would print uninitialized memory.
    if (ctx.kind() == TokKind::kComma) return false;
    return ctx.Error(kFormat);
  }
  return ctx.Expect(TokKind::kComma, kFormat) && ctx.ReadShapeIndex(&alias->operand_index) &&
         ctx.Expect(TokKind::kRparen, kFormat);
}

}  // namespace

bool ReadOutputOperandAliasing(ParseContext& ctx, OutputOperandAliasing* aliasing) {
  std::vector<OutputOperandAlias> pairs;
  if (!ctx.ReadTerminatedList(
          &pairs, [&](OutputOperandAlias* alias) { return ReadAlias(ctx, alias); },
          Code::kExpectsOperandAliasingStart, Code::kExpectsOperandAliasingEnd)) {
    return false;
  }
  aliasing->pairs = ctx.arena.CopySpan(absl::Span<const OutputOperandAlias>(pairs));
  return true;
}

bool ReadDomain(ParseContext& ctx, Domain* domain) {
  static constexpr SubAttribute kNames[] = {{"entry", true}, {"exit", true}, {"kind", true}};
  std::string_view kind;
  auto* entry = ctx.arena.New<HloSharding>();
  auto* exit = ctx.arena.New<HloSharding>();
  const bool ok = ReadSubAttributes(ctx, kNames, [&](size_t index) {
    if (index == 2) return ctx.ReadString(&kind);
    return ReadSharding(ctx, index == 0 ? entry : exit);
  });
  if (!ok) return false;
  if (kind != "sharding") return ctx.Error(Code::kUnsupportedDomainKind, kind);
  *domain = {entry, exit};
  return true;
}

// ---- sparsity_config= and block_scaling_config=: {lhs={field=value ...} rhs={...}}, both with
// fields separated only by blanks, in any order; the last of repeated ones wins (strides= and
// steps= are joined).
namespace {

// `{` {name= value} `}`: calls parse_field(name) after each name. `what` is XLA's word for it.
template <typename ReadField>
bool ReadFields(ParseContext& ctx, std::string_view what, ReadField parse_field) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectedConfigStart, what)) return false;
  while (!ctx.EatIf(TokKind::kRbrace)) {
    std::string_view name;
    if (!ctx.ReadAttributeName(&name) || !parse_field(name)) return false;
  }
  return true;
}

// {lhs={...} rhs={...}}: calls parse_side(side) for each.
template <typename Side, typename ReadSide>
bool ReadSides(ParseContext& ctx, std::string_view what, Side* lhs, Side* rhs,
               ReadSide parse_side) {
  return ReadFields(ctx, what, [&](std::string_view name) {
    if (name != "lhs" && name != "rhs") return ctx.Error(Code::kUnknownConfigAttribute);
    Side* side = name == "lhs" ? lhs : rhs;
    side->present = true;
    return parse_side(side);
  });
}

bool ReadConfigInt64(ParseContext& ctx, int64_t* value) {
  return ctx.Require(ctx.ReadInt64(value), Code::kExpectsInt64);
}

// XLA stores the low 32 bits of what it read.
bool ReadConfigInt32(ParseContext& ctx, int32_t* value) {
  int64_t wide = 0;
  if (!ReadConfigInt64(ctx, &wide)) return false;
  *value = static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(wide)));
  return true;
}

bool ReadTensorSparsity(ParseContext& ctx, TensorSparsity* sparsity) {
  return ReadFields(ctx, "TensorSparsityConfig", [&](std::string_view name) {
    if (name == "dimension") return ReadConfigInt64(ctx, &sparsity->dimension);
    if (name == "stride") return ReadConfigInt64(ctx, &sparsity->stride);
    if (name == "idx") return ReadConfigInt32(ctx, &sparsity->index);
    if (name != "sparsity") return ctx.Error(Code::kUnknownConfigAttribute);
    std::vector<int64_t> numbers;
    if (!ReadDxD(ctx, name, &numbers)) return ctx.Error(Code::kExpectsString);
    if (numbers.size() != 2) return ctx.Error(Code::kExpectsSparsity);
    sparsity->num_non_zero = numbers[0];
    sparsity->block_size = numbers[1];
    return true;
  });
}

bool ReadScalingNumbers(ParseContext& ctx, std::string_view name,
                        absl::Span<const int64_t>* values) {
  std::vector<int64_t> numbers(values->begin(), values->end());
  if (!ReadDxD(ctx, name, &numbers)) return ctx.Error(Code::kExpectsNxMxK, name);
  *values = ctx.arena.CopySpan(absl::Span<const int64_t>(numbers));
  return true;
}

bool ReadTensorBlockScaling(ParseContext& ctx, TensorBlockScaling* scaling) {
  return ReadFields(ctx, "TensorBlockScalingConfig", [&](std::string_view name) {
    if (name == "scale_idx") return ReadConfigInt32(ctx, &scaling->scale_index);
    if (name == "strides") return ReadScalingNumbers(ctx, name, &scaling->strides);
    if (name == "steps") return ReadScalingNumbers(ctx, name, &scaling->steps);
    if (name != "zero_idx") return ctx.Error(Code::kUnknownConfigAttribute);
    scaling->has_zero_index = true;
    return ReadConfigInt32(ctx, &scaling->zero_index);
  });
}

}  // namespace

bool ReadSparsityConfig(ParseContext& ctx, SparsityConfig* config) {
  *config = {};
  return ReadSides(ctx, "SparsityConfig", &config->lhs, &config->rhs,
                   [&](TensorSparsity* side) { return ReadTensorSparsity(ctx, side); });
}

bool ReadBlockScalingConfig(ParseContext& ctx, BlockScalingConfig* config) {
  *config = {};
  return ReadSides(ctx, "BlockScalingConfig", &config->lhs, &config->rhs,
                   [&](TensorBlockScaling* side) { return ReadTensorBlockScaling(ctx, side); });
}

// ---- Attributes with measured or requested numbers: statistics= and result_accuracy=.
//
// XLA checks result_accuracy only when it creates the instruction, and aborts there; here the
// values it aborts on are refused at the attribute's '{'. A tolerance that is not a number is
// logged and then read as absent, so `atol=}` counts as 0.
namespace {

// The tolerances as written; ulps becomes an integer once all are read.
struct Tolerance {
  double atol = 0;
  double rtol = 0;
  double ulps = 0;
};

bool ReadToleranceItem(ParseContext& ctx, Tolerance* tolerance) {
  std::string_view name;
  if (!ctx.ReadAttributeName(&name)) return ctx.Error(Code::kExpectsToleranceType);
  double* value = name == "atol"   ? &tolerance->atol
                  : name == "rtol" ? &tolerance->rtol
                  : name == "ulps" ? &tolerance->ulps
                                   : nullptr;
  if (value == nullptr) return ctx.Error(Code::kInvalidResultAccuracyAttribute, name);
  double number = 0;
  if (ctx.ReadDouble(&number)) *value = number;
  return true;
}

bool ReadTolerance(ParseContext& ctx, Tolerance* tolerance) {
  return ctx.ReadList(
      TokKind::kLbrace, TokKind::kRbrace, [&] { return ReadToleranceItem(ctx, tolerance); },
      Code::kExpectedToleranceStart, Code::kExpectsToleranceEnd);
}

bool CheckTolerance(ParseContext& ctx, uint32_t position, const Tolerance& tolerance) {
  // Written such that NaN fails.
  if (!(tolerance.atol >= 0)) return ctx.ErrorAt(position, Code::kInvalidTolerance, "atol");
  if (!(tolerance.rtol >= 0)) return ctx.ErrorAt(position, Code::kInvalidTolerance, "rtol");
  if (!(tolerance.ulps > -1 && tolerance.ulps < 0x1p63)) {
    return ctx.ErrorAt(position, Code::kInvalidTolerance, "ulps");
  }
  return true;
}

}  // namespace

bool ReadResultAccuracy(ParseContext& ctx, ResultAccuracy* accuracy) {
  const uint32_t open_position = ctx.lexer.Position();
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectedResultAccuracyStart)) return false;
  *accuracy = {};
  std::string_view name;
  if (!ctx.ReadAttributeName(&name)) return ctx.Error(Code::kExpectsResultAccuracySpec);
  Tolerance tolerance;
  if (name == "mode") {
    int64_t mode = 0;
    if (!ReadEnum(ctx, AttributeType::kAccuracyMode, &mode)) return false;
    accuracy->mode = static_cast<ResultAccuracy::Mode>(mode);
  } else if (name == "tolerance") {
    if (!ReadTolerance(ctx, &tolerance)) return false;
    accuracy->mode = ResultAccuracy::Mode::kTolerance;
  } else {
    return ctx.Error(Code::kInvalidResultAccuracyAttribute, name);
  }
  if (!ctx.Expect(TokKind::kRbrace, Code::kExpectedResultAccuracyEnd)) return false;
  if (!CheckTolerance(ctx, open_position, tolerance)) return false;
  accuracy->atol = tolerance.atol;
  accuracy->rtol = tolerance.rtol;
  accuracy->ulps = static_cast<int64_t>(tolerance.ulps);
  return true;
}

bool ReadStatistics(ParseContext& ctx, Statistics* statistics) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectedStatisticsStart)) return false;
  *statistics = {};
  std::vector<Statistic> values;
  if (ctx.kind() != TokKind::kRbrace) {
    // The first one is the index of the statistic to show, whatever its name.
    std::string_view name;
    if (!ctx.ReadAttributeName(&name) || ctx.kind() != TokKind::kInt) return false;
    statistics->visualizing_index = ctx.token().int_value;
    ctx.lexer.Next();
    while (ctx.EatIf(TokKind::kComma)) {
      Statistic statistic;
      if (!ctx.ReadAttributeName(&statistic.name)) return false;
      if (ctx.kind() == TokKind::kDecimal) {
        statistic.value = ctx.token().decimal_value;
      } else if (ctx.kind() == TokKind::kInt) {
        statistic.value = static_cast<double>(ctx.token().int_value);
      } else {
        return false;
      }
      ctx.lexer.Next();
      values.push_back(statistic);
    }
  }
  if (!ctx.Expect(TokKind::kRbrace, Code::kExpectsStatisticsEnd)) return false;
  statistics->values = ctx.arena.CopySpan(absl::Span<const Statistic>(values));
  return true;
}

// ---- Attributes of strings and dictionaries that XLA does not interpret: frontend_attributes= and
// backend_config=. A dictionary is the raw text from '{' to the matching '}'.
namespace {

constexpr std::string_view kEmptyQueues = "\"wait_on_operation_queues\"";

// The position after `c` and the blanks before it (those of RE2's \s), or nullptr.
const char* SkipBlanksAnd(char c, const char* p, const char* end) {
  while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r' && *p != '\v'))) ++p;
  return p < end && *p == c ? p + 1 : nullptr;
}

// `p` is after kEmptyQueues; returns the end of `: [ ] ,`, or nullptr if that does not follow.
const char* MatchEmptyQueues(const char* p, const char* end) {
  for (const char c : {':', '[', ']', ','}) {
    p = SkipBlanksAnd(c, p, end);
    if (p == nullptr) return nullptr;
  }
  return p;
}

// `value` without every `"wait_on_operation_queues" : [ ] ,`. XLA removes them from all configs.
std::string_view RemoveEmptyQueues(std::string_view value, Arena* arena) {
  std::string result;
  const char* end = value.data() + value.size();
  const char* copied = value.data();  // everything before is done
  size_t at = value.find(kEmptyQueues);
  while (at != std::string_view::npos) {
    const char* match = value.data() + at;
    const char* behind = MatchEmptyQueues(match + kEmptyQueues.size(), end);
    if (behind != nullptr) {
      result.append(copied, static_cast<size_t>(match - copied));
      copied = behind;
    }
    const char* next = behind != nullptr ? behind : match + 1;
    at = value.find(kEmptyQueues, static_cast<size_t>(next - value.data()));
  }
  if (copied == value.data()) return value;
  result.append(copied, static_cast<size_t>(end - copied));
  return arena->CopyString(result);
}

}  // namespace

bool ReadFrontendAttributes(ParseContext& ctx, FrontendAttributes* attributes) {
  std::vector<FrontendAttribute> entries;
  const auto read_entry = [&] {
    FrontendAttribute& entry = entries.emplace_back();
    return ctx.ReadAttributeName(&entry.key) && ctx.ReadStringOrDict(&entry.value);
  };
  if (!ctx.ReadList(TokKind::kLbrace, TokKind::kRbrace, read_entry,
                    Code::kExpectedFrontendAttributesStart, Code::kExpectsFrontendAttributesEnd)) {
    return false;
  }
  SortEntries(&entries);
  attributes->entries = ctx.arena.CopySpan(absl::MakeConstSpan(entries));
  return true;
}

bool ReadBackendConfig(ParseContext& ctx, std::string_view* value) {
  if (!ctx.ReadStringOrDict(value)) return false;
  // Nearly always absent, which memmem finds out fast.
  if (memmem(value->data(), value->size(), kEmptyQueues.data(), kEmptyQueues.size()) != nullptr) {
    *value = RemoveEmptyQueues(*value, &ctx.arena);
  }
  return true;
}

}  // namespace hlo_text_v1::internal
