#include "src/ir/name_uniquer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace hlo_text_v1::name_uniquer_test {

using namespace internal;

TEST(NameUniquer, SanitizesNames) {
  struct Case {
    const char* name;
    const char* sane;
  };
  for (const Case& c : std::vector<Case>{{"add", "add"},
                                         {"a.b-c_1", "a.b-c_1"},
                                         {"1a", "_a"},
                                         {"-a", "_a"},
                                         {".a", "_a"},
                                         {"a b%c", "a_b_c"},
                                         {"\xc3\xa9", "__"},
                                         {"f32", "f32_"},
                                         {"token", "token_"},
                                         {"f8e4m3b11fnuz", "f8e4m3b11fnuz_"},
                                         {"F32", "F32"},
                                         {"tuple", "tuple"},
                                         {"__x", "a_x"},
                                         {"__", "a_"},
                                         {"___", "a__"},
                                         {"_x", "_x"},
                                         {"__xla_x", "__xla_x"},
                                         {"__xla", "a_xla"},
                                         {"", ""}}) {
    const std::string name = c.name;
    const bool has_bytes_over_127 = name == "\xc3\xa9";
    if (has_bytes_over_127) {
      EXPECT_EQ(SanitizeName(name), "a_") << "two bytes, then the reserved prefix";
      continue;
    }
    EXPECT_EQ(SanitizeName(name), c.sane);
    EXPECT_EQ(IsSaneName(name), name == c.sane && !name.empty()) << name;
  }
}

TEST(NameUniquer, SplitsNumbers) {
  struct Case {
    const char* name;
    const char* root;
    int64_t number;
    bool is_numbered;
  };
  for (const Case& c :
       std::vector<Case>{{"add", "add", 0, false},
                         {"add.1", "add", 1, true},
                         {"add.0", "add", 0, true},
                         {"add.01", "add", 1, true},
                         {"add.-3", "add", -3, true},
                         {"add.-0", "add", 0, true},
                         {"a.b.2", "a.b", 2, true},
                         {"v..1", "v.", 1, true},
                         {"x.", "x.", 0, false},
                         {".1", ".1", 0, false},
                         {"x.+1", "x.+1", 0, false},
                         {"x.1e5", "x.1e5", 0, false},
                         {"x.--1", "x.--1", 0, false},
                         {"x.9223372036854775807", "x", INT64_MAX, true},
                         {"x.9223372036854775808", "x.9223372036854775808", 0, false}}) {
    const NumberedName split = SplitNumber(c.name);
    EXPECT_EQ(split.root, c.root);
    EXPECT_EQ(split.number, c.number) << c.name;
    EXPECT_EQ(split.is_numbered, c.is_numbered) << c.name;
  }
}

TEST(NameUniquer, GivesOutNumbers) {
  struct Case {
    std::vector<std::string> names;
    std::vector<std::string> unique;
  };
  for (const Case& c : std::vector<Case>{
           {{"x", "x", "x"}, {"x", "x.1", "x.2"}},
           {{"x.5", "x", "x", "x.5", "x", "x.1"}, {"x.5", "x", "x.1", "x.2", "x.3", "x.4"}},
           {{"x.1", "x", "x"}, {"x.1", "x", "x.2"}},
           {{"x.0", "x", "x.0"}, {"x.0", "x.1", "x.2"}},
           {{"x.1", "x.1", "x.1"}, {"x.1", "x.0", "x.2"}},
           {{"x.01", "x.1"}, {"x.1", "x.0"}},
           {{"x.-3", "x.-3"}, {"x.-3", "x.0"}},
           {{"f32", "f32"}, {"f32_", "f32_.1"}},
           {{"__a", "a_a"}, {"a_a", "a_a.1"}},
           {{"x.9223372036854775807", "x.9223372036854775807"}, {"x.9223372036854775807", "x.0"}},
       }) {
    NameUniquer uniquer;
    std::vector<std::string> unique;
    for (const std::string& name : c.names) unique.push_back(uniquer.GetUniqueName(name));
    EXPECT_EQ(unique, c.unique);
  }
}

// Compared with a set of all names: consecutive numbers, numbers with gaps, far apart, and none.
TEST(NameUniquer, GivesOutNoNumberTwice) {
  std::mt19937 random(1);
  for (const int64_t range : {int64_t{100}, int64_t{100000}, int64_t{1} << 62}) {
    NameUniquer uniquer;
    std::set<std::string> taken;
    std::uniform_int_distribution<int64_t> any(1, range);
    for (int i = 0; i < 3000; ++i) {
      const int64_t number = i % 3 == 0 ? i : any(random);
      const std::string name = i % 7 == 0 ? "x" : "x." + std::to_string(number);
      const std::string unique = uniquer.GetUniqueName(name);
      if (taken.count(name) == 0) {
        EXPECT_EQ(unique, name);
      } else {
        // The smallest free number.
        int64_t free = 0;
        while (taken.count(free == 0 ? "x" : "x." + std::to_string(free)) != 0) ++free;
        EXPECT_EQ(unique, free == 0 ? "x" : "x." + std::to_string(free));
      }
      EXPECT_TRUE(taken.insert(unique).second) << unique;
    }
  }
}

TEST(NameUniquer, ManyEqualNamesTakeLinearTime) {
  NameUniquer uniquer;
  std::string last;
  for (int i = 0; i < 50'000; ++i) last = uniquer.GetUniqueName("x");
  EXPECT_EQ(last, "x.49999");
}

}  // namespace hlo_text_v1::name_uniquer_test
