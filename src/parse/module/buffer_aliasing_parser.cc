// Which results share a buffer with which parameters. Both lists end at an entry without a comma
// after it; a trailing comma is allowed.
//
// Indices sort lexicographically, which is the pre-order of the shape they point into.
// CheckModuleConfig checks what depends on the entry computation, once that is known.
#include "src/parse/module/buffer_aliasing_parser.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "src/base/sort_unique.h"
#include "src/parse/module/module_header_parser.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

bool IndexLess(ShapeIndex a, ShapeIndex b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

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
  return *must_alias || kind == "may-alias" || ctx.Error(Code::kUnexpectedAliasKind);
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

bool IndexIsValid(const Shape& shape, ShapeIndex index) {
  const Shape* at = &shape;
  for (const int64_t i : index) {
    if (!at->IsTuple() || i < 0 || i >= static_cast<int64_t>(at->tuple_shapes().size())) {
      return false;
    }
    at = at->tuple_shapes(i);
  }
  return true;
}

}  // namespace

bool ReadInputOutputAlias(ParseContext& ctx, absl::Span<const InputOutputAlias>* aliases) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsAliasingStart)) return false;
  std::vector<InputOutputAlias> all;
  while (ctx.kind() != TokKind::kRbrace) {
    if (!ReadAlias(ctx, &all.emplace_back())) return false;
    if (!ctx.EatIf(TokKind::kComma)) break;
  }
  if (!ctx.Expect(TokKind::kRbrace, Code::kExpectsAliasingEnd)) return false;

  const std::vector<InputOutputAlias> sorted = SortUnique(
      all, [](const auto& a, const auto& b) { return IndexLess(a.output_index, b.output_index); });
  *aliases = ctx.arena.CopySpan(absl::Span<const InputOutputAlias>(sorted));
  return true;
}

bool ReadBufferDonor(ParseContext& ctx, absl::Span<const BufferDonor>* donors) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsBufferDonorStart)) return false;
  std::vector<BufferDonor> all;
  while (ctx.kind() != TokKind::kRbrace) {
    if (!ReadDonor(ctx, &all.emplace_back())) return false;
    if (!ctx.EatIf(TokKind::kComma)) break;
  }
  if (!ctx.Expect(TokKind::kRbrace, Code::kExpectsBufferDonorEnd)) return false;

  const std::vector<BufferDonor> sorted = SortUnique(all, [](const auto& a, const auto& b) {
    if (a.parameter_number != b.parameter_number) return a.parameter_number < b.parameter_number;
    return IndexLess(a.parameter_index, b.parameter_index);
  });
  *donors = ctx.arena.CopySpan(absl::Span<const BufferDonor>(sorted));
  return true;
}

bool CheckModuleConfig(ParseContext& ctx, const Shape& result, const HloModuleConfig& config) {
  const uint32_t end_of_text = ctx.lexer.Offset(ctx.lexer.end());
  for (const InputOutputAlias& alias : config.input_output_alias) {
    if (!IndexIsValid(result, alias.output_index)) {
      std::string index;
      AppendShapeIndex(alias.output_index, &index);
      return ctx.ErrorAt(end_of_text, Code::kAliasOutputIndexInvalid, index,
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

}  // namespace hlo
