// Enumeration words, floats, lists other than plain integers, and the reader of `{name=value,
// name=value}` that metadata, domain and the stack-frame tables share.
//
// XLA reads most lists with one helper (an opener, items, a closer), whose messages name token
// kinds; lists of bools have their own messages and refuse a bad item without one.
#include "src/parse/values/values.h"

#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/match.h"

namespace hlo_text_v1::internal {
namespace {

// The items of a list of bools after its '{', and the '}'. Refuses a bad item silently.
bool ReadBoolItems(ParseContext& ctx, Code expects_end, absl::Span<const bool>* values) {
  std::vector<char> items;  // not vector<bool>, which has no span
  const bool ok = ctx.ReadItemsUpTo(TokKind::kRbrace, expects_end, [&] {
    items.push_back(ctx.kind() == TokKind::kw_true);
    return ctx.EatIf(TokKind::kw_true) || ctx.EatIf(TokKind::kw_false);
  });
  if (!ok) return false;
  bool* copy = ctx.arena.NewArray<bool>(items.size());
  for (size_t i = 0; i < items.size(); ++i) copy[i] = items[i] != 0;
  *values = absl::Span<const bool>(copy, items.size());
  return true;
}

}  // namespace

bool ReadEnum(ParseContext& ctx, AttributeType type, int64_t* value) {
  const EnumTypeInfo& info = GetEnumTypeInfo(type);
  if (ctx.kind() != TokKind::kIdent) {
    // XLA copied the message for a precision from another enumeration.
    return ctx.Error(Code::kExpectsEnum,
                     type == AttributeType::kPrecision ? "random distribution" : info.noun);
  }
  const std::string_view word = ctx.token().value;
  for (size_t i = 0; i < info.words.size(); ++i) {
    const bool equal = info.letter_case == LetterCase::kExact
                           ? word == info.words[i]
                           : absl::EqualsIgnoreCase(Absl(word), Absl(info.words[i]));
    if (!equal) continue;
    *value = static_cast<int64_t>(i);
    ctx.lexer.Next();
    return true;
  }
  if (type == AttributeType::kTriangularSolveTranspose) {
    return ctx.Error(Code::kUnknownTransposeA, word);
  }
  std::string suffix(info.suffix);
  if (suffix.size() > 2 && suffix.compare(suffix.size() - 2, 2, ": ") == 0) suffix += word;
  ctx.Error(Code::kUnknownEnum, info.noun, word, suffix);
  return ctx.Suggest(word, {info.words.begin(), info.words.end()});
}

bool ReadFloat(ParseContext& ctx, double* value) {
  constexpr double kMax = std::numeric_limits<float>::max();
  const bool infinite = ctx.kind() == TokKind::kw_inf || ctx.kind() == TokKind::kNegInf;
  const bool too_large = ctx.kind() == TokKind::kDecimal &&
                         std::isfinite(ctx.token().decimal_value) &&
                         std::fabs(ctx.token().decimal_value) > kMax;
  if (infinite || too_large) return ctx.Error(Code::kValueOutOfRangeForFloat);
  double wide = 0;
  if (!ctx.ReadDouble(&wide)) return false;
  *value = static_cast<float>(wide);
  return true;
}

bool ReadInt64ListList(ParseContext& ctx, absl::Span<const absl::Span<const int64_t>>* lists) {
  return ctx.ReadBraceList(
      lists, [&](absl::Span<const int64_t>* list) { return ctx.ReadInt64List(list); });
}

bool ReadBoolList(ParseContext& ctx, absl::Span<const bool>* values) {
  if (ctx.EatIf(TokKind::kLbrace)) {
    return ReadBoolItems(ctx, Code::kExpectedBoolListEnd, values);
  }
  const bool value = ctx.kind() == TokKind::kw_true;
  if (!ctx.EatIf(TokKind::kw_true) && !ctx.Expect(TokKind::kw_false, Code::kExpectedBoolList)) {
    return false;
  }
  *values = ctx.arena.CopySpan(absl::Span<const bool>(&value, 1));
  return true;
}

bool ReadParameterReplication(ParseContext& ctx, absl::Span<const bool>* values) {
  return ctx.Expect(TokKind::kLbrace, Code::kExpectedParameterReplicationStart) &&
         ReadBoolItems(ctx, Code::kExpectedParameterReplicationEnd, values);
}

bool ReadPrecisionList(ParseContext& ctx, absl::Span<const Precision>* values) {
  return ctx.ReadBraceList(values, [&](Precision* precision) {
    int64_t item = 0;
    if (!ReadEnum(ctx, AttributeType::kPrecision, &item)) return false;
    *precision = static_cast<Precision>(item);
    return true;
  });
}

bool ReadSubAttributes(ParseContext& ctx, absl::Span<const SubAttribute> attributes,
                       absl::FunctionRef<bool(size_t)> parse_value) {
  const uint32_t open_position = ctx.lexer.Position();
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsSubAttributesStart)) return false;
  uint64_t seen = 0;
  while (ctx.kind() != TokKind::kRbrace) {
    ctx.EatIf(TokKind::kComma);
    const uint32_t position = ctx.lexer.Position();
    std::string_view name;
    if (!ctx.ReadAttributeName(&name)) return ctx.ErrorAt(position, Code::kErrorParsingAttributes);
    size_t i = 0;
    while (i < attributes.size() && attributes[i].name != name) ++i;
    if (i == attributes.size()) {
      std::vector<std::string_view> names;
      for (const SubAttribute& each : attributes) names.push_back(each.name);
      return ctx.UnexpectedAttribute(position, name, names);
    }
    if ((seen >> i & 1) != 0) return ctx.ErrorAt(position, Code::kAttributeAlreadyExists, name);
    seen |= uint64_t{1} << i;
    if (!parse_value(i)) return ctx.AttributeError(position, name);
  }
  for (size_t i = 0; i < attributes.size(); ++i) {
    if (!attributes[i].required || (seen >> i & 1) != 0) continue;
    return ctx.ErrorAt(open_position, Code::kSubAttributeExpected, attributes[i].name);
  }
  ctx.lexer.Next();
  return true;
}

}  // namespace hlo_text_v1::internal
