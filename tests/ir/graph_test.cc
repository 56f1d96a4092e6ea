#include "hlo/graph.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::graph_test {

using namespace internal;

std::vector<std::string> Names(absl::Span<const HloInstruction* const> instructions) {
  std::vector<std::string> names;
  for (const HloInstruction* instruction : instructions) names.emplace_back(instruction->name());
  return names;
}

TEST(UserSnapshot, EachUserOnceInOrder) {
  const HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  b = f32[] add(a, a)\n"
      "  c = f32[] negate(b), control-predecessors={a}\n"
      "  d = f32[] add(b, a)\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(d, a, d)\n"
      "}\n");
  const HloComputation& entry = *module.entry_computation();
  const UserSnapshot users(entry);
  std::vector<std::vector<std::string>> lists;
  for (const HloInstruction* instruction : entry.instructions()) {
    lists.push_back(Names(users.of(*instruction)));
  }
  using List = std::vector<std::string>;
  EXPECT_EQ(lists, (std::vector<List>{{"b", "d", "t"}, {"c", "d"}, {}, {"t"}, {}}));
}

}  // namespace hlo_text_v1::graph_test
