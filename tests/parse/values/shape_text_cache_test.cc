#include "src/parse/values/shape_text_cache.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "hlo/print_values.h"

namespace hlo::shape_text_cache_test {

using namespace internal;

TEST(ShapeTextCache, FindsTextsByTheirBytes) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* a = pool.Array(PrimitiveType::kF32, {2});
  const Shape* b = pool.Array(PrimitiveType::kF32, {2, 3});
  ShapeTextCache cache;
  EXPECT_EQ(cache.Find("f32[2]"), nullptr);
  cache.Insert("f32[2]", a);
  cache.Insert("f32[2]{0}", a);
  cache.Insert("f32[2,3]", b);
  EXPECT_EQ(cache.Find(std::string("f32[2]")), a) << "another place in memory";
  EXPECT_EQ(cache.Find("f32[2]{0}"), a);
  EXPECT_EQ(cache.Find("f32[2,3]"), b);
  EXPECT_EQ(cache.Find("f32[2"), nullptr);
  EXPECT_EQ(cache.Find("f32[2]{"), nullptr);
  EXPECT_EQ(cache.Find(""), nullptr);
}

TEST(ShapeTextCache, KeepsAllTextsWhenItGrows) {
  Arena arena;
  ShapePool pool(&arena);
  ShapeTextCache cache;
  std::deque<std::string> texts;
  for (int64_t i = 0; i < 5000; ++i) {
    const Shape* shape = pool.Array(PrimitiveType::kS8, {i});
    texts.push_back(PrintShape(*shape));
    cache.Insert(texts.back(), shape);
  }
  for (int64_t i = 0; i < 5000; ++i) {
    const Shape* shape = cache.Find(texts[static_cast<size_t>(i)]);
    ASSERT_NE(shape, nullptr);
    ASSERT_EQ(shape->dimensions(0), i);
  }
}

}  // namespace hlo::shape_text_cache_test
