// Which results share a buffer with which parameters. Both lists end at an entry without a comma
// after it; a trailing comma is allowed.
//
// Indices sort lexicographically, which is the pre-order of the shape they point into.
// CheckModuleConfig checks what depends on the entry computation, once that is known.
#include <tuple>
#include <vector>

#include "hlo/print_values.h"
#include "src/base/sort_unique.h"
#include "src/parse/module/module_header_parser.h"

namespace hlo::internal {
namespace {

// INT ',' index. XLA logs a missing number and reads on; before a comma it would then use an
// uninitialized number, so reading ends here.
bool ReadParameter(ParseContext& ctx, Code format_code, int64_t* number, ShapeIndex* index) {
  if (!ctx.ReadInt64(number) && ctx.kind() == TokKind::kComma) return false;
  return ctx.Expect(TokKind::kComma, format_code) && ctx.ReadShapeIndex(index);
}

bool ReadAliasKind(ParseContext& ctx, bool* must_alias) {
  std::string_view kind;
  ctx.ReadName(&kind);
  *must_alias = kind == "must-alias";
  return ctx.Require(*must_alias || kind == "may-alias", Code::kUnexpectedAliasKind);
}

bool ReadAlias(ParseContext& ctx, InputOutputAlias* alias) {
  if (!ctx.ReadShapeIndex(&alias->output_index) ||
      !ctx.Expect(TokKind::kColon, Code::kExpectedAliasFormat) ||
      !ctx.Expect(TokKind::kLparen, Code::kExpectedAliasFormat) ||
      !ReadParameter(ctx, Code::kExpectedAliasFormat, &alias->parameter_number,
                     &alias->parameter_index)) {
    return false;
  }
  if (ctx.EatIf(TokKind::kComma) && !ReadAliasKind(ctx, &alias->must_alias)) return false;
  return ctx.Expect(TokKind::kRparen, Code::kExpectedAliasFormat);
}

bool ReadDonor(ParseContext& ctx, BufferDonor* donor) {
  return ctx.Expect(TokKind::kLparen, Code::kExpectedBufferDonorFormat) &&
         ReadParameter(ctx, Code::kExpectedBufferDonorFormat, &donor->parameter_number,
                       &donor->parameter_index) &&
         ctx.Expect(TokKind::kRparen, Code::kExpectedBufferDonorFormat);
}

}  // namespace

bool ReadInputOutputAlias(ParseContext& ctx, absl::Span<const InputOutputAlias>* aliases) {
  std::vector<InputOutputAlias> all;
  if (!ctx.ReadTerminatedList(
          &all, [&](InputOutputAlias* alias) { return ReadAlias(ctx, alias); },
          Code::kExpectsAliasingStart, Code::kExpectsAliasingEnd)) {
    return false;
  }
  const std::vector<InputOutputAlias> sorted =
      SortUnique(all, [](const auto& a, const auto& b) { return a.output_index < b.output_index; });
  *aliases = ctx.arena.CopySpan(absl::Span<const InputOutputAlias>(sorted));
  return true;
}

bool ReadBufferDonor(ParseContext& ctx, absl::Span<const BufferDonor>* donors) {
  std::vector<BufferDonor> all;
  if (!ctx.ReadTerminatedList(
          &all, [&](BufferDonor* donor) { return ReadDonor(ctx, donor); },
          Code::kExpectsBufferDonorStart, Code::kExpectsBufferDonorEnd)) {
    return false;
  }
  const std::vector<BufferDonor> sorted = SortUnique(all, [](const auto& a, const auto& b) {
    return std::tie(a.parameter_number, a.parameter_index) <
           std::tie(b.parameter_number, b.parameter_index);
  });
  *donors = ctx.arena.CopySpan(absl::Span<const BufferDonor>(sorted));
  return true;
}

bool CheckModuleConfig(ParseContext& ctx, const Shape& result, const HloModuleConfig& config) {
  const uint32_t end_of_text = ctx.lexer.Offset(ctx.lexer.end());
  for (const InputOutputAlias& alias : config.input_output_alias) {
    if (Subshape(result, alias.output_index) == nullptr) {
      return ctx.ErrorAt(end_of_text, Code::kAliasOutputIndexInvalid,
                         PrintDimensionList(alias.output_index),
                         PrintShape(result, /*with_layout=*/false));
    }
    if (alias.parameter_number < 0) {
      return ctx.ErrorAt(end_of_text, Code::kAliasParameterNegative, alias.parameter_number);
    }
  }
  for (const BufferDonor& donor : config.buffer_donor) {
    if (donor.parameter_number < 0) {
      return ctx.ErrorAt(end_of_text, Code::kAliasParameterNegative, donor.parameter_number);
    }
  }
  return true;
}

}  // namespace hlo::internal
