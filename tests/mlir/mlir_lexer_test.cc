#include "src/mlir/mlir_lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hlo_text_v1::mlir_lexer_test {

using namespace internal;

// Kinds as letters, each followed by its text.
std::string Tokens(std::string_view text) {
  static constexpr char kLetters[] = "$?wvstqi>p";
  std::string tokens;
  for (MlirLexer lexer(text); lexer.token().kind != MlirTokenKind::kEnd; lexer.Next()) {
    tokens += tokens.empty() ? "" : " ";
    tokens += kLetters[static_cast<int>(lexer.token().kind)];
    tokens += lexer.token().text;
    if (tokens.size() > 200) break;
  }
  return tokens;
}

TEST(MlirLexer, Tokens) {
  EXPECT_EQ(Tokens("%a-b.1, %2#1 = func.call"), "v%a-b.1 p, v%2 p# i1 p= wfunc.call");
  EXPECT_EQ(Tokens("%a->%b"), "v%a >-> v%b");
  EXPECT_EQ(Tokens("@f @\"a b\" !async.value !t0"), "s@f s@\"a b\" t!async.value t!t0");
  EXPECT_EQ(Tokens("// x\n-5 // y"), "p- i5");
  EXPECT_EQ(Tokens("\"a\\\"b\" [{(<>)}]?:"), "q\"a\\\"b\" p[ p{ p( p< p> p) p} p] p? p:");
  EXPECT_EQ(Tokens(""), "");
}

TEST(MlirLexer, WhatIsNoTokenIsAnErrorOfOneByte) {
  EXPECT_EQ(Tokens("% @ ! \"a\nb"), "?% ?@ ?! ?\" wa wb");
  EXPECT_EQ(Tokens("\"a"), "?\" wa");
  EXPECT_EQ(Tokens("\"a\\"), "?\" wa ?\\");
  EXPECT_EQ(Tokens(std::string_view("\0\xff", 2)), std::string("?\0 ?\xff", 5));
}

TEST(MlirLexer, GoesOnElsewhere) {
  MlirLexer lexer("tensor<8x4xf32>");
  lexer.Next();
  EXPECT_TRUE(lexer.token().Is('<'));
  EXPECT_EQ(lexer.last_end(), 6u);
  lexer.Seek(11);
  EXPECT_TRUE(lexer.token().Is("f32"));
}

TEST(MlirLexer, Strings) {
  EXPECT_EQ(UnescapeMlirString(R"("a\"\\\n\t\41\0A\z\4")"), "a\"\\\n\tA\nz4");
  EXPECT_EQ(UnescapeMlirString("word"), "word");
  EXPECT_EQ(UnescapeMlirString("@\"a b\""), "a b");
}

}  // namespace hlo_text_v1::mlir_lexer_test
