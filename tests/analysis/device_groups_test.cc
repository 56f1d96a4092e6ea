#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "hlo/collectives.h"
#include "tests/support/read.h"

namespace hlo_text_v1::device_groups_test {

using ::testing::ElementsAre;
using Group = std::vector<int64_t>;

class DeviceGroupsTest : public ::testing::Test {
 protected:
  // The only collective of a module with this header and these attributes.
  const HloInstruction& All(std::string_view opcode, std::string_view attributes,
                            std::string_view header = "") {
    const bool is_reduce = opcode == "all-reduce";
    module_ = ReadModule("HloModule m" + std::string(header) +
                         "\nf { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] "
                         "add(a, b) }\nENTRY e { p = f32[8] parameter(0)\n ROOT r = f32[8] " +
                         std::string(opcode) + "(p), " + std::string(attributes) +
                         (is_reduce ? ", to_apply=f" : "") + " }");
    return *module_.entry_computation()->root_instruction();
  }
  DeviceGroups Groups(std::string_view attributes) {
    return *GroupsOf(All("all-reduce", attributes, ", num_partitions=8").replica_groups());
  }
  HloModule module_;
};

TEST_F(DeviceGroupsTest, ThreeForms) {
  EXPECT_THAT(Groups("replica_groups={{0,1},{3,2}}"), ElementsAre(Group{0, 1}, Group{3, 2}));
  EXPECT_THAT(Groups("replica_groups={}"), ElementsAre());
  EXPECT_THAT(Groups("replica_groups=[2,4]<=[8]"),
              ElementsAre(Group{0, 1, 2, 3}, Group{4, 5, 6, 7}));
  EXPECT_THAT(Groups("replica_groups=[2,4]<=[4,2]T(1,0)"),
              ElementsAre(Group{0, 2, 4, 6}, Group{1, 3, 5, 7}));
  EXPECT_THAT(Groups("replica_groups=mesh['a'=2,'b'=4] {'b'}"),
              ElementsAre(Group{0, 1, 2, 3}, Group{4, 5, 6, 7}));
  EXPECT_THAT(Groups("replica_groups=mesh['a'=2,'b'=4] {'a'}"),
              ElementsAre(Group{0, 4}, Group{1, 5}, Group{2, 6}, Group{3, 7}));
}

// [D]<=[R]T(P) by its definition: 0..n-1 as an array R, its dimensions reordered by P.
TEST_F(DeviceGroupsTest, IotaByDefinition) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> sizes;
    std::vector<int32_t> perm;
    int64_t count = 1;
    for (uint64_t i = 0; i < 1 + random() % 4; ++i) {
      sizes.push_back(1 + static_cast<int64_t>(random() % 4));
      perm.insert(perm.begin() + static_cast<std::ptrdiff_t>(random() % (perm.size() + 1)),
                  static_cast<int32_t>(i));
      count *= sizes.back();
    }
    TileAssignment tiles;
    const int64_t dimensions[] = {count};
    tiles.dimensions = dimensions;
    tiles.is_iota = true;
    tiles.iota = {sizes, perm};
    std::vector<int64_t> expected;
    for (int64_t n = 0; n < count; ++n) {
      std::vector<int64_t> at(sizes.size());
      int64_t rest = n;
      for (size_t i = sizes.size(); i-- > 0;) {
        const auto dimension = static_cast<size_t>(perm[i]);
        at[dimension] = rest % sizes[dimension];
        rest /= sizes[dimension];
      }
      int64_t device = 0;
      for (size_t i = 0; i < sizes.size(); ++i) device = device * sizes[i] + at[i];
      expected.push_back(device);
    }
    ASSERT_EQ(DevicesOf(tiles), expected);
    ASSERT_EQ(DevicesOf(tiles, count - 1), std::nullopt);
  }
}

TEST_F(DeviceGroupsTest, InvalidValuesHaveNoDevices) {
  TileAssignment tiles;
  const int64_t two[] = {2};
  const int64_t huge[] = {int64_t{1} << 40, int64_t{1} << 40};
  const int64_t negative[] = {-1};
  const int32_t twice[] = {0, 0};
  const int64_t square[] = {2, 1};
  tiles.dimensions = two;
  EXPECT_EQ(DevicesOf(tiles), std::nullopt);  // no list
  tiles.is_iota = true;
  tiles.iota = {square, twice};
  EXPECT_EQ(DevicesOf(tiles), std::nullopt);
  tiles.dimensions = huge;
  EXPECT_EQ(DevicesOf(tiles), std::nullopt);
  tiles.dimensions = negative;
  EXPECT_EQ(DevicesOf(tiles), std::nullopt);
  ReplicaGroups groups;
  groups.kind = ReplicaGroups::Kind::kMesh;
  const AxisRef axes[] = {{7, false, 1, 1}};
  groups.axes = axes;
  EXPECT_EQ(GroupsOf(groups), std::nullopt);
}

// r replicas and p partitions: device r * p.. + p.
TEST_F(DeviceGroupsTest, ModesOfCollectives) {
  constexpr std::string_view kTwoByThree = ", replica_count=2, num_partitions=3";
  const HloInstruction* r = &All("all-reduce", "replica_groups={{0,1}}", kTwoByThree);
  EXPECT_EQ(GroupModeOf(*r), CollectiveGroupMode::kCrossReplica);
  EXPECT_THAT(*CollectiveGroups(*r), ElementsAre(Group{0, 3}, Group{1, 4}, Group{2, 5}));
  r = &All("all-reduce", "replica_groups={}, channel_id=1", kTwoByThree);
  EXPECT_EQ(GroupModeOf(*r), CollectiveGroupMode::kCrossReplicaAndPartition);
  EXPECT_THAT(*CollectiveGroups(*r), ElementsAre(Group{0, 1, 2, 3, 4, 5}));
  r = &All("all-reduce", "replica_groups={{0,5},{1,4}}, channel_id=1, use_global_device_ids=true",
           kTwoByThree);
  EXPECT_EQ(GroupModeOf(*r), CollectiveGroupMode::kFlattenedId);
  EXPECT_THAT(*CollectiveGroups(*r), ElementsAre(Group{0, 5}, Group{1, 4}));
  // The verifier refuses it without a channel.
  r = &All("all-gather", "replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true",
           kTwoByThree);
  EXPECT_EQ(GroupModeOf(*r), CollectiveGroupMode::kCrossReplica);
  r = &All("collective-permute", "source_target_pairs={{0,1},{1,2}}, channel_id=1", kTwoByThree);
  EXPECT_EQ(GroupModeOf(*r), CollectiveGroupMode::kCrossPartition);
  EXPECT_THAT(*CollectiveGroups(*r),
              ElementsAre(Group{0, 1}, Group{3, 4}, Group{1, 2}, Group{4, 5}));
  EXPECT_EQ(CollectiveGroups(*r, 7), std::nullopt);
  r = &All("collective-permute", "source_target_pairs={{0,9}}, channel_id=1", kTwoByThree);
  EXPECT_EQ(CollectiveGroups(*r), std::nullopt);
}

TEST_F(DeviceGroupsTest, PartsOfAxes) {
  EXPECT_THAT(Groups("replica_groups=mesh['a'=8] {'a':(1)2}"),
              ElementsAre(Group{0, 4}, Group{1, 5}, Group{2, 6}, Group{3, 7}));
  EXPECT_THAT(Groups("replica_groups=mesh['a'=8] {'a':(4)2}"),
              ElementsAre(Group{0, 1}, Group{2, 3}, Group{4, 5}, Group{6, 7}));
}

// Values that no text can have.
TEST_F(DeviceGroupsTest, MeshesWithoutTheAxis) {
  ReplicaGroups groups =
      All("all-reduce", "replica_groups=mesh['a'=2,'b'=4] {'b'}", ", num_partitions=8")
          .replica_groups();
  for (const int32_t axis : {-1, 0, 1, 2}) {
    AxisRef ref = groups.axes[0];
    ref.axis = axis;
    groups.axes = absl::MakeConstSpan(&ref, 1);
    EXPECT_EQ(GroupsOf(groups).has_value(), axis == 0 || axis == 1) << axis;
  }
}

}  // namespace hlo_text_v1::device_groups_test
