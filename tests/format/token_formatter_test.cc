// The text between two tokens of an instruction.
#include "src/format/token_formatter.h"

#include <gtest/gtest.h>

#include "tests/format/format_test_util.h"

namespace hlo_text_v1::token_formatter_test {

using namespace internal;

struct Case {
  const char* text;
  const char* expected;  // nullptr: unchanged
};

void ExpectFormatted(const Case& c) {
  const std::string expected = std::string(c.expected != nullptr ? c.expected : c.text) + "\n";
  EXPECT_EQ(FormatTokens(c.text), expected) << c.text;
  EXPECT_EQ(FormatTokens(expected), expected) << "again: " << c.text;
}

constexpr Case kInstructions[] = {
    {"x = f32[2,3]{1,0} add(a, b)", nullptr},
    {"%x  =  f32[ 2 , 3 ] { 1 , 0 }  add ( %a,%b )", "%x = f32[2,3]{1,0} add(%a, %b)"},
    {"ROOT\nx\n=\nf32[]\nadd\n(\na\n,\nb\n)", "ROOT x = f32[] add(a, b)"},
    {"x = add(f32[2]{0}a, f32[2]%b)", "x = add(f32[2]{0} a, f32[2] %b)"},
    {"x = (f32[],(s32[],pred[2])) tuple(a,b)", "x = (f32[], (s32[], pred[2])) tuple(a, b)"},
    {"x = b(f32[2]) foo(b(f32[2]) y)", nullptr},
    {"x = () tuple( )", "x = () tuple()"},
    {"x = f32[] parameter( 00 )", "x = f32[] parameter(0)"},
    {"x = f32[?,<=5,2]{2,1,0} add( t #0 # 1, t)", "x = f32[?,<=5,2]{2,1,0} add(t#0#1, t)"},
    {"x = f32[] add(f32[] negate( y ),f32[] constant( 1 ))",
     "x = f32[] add(f32[] negate(y), f32[] constant(1))"},
    {"f32[2] copy(f32[2]  x)", "f32[2] copy(f32[2] x)"},
    {"(f32[2],s32[]) copy(x)", "(f32[2], s32[]) copy(x)"},
};

constexpr Case kAttributes[] = {
    {"a={0,1}", nullptr},
    {"a= { 0 , 1 }", "a={0,1}"},
    {"a={ {0, 1}, {2, 3} }", "a={{0,1},{2,3}}"},
    {"direction= LT", "direction=LT"},
    {"a=1, b=true", nullptr},
    {"a=1,b=true", "a=1, b=true"},
    {"slice={[0 : 2],[1:3:2]}", "slice={[0:2], [1:3:2]}"},
    {"window={size=3x3 pad=1_1x0_0 rhs_reversal=1x1}", nullptr},
    {"window={ size=3x3   pad=-1_1x0_0 }", "window={size=3x3 pad=-1_1x0_0}"},
    {"dim_labels=b01f_01io->b01f, padding=0_0x1_1_2", nullptr},
    {"sparsity_config={lhs={sparsity=2x4 dimension=1 stride=1 idx=2} rhs={idx=3}}", nullptr},
    {"metadata={op_type=\"a\", op_name=\"b\",source_line=3}",
     "metadata={op_type=\"a\" op_name=\"b\" source_line=3}"},
    {"metadata={,op_type=\"a\"}", "metadata={op_type=\"a\"}"},
    {"sharding={devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}", nullptr},
    {"sharding={devices=[2,1] 0, 1 shard_as  3}", "sharding={devices=[2,1]0,1 shard_as 3}"},
    {"sharding={devices=[2]<=[2] last_tile_dims={replicated,manual}}",
     "sharding={devices=[2]<=[2] last_tile_dims={replicated, manual}}"},
    {"sharding={{replicated},{maximal device=0}}", "sharding={{replicated}, {maximal device=0}}"},
    {"sharding={{manual},{manual},{manual},{manual},{manual},{manual}}",
     "sharding={{manual}, {manual}, {manual}, {manual}, {manual}, /*index=5*/{manual}}"},
    {"sharding={replicated metadata={op_name=\"a\",op_type=\"b\"}}",
     "sharding={replicated metadata={op_name=\"a\" op_type=\"b\"}}"},
    {"sharding={replicated metadata={{op_name=\"a\"},{op_name=\"b\"}}}",
     "sharding={replicated metadata={{op_name=\"a\"}, {op_name=\"b\"}}}"},
    {"sharding={mesh['a'=2,'b'=4], [{'a', ?}, {'b':(1)2}], unreduced=max{'a'}}", nullptr},
    {"sharding={mesh[ 'a' =2], device_ids=([2,2]T(1,0)), replicated}",
     "sharding={mesh['a'=2], device_ids=([2,2]T(1,0)), replicated}"},
    {"replica_groups=[2,4]<=[4,2]T(1,0), dimensions={0}", nullptr},
    {"replica_groups= [2,4] <= [4,2] T (1,0)", "replica_groups=[2,4]<=[4,2]T(1,0)"},
    {"replica_groups=mesh['a'=2,'b'=4], device_ids=(1,0) {'a','b'}", nullptr},
    {"output_to_operand_aliasing={{0}:(1,{}),{1,0}:(0,{2})}",
     "output_to_operand_aliasing={{0}: (1, {}), {1,0}: (0, {2})}"},
    {"operand_layout_constraints={f32[2]{0},(f32[],s32[])}",
     "operand_layout_constraints={f32[2]{0}, (f32[], s32[])}"},
    {"control-predecessors={%a,b}", "control-predecessors={%a, b}"},
    {"called_computations={%a,%b}", "called_computations={%a, %b}"},
    {"operand_precision={highest, default}", "operand_precision={highest,default}"},
    {"frontend_attributes={a=\"b\", c={ d  e }}", "frontend_attributes={a=\"b\",c={ d  e }}"},
    {"frontend_attributes={metadata={ x }}", nullptr},
    {"backend_config={ \"a\" : [1,  2] }", nullptr},
    {"backend_config=\"a  b\"", nullptr},
    {"origin={(({\"a\"}, {\"b\" {1,2}}), {}),[\"call\"]}", nullptr},
    {"origin={({\"a\"},{\"b\"{1}})}", "origin={({\"a\"}, {\"b\" {1}})}"},
    {"domain={kind=\"sharding\",entry={devices=[2] 0,1},exit={maximal device=0}}",
     "domain={kind=\"sharding\", entry={devices=[2]0,1}, exit={maximal device=0}}"},
    {"statistics={visualizing_index=0,a=1.5}", nullptr},
    {"result_accuracy={tolerance={atol=1,rtol=2.5,ulps=3}}", nullptr},
    {"outfeed_shape=(f32[2],s32[])", "outfeed_shape=(f32[2], s32[])"},
    {"literal=f32[2]{0} {1,2}", "literal=f32[2]{0} {1, 2}"},
    {"literal=(( ),/*c*/( /*d*/ ))", "literal=( (  ), /*c*/( /*d*/) )"},
    {"literal=s32[2,2]{1,0} {{1,2},{3,4}}", "literal=s32[2,2]{1,0} { { 1, 2 }, { 3, 4 } }"},
    {"literal=c64[1,1] {{(1,2)}}", "literal=c64[1,1] { {(1, 2)} }"},
    {"literal=(s32[] 1,c64[](1,2))", "literal=( s32[] 1, c64[] (1, 2) )"},
};

TEST(TokenFormatter, Instructions) {
  for (const Case& c : kInstructions) ExpectFormatted(c);
}

TEST(TokenFormatter, Attributes) {
  for (const Case& c : kAttributes) {
    const std::string text = std::string("x = f32[] foo(), ") + c.text;
    const std::string expected =
        std::string("x = f32[] foo(), ") + (c.expected != nullptr ? c.expected : c.text);
    ExpectFormatted({text.c_str(), expected.c_str()});
    // Text after it.
    const std::string two = "x { " + text + " y = f32[] foo() }";
    EXPECT_EQ(FormatTokens(two), "x {\n  " + expected + "\n  y = f32[] foo()\n}\n");
  }
}

TEST(TokenFormatter, IndexCommentsAreMadeAnew) {
  ExpectFormatted({"x = f32[] foo(a,b,c,/*index=4*/d,e,f,g,h,i,j,k)",
                   "x = f32[] foo(a, b, c, d, e, /*index=5*/f, g, h, i, j, /*index=10*/k)"});
  ExpectFormatted({"x = (f32[],f32[],f32[],f32[],f32[],(f32[])) foo()",
                   "x = (f32[], f32[], f32[], f32[], f32[], /*index=5*/(f32[])) foo()"});
  ExpectFormatted({"x = f32[] foo(a,b,c,d,e, /* mine */ f)",
                   "x = f32[] foo(a, b, c, d, e, /* mine */ /*index=5*/f)"});
}

TEST(TokenFormatter, CommentsStayAmongTheirTokens) {
  ExpectFormatted({"x = /*a*/f32[2/*b*/] add(/* c */ y /*d*/ , z/*e*/)",
                   "x = /*a*/f32[2/*b*/] add(/* c */ y /*d*/, z/*e*/)"});
  ExpectFormatted({"x = f32[] add(y, // first\n z // second  \n)",
                   "x = f32[] add(y, // first\n    z // second\n    )"});
  ExpectFormatted(
      {"x = f32[] add(y,\n// own line\nz)", "x = f32[] add(y,\n    // own line\n    z)"});
  ExpectFormatted({"x = f32[] add(y), metadata={op_type=\"a\" /* why */ , op_name=\"b\"}",
                   "x = f32[] add(y), metadata={op_type=\"a\" /* why */, op_name=\"b\"}"});
  ExpectFormatted({"x = s32[2,2] constant({{1,2}, /* second */ {3,4}})",
                   "x = s32[2,2] constant({ { 1, 2 }, /* second */ { 3, 4 } })"});
  ExpectFormatted({"x = f32[] add(y), a={0, /* two\r\n lines */\n 1}",
                   "x = f32[] add(y), a={0, /* two\n lines */ 1}"});
}

TEST(TokenFormatter, TokensDoNotJoin) {
  ExpectFormatted({"x = f32[] add(a), a={b c}", nullptr});
  ExpectFormatted({"x = f32[] add(a), a={b :c}", nullptr});
  ExpectFormatted({"x = f32[] add(a), a={1 : 2}", "x = f32[] add(a), a={1:2}"});
}

TEST(TokenFormatter, WhatIsNoToken) {
  EXPECT_EQ(FormatTokens("x = f32[] @ y"), "no token");
  EXPECT_EQ(FormatTokens("x = f32[] /* y"), "no token");
}

}  // namespace hlo_text_v1::token_formatter_test
