#include "src/base/name_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hlo_text_v1::name_hash_test {

using namespace internal;

constexpr uint64_t kSeed = 0x0123456789abcdef;

TEST(NameHash, DependsOnTheBytesOnly) {
  for (size_t size = 0; size <= 40; ++size) {
    const std::string name(size, 'x');
    const std::string other = "yy" + name;  // elsewhere in memory, with another alignment
    EXPECT_EQ(HashName(name, kSeed), HashName(std::string_view(other).substr(2), kSeed)) << size;
  }
}

// A change of any byte changes the hash.
TEST(NameHash, DependsOnAllBytes) {
  for (size_t size = 1; size <= 40; ++size) {
    std::set<uint32_t> hashes;
    std::string name(size, 'x');
    hashes.insert(HashName(name, kSeed));
    for (size_t i = 0; i < size; ++i) {
      name[i] = 'y';
      hashes.insert(HashName(name, kSeed));
      name[i] = 'x';
    }
    EXPECT_EQ(hashes.size(), size + 1) << size;
  }
}

TEST(NameHash, NumberedNamesSpreadOverATable) {
  constexpr size_t kNames = 4096;
  std::set<uint32_t> low_bits;
  for (size_t i = 0; i < kNames; ++i) {
    low_bits.insert(HashName("add." + std::to_string(i), kSeed) % (4 * kNames));
  }
  // Random hashes would fill 88% of this many slots.
  EXPECT_GT(low_bits.size(), kNames * 8 / 10);
}

// Names that collide in a table with one seed spread with another.
TEST(NameHash, CollisionsDependOnTheSeed) {
  constexpr uint32_t kSlots = 1 << 12;
  std::set<uint32_t> places;
  size_t collisions = 0;
  for (int i = 0; collisions < 100; ++i) {
    const std::string name = "add." + std::to_string(i);
    if (HashName(name, kSeed) % kSlots != 0) continue;
    ++collisions;
    places.insert(HashName(name, kSeed + 1) % kSlots);
  }
  EXPECT_GT(places.size(), 90U);
}

TEST(SameBytes, ComparesEachByte) {
  for (size_t size = 0; size <= 40; ++size) {
    const std::string name(size, 'x');
    EXPECT_TRUE(SameBytes(name.data(), std::string(size, 'x').data(), size)) << size;
    for (size_t i = 0; i < size; ++i) {
      std::string other = name;
      other[i] = 'y';
      EXPECT_FALSE(SameBytes(name.data(), other.data(), size)) << size << " " << i;
    }
  }
}

TEST(NameHash, TheSeedIsThatOfTheProcess) {
  EXPECT_EQ(HashSeed(), HashSeed());
  EXPECT_NE(HashSeed(), 0U);
}

}  // namespace hlo_text_v1::name_hash_test
