// Compares groups with brute force, for each syntax of replica_groups; and tests the other columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/read.h"
#include "tests/tables/table_test_util.h"

namespace hlo_text_v1::collective_rows_test {

using namespace test;

using Groups = std::vector<std::vector<int64_t>>;

std::string Joined(const std::vector<int64_t>& numbers, const std::string& separator = ",") {
  std::string text;
  for (const int64_t number : numbers) {
    text += (text.empty() ? "" : separator) + std::to_string(number);
  }
  return text;
}

// [[0,1],[2,3]], or with other brackets {{0,1},{2,3}}.
std::string TextOf(const Groups& groups, char open = '[', char close = ']') {
  std::string text(1, open);
  for (size_t i = 0; i < groups.size(); ++i) {
    text += (i > 0 ? "," : "") + std::string(1, open) + Joined(groups[i]) + close;
  }
  return text + close;
}

// The groups of an all-reduce in global mode on `devices` partitions.
std::string GroupsIn(const std::string& syntax, int64_t devices) {
  const std::string text = "HloModule m, num_partitions=" + std::to_string(devices) + R"(
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
ENTRY e { p = f32[8] parameter(0)
  ROOT r = f32[8] all-reduce(p), channel_id=1, replica_groups=)" +
                           syntax + ", use_global_device_ids=true, to_apply=add }";
  const std::vector<TextRow> rows = RowsOf(ReadModule(text), TableKind::kCollectives);
  return rows.size() == 1 ? rows[0].at("groups") : "no single row";
}

// Every place of an array of `sizes`, row-major.
std::vector<std::vector<int64_t>> PlacesOf(const std::vector<int64_t>& sizes) {
  std::vector<std::vector<int64_t>> places = {{}};
  for (const int64_t size : sizes) {
    std::vector<std::vector<int64_t>> longer;
    for (const std::vector<int64_t>& place : places) {
      for (int64_t i = 0; i < size; ++i) {
        longer.push_back(place);
        longer.back().push_back(i);
      }
    }
    places = std::move(longer);
  }
  return places;
}

int64_t LinearPlace(const std::vector<int64_t>& place, const std::vector<int64_t>& sizes) {
  int64_t at = 0;
  for (size_t i = 0; i < sizes.size(); ++i) at = at * sizes[i] + place[i];
  return at;
}

// The numbers 0, 1, 2 ... of an array of `sizes`, transposed and read row-major.
std::vector<int64_t> Transposed(const std::vector<int64_t>& sizes,
                                const std::vector<int64_t>& order) {
  std::vector<int64_t> new_sizes;
  for (const int64_t d : order) new_sizes.push_back(sizes[static_cast<size_t>(d)]);
  std::vector<int64_t> numbers;
  for (const std::vector<int64_t>& place : PlacesOf(new_sizes)) {
    std::vector<int64_t> old(sizes.size());
    for (size_t i = 0; i < order.size(); ++i) old[static_cast<size_t>(order[i])] = place[i];
    numbers.push_back(LinearPlace(old, sizes));
  }
  return numbers;
}

Groups Cut(const std::vector<int64_t>& numbers, size_t size) {
  Groups groups;
  for (size_t i = 0; i < numbers.size(); i += size) {
    groups.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(i),
                        numbers.begin() + static_cast<std::ptrdiff_t>(i + size));
  }
  return groups;
}

class RandomSizes {
 public:
  int64_t Number(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random_);
  }
  std::vector<int64_t> Sizes() {
    std::vector<int64_t> sizes(static_cast<size_t>(Number(1, 4)));
    for (int64_t& size : sizes) size = Number(1, 4);
    return sizes;
  }
  std::vector<int64_t> Order(size_t count) {
    std::vector<int64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    return order;
  }

 private:
  std::mt19937 random_{1};
};

int64_t Product(const std::vector<int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

TEST(CollectiveGroups, ExplicitAsBruteForce) {
  RandomSizes random;
  for (int i = 0; i < 100; ++i) {
    const int64_t size = random.Number(1, 4), count = random.Number(1, 5);
    const Groups groups =
        Cut(random.Order(static_cast<size_t>(size * count)), static_cast<size_t>(size));
    EXPECT_EQ(GroupsIn(TextOf(groups, '{', '}'), size * count), TextOf(groups));
  }
}

TEST(CollectiveGroups, IotaAsBruteForce) {
  RandomSizes random;
  for (int i = 0; i < 200; ++i) {
    const std::vector<int64_t> sizes = random.Sizes();
    const std::vector<int64_t> order = random.Order(sizes.size());
    const std::vector<int64_t> numbers = Transposed(sizes, order);
    const auto count = static_cast<int64_t>(numbers.size());
    std::vector<int64_t> divisors;
    for (int64_t d = 1; d <= count; ++d) {
      if (count % d == 0) divisors.push_back(d);
    }
    const int64_t size =
        divisors[static_cast<size_t>(random.Number(0, static_cast<int64_t>(divisors.size()) - 1))];
    // With one dimension there is no order.
    const std::string transposed = order.size() > 1 ? "T(" + Joined(order) + ")" : "";
    const std::string syntax = "[" + std::to_string(count / size) + "," + std::to_string(size) +
                               "]<=[" + Joined(sizes) + "]" + transposed;
    EXPECT_EQ(GroupsIn(syntax, count), TextOf(Cut(numbers, static_cast<size_t>(size)))) << syntax;
  }
}

// A group has the devices that differ in the named axes only.
TEST(CollectiveGroups, MeshAsBruteForce) {
  RandomSizes random;
  for (int i = 0; i < 200; ++i) {
    std::vector<int64_t> sizes = random.Sizes();
    for (int64_t& size : sizes) size = std::max<int64_t>(size, 2);
    const size_t named = static_cast<size_t>(random.Number(1, static_cast<int64_t>(sizes.size())));
    const std::vector<int64_t> axes = random.Order(sizes.size());
    std::string mesh, list;
    for (size_t d = 0; d < sizes.size(); ++d) {
      mesh += (d > 0 ? ",'a" : "'a") + std::to_string(d) + "'=" + std::to_string(sizes[d]);
    }
    for (size_t d = 0; d < named; ++d) {
      list += (d > 0 ? ",'a" : "'a") + std::to_string(axes[d]) + "'";
    }
    // Outer axes in the order of the mesh, then the named ones as listed.
    std::vector<int64_t> order;
    for (int64_t d = 0; d < static_cast<int64_t>(sizes.size()); ++d) {
      if (std::find(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(named), d) ==
          axes.begin() + static_cast<std::ptrdiff_t>(named)) {
        order.push_back(d);
      }
    }
    int64_t group_size = 1;
    for (size_t d = 0; d < named; ++d) {
      order.push_back(axes[d]);
      group_size *= sizes[static_cast<size_t>(axes[d])];
    }
    const std::string syntax = "mesh[" + mesh + "] {" + list + "}";
    EXPECT_EQ(GroupsIn(syntax, Product(sizes)),
              TextOf(Cut(Transposed(sizes, order), static_cast<size_t>(group_size))))
        << syntax;
  }
}

TEST(CollectiveGroups, EmptyMeansAll) {
  EXPECT_EQ(GroupsIn("{}", 4), "[[0,1,2,3]]");
  EXPECT_EQ(GroupsIn("{{0},{1}}", 2), "[[0],[1]]");
}

// A header without counts: numbers as in the text.
TEST(CollectiveGroups, NumbersOfTheTextIfThereAreFewerDevices) {
  EXPECT_EQ(GroupsIn("{{0,5},{2,7}}", 1), "[[0,5],[2,7]]");
  EXPECT_EQ(GroupsIn("[2,2]<=[4]", 1), "[[0,1],[2,3]]");
}

TEST(CollectiveRows, TooManyDevicesGiveNoGroups) {
  EXPECT_EQ(GroupsIn("[1,4194304]<=[4194304]", 4194304), "null");
}

constexpr char kStep[] = R"(HloModule m, is_scheduled=true, num_partitions=8
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
body { t = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  x = f32[8] get-tuple-element(t), index=1
  s = f32[8] all-reduce-start(x), channel_id=3, replica_groups=[4,2]<=[2,4]T(1,0), use_global_device_ids=true, to_apply=add, metadata={op_name="step/psum" source_file="a.py" source_line=7}
  n = f32[8] negate(x)
  m = f32[8] negate(n)
  d = f32[8] all-reduce-done(s)
  ROOT r = (s32[], f32[8]) tuple(i, d) }
cond { t = (s32[], f32[8]) parameter(0)
  ROOT p = pred[] constant(true) }
ENTRY e { p = (s32[], f32[8]) parameter(0)
  w = (s32[], f32[8]) while(p), condition=cond, body=body, backend_config={"known_trip_count":{"n":"5"}}
  v = (s32[], f32[8]) while(w), condition=cond, body=body, backend_config={"known_trip_count":{"n":"2"}}
  x = f32[8] get-tuple-element(v), index=1
  g = f32[16] all-gather(x), channel_id=4, replica_groups=mesh['x'=4,'y'=2] {'y'}, dimensions={0}, use_global_device_ids=true
  ROOT q = f32[16] collective-permute(g), channel_id=5, source_target_pairs={{0,1},{1,2}} })";

TEST(CollectiveRows, OfAStep) {
  const std::vector<TextRow> rows = RowsOf(ReadModule(kStep), TableKind::kCollectives);
  ASSERT_EQ(rows.size(), 3);
  const TextRow& reduce = rows[0];
  EXPECT_EQ(reduce.at("kind"), "all-reduce");
  EXPECT_EQ(reduce.at("is_async"), "true");
  EXPECT_EQ(reduce.at("instructions_between"), "2");
  EXPECT_EQ(reduce.at("start"), "s");
  EXPECT_EQ(reduce.at("channel_id"), "3");
  EXPECT_EQ(reduce.at("group_mode"), "flattened_id");
  EXPECT_EQ(reduce.at("groups"), "[[0,4],[1,5],[2,6],[3,7]]");
  EXPECT_EQ(reduce.at("group_count"), "4");
  EXPECT_EQ(reduce.at("group_size"), "2");
  EXPECT_EQ(reduce.at("group_stride"), "4");
  EXPECT_EQ(reduce.at("mesh_axes"), "null");
  EXPECT_EQ(reduce.at("operand_bytes"), "32");
  EXPECT_EQ(reduce.at("moved_bytes"), "32");
  EXPECT_EQ(reduce.at("executions"), "7");
  EXPECT_EQ(reduce.at("op_name"), "step/psum");
  EXPECT_EQ(reduce.at("source_file"), "a.py");
  EXPECT_EQ(reduce.at("source_line"), "7");
  const TextRow& gather = rows[1];
  EXPECT_EQ(gather.at("kind"), "all-gather");
  EXPECT_EQ(gather.at("is_async"), "false");
  EXPECT_EQ(gather.at("instructions_between"), "null");
  EXPECT_EQ(gather.at("mesh_axes"), "y");
  EXPECT_EQ(gather.at("group_stride"), "1");
  EXPECT_EQ(gather.at("moved_bytes"), "32");
  EXPECT_EQ(gather.at("executions"), "1");
  const TextRow& permute = rows[2];
  EXPECT_EQ(permute.at("groups"), "[[0,1],[1,2]]");
  EXPECT_EQ(permute.at("moved_bytes"), "64");
}

TEST(ComputationRows, Executions) {
  const std::vector<TextRow> rows = RowsOf(ReadModule(kStep), TableKind::kComputations);
  const auto executions = [&](const std::string& name) -> std::string {
    for (const TextRow& row : rows) {
      if (row.at("name") == name) return row.at("executions");
    }
    return "none";
  };
  EXPECT_EQ(executions("e"), "1");
  EXPECT_EQ(executions("body"), "7");
  EXPECT_EQ(executions("cond"), "9");
  EXPECT_EQ(executions("add"), "7");
}

// A loop whose counter doubles: what decides about it is run.
TEST(ComputationRows, ExecutionsOfALoopThatIsRun) {
  const std::vector<TextRow> rows = RowsOf(ReadModule(R"(HloModule m
body { t = s32[] parameter(0)
  two = s32[] constant(2)
  ROOT next = s32[] multiply(t, two) }
cond { t = s32[] parameter(0)
  limit = s32[] constant(100)
  ROOT p = pred[] compare(t, limit), direction=LT }
ENTRY e { one = s32[] constant(1)
  ROOT w = s32[] while(one), condition=cond, body=body })"),
                                           TableKind::kComputations);
  ASSERT_EQ(rows.size(), 3);
  EXPECT_EQ(rows[0].at("executions"), "7");
  EXPECT_EQ(rows[1].at("executions"), "8");
}

// Groups take much more room than their text: a module's rows have a million devices at most.
TEST(CollectiveRows, GroupsAreBounded) {
  constexpr int kDevices = 600000;
  const std::string all = std::to_string(kDevices);
  std::string text = "HloModule m, num_partitions=" + all +
                     "\nadd { a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] "
                     "add(a, b) }\nENTRY e { p = f32[8] parameter(0)\n";
  for (const char* name : {"x", "y", "z"}) {
    text += std::string("  ") + name + " = f32[8] all-reduce(p), channel_id=1, replica_groups=[1," +
            all + "]<=[" + all + "], use_global_device_ids=true, to_apply=add\n";
  }
  const std::vector<TextRow> rows =
      RowsOf(ReadModule(text + "  ROOT r = f32[8] negate(p) }"), TableKind::kCollectives);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].at("group_size"), all);
  for (const size_t i : {1, 2}) {
    EXPECT_EQ(rows[i].at("groups"), "null");
    EXPECT_EQ(rows[i].at("group_size"), all);
  }
}

}  // namespace hlo_text_v1::collective_rows_test
