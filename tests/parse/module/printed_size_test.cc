#include "src/parse/module/printed_size.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "hlo/arena.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"

namespace hlo::printed_size_test {

using namespace internal;

TEST(PrintedSizes, AreThoseOfTheText) {
  Arena arena;
  ShapePool shapes(&arena);
  PrintedSizes sizes;
  const Shape* array = shapes.Array(PrimitiveType::kF32, {2, 3});
  EXPECT_EQ(sizes.Of(*array), PrintShape(*array).size());
  const Shape* pair = shapes.Tuple({array, array});
  EXPECT_EQ(sizes.Of(*pair), PrintShape(*pair).size());
  const Shape* empty = shapes.Tuple({});
  EXPECT_EQ(sizes.Of(*empty), 2U);
}

TEST(PrintedSizes, OfLongTuplesAreNearThoseOfTheText) {
  Arena arena;
  ShapePool shapes(&arena);
  PrintedSizes sizes;
  // Too long to cache its text.
  const Shape* array = shapes.Array(PrimitiveType::kF32, std::vector<int64_t>(1000, 12345));
  const std::vector<const Shape*> elements(100, array);
  const Shape* tuple = shapes.Tuple(elements);
  const size_t printed = PrintShape(*tuple).size();
  EXPECT_GE(sizes.Of(*tuple), printed);
  EXPECT_LE(sizes.Of(*tuple), printed + printed / 10);
}

TEST(PrintedSizes, OfATupleOfHalvesTakeNoTimeAndSaturate) {
  Arena arena;
  ShapePool shapes(&arena);
  PrintedSizes sizes;
  const Shape* shape = shapes.Array(PrimitiveType::kF32, {});
  for (int i = 0; i < 70; ++i) shape = shapes.Tuple({shape, shape});
  EXPECT_EQ(sizes.Of(*shape), std::numeric_limits<size_t>::max());
}

}  // namespace hlo::printed_size_test
