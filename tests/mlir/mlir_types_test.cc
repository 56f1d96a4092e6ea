#include "src/mlir/mlir_types.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "src/ir/walk.h"

namespace hlo_text_v1::mlir_types_test {

using namespace internal;

struct TypeCase {
  const char* shape;
  const char* type;
  const char* registered;
  const char* loose;
  bool is_plain;
};
const TypeCase kTypes[] = {
    {"f32[8,4]", "tensor<8x4xf32>", "tensor<8x4xf32>", "f32[8,4]", true},
    {"f32[8,4]{0,1}", "tensor<8x4xf32>", "tensor<8x4xf32>", "f32[8,4]", false},
    {"f32[8]{0:T(256)}", "tensor<8xf32>", "tensor<8xf32>", "f32[8]", false},
    {"pred[]", "tensor<i1>", "tensor<i1>", "pred[]", true},
    {"s1[]", "tensor<si1>", "tensor<si1>", "s1[]", true},
    {"s4[2]", "tensor<2xi4>", "tensor<2xi4>", "s4[2]", true},
    {"u32[0]", "tensor<0xui32>", "tensor<0xui32>", "u32[0]", true},
    {"bf16[]", "tensor<bf16>", "tensor<bf16>", "bf16[]", true},
    {"c64[2]", "tensor<2xcomplex<f32>>", "tensor<2xcomplex<f32>>", "c64[2]", true},
    {"c128[]", "tensor<complex<f64>>", "tensor<complex<f64>>", "c128[]", true},
    {"f8e5m2[]", "tensor<f8E5M2>", "tensor<f8E5M2>", "f8e5m2[]", true},
    {"f8e4m3b11fnuz[3]", "tensor<3xf8E4M3B11FNUZ>", "tensor<3xf8E4M3B11FNUZ>", "f8e4m3b11fnuz[3]",
     true},
    {"f8e3m4[3]", "tensor<3x!hlo.f8e3m4>", "tensor<3xi8, \"f8e3m4\">", "f8e3m4[3]", true},
    {"f6e3m2fn[3]", "tensor<3x!hlo.f6e3m2fn>", "tensor<3xi6, \"f6e3m2fn\">", "f6e3m2fn[3]", true},
    {"f4e2m1fn[]", "tensor<!hlo.f4e2m1fn>", "tensor<i4, \"f4e2m1fn\">", "f4e2m1fn[]", true},
    {"f32[<=8,3]", "tensor<?x3xf32>", "tensor<?x3xf32>", "f32[?,3]", false},
    {"f32[?,3]", "tensor<?x3xf32>", "tensor<?x3xf32>", "f32[?,3]", true},
    {"token[]", "!hlo.token", "tensor<i1, \"token\">", "token[]", true},
    {"opaque[]", "!hlo.opaque", "tensor<i1, \"opaque\">", "opaque[]", true},
    {"b(f32[4])", "!hlo.buffer<tensor<4xf32>>", "tensor<4xf32, \"buffer\">", "b(f32[4])", true},
    {"b(f4e2m1fn[4])", "!hlo.buffer<tensor<4x!hlo.f4e2m1fn>>", "tensor<4xi4, \"buffer f4e2m1fn\">",
     "b(f4e2m1fn[4])", true},
    {"()", "tuple<>", "tuple<>", "()", true},
    {"(f32[], (s32[2], ()), f32[])",
     "tuple<tensor<f32>, tuple<tensor<2xi32>, tuple<>>, tensor<f32>>",
     "tuple<tensor<f32>, tuple<tensor<2xi32>, tuple<>>, tensor<f32>>",
     "(f32[], (s32[2], ()), f32[])", true},
    {"(f32[2,2]{0,1})", "tuple<tensor<2x2xf32>>", "tuple<tensor<2x2xf32>>", "(f32[2,2])", false},
};

TEST(MlirTypes, EachShapeHasItsType) {
  for (const TypeCase& c : kTypes) {
    Arena arena;
    ShapePool pool(&arena);
    const Shape& shape = **ParseShape(c.shape, pool);
    EXPECT_EQ(MlirTypes(false).Of(shape), c.type);
    EXPECT_EQ(MlirTypes(true).Of(shape), c.registered);
    std::string loose;
    AppendLooseShape(shape, &loose);
    EXPECT_EQ(loose, c.loose);
    EXPECT_EQ(MlirTypes(false).IsPlain(shape), c.is_plain) << c.shape;
    // The type alone determines a plain shape.
    if (!c.is_plain) continue;
    EXPECT_EQ(*ParseShape(loose, pool), &shape) << c.shape;
  }
}

TEST(MlirTypes, EveryElementTypeHasATypeOfItsOwn) {
  absl::flat_hash_map<std::string, PrimitiveType> seen;
  for (int i = 0; i < static_cast<int>(PrimitiveType::kTuple); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    if (!IsArrayType(type)) continue;
    Arena arena;
    ShapePool pool(&arena);
    for (const bool registered_only : {false, true}) {
      MlirTypes types(registered_only);
      const std::string text(types.Of(*pool.Array(type, {2})));
      const auto [found, is_new] = seen.try_emplace(text, type);
      EXPECT_EQ(found->second, type) << text;
    }
  }
}

TEST(MlirTypes, LongTuplesHaveANameThatIsDefinedOnce) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* f32 = pool.Array(PrimitiveType::kF32, {128, 256});
  const Shape* inner = pool.Tuple({f32, f32, f32, f32, f32});
  MlirTypes types(false);
  EXPECT_EQ(types.Of(*pool.Tuple({inner, f32})), "tuple<!tuple0, tensor<128x256xf32>>");
  EXPECT_EQ(types.Of(*inner), "!tuple0");
  EXPECT_EQ(types.aliases(),
            "!tuple0 = tuple<tensor<128x256xf32>, tensor<128x256xf32>, tensor<128x256xf32>, "
            "tensor<128x256xf32>, tensor<128x256xf32>>\n");
  EXPECT_EQ(types.List({f32, inner}), "tensor<128x256xf32>, !tuple0");
  EXPECT_EQ(types.List({}), "");
}

TEST(MlirTypes, LeavesAreThoseOfInnerTuplesToo) {
  Arena arena;
  ShapePool pool(&arena);
  std::vector<const Shape*> leaves;
  AppendLeaves(**ParseShape("(f32[], ((), token[]), b(s32[]))", pool), &leaves);
  ASSERT_EQ(leaves.size(), 3u);
  EXPECT_EQ(PrintShape(*leaves[2]), "b(s32[])");
}

}  // namespace hlo_text_v1::mlir_types_test
