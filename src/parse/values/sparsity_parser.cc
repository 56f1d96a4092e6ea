// sparsity_config= and block_scaling_config=: {lhs={field=value ...} rhs={...}}, both with fields
// separated only by blanks, in any order; the last of repeated ones wins (strides= and steps= are
// joined).
#include <string>

#include "src/parse/values/attribute_value_parser.h"

namespace hlo::internal {
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

}  // namespace hlo::internal
