#include "src/edit/copy_values.h"

#include <gtest/gtest.h>

#include "hlo/print_values.h"
#include "tests/support/read.h"

namespace hlo_text_v1::copy_values_test {

using namespace internal;

TEST(ShapeImporter, EqualShapesOfAnotherPool) {
  const HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  a = f32[2,<=3]{0,1:T(8,128)(2,1)S(1)} parameter(0)\n"
      "  b = s4[?,7]{1,0:E(4)} parameter(1)\n"
      "  c = (token[], opaque[], (f32[], pred[4]), ()) parameter(2)\n"
      "  d = b(f32[8]{0:SC(0:4)}) parameter(3)\n"
      "  ROOT t = () tuple()\n"
      "}\n");
  Arena arena;
  ShapePool pool(&arena);
  ShapeImporter importer(&pool);
  for (const HloInstruction* instruction : module.entry_computation()->instructions()) {
    const Shape* imported = importer.Import(&instruction->shape());
    EXPECT_NE(imported, &instruction->shape());
    EXPECT_EQ(PrintShape(*imported), PrintShape(instruction->shape()));
    EXPECT_EQ(importer.Import(&instruction->shape()), imported);
    // Interned: another importer finds it.
    EXPECT_EQ(ShapeImporter(&pool).Import(&instruction->shape()), imported);
  }
  EXPECT_EQ(importer.Import(nullptr), nullptr);
}

TEST(ShapeImporter, WithoutLayout) {
  Arena arena, other_arena;
  ShapePool pool(&arena), other(&other_arena);
  const Shape* shape = other.ArrayWithoutLayout(PrimitiveType::kF32, {2, 3}, {});
  EXPECT_EQ(ShapeImporter(&pool).Import(shape)->layout(), nullptr);
}

// Recursion would need some megabytes of stack here.
TEST(ShapeImporter, DeepTuples) {
  Arena arena, other_arena;
  ShapePool pool(&arena), other(&other_arena);
  const Shape* shape = other.Scalar(PrimitiveType::kF32);
  constexpr int kDepth = kMaxShapeDepth;
  for (int i = 0; i < kDepth; ++i) shape = other.Tuple({shape, shape});
  const Shape* imported = ShapeImporter(&pool).Import(shape);
  int depth = 0;
  for (; imported->IsTuple(); imported = imported->tuple_shapes(1)) ++depth;
  EXPECT_EQ(depth, kDepth);
}

}  // namespace hlo_text_v1::copy_values_test
