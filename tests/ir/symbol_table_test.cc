#include "src/ir/symbol_table.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::symbol_table_test {

using namespace internal;

TEST(SymbolTable, IdsAreDenseAndStable) {
  SymbolTable symbols;
  EXPECT_EQ(symbols.size(), 1u) << "id 0 is no name";
  EXPECT_EQ(symbols.Find("a"), SymbolTable::kNone);
  EXPECT_EQ(symbols.Intern("a"), 1u);
  EXPECT_EQ(symbols.Intern("b"), 2u);
  EXPECT_EQ(symbols.Intern("a"), 1u);
  EXPECT_EQ(symbols.Find("b"), 2u);
  EXPECT_EQ(symbols.Text(2), "b");
  EXPECT_EQ(symbols.Text(SymbolTable::kNone), "");
  EXPECT_EQ(symbols.size(), 3u);
}

TEST(SymbolTable, FindsAllNamesAfterGrowing) {
  SymbolTable symbols;
  std::deque<std::string> names;
  for (uint32_t i = 1; i <= 20'000; ++i) {
    names.push_back("fusion." + std::to_string(i));
    EXPECT_EQ(symbols.Intern(names.back()), i);
  }
  for (uint32_t i = 1; i <= 20'000; ++i) {
    ASSERT_EQ(symbols.Find(names[i - 1]), i);
    ASSERT_EQ(symbols.Text(i), names[i - 1]);
  }
  EXPECT_EQ(symbols.Find("fusion"), SymbolTable::kNone);
  EXPECT_EQ(symbols.Find("fusion.20001"), SymbolTable::kNone);
}

TEST(SymbolTable, PrefetchInternsNothing) {
  SymbolTable symbols;
  const SymbolTable::Hashed a = symbols.Prefetch("a");
  EXPECT_EQ(symbols.Find("a"), SymbolTable::kNone);
  EXPECT_EQ(symbols.Intern("b"), 1u);
  EXPECT_EQ(symbols.Intern(a), 2u);
  EXPECT_EQ(symbols.Intern("a"), 2u);
  EXPECT_EQ(symbols.Text(2), "a");
}

// In a table with 512 slots of 8 bytes.
TEST(SymbolTable, NamesThatCountUpLieTogether) {
  const SymbolTable symbols;
  const uint32_t place = symbols.Prefetch("broadcast.1230").hash / 64;
  for (char last = '1'; last <= '9'; ++last) {
    EXPECT_EQ(symbols.Prefetch(std::string("broadcast.123") + last).hash / 64, place);
  }
  EXPECT_NE(symbols.Prefetch("broadcast.1240").hash, symbols.Prefetch("broadcast.1230").hash);
}

// Each third of `count` mentions is in its own table, and a third of all names come twice. The
// table that adopts the others must be the same as if it had interned all of them.
void ExpectAdoptsInOrder(int count) {
  std::deque<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back("add." + std::to_string(i));
  SymbolTable one;
  std::array<SymbolTable, 3> parts;
  for (int i = 0; i < count; ++i) {
    const auto number = int64_t{i} * 7 % (count * 2 / 3 - 1);
    const std::string& name = names[static_cast<size_t>(number)];
    one.Intern(name);
    parts[static_cast<size_t>(int64_t{i} * 3 / count)].Intern(name);
  }
  SymbolTable& first = parts[0];
  for (size_t part = 1; part < parts.size(); ++part) {
    SymbolTable& other = parts[part];
    std::vector<std::string_view> texts;
    for (uint32_t id = 0; id < other.size(); ++id) texts.push_back(other.Text(id));
    const std::vector<uint32_t> ids = first.Adopt(&other);
    ASSERT_EQ(ids.size(), texts.size());
    for (uint32_t id = 0; id < ids.size(); ++id) EXPECT_EQ(first.Text(ids[id]), texts[id]);
    EXPECT_EQ(other.size(), 1u);
  }
  ASSERT_EQ(first.size(), one.size());
  for (uint32_t id = 1; id < one.size(); ++id) {
    EXPECT_EQ(first.Text(id), one.Text(id));
    EXPECT_EQ(first.Find(one.Text(id)), id);
    EXPECT_EQ(first.Intern(one.Text(id)), id);
  }
  // Later names are new or known, and the table grows.
  for (int i = 0; i < count; ++i) {
    const std::string& name = names[static_cast<size_t>(i)];
    ASSERT_EQ(first.Find(name), one.Find(name));
    ASSERT_EQ(first.Intern(name), one.Intern(name));
  }
}

TEST(SymbolTable, AdoptsNamesInTheirOrder) {
  ExpectAdoptsInOrder(1000);
  ExpectAdoptsInOrder(100'000);
  SymbolTable table, other;
  EXPECT_EQ(table.Adopt(&other).size(), 1u);
}

TEST(SymbolTable, NamesAreComparedByBytesNotByHash) {
  SymbolTable symbols;
  const std::string a(1, 'a'), b = "a" + std::string(1, '\0');
  EXPECT_NE(symbols.Intern(a), symbols.Intern(b));
  EXPECT_EQ(symbols.Find(std::string_view(b).substr(0, 1)), symbols.Find(a));
}

}  // namespace hlo_text_v1::symbol_table_test
