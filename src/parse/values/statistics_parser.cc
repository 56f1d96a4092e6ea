// Attributes with measured or wanted numbers: statistics= and result_accuracy=.
//
// XLA checks result_accuracy only when it creates the instruction, and aborts there; here the
// values it aborts on are refused at the attribute's '{'. A tolerance that is not a number is
// logged and then read as absent, so `atol=}` counts as 0.
#include <cmath>
#include <vector>

#include "src/parse/values/attribute_value_parser.h"

namespace hlo::internal {
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
  // Written so that NaN fails.
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

}  // namespace hlo::internal
