#include "src/ir/huge_pages.h"

#include <gtest/gtest.h>

#include <vector>

namespace hlo {
namespace {

TEST(HugePages, AdviceLeavesTheMemoryAsItIs) {
  for (const size_t size : {size_t{0}, size_t{100}, size_t{9} << 20}) {
    std::vector<char> block(size, 'x');
    AdviseHugePages(block.data(), block.size());
    EXPECT_EQ(block, std::vector<char>(size, 'x'));
  }
  AdviseHugePages(nullptr, 0);
}

}  // namespace
}  // namespace hlo
