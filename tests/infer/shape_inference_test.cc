// The public functions, and opcodes without a shape rule of their own.
#include "hlo/shape_inference.h"

#include "hlo/builder.h"
#include "tests/infer/infer_test_util.h"
#include "tests/support/read.h"

namespace hlo_text_v1::test::shape_inference_test {

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

// ---- The public functions.

class InferShapeOfOpcode : public ::testing::Test {
 protected:
  // The shape, or the message.
  std::string Inferred(HloOpcode opcode, std::vector<const Shape*> operands,
                       std::vector<Attribute> attributes = {}) {
    const absl::StatusOr<const Shape*> shape = InferShape(opcode, operands, attributes, pool_);
    return shape.ok() ? PrintShape(**shape) : std::string(shape.status().message());
  }

  Arena arena_;
  ShapePool pool_{&arena_};
  const Shape* matrix_ = pool_.Array(PrimitiveType::kF32, {8, 4});
  const Shape* index_ = pool_.Scalar(PrimitiveType::kS32);
};

// Programs that no text can express.
TEST_F(InferShapeOfOpcode, OperandsAndDimensionsThatNoTextHas) {
  HloModule module = CreateHloModule("m");
  const Shape* scalar = module.shapes().Scalar(PrimitiveType::kF32);
  HloBuilder builder(&module, "callee");
  HloInstruction* x = builder.AddParameter(scalar);
  builder.AddBinary(HloOpcode::kAdd, x, builder.AddParameter(scalar));
  const Attribute callee = MakeAttribute<AttributeKind::kToApply>(*builder.Build());
  EXPECT_EQ(Inferred(HloOpcode::kReduce, {matrix_, scalar, scalar},
                     {MakeAttribute<AttributeKind::kDimensions>({0}), callee}),
            "Reduce needs an initial value for each array, but has 3 operands.");
  EXPECT_EQ(Inferred(HloOpcode::kSort, {matrix_},
                     {MakeAttribute<AttributeKind::kDimensions>({0, 1}), callee}),
            "Sort takes one dimension.");
}

// A text must give the shapes of these.
TEST_F(InferShapeOfOpcode, ThatTextsGive) {
  const SliceRange ranges[] = {{0, 8, 2}, {1, 4, 1}};
  const SliceRanges slice{ranges};
  EXPECT_EQ(
      Inferred(HloOpcode::kSlice, {matrix_}, {Attribute::Pointer(AttributeKind::kSlice, &slice)}),
      "f32[4,3]{1,0}");
  const int64_t sizes[] = {2, 4};
  EXPECT_EQ(Inferred(HloOpcode::kDynamicSlice, {matrix_, index_, index_},
                     {Attribute::Int64List(AttributeKind::kDynamicSliceSizes, sizes)}),
            "f32[2,4]{1,0}");
  EXPECT_EQ(Inferred(HloOpcode::kCopyStart, {matrix_}), "(f32[8,4]{1,0}, f32[8,4]{1,0}, u32[])");
  EXPECT_EQ(Inferred(HloOpcode::kAllReduce, {matrix_, index_}), "(f32[8,4]{1,0}, s32[])");
  EXPECT_EQ(Inferred(HloOpcode::kSend, {matrix_, pool_.Token()}),
            "(f32[8,4]{1,0}, u32[], token[])");
  EXPECT_EQ(Inferred(HloOpcode::kRngGetAndUpdateState, {}), "u64[2]{0}");
}

TEST_F(InferShapeOfOpcode, Errors) {
  EXPECT_EQ(Inferred(HloOpcode::kConvert, {matrix_}),
            "no shape can be inferred for opcode convert");
  EXPECT_EQ(Inferred(HloOpcode::kAdd, {matrix_}), "add takes 2 operands, got 1");
  EXPECT_EQ(Inferred(HloOpcode::kReduce, {matrix_, pool_.Scalar(PrimitiveType::kF32)}),
            "attribute to_apply is missing");
  HloComputation unbuilt;
  EXPECT_EQ(Inferred(HloOpcode::kCall, {matrix_},
                     {Attribute::Pointer(AttributeKind::kToApply, &unbuilt)}),
            "the called computation is not defined yet.");
}

TEST(InferShape, OfAnInstruction) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e { p = f32[8,4] parameter(0)\n ROOT c = s32[4,8] convert(p) }\n");
  const HloInstruction& convert = *module.entry_computation()->root_instruction();
  EXPECT_EQ(PrintShape(**InferShape(convert, module.shapes())), "s32[8,4]{1,0}");
}

}  // namespace hlo_text_v1::test::shape_inference_test
