#include "src/format/value_form.h"

#include <gtest/gtest.h>

#include "hlo/parser.h"
#include "hlo/source.h"

namespace hlo_text_v1::value_form_test {

using namespace internal;

class Context {
 public:
  explicit Context(std::string_view text)
      : source_(SourceBuffer::Copy(text)),
        shapes_(&arena_),
        ctx_(source_.view(), &arena_, &shapes_, options_) {}
  ParseContext& ctx() { return ctx_; }

 private:
  SourceBuffer source_;
  Arena arena_;
  ShapePool shapes_;
  ParseOptions options_;
  ParseContext ctx_;
};

// "-": rejected, with nothing consumed.
std::string ShapeForm(std::string_view text) {
  Context context(text);
  std::string out;
  if (AppendArrayShapeForm(context.ctx(), &out)) return out;
  EXPECT_EQ(context.ctx().lexer.Position(), 0u);
  EXPECT_EQ(out, "");
  EXPECT_TRUE(context.ctx().log().empty());
  return "-";
}

std::string ConstantForm(std::string_view shape, std::string_view value) {
  const std::string text = std::string(shape) + " constant(" + std::string(value) + ")";
  Context context(text);
  const char* begin = context.ctx().lexer.begin();
  const char* value_begin = begin + text.find("constant(") + 9;
  context.ctx().lexer.SkipTo(value_begin);
  std::string out = "before ";
  if (AppendConstantForm(context.ctx(), begin, &out)) {
    EXPECT_EQ(*context.ctx().lexer.At(), ')');
    return out.substr(7);
  }
  EXPECT_EQ(context.ctx().lexer.At() - begin,
            static_cast<std::ptrdiff_t>(text.find_first_not_of(' ', text.find('(', 9) + 1)));
  EXPECT_EQ(out, "before ");
  return "-";
}

TEST(ValueForm, PlainShapesAreFoundByTheirBytes) {
  for (const std::string_view text : {"f32[]", "f32[2,3]", "f32[2,3]{1,0}", "s4[<=5,0]"}) {
    const std::string behind = std::string(text) + " add";
    const char* end = ScanPlainArrayShape(behind.c_str());
    ASSERT_NE(end, nullptr) << text;
    EXPECT_EQ(end - behind.c_str(), static_cast<std::ptrdiff_t>(text.size()));
  }
  for (const std::string_view text :
       {"f32", "f32[02]", "f32[2, 3]", "f32[2]{0:T(8)}", "f32[2] {0}", "f32[2] /*c*/", "f32[2]{}",
        "f32[2,]", "f32[?]", "f32[2]{0", "f32[2", "f32[2]{ 0}"}) {
    EXPECT_EQ(ScanPlainArrayShape(std::string(text).c_str()), nullptr) << text;
  }
}

TEST(ValueForm, Shapes) {
  EXPECT_EQ(ShapeForm("f32[ 2 , 03 ]"), "f32[2,3]");
  EXPECT_EQ(ShapeForm("f32[2,3] { 1,0 } add"), "f32[2,3]{1,0}");
  EXPECT_EQ(ShapeForm("f32[8]{0:T( 8 )S(1)}"), "f32[8]{0:T(8)S(1)}");
  EXPECT_EQ(ShapeForm("f32[?]"), "f32[?]");
  EXPECT_EQ(ShapeForm("token[ ]"), "token[]");
  // A brace that does not start a layout.
  EXPECT_EQ(ShapeForm("f32[ ] { x"), "f32[]");
  EXPECT_EQ(ShapeForm("f32[2/*c*/]"), "-");
  EXPECT_EQ(ShapeForm("f32[2/*i0=1*/]"), "-");
  EXPECT_EQ(ShapeForm("f32[2/*index=5*/]/*index=5*/{0}"), "f32[2]{0}");
  EXPECT_EQ(ShapeForm("f32"), "-");
  EXPECT_EQ(ShapeForm("f32[x]"), "-");
}

TEST(ValueForm, Constants) {
  EXPECT_EQ(ConstantForm("f32[]", "1.50"), "1.5");
  EXPECT_EQ(ConstantForm("f32[]", "1e3"), "1000");
  EXPECT_EQ(ConstantForm("pred[]", "1"), "true");
  EXPECT_EQ(ConstantForm("pred[2]", "{true,0}"), "{1, 0}");
  EXPECT_EQ(ConstantForm("s32[2,2]", "{{1,02},{3,4}}"), "{ { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(ConstantForm("(f32[2], s32[])", "({1.0,2},3)"), "( {1, 2}, 3 )");
  EXPECT_EQ(ConstantForm("f32[2,2]", "{ ... }"), "{...}");
  EXPECT_EQ(ConstantForm("s32[2,1,1,1]", "{ {{{1}}}, {{{2}}} }"),
            "{ { /*i0=0*/ { /*i1=0*/ {1} } }, { /*i0=1*/ { /*i1=0*/ {2} } } }");
  EXPECT_EQ(ConstantForm("s32[2]", "{1, /*index=5*/2}"), "{1, 2}");
  EXPECT_EQ(ConstantForm("s32[1,1,1,1]", "{ /*i0=7*/ {{{1}}} }"),
            "{ { /*i0=0*/ { /*i1=0*/ {1} } } }");
}

TEST(ValueForm, WhatWouldChangeAConstantIsLeft) {
  EXPECT_EQ(ConstantForm("f32[2]", "{1, /* two */ 2}"), "-");
  EXPECT_EQ(ConstantForm("f32[2]", "{1, // two\n 2}"), "-");
  // Zeros that are not in the text.
  EXPECT_EQ(ConstantForm("f32[4096,4096]", "0"), "-");
  EXPECT_EQ(ConstantForm("f32[2]", "1"), "-");
  // -0.0 prints as -0, which reads as 0.
  EXPECT_EQ(ConstantForm("f32[]", "-0.0"), "-");
  EXPECT_EQ(ConstantForm("f32[]", "-0"), "-");
  EXPECT_EQ(ConstantForm("f32[]", "-0.5"), "-0.5");
  EXPECT_EQ(ConstantForm("f32[2]", "{1}"), "-");
}

}  // namespace hlo_text_v1::value_form_test
