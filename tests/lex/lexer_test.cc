// Tokens as tables: kind, value and extent, positions, and the two ways in which the parser can
// read on (integer-list mode, JSON dictionaries).
#include "src/lex/lexer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/source.h"
#include "src/base/strings.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::lexer_test {

using namespace internal;

class LexerFixture {
 public:
  explicit LexerFixture(std::string_view text)
      : source_(SourceBuffer::Copy(text)), lexer(source_.view(), &arena_) {}

 private:
  SourceBuffer source_;
  Arena arena_;

 public:
  Lexer lexer;
};

// "kName p" for tokens with a value, "kInt 3", "kComma" for the rest.
std::string TokenToString(const Token& token) {
  std::string text(TokKindName(token.kind));
  static const std::set<TokKind> kWithText = {
      TokKind::kName, TokKind::kIdent, TokKind::kAttributeName, TokKind::kDimLabels,
      TokKind::kDxD,  TokKind::kPad,   TokKind::kString,
  };
  if (kWithText.count(token.kind) > 0) {
    StrAppend(&text, " ", token.value);
  } else if (token.kind == TokKind::kInt) {
    StrAppend(&text, " ", token.int_value);
  } else if (token.kind == TokKind::kPrimitiveType) {
    StrAppend(&text, " ", PrimitiveTypeName(token.primitive_type));
  } else if (token.kind == TokKind::kDecimal && std::isnan(token.decimal_value)) {
    StrAppend(&text, std::signbit(token.decimal_value) ? " -nan " : " nan ", token.nan_payload);
  } else if (token.kind == TokKind::kDecimal) {
    StrAppend(&text, " ", token.decimal_value);
  }
  return text;
}

// All tokens up to the end or the first error, separated by blanks.
std::string Tokens(std::string_view text) {
  LexerFixture fixture(text);
  std::string tokens;
  while (fixture.lexer.kind() != TokKind::kEof) {
    StrAppend(&tokens, tokens.empty() ? "" : " ", TokenToString(fixture.lexer.token()));
    if (fixture.lexer.kind() == TokKind::kError) {
      StrAppend(&tokens, "@", fixture.lexer.Position());
      break;
    }
    fixture.lexer.Next();
  }
  return tokens;
}

void ExpectTokens(const std::vector<Case>& cases) { ExpectCases(cases, Tokens); }

TEST(Lexer, Punctuation) {
  ExpectTokens({
      {"", ""},
      {"= , : * # + ~ [ ] { } ( )",
       "kEqual kComma kColon kAsterisk kOctothorp kPlus kTilde kLsquare kRsquare kLbrace kRbrace "
       "kLparen kRparen"},
      {"...->?<=", "kDots kArrow kQuestionMark kLeq"},
      {"....", "kDots kError@3"},
      {".", "kError@0"},
      {"..", "kError@0"},
      {".5", "kError@0"},
      {"<", "kError@0"},
      {"< =", "kError@0"},
      {"- 1", "kError@0"},
      {"--1", "kError@0"},
      {"a->", "kIdent a- kError@2"},
      {"a ->", "kIdent a kArrow"},
      {"!", "kError@0"},
      {";", "kError@0"},
      {"@", "kError@0"},
      {"\v", "kError@0"},
      {"\f", "kError@0"},
      {"\x80", "kError@0"},
      {"\xff", "kError@0"},
      {"p\xc3\xa9", "kIdent p kError@1"},
      {"*/", "kAsterisk kError@1"},
  });
}

TEST(Lexer, BlanksAndComments) {
  ExpectTokens({
      {" \t\n\r,", "kComma"},
      {"/**/,", "kComma"},
      {"/*/ x */,", "kComma"},
      {"/* a /* b */,", "kComma"},
      {"/***/,", "kComma"},
      {"/* \n */,", "kComma"},
      {"/*/", "kError@0"},
      {"/*", "kError@0"},
      {"/* *", "kError@0"},
      {"/", "kError@0"},
      {"// x\n,", "kComma"},
      {"// x\r,", "kComma"},
      {"// x", ""},
      {"//", ""},
      {"//\n//\n,", "kComma"},
      {"a/*c*/b", "kIdent a kIdent b"},
      {"a // /*\n,", "kIdent a kComma"},
  });
}

// Their missing end is searched for once; once for each would take minutes.
TEST(Lexer, CommentsWithoutEnd) {
  std::string text = "/* a */ ,";
  constexpr int kCount = 200000;
  for (int i = 0; i < kCount; ++i) text += "/* x\n";
  LexerFixture fixture(text);
  Lexer& lexer = fixture.lexer;
  int errors = 0;
  for (; lexer.kind() != TokKind::kEof; lexer.Next()) errors += lexer.kind() == TokKind::kError;
  EXPECT_EQ(errors, kCount);
  lexer.SkipTo(lexer.begin());
  EXPECT_EQ(lexer.kind(), TokKind::kComma) << "a comment before them has its end";
}

TEST(Lexer, NulIsAnErrorAlsoInComments) {
  using std::string_literals::operator""s;
  ExpectTokens({
      {"\0"s, "kError@0"},
      {",\0,"s, "kComma kError@1"},
      {" /* \0 */,"s, "kError@1"},
      {" // \0\n,"s, "kError@1"},
      {"a\0b"s, "kIdent a kError@1"},
      {"1\0"s, "kInt 1 kError@1"},
  });
  EXPECT_EQ(Tokens("\"a\0b\""s), "kString a\0b"s);
  LexerFixture fixture("/* \0 /* a */,"s);
  fixture.lexer.Next();
  fixture.lexer.SkipTo(fixture.lexer.begin() + 5);
  EXPECT_EQ(fixture.lexer.kind(), TokKind::kComma) << "a comment behind one with a NUL has its end";
}

TEST(Lexer, IdentifiersAndNames) {
  ExpectTokens({
      {"p", "kIdent p"},
      {"_p", "kIdent _p"},
      {"p-", "kIdent p-"},
      {"m.-_", "kIdent m.-_"},
      {"p:", "kName p"},
      {"p :", "kIdent p kColon"},
      {"p=", "kAttributeName p"},
      {"p =", "kIdent p kEqual"},
      {"p==", "kAttributeName p kEqual"},
      {"%p", "kName p"},
      {"%p=", "kName p kEqual"},
      {"%p:", "kName p kColon"},
      {"%true %ROOT %f32 %nan %add", "kName true kName ROOT kName f32 kName nan kName add"},
      {"%1", "kError@0"},
      {"% p", "kError@0"},
      {"%", "kError@0"},
      {"%%p", "kError@0"},
      {"%-p", "kError@0"},
      {"f32= true= nan= ROOT=",
       "kAttributeName f32 kAttributeName true kAttributeName nan kAttributeName ROOT"},
      {"f32: inf: add:", "kName f32 kName inf kName add"},
  });
}

TEST(Lexer, WordsWithAMeaning) {
  ExpectTokens({
      {"true false inf HloModule ENTRY ROOT",
       "kw_true kw_false kw_inf kw_HloModule kw_ENTRY kw_ROOT"},
      {"FileLocations FileNames FunctionNames StackFrames",
       "kw_FileLocations kw_FileNames kw_FunctionNames kw_StackFrames"},
      {"maximal replicated manual last_tile_dim_replicate shard_as shard_like unknown unreduced",
       "kw_maximal kw_replicated kw_manual kw_last_tile_dim_replicate kw_shard_as kw_shard_like "
       "kw_unknown kw_unreduced"},
      {"True root entry INF", "kIdent True kIdent root kIdent entry kIdent INF"},
      {"true.1 ROOT-x inf-2", "kIdent true.1 kIdent ROOT-x kIdent inf-2"},
      {"f32 pred token opaque f8e4m3b11fnuz c128",
       "kPrimitiveType f32 kPrimitiveType pred kPrimitiveType token kPrimitiveType opaque "
       "kPrimitiveType f8e4m3b11fnuz kPrimitiveType c128"},
      {"F32 tuple buffer e8m0 tf32 invalid f32.1",
       "kIdent F32 kIdent tuple kIdent buffer kIdent e8m0 kIdent tf32 kIdent invalid "
       "kIdent f32.1"},
  });
  LexerFixture fixture("get-tuple-element get-tuple-elements %add");
  EXPECT_TRUE(fixture.lexer.token().is_opcode);
  EXPECT_EQ(fixture.lexer.token().opcode, HloOpcode::kGetTupleElement);
  fixture.lexer.Next();
  EXPECT_FALSE(fixture.lexer.token().is_opcode);
  fixture.lexer.Next();
  EXPECT_FALSE(fixture.lexer.token().is_opcode) << "a % makes a name of any word";
}

TEST(Lexer, NumbersAndPatterns) {
  ExpectTokens({
      {"0 7 007 -3 -0", "kInt 0 kInt 7 kInt 7 kInt -3 kInt 0"},
      {"+1", "kPlus kInt 1"},
      {"1-2", "kInt 1 kInt -2"},
      {"1. -.5 5.25 1e3 1E-2 1.e+2 -2.5e0",
       "kDecimal 1 kDecimal -0.5 kDecimal 5.25 kDecimal 1000 kDecimal 0.01 kDecimal 100 "
       "kDecimal -2.5"},
      {"1e", "kInt 1 kIdent e"},
      {"1.5e", "kDecimal 1.5 kIdent e"},
      {"1e+", "kInt 1 kIdent e kPlus"},
      {"1.2.3", "kDecimal 1.2 kError@3"},
      {"1e999 -1e999 1e-999", "kDecimal inf kDecimal -inf kDecimal 0"},
      {"1x2 3x4x5 0x10 1x 1x2x", "kDxD 1x2 kDxD 3x4x5 kDxD 0x10 kInt 1 kIdent x kDxD 1x2 kIdent x"},
      {"2x3_4", "kDxD 2x3 kIdent _4"},
      {"1_2 -1_-2 1_2_3 1_000 1_2x3_4_5 1_",
       "kPad 1_2 kPad -1_-2 kPad 1_2_3 kPad 1_000 kPad 1_2x3_4_5 kInt 1 kIdent _"},
      {"1_2x3", "kPad 1_2 kIdent x3"},
      {"bf01_oi01->bf01 b0f_0io->b0f 01bf_01io->01bf ?b_io->?b",
       "kDimLabels bf01_oi01->bf01 kDimLabels b0f_0io->b0f kDimLabels 01bf_01io->01bf "
       "kDimLabels ?b_io->?b"},
      {"b_io->bf", "kIdent b_io- kError@5"},
      {"bf_io->b", "kIdent bf_io- kError@6"},
      {"-inf -infinity -nan", "kNegInf kNegInf kIdent inity kDecimal -nan 2251799813685248"},
      {"-inf5", "kNegInf kInt 5"},
      {"-in", "kError@0"},
      {"-na", "kError@0"},
      {"-nbn", "kError@0"},
  });
}

TEST(Lexer, IntegersAreSixtyFourBits) {
  ExpectTokens({
      {"9223372036854775807", "kInt 9223372036854775807"},
      {"9223372036854775808", "kInt -9223372036854775808"},
      {"18446744073709551615", "kInt -1"},
      {"18446744073709551616", "kError@0"},
      {"00000000000000000000000018446744073709551615", "kInt -1"},
      {"-9223372036854775808", "kInt -9223372036854775808"},
      {"-9223372036854775809", "kError@0"},
      {"99999999999999999999999999999999999999999", "kError@0"},
      {"-18446744073709551615", "kError@0"},
  });
}

TEST(Lexer, NanPayloads) {
  ExpectTokens({
      {"nan", "kDecimal nan 2251799813685248"},
      {"nan(0x1) -nan(0xAb)", "kDecimal nan 1 kDecimal -nan 171"},
      {"nan(0xfffffffffffff)", "kDecimal nan 4503599627370495"},
      {"nan(0x0000000000000000000001)", "kDecimal nan 1"},
      {"nan(0x10000000000000)", "kError@0"},
      {"nan(0x0)", "kError@0"},
      {"nan(0x)", "kError@0"},
      {"nan(1)", "kError@0"},
      {"nan( 0x1)", "kError@0"},
      {"nan(0X1)", "kError@0"},
      {"nan(0x1", "kError@0"},
      {"-nan()", "kError@0"},
      {"nan (0x1)", "kDecimal nan 2251799813685248 kLparen kDxD 0x1 kRparen"},
      {"nan.1", "kIdent nan.1"},
  });
}

TEST(Lexer, Strings) {
  ExpectTokens({
      {R"("")", "kString "},
      {R"("a'b" 'a"b')", R"(kString a'b kString a"b)"},
      {"\"a\nb\tc\"", "kString a\nb\tc"},
      {"\"a\\\nb\"", "kError@0"},
      {R"("a\n\t\\\"\'\?\r")", "kString a\n\t\\\"'?\r"},
      {R"("\a\b\f\v")", "kString \a\b\f\v"},
      {R"("\1234")", "kString S4"},
      {R"("\400")", "kError@0"},
      {R"("\x4g")", "kString \x04g"},
      {R"("\X41")", "kString A"},
      {R"("\x123")", "kError@0"},
      {R"("\x")", "kError@0"},
      {R"("\u00e9\U0001F600")", "kString \xc3\xa9\xf0\x9f\x98\x80"},
      {R"("\ud800")", "kError@0"},
      {R"("\q")", "kError@0"},
      {R"(")", "kError@0"},
      {R"("a)", "kError@0"},
      {R"("a\")", "kError@0"},
      {R"("a\)", "kError@0"},
      {"\"\xc3\xa9\"", "kString \xc3\xa9"},
      {"\"\xff\"", "kError@0"},
      {"\"\xc3\"", "kError@0"},
      {"\"0123456789abcdef0123456789abcdef\"", "kString 0123456789abcdef0123456789abcdef"},
      {R"("0123456789abcdef0123456789\n")", "kString 0123456789abcdef0123456789\n"},
  });
}

TEST(Lexer, PositionsAreOffsetsOfTheCurrentToken) {
  LexerFixture fixture("  a /* b */ =\n1");
  Lexer& lexer = fixture.lexer;
  EXPECT_EQ(lexer.Position(), 2u);
  lexer.Next();
  EXPECT_EQ(lexer.Position(), 12u);
  EXPECT_EQ(lexer.kind(), TokKind::kEqual);
  EXPECT_EQ(lexer.Position(), 12u) << "also when the token has been read";
  lexer.Next();
  EXPECT_EQ(lexer.Offset(lexer.Consumed()), 13u);
  EXPECT_EQ(lexer.token().int_value, 1);
  lexer.Next();
  EXPECT_EQ(lexer.kind(), TokKind::kEof);
  EXPECT_EQ(lexer.Position(), 15u);
  lexer.Next();
  EXPECT_EQ(lexer.kind(), TokKind::kEof) << "the end does not move";
  lexer.SkipTo(lexer.begin());
  EXPECT_EQ(lexer.token().value, "a");
}

TEST(Lexer, IntegerListMode) {
  LexerFixture fixture("{1x2, 1_2,1.5,-3e5,x}");
  Lexer& lexer = fixture.lexer;
  lexer.NextAsInteger();
  EXPECT_EQ(TokenToString(lexer.token()), "kInt 1");
  lexer.Next();
  EXPECT_EQ(TokenToString(lexer.token()), "kIdent x2");
  lexer.Next();
  lexer.NextAsInteger();
  EXPECT_EQ(TokenToString(lexer.token()), "kInt 1");
  lexer.Next();
  EXPECT_EQ(TokenToString(lexer.token()), "kIdent _2");
  lexer.Next();
  lexer.NextAsInteger();
  EXPECT_EQ(TokenToString(lexer.token()), "kInt 1");
  lexer.Next();
  EXPECT_EQ(lexer.kind(), TokKind::kError) << ".5";
}

struct DictCase {
  std::string_view text;
  std::string_view dict;  // empty: there is none
  std::string_view rest;  // the tokens after it
};

TEST(Lexer, JsonDicts) {
  for (const DictCase& c : {
           DictCase{"{}", "{}", ""},
           DictCase{"{} ,", "{}", "kComma"},
           DictCase{R"({"a": {"b": [1, "}"]}}, x=)", R"({"a": {"b": [1, "}"]}})",
                    "kComma kAttributeName x"},
           DictCase{R"({a:{b:"}"}}{})", R"({a:{b:"}"}})", "kLbrace kRbrace"},
           DictCase{"{ /* } */ }", "{ /* }", "kAsterisk kError@8"},
           DictCase{R"({"\"}"})", R"({"\"}"})", ""},
           DictCase{"{'}'}", "{'}", "kError@3"},
           DictCase{"{\n {\t} }", "{\n {\t} }", ""},
           DictCase{"{", "", ""},
           DictCase{"{{}", "", ""},
           DictCase{R"({"a})", "", ""},
           DictCase{R"({"a\"})", "", ""},
       }) {
    LexerFixture fixture(c.text);
    Lexer& lexer = fixture.lexer;
    std::string_view dict;
    EXPECT_EQ(lexer.LexJsonDict(&dict), !c.dict.empty()) << c.text;
    EXPECT_EQ(dict, c.dict);
    if (c.dict.empty()) {
      EXPECT_EQ(lexer.kind(), TokKind::kLbrace) << "nothing is consumed";
      continue;
    }
    std::string rest;
    for (; lexer.kind() != TokKind::kEof; lexer.Next()) {
      StrAppend(&rest, rest.empty() ? "" : " ", TokenToString(lexer.token()));
      if (lexer.kind() != TokKind::kError) continue;
      StrAppend(&rest, "@", lexer.Position());
      break;
    }
    EXPECT_EQ(rest, c.rest) << c.text;
  }
}

TEST(Lexer, SkipPlainStringStopsAtTheFirstByteOfInterest) {
  const std::string plain = "ab cd{}[]()=:,.;<>/?!@#$%^&*~`|+-_0123456789";
  for (size_t before = 0; before < plain.size(); ++before) {
    for (const char stop : {'"', '\'', '\\', '\n', '\t', '\0', '\x7f', '\x80', '\xff'}) {
      std::string text = plain.substr(0, before) + stop + plain;
      const size_t size = text.size();
      text.append(SourceBuffer::kPadding, 'x');
      const char* end = text.data() + size;
      EXPECT_EQ(SkipPlainString(text.data(), end) - text.data(), static_cast<ptrdiff_t>(before));
    }
    std::string text = plain.substr(0, before);
    text.append(SourceBuffer::kPadding, 'x');
    EXPECT_EQ(SkipPlainString(text.data(), text.data() + before), text.data() + before)
        << "not behind the end";
  }
}

}  // namespace hlo_text_v1::lexer_test
