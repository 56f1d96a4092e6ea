// Replica groups: list, iota and mesh form, and their expansion.
#include <gtest/gtest.h>

#include "tests/parse/values/sharding_test_util.h"

namespace hlo_text_v1::tile_replica_groups_test {

using namespace internal;

const Case kSound[] = {
    {R"({})", kSame},
    {R"({{}})", kSame},
    {R"({{},{}})", kSame},
    {R"({{0},{}})", kSame},
    {R"({{0,1},{2,3}})", kSame},
    {R"([2,4]<=[8])", kSame},
    {R"([2,4]<=[2,4]T(1,1))", kSame},
    {R"([2,4]<=[2,4]T(1,0))", kSame},
    {R"([0,4]<=[0])", kSame},
    {R"([4,0]<=[0])", kSame},
    {R"([-2,-4]<=[8])", kSame},
    {R"([2,4]<=[-2,-4]T(1,0))", kSame},
    {R"([1,1]<=[1])", kSame},
    {R"([1,4]<=[1,4]T(1,0))", R"([1,4]<=[4])"},
    {R"([1000000,1000000]<=[1000000000000])", kSame},
    {R"(mesh['a'=2,'b'=4] {'b'})", kSame},
    {R"(mesh['a'=2,'b'=4] {})", kSame},
    {R"(mesh['a'=2,'b'=4] {'b':(2)2,'b':(1)2})", kSame},
    {R"(mesh['a'=2,'b'=4] {'0'})", R"(mesh['a'=2,'b'=4] {'a'})"},
    {R"(mesh[] {})", kSame},
    {R"(maximal_mesh[device_id=3] {})", R"(single_device[device_id=3] {})"},
    {R"(mesh['a'=0] {})", kSame},
    {R"(mesh['a'=0] {'a'})", kSame},
    {R"(mesh['a'=-2,'b'=-2] {'a'})", kSame},
    {R"(mesh['a'=2,'b'=2], device_ids=(3,2,1,0) {'b'})", kSame},
};

TEST(ReplicaGroups, Reads) { ExpectReplicaGroups(kSound); }

// Texts and positions are XLA's.
const Case kErrors[] = {
    {R"({{0,1,},{2,3}})", R"(ERR expects integer@7)"},
    {R"({{0,1},{2,3},})", R"(ERR expects a list to end with kRbrace@14)"},
    {R"({{0,1} {2,3}})", R"(ERR expects a list to end with kRbrace@8)"},
    {R"({0,1})", R"(ERR expects a list to end with kRbrace@2)"},
    {R"({{0x1}})", R"(ERR expects a list to end with kRbrace@4)"},
    {R"(3)", R"(ERR expected '[' to start sharding devices shape@1)"},
    {R"(foo)", R"(ERR expected '[' to start sharding devices shape@1)"},
    {R"([2,4])",
     R"(ERR Caller expected iota tile assignment when parsing, which should not have any manual device entries.@6)"},
    {R"([2,4]0,1)",
     R"(ERR Caller expected iota tile assignment when parsing, which should not have any manual device entries.@6)"},
    {R"([8]<=[8])", R"(ERR)"},
    {R"([2,2,2]<=[8])", R"(ERR)"},
    {R"([2,2,2]<=[9])", R"(ERR)"},
    {R"([2,4]<=[9])",
     R"(ERR collective device list iota size 9 does not match the tile assignment dimensions product 8@11)"},
    {R"([2,4]<=[2,4])", R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@13)"},
    {R"([)", R"(ERR expects integer@2)"},
    {R"([2,4]<)",
     R"(ERR Caller expected iota tile assignment when parsing, which should not have any manual device entries.@6)"},
    {R"([2,4]<=)", R"(ERR expected '[' to start sharding iota_reshape_dims@8)"},
    {R"([2 4]<=[8])", R"(ERR expected ']' to end sharding devices shape@4)"},
    {R"(mesh['a'=2,'b'=4], {'b'})", R"(ERR expects a list starting with kLbrace@18)"},
    {R"(mesh['a'=2,'b'=4])", R"(ERR expects a list starting with kLbrace@18)"},
    {R"(mesh['a'=2,'b'=4] {'b' 'a'})", R"(ERR expects a list to end with kRbrace@24)"},
    {R"(mesh['a'=2,'b'=4] {'b',})", R"(ERR expects string@24)"},
    {R"(mesh['a'=2,'b'=4] {'?'})",
     R"(ERR axis '?' is not a valid axis name or index in mesh mesh['a'=2,'b'=4]@23)"},
    {R"(mesh['a'=2,'b'=4] {?})", R"(ERR expects string@20)"},
    {R"(mesh['a'=2,'b'=4] {'c'})",
     R"(ERR axis 'c' is not a valid axis name or index in mesh mesh['a'=2,'b'=4]@23)"},
    {R"(single_device[device_id=3] {'a'})",
     R"(ERR axis 'a' is not a valid axis name or index in mesh single_device[device_id=3]@32)"},
    {R"(single_device[device_id=3] {'0'})",
     R"(ERR axis index 0 is out of bounds for mesh single_device[device_id=3] which has 0 axes@32)"},
    {R"(single_device[device_id=3])", R"(ERR expects a list starting with kLbrace@27)"},
};

TEST(ReplicaGroups, RefusesWhatXlaRefuses) { ExpectReplicaGroups(kErrors); }

// Where XLA aborts.
const Case kOwnErrors[] = {
    {R"([2,4]<=[2,4]T(1))",
     R"(ERR iota_transpose_perm should have the same rank as iota_reshape_dims : expected 2, saw 1.@17)"},
    {R"([10000000000,10000000000]<=[10000000000,10000000000]T(1,0))",
     R"(ERR the number of devices overflows int64@59)"},
    {R"(mesh['a'=2,'b'=4] {'b','b'})", R"(ERR Axes cannot coexist or axes overlap.@1)"},
    {R"(mesh['a'=2,'b'=4] {'b':(1)2,'b':(2)2})",
     R"(ERR Adjacent axes in dimension sharding can be merged: 'b':(1)2, 'b':(2)2@1)"},
    {R"(mesh['a'=2,'b'=4] {'b','b':(1)2})", R"(ERR Axes cannot coexist or axes overlap.@1)"},
    {R"(mesh['a'=2,'b'=8] {'b':(1)4,'b':(2)2})", R"(ERR Axes cannot coexist or axes overlap.@1)"},
    {R"(mesh['a'=2,'b'=4] {'b':(0)2})", R"(ERR sub-axis pre-size must be >= 1@20)"},
    {R"(mesh['a'=2,'b'=4] {'b':(1)4})",
     R"(ERR Sub-axis size must be strictly less than the full axis size. Sub-axis size: 4, Axis size: 4@20)"},
    {R"(mesh['a'=2,'b'=4] {'b':(1)3})",
     R"(ERR Sub-axis next_pre_size must divide the full axis size. Pre-size: 1, Sub-axis size: 3, Axis size: 4@20)"},
    {R"(mesh['a'=2,'b'=4] {'b':(1)1})", R"(ERR sub-axis size must be > 1@20)"},
    {R"(mesh['a'=12] {'a':(1)4,'a':(6)2})", R"(ERR Axes cannot coexist or axes overlap.@1)"},
    {R"(mesh['a'=36] {'a':(2)2,'a':(9)2})", R"(ERR Axes cannot coexist or axes overlap.@1)"},
    {R"(mesh['a'=2,'a'=2] {'a'})",
     R"(ERR Mesh has duplicate axis names. Duplicate axis name: a@19)"},
    {R"(mesh['a'=2,'b'=2], device_ids=(3,3,1,0) {'b'})",
     R"(ERR Device ids must be a permutation of [0,1,2,3...].@41)"},
    {R"(mesh['a'=2,'b'=2], device_ids=(0,1,2,3) {'b'})",
     R"(ERR Non-iota device assignment has iota device id list [0,1,2,3...].@41)"},
};

TEST(ReplicaGroups, RefusesWhereXlaAborts) { ExpectReplicaGroups(kOwnErrors); }

const Case kFull[] = {
    {R"([2,4]<=[2,4]T(1,0))", R"({{0,4,1,5},{2,6,3,7}})"},
    {R"([0,4]<=[0])", R"({})"},
    {R"([4,0]<=[0])", R"({})"},
    {R"([1,1]<=[1])", R"({{0}})"},
    {R"(mesh['a'=2,'b'=4] {'b'})", R"({{0,1,2,3},{4,5,6,7}})"},
    {R"(mesh['a'=2,'b'=4] {})", R"({{0},{1},{2},{3},{4},{5},{6},{7}})"},
    {R"(mesh['a'=2,'b'=4] {'b':(2)2,'b':(1)2})", R"({{0,2,1,3},{4,6,5,7}})"},
    {R"(mesh['a'=2,'b'=8] {'b':(1)2,'b':(4)2})",
     R"({{0,1,4,5},{2,3,6,7},{8,9,12,13},{10,11,14,15}})"},
    {R"(mesh['a'=2,'b'=8] {'b':(2)2})",
     R"({{0,2},{1,3},{4,6},{5,7},{8,10},{9,11},{12,14},{13,15}})"},
    {R"(mesh['a'=2,'b'=8] {'b':(2)2,'a'})", R"({{0,8,2,10},{1,9,3,11},{4,12,6,14},{5,13,7,15}})"},
    {R"(mesh['a'=2,'b'=8] {'a'})", R"({{0,8},{1,9},{2,10},{3,11},{4,12},{5,13},{6,14},{7,15}})"},
    {R"(mesh['a'=2,'b'=8] {'b':(2)2,'a','b':(4)2})",
     R"({{0,1,8,9,2,3,10,11},{4,5,12,13,6,7,14,15}})"},
    {R"(mesh[] {})", R"({})"},
    {R"(maximal_mesh[device_id=3] {})", R"({{3}})"},
    {R"(mesh['a'=0] {})", R"({})"},
    {R"(mesh['a'=1] {'a'})", R"({{0}})"},
    {R"(mesh['a'=1] {})", R"({{0}})"},
    {R"(mesh['a'=2,'b'=2], device_ids=(3,2,1,0) {'b'})", R"({{3,2},{1,0}})"},
    {R"(mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)) {'b'})", R"({{0,2},{1,3}})"},
    {R"(mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)) {'a','b'})", R"({{0,2,1,3}})"},
    {R"(mesh['a'=4,'b'=2], device_ids=([2,4]T(1,0)) {'a':(2)2,'b'})", R"({{0,4,1,5},{2,6,3,7}})"},
    {R"({{0,1},{2}})", kSame},
    {R"([2,4]<=[4,2]T(1,0))", R"({{0,2,4,6},{1,3,5,7}})"},
    {R"(mesh['a'=2,'b'=4] {'b':(1)2})", R"({{0,2},{1,3},{4,6},{5,7}})"},
};

// Not listed: too many, or meaningless.
const Case kNeverFull[] = {
    {R"([2,4]<=[2,4]T(1,1))", kSame},
    {R"([2,4]<=[2,4]T(0,0))", kSame},
    {R"([-2,-4]<=[8])", kSame},
    {R"([2,4]<=[-2,-4]T(1,0))", kSame},
    {R"(mesh['a'=0] {'a'})", R"({})"},
    {R"(mesh['a'=-2,'b'=-2] {'a'})", kSame},
    {R"([1000000,1000000]<=[1000000000000])", kSame},
    {R"(mesh['a'=1000000,'b'=1000000] {'a'})", kSame},
    {R"(mesh['a'=4294967296,'b'=4294967296] {'a'})", kSame},
};

TEST(ReplicaGroups, PrintsInFull) {
  ExpectReplicaGroups(kFull, ReplicaGroupsStyle::kFull);
  ExpectReplicaGroups(kNeverFull, ReplicaGroupsStyle::kFull);
}

TEST(ReplicaGroups, IsAFixedPoint) {
  for (const Case& c : kSound) {
    const std::string once = ReprintReplicaGroups(c.text);
    EXPECT_EQ(ReprintReplicaGroups(once), once) << c.text;
  }
}

}  // namespace hlo_text_v1::tile_replica_groups_test
