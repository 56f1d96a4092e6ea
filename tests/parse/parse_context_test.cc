// The shared small productions, the log, and the nesting limit.
#include "src/parse/parse_context.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/source.h"
#include "tests/support/cases.h"
#include "tests/support/header_test_util.h"

namespace hlo_text_v1::parse_context_test {

using namespace internal;

using Code = DiagnosticCode;

std::string Joined(const std::vector<std::string>& errors) {
  std::string joined;
  for (const std::string& error : errors) StrAppend(&joined, joined.empty() ? "" : " ;; ", error);
  return joined.empty() ? "(silent)" : joined;
}

// Applies `parse` to the text; it returns whether it accepts and writes its value to the string.
// Returns "COLUMN: MESSAGE" for a rejected text.
template <typename Parse>
void ExpectParsed(const std::vector<Case>& cases, Parse parse) {
  ExpectCases(cases, [&](const std::string& text) {
    ParseFixture fixture(text);
    std::string value;
    return parse(fixture.ctx, &value) ? value : Joined(fixture.Errors());
  });
}

TEST(ParseContext, Integers) {
  ExpectParsed({{"5", "5"},
                {"-3", "-3"},
                {"18446744073709551615", "-1"},
                {" /*c*/ 7", "7"},
                {"x", "1: expects integer"},
                {"1.5", "1: expects integer"},
                {"1x2", "1: expects integer"},
                {"", "1: expects integer"}},
               [](ParseContext& ctx, std::string* out) {
                 int64_t value = 0;
                 if (!ctx.ReadInt64(&value)) return false;
                 *out = std::to_string(value);
                 return true;
               });
  ExpectParsed({{"2147483647", "2147483647"},
                {"-2147483648", "-2147483648"},
                {" 2147483648", "2: value out of range for int32_t"},
                {"-2147483649", "1: value out of range for int32_t"},
                {"x", "1: expects integer"}},
               [](ParseContext& ctx, std::string* out) {
                 int32_t value = 0;
                 if (!ctx.ReadInt32(&value)) return false;
                 *out = std::to_string(value);
                 return true;
               });
}

TEST(ParseContext, BooleansAndNumbers) {
  ExpectParsed({{"true", "true"},
                {"false", "false"},
                {"1", "1: expects true or false"},
                {"True", "1: expects true or false"}},
               [](ParseContext& ctx, std::string* out) {
                 bool value = false;
                 if (!ctx.ReadBool(&value)) return false;
                 *out = value ? "true" : "false";
                 return true;
               });
  ExpectParsed(
      {{"1.5", "1.5"},
       {"-3", "-3"},
       {"18446744073709551615", "-1"},
       {"inf", "inf"},
       {"-inf", "-inf"},
       {"nan", "nan"},
       {"1e-999", "0"},
       {"1e999", "1: Constant is out of range for double (+/-1.79769e+308) and so is unparsable."},
       {"x", "1: expects decimal or integer"},
       {"true", "1: expects decimal or integer"}},
      [](ParseContext& ctx, std::string* out) {
        double value = 0;
        if (!ctx.ReadDouble(&value)) return false;
        *out = std::isnan(value) ? "nan" : StrCat(value);
        return true;
      });
}

TEST(ParseContext, StringsAndNames) {
  const auto view = [](bool (ParseContext::*parse)(std::string_view*)) {
    return [parse](ParseContext& ctx, std::string* out) {
      std::string_view value;
      const bool ok = (ctx.*parse)(&value);
      *out = value;
      return ok;
    };
  };
  ExpectParsed({{R"("a\nb")", "a\nb"},
                {"'x'", "x"},
                {"a", "1: expects string"},
                {R"("\q")", "1: expects string"},
                {R"("a)", "1: expects string"}},
               view(&ParseContext::ReadString));
  ExpectParsed({{"a", "a"},
                {"%a", "a"},
                {"a:", "a"},
                {"%f32", "f32"},
                {"add", "add"},
                {"f32", "1: expects name"},
                {"true", "1: expects name"},
                {"a=", "1: expects name"},
                {"\"a\"", "1: expects name"},
                {"5", "1: expects name"}},
               view(&ParseContext::ReadName));
  ExpectParsed({{"a=", "a"},
                {"f32=", "f32"},
                {"a =", "1: expects attribute name: an attribute has no blank before its '='"},
                {"%a=", "1: expects attribute name"},
                {"a:", "1: expects attribute name"}},
               view(&ParseContext::ReadAttributeName));
  ExpectParsed({{R"("a")", "a"},
                {R"({"a":{"b":1}} x)", R"({"a":{"b":1}})"},
                {"{ }", "{ }"},
                {"{a", "1: expects JSON dict"},
                {"3", "(silent)"},
                {"a", "(silent)"}},
               view(&ParseContext::ReadStringOrDict));
}

TEST(ParseContext, ListsOfIntegers) {
  ExpectParsed(
      {{"{}", ""},
       {"{1}", "1"},
       {"{1,2,3}", "1,2,3"},
       {"{ 1 , /*c*/ 2 }", "1,2"},
       {"{-1,18446744073709551615}", "-1,-1"},
       {"{999999999999999999,9223372036854775807}", "999999999999999999,9223372036854775807"},
       {"{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"},
       {"{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"},
       {"{1,}", "4: expects integer"},
       {"{,}", "2: expects integer"},
       {"{a}", "2: expects integer"},
       {"{18446744073709551616}", "2: expects integer"},
       {"{1 2}", "4: expects a list to end with kRbrace"},
       {"{1x2}", "3: expects a list to end with kRbrace"},
       {"{1_2}", "3: expects a list to end with kRbrace"},
       {"{1.5}", "3: expects a list to end with kRbrace"},
       {"{1", "3: expects a list to end with kRbrace"},
       {"{", "2: expects integer"},
       {"1", "1: expects a list to end with kRbrace"},
       {"", "1: expects a list to end with kRbrace"}},
      [](ParseContext& ctx, std::string* out) {
        absl::Span<const int64_t> values;
        if (!ctx.ReadInt64List(&values)) return false;
        for (int64_t value : values) StrAppend(out, out->empty() ? "" : ",", value);
        return ctx.kind() == TokKind::kEof;
      });
  ExpectParsed(
      {{"[1x2]", "3: expects a list to end with kRsquare"},
       {"(1)", "1: expects a list to end with kRsquare"},
       {"[1:2:3]", "1,2,3"},
       {"[]", ""}},
      [](ParseContext& ctx, std::string* out) {
        std::vector<int64_t> values;
        if (!ctx.ReadInt64List(TokKind::kLsquare, TokKind::kRsquare, TokKind::kColon, &values)) {
          return false;
        }
        for (int64_t value : values) StrAppend(out, out->empty() ? "" : ",", value);
        return true;
      });
}

TEST(ParseContext, ShapeIndices) {
  ExpectParsed({{"{}", ""},
                {"{1,0}", "1,0"},
                {"{1,}", "1"},
                {"{1 2}", "4: Expects '}' at the end of ShapeIndex"},
                {"{x}", "2: expects integer"},
                {"1", "1: Expects '{' at the start of ShapeIndex"}},
               [](ParseContext& ctx, std::string* out) {
                 absl::Span<const int64_t> values;
                 if (!ctx.ReadShapeIndex(&values)) return false;
                 for (int64_t value : values) StrAppend(out, out->empty() ? "" : ",", value);
                 return true;
               });
}

TEST(ParseContext, TheLogKeepsPlacesAndOrder) {
  ParseFixture fixture("abc (");
  ParseContext& ctx = fixture.ctx;
  EXPECT_FALSE(ctx.Error(Code::kExpectsListEnd, "kRbrace"));
  EXPECT_FALSE(ctx.ErrorAt(4, Code::kExpectsName));
  EXPECT_FALSE(ctx.EatIf(TokKind::kLparen));
  EXPECT_TRUE(ctx.EatIf(TokKind::kIdent));
  EXPECT_FALSE(ctx.Expect(TokKind::kRparen, Code::kExpectsOperandsEnd));
  EXPECT_TRUE(ctx.Expect(TokKind::kLparen, Code::kExpectsOperandsStart));
  EXPECT_EQ(Joined(fixture.Errors()),
            "1: expects a list to end with kRbrace ;; 5: expects name ;; "
            "5: expects ')' at the end of operands");
  EXPECT_EQ(ctx.log()[0].end, 3u) << "the range of the token";
  EXPECT_EQ(ctx.log()[1].end, 4u) << "only a place: not the current token";
}

int Nest(ParseContext& ctx) {
  ParseContext::DepthGuard guard(ctx);
  return guard.ok() ? 1 + Nest(ctx) : 0;
}

TEST(ParseContext, NestingEndsAtTheLimitAndMayBeginAgain) {
  Arena arena;
  ShapePool shapes(&arena);
  const SourceBuffer source = SourceBuffer::Copy("x");
  ParseOptions options;
  options.limits.max_nesting_depth = 10;
  ParseContext ctx(source.view(), &arena, &shapes, options);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(Nest(ctx), 10);
    ASSERT_EQ(ctx.log().size(), 1u);
    EXPECT_EQ(ctx.log()[0].message, "maximum recursion depth exceeded");
    ctx.log().clear();
  }
}

TEST(ParseContext, NestingEndsWhenTheStackIsUsed) {
  Arena arena;
  ShapePool shapes(&arena);
  const SourceBuffer source = SourceBuffer::Copy("x");
  ParseOptions options;
  options.limits.max_nesting_depth = 1'000'000'000;
  options.limits.max_stack_bytes = 256 << 10;
  ParseContext ctx(source.view(), &arena, &shapes, options);
  EXPECT_LT(Nest(ctx), 1'000'000);
  EXPECT_EQ(ctx.log().size(), 1u);
}

}  // namespace hlo_text_v1::parse_context_test
