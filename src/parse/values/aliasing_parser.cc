// output_to_operand_aliasing= and domain=.
#include <vector>

#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/sharding_parser.h"

namespace hlo::internal {
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

}  // namespace hlo::internal
