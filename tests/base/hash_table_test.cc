// out_of_memory_test checks that tables survive running out of memory.
#include "src/base/hash_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hlo_text_v1::hash_table_test {

using namespace internal;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(HashTable, KeepsWhatIsInsertedWhileItGrows) {
  HashMap<int, std::unique_ptr<int>> numbers;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(numbers.try_emplace(i, std::make_unique<int>(i)).second);
    EXPECT_FALSE(numbers.try_emplace(i / 2).second);
  }
  EXPECT_EQ(numbers.size(), 1000U);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*numbers.at(i), i);
}

TEST(HashTable, InsertsInEachWay) {
  HashMap<std::string, int> map = {{"a", 1}, {"b", 2}};
  map["c"] = 3;
  map.emplace("a", 7);
  map.insert({"d", 4});
  map.insert_or_assign("b", 8);
  EXPECT_THAT(map, UnorderedElementsAre(Pair("a", 1), Pair("b", 8), Pair("c", 3), Pair("d", 4)));
  const std::vector<int> values = {1, 2, 2};
  HashSet<int> set(values.begin(), values.end());
  EXPECT_FALSE(set.insert(1).second);
  EXPECT_TRUE(set.emplace(3).second);
  EXPECT_THAT(set, UnorderedElementsAre(1, 2, 3));
}

TEST(HashTable, CopiesMovesAndClears) {
  HashSet<std::string> set = {"a", "b"};
  HashSet<std::string> copy = set;
  const HashSet<std::string> moved = std::move(set);
  EXPECT_THAT(moved, UnorderedElementsAre("a", "b"));
  copy.clear();
  EXPECT_TRUE(copy.empty());
  for (int i = 0; i < 100; ++i) copy.insert(std::to_string(i));
  copy.erase("7");
  copy.insert("7");
  EXPECT_EQ(copy.size(), 100U);
  copy = moved;
  EXPECT_THAT(copy, UnorderedElementsAre("a", "b"));
}

TEST(HashTable, GrowsOnlyForNewElements) {
  HashMap<int, int> map;
  map.reserve(100);
  const size_t places = map.capacity();
  for (int i = 0; i < 100; ++i) map[i] = i;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 100; ++i) ++map[i];
  }
  EXPECT_LE(map.capacity(), 2 * places + 1);
}

TEST(HashTable, FindingMovesNothing) {
  HashMap<int, int> map;
  HashSet<int> set;
  for (int i = 0; i < 200; ++i) {
    const int* const value = &map[i];
    set.insert(i);
    const int* const element = &*set.find(i);
    for (int found = 0; found <= i; ++found) map[found] = found;
    EXPECT_FALSE(set.insert(i).second);
    EXPECT_EQ(&map[i], value);
    EXPECT_EQ(&*set.find(i), element);
  }
}

}  // namespace hlo_text_v1::hash_table_test
