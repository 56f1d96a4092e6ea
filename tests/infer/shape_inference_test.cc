// Opcodes without a shape rule of their own.
#include "tests/infer/infer_test_util.h"

namespace hlo::test::shape_inference_test {

constexpr InferCase kShapes[] = {
    {"(); ()", "add-dependency(p0, p1)", "()"},
    {"s1[<=3]; u4[3]", "add-dependency(p0, p1)", "s1[<=3]{0}"},
    {"(()); c64[0]{0}", "add-dependency(p0, p1)", "(())"},
    {"f32[2,3]{0,1}; token[]", "add-dependency(p0, p1)", "f32[2,3]{0,1}"},
    {"f64[5]{0}; u8[6,3,<=2,<=5]", "add-dependency(p0, p1)", "f64[5]{0}"},
    {"f8e8m0fnu[3,6]; f8e4m3[4,?]", "add-dependency(p0, p1)", "f8e8m0fnu[3,6]{1,0}"},
    {"f64[<=1,2,2]; pred[3,?,1,5]", "add-dependency(p0, p1)", "f64[<=1,2,2]{2,1,0}"},
    {"u1[2]{0}; (f32[1,3,3,?], f16[2,6,4])", "add-dependency(p0, p1)", "u1[2]{0}"},
    {"f8e4m3[4,0]; u64[5,<=0,?,4]{3,0,2,1:E(32)}", "add-dependency(p0, p1)", "f8e4m3[4,0]{1,0}"},
    {"", "after-all()", "token[]"},
    {"u2[2,5]{1,0:L(4)}", "after-all(p0)", "token[]"},
    {"s32[3,2,?]; f16[4,1]", "after-all(p0, p1)", "token[]"},
    {"opaque[]; f8e3m4[?,3,<=1]", "after-all(p0, p1)", "token[]"},
    {"f16[<=3]; f32[2,2]; u4[1,3,2,3]", "after-all(p0, p1, p2)", "token[]"},
    {"c64[3,<=4]{1,0:T(2)S(1)}; (c128[5,4])", "after-all(p0, p1)", "token[]"},
    {"f6e3m2fn[?,6]; token[]; s32[3,3]{0,1:S(1)}", "after-all(p0, p1, p2)", "token[]"},
    {"()", "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}", "()"},
    {"f64[1,<=4]", "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "f64[1,<=4]{1,0}"},
    {"c64[<=4,6,?]",
     "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "c64[<=4,6,?]{2,1,0}"},
    {"f32[2]{0:L(4)}",
     "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "f32[2]{0:L(4)}"},
    {"f8e5m2[2,?,5]{0,1,2:T(2)S(1)}",
     "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "f8e5m2[2,?,5]{0,1,2:T(2)S(1)}"},
    {"f32[<=6,2,<=1]{0,2,1:T(2)S(1)}",
     "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "f32[<=6,2,<=1]{0,2,1:T(2)S(1)}"},
    {"((bf16[1,6,?], token[], f8e8m0fnu[4,3,3]))",
     "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "((bf16[1,6,?]{2,1,0}, token[], f8e8m0fnu[4,3,3]{2,1,0}))"},
    {"((s8[1,4]{0,1:T(8,128)}, f8e3m4[0,3]{1,0:T(2)S(1)}), (f64[<=4,4,2], s8[?]{0:E(4)}), "
     "f4e2m1fn[<=6])",
     "domain(p0), domain={kind=\"sharding\", entry={replicated}, exit={replicated}}",
     "((s8[1,4]{0,1:T(8,128)}, f8e3m4[0,3]{1,0:T(2)S(1)}), (f64[<=4,4,2]{2,1,0}, s8[?]{0:E(4)}), "
     "f4e2m1fn[<=6]{0})"},
    {"", "partition-id()", "u32[]"},
    {"", "replica-id()", "u32[]"},
};

TEST(InferShapeTest, Shapes) {
  for (const InferCase& c : kShapes) ExpectInferred(c);
}

}  // namespace hlo::test::shape_inference_test
