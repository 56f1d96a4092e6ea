#include "src/ir/name_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hlo {
namespace {

TEST(NameHash, DependsOnTheBytesOnly) {
  for (size_t size = 0; size <= 40; ++size) {
    const std::string name(size, 'x');
    const std::string other = "yy" + name;  // elsewhere in memory, otherwise aligned
    EXPECT_EQ(HashName(name), HashName(std::string_view(other).substr(2))) << size;
  }
}

// A change of any byte changes the hash.
TEST(NameHash, DependsOnAllBytes) {
  for (size_t size = 1; size <= 40; ++size) {
    std::set<uint32_t> hashes;
    std::string name(size, 'x');
    hashes.insert(HashName(name));
    for (size_t i = 0; i < size; ++i) {
      name[i] = 'y';
      hashes.insert(HashName(name));
      name[i] = 'x';
    }
    EXPECT_EQ(hashes.size(), size + 1) << size;
  }
}

TEST(NameHash, NumberedNamesSpreadOverATable) {
  constexpr size_t kNames = 4096;
  std::set<uint32_t> low_bits;
  for (size_t i = 0; i < kNames; ++i) {
    low_bits.insert(HashName("add." + std::to_string(i)) % (4 * kNames));
  }
  // Random hashes would fill 88% of so many slots.
  EXPECT_GT(low_bits.size(), kNames * 8 / 10);
}

}  // namespace
}  // namespace hlo
