#include "hlo/window.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace hlo_text_v1::window_test {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

TEST(Window, Bounds) {
  EXPECT_EQ(DilatedBound(0, 3), 0);
  EXPECT_EQ(DilatedBound(4, 3), 10);
  EXPECT_EQ(DilatedBound(kHuge, 2), std::nullopt);
  EXPECT_EQ(StridedBound(10, 3, 2), 4);
  EXPECT_EQ(StridedBound(2, 3, 1), 0);
}

// Against counting the places one by one.
TEST(Window, CountsPlaces) {
  for (int64_t size : {0, 1, 5, 8}) {
    for (int64_t extent : {1, 2, 3}) {
      for (int64_t stride : {1, 2, 3}) {
        for (int64_t dilation : {1, 2}) {
          const WindowDimension window = {extent, stride, 1, -1, dilation, dilation, false};
          const int64_t base = size == 0 ? 0 : (size - 1) * dilation + 1;
          const int64_t width = (extent - 1) * dilation + 1;
          int64_t places = 0;
          for (int64_t at = 0; at + width <= base; at += stride) ++places;
          EXPECT_EQ(WindowCount(size, window), places) << size << " " << extent << " " << stride;
        }
      }
    }
  }
  WindowDimension padded;
  padded.size = 1;
  padded.padding_low = padded.padding_high = kHuge;
  EXPECT_EQ(WindowCount(1, padded), std::nullopt);
  WindowDimension standing;
  standing.stride = 0;
  EXPECT_EQ(WindowCount(1, standing), std::nullopt);
}

TEST(Window, Questions) {
  WindowDimension plain, strided, padded;
  plain.size = strided.size = padded.size = 1;
  strided.stride = 2;
  padded.padding_low = -1;
  const std::vector<WindowDimension> both = {plain, strided};
  EXPECT_TRUE(IsTrivial(Window{absl::MakeConstSpan(&plain, 1)}));
  EXPECT_FALSE(IsTrivial(Window{both}));
  EXPECT_TRUE(HasStride(Window{both}));
  EXPECT_FALSE(HasPadding(Window{both}) || HasBaseDilation(Window{both}) ||
               HasWindowDilation(Window{both}) || HasWindowReversal(Window{both}));
  EXPECT_TRUE(HasPadding(padded) && HasNegativePadding(padded) && HasAsymmetricPadding(padded));
}

}  // namespace hlo_text_v1::window_test
