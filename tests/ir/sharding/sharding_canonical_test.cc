// Canonical forms of tiles; each table row is what XLA prints for the text.
#include <gtest/gtest.h>

#include "tests/parse/values/sharding_test_util.h"

namespace hlo::sharding_canonical_test {

constexpr TextCase kRules[] = {
    {R"({devices=[60]<=[3,4,5]T(0,1,2)})", R"({devices=[60]<=[60]})"},
    {R"({devices=[60]<=[3,4,5]T(1,2,0)})", R"({devices=[60]<=[3,20]T(1,0)})"},
    {R"({devices=[60]<=[3,4,5]T(2,0,1)})", R"({devices=[60]<=[12,5]T(1,0)})"},
    {R"({devices=[60]<=[3,4,5]T(2,1,0)})", kSame},
    {R"({devices=[60]<=[1,3,1,4,1,5]T(4,3,2,5,1,0)})", R"({devices=[60]<=[3,20]T(1,0)})"},
    {R"({devices=[4]<=[4,1]T(1,0)})", R"({devices=[4]<=[4]})"},
    {R"({devices=[2,1,2]1,0,3,2 last_tile_dim_replicate})",
     R"({devices=[2,1,2]0,1,2,3 last_tile_dim_replicate})"},
    {R"({devices=[1,1,4]<=[4] last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[2,2,1]<=[4] last_tile_dim_replicate})", R"({devices=[2,2]<=[4]})"},
    {R"({devices=[2,1,4]<=[2,2,2]T(1,2,0) last_tile_dim_replicate})",
     R"({devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate})"},
    {R"({devices=[2,1,4]<=[2,2,2]T(0,2,1) last_tile_dim_replicate})",
     R"({devices=[2,1,4]<=[8] last_tile_dim_replicate})"},
    {R"({devices=[2,1,6]<=[3,4]T(1,0) last_tile_dim_replicate})",
     R"({devices=[2,1,6]<=[3,2,2]T(1,0,2) last_tile_dim_replicate})"},
    {R"({devices=[2,1,2,2]<=[8] last_tile_dims={replicated,manual}})",
     R"({devices=[2,1,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={manual, replicated}})"},
    {R"({devices=[2,1,2,2]<=[8] last_tile_dims={manual,manual}})",
     R"({devices=[2,1,4]<=[8] last_tile_dims={manual}})"},
    {R"({devices=[1,1,2,2]<=[4] last_tile_dims={manual,manual}})", R"({manual})"},
    {R"({devices=[2,1,1,2]<=[4] last_tile_dims={manual,replicated}})",
     R"({devices=[2,1,2]<=[4] last_tile_dim_replicate})"},
    {R"({devices=[2,1,2,2]7,6,5,4,3,2,1,0 last_tile_dims={manual,replicated}})",
     R"({devices=[2,1,2,2]6,7,4,5,2,3,0,1 last_tile_dims={manual, replicated}})"},
    {R"({devices=[6,1,2,2]<=[4,6]T(1,0) last_tile_dims={replicated,manual}})",
     R"({devices=[6,1,2,2]<=[2,2,6]T(2,1,0) last_tile_dims={manual, replicated}})"},
    {R"({devices=[1,1,2,3]<=[2,3]T(1,0) last_tile_dims={replicated,manual}})",
     R"({devices=[1,1,3,2]0,4,2,3,1,5 last_tile_dims={manual, replicated}})"},
    {R"({devices=[1,1,4,5,24]<=[15,4,8]T(1,0,2) last_tile_dims={replicated,manual,unreduced}})",
     R"({devices=[1,1,5,24,4]<=[15,4,8]T(0,2,1) last_tile_dims={manual, unreduced, replicated} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
};

TEST(ShardingCanonical, FollowsTheRules) {
  for (const TextCase& c : kRules) {
    EXPECT_EQ(ReprintSharding(c.in), c.out == kSame ? c.in : c.out) << c.in;
  }
}

constexpr TextCase kCorners[] = {
    {R"({devices=[2]<=[4] devices=[2]<=[1]T(0)})", R"({devices=[2,2]<=[4]})"},
    {R"({devices=[2]<=[2] devices=[2]<=[2]T(1)})", R"({devices=[2,2]<=[4]})"},
    {R"({devices=[2,2]<=[2,2]T(0,0)})", kSame},
    {R"({devices=[2,2]<=[2,2]T(1,1)})", kSame},
    {R"({devices=[2,2,2]<=[2,2,2]T(1,1,0)})", kSame},
    {R"({devices=[2,2,2]<=[2,4]T(1,1)})", kSame},
    {R"({devices=[-2,-2]<=[-2,-2]T(1,0)})", kSame},
    {R"({maximal device=3 last_tile_dim_replicate})", R"({maximal device=3})"},
    {R"({maximal device=3 last_tile_dims={manual}})", R"({maximal device=3})"},
    {R"({replicated last_tile_dims={manual} last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={}})", R"({devices=[2,2]<=[4]})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={} last_tile_dim_replicate})",
     R"({devices=[2,2]<=[4] last_tile_dim_replicate})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={manual} last_tile_dims={replicated}})",
     R"({devices=[2,2]<=[4] last_tile_dims={manual, replicated}})"},
    {R"({devices=[1000000,1000000]<=[1000000,1000000]T(1,0)})", kSame},
    {R"({devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={op_type="sdy::reduction_op" op_name="MIN"}})",
     R"({devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={{op_type="sdy::reduction_op" op_name="MIN"}, {op_type="sdy::reduction_op" op_name="MIN"}}})"},
    {R"({devices=[2,2]<=[2,2]T(0,0) last_tile_dim_replicate})", kSame},
    {R"({devices=[2,2]<=[2,2]T(1,1) last_tile_dim_replicate})", kSame},
    {R"({devices=[2,2,2]<=[2,2,2]T(1,1,0) last_tile_dim_replicate})", kSame},
    {R"({devices=[0,0]<=[0] last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[2,0]<=[0] last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[-2,-2]<=[4] last_tile_dims={manual}})", kSame},
    {R"({devices=[0,2]<=[0] last_tile_dims={manual}})", kSame},
    {R"({devices=[2,2]<=[1,4]T(0,0)})", R"({devices=[2,2]<=[4]})"},
    {R"({devices=[2,6]<=[1,1,4,3]T(1,1,0,3)})", R"({devices=[2,6]<=[4,3]T(1,1)})"},
    {R"({devices=[2,6]<=[1,1,4,3]T(2,2,3,0)})", R"({devices=[2,6]<=[4,3]T(0,0)})"},
    {R"({devices=[2,6]<=[1,4,3]T(1,2,2)})", R"({devices=[2,6]<=[12]})"},
    {R"({devices=[2,6]<=[1,4,3]T(1,1,1)})", R"({devices=[2,6]<=[4,3]T(0,0)})"},
    {R"({devices=[2,6]<=[4,1,3]T(2,2,2)})", R"({devices=[2,6]<=[4,3]T(1,1)})"},
    {R"({devices=[2,2]<=[2,2]T(0,0) last_tile_dims={manual}})", kSame},
    {R"({devices=[2]<=[2] last_tile_dims={manual}})", R"({manual})"},
    {R"({devices=[2]<=[2] last_tile_dims={maximal}})", kSame},
    {R"({devices=[2,2]<=[4] last_tile_dims={maximal,maximal}})",
     R"({devices=[4]<=[4] last_tile_dims={maximal}})"},
    {R"({devices=[1,2,2]<=[4] last_tile_dims={maximal,maximal}})",
     R"({devices=[1,4]<=[4] last_tile_dims={maximal}})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={maximal,replicated}})",
     R"({devices=[2,2]<=[4] last_tile_dims={maximal, replicated}})"},
    {R"({devices=[2]<=[2] last_tile_dims={replicated}})", R"({replicated})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={unreduced,unreduced}})",
     R"({unreduced metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[1]<=[1] last_tile_dims={manual}})", R"({manual})"},
    {R"({devices=[1,1]<=[1] last_tile_dims={manual,replicated}})", R"({devices=[]<=[1]})"},
    {R"({devices=[1,1]<=[1] last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[1,2]<=[2] last_tile_dims={manual} shard_as 3 metadata={op_name="a"}})",
     R"({manual shard_as 3 metadata={op_name="a"}})"},
    {R"({devices=[1,2]<=[2] last_tile_dim_replicate shard_as 3 metadata={op_name="a"}})",
     R"({replicated shard_as 3 metadata={op_name="a"}})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={op_type="sdy::reduction_op" op_name="max"}})",
     R"({devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={{op_type="sdy::reduction_op" op_name="max"}, {op_type="sdy::reduction_op" op_name="SUM"}}})"},
    {R"({devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={{op_type="sdy::reduction_op" op_name="MAX"},{op_type="sdy::reduction_op"}}})",
     R"({devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={{op_type="sdy::reduction_op" op_name="MAX"}, {op_type="sdy::reduction_op"}, {op_type="sdy::reduction_op" op_name="SUM"}}})"},
    {R"({devices=[2,1,2,1]<=[4] last_tile_dims={unreduced,manual}})",
     R"({devices=[2,1,2]<=[4] last_tile_dims={unreduced} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[1,2,1]<=[2] last_tile_dims={unreduced,manual}})",
     R"({devices=[1,2]<=[2] last_tile_dims={unreduced} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[1,1,2]<=[2] last_tile_dims={unreduced,manual}})", R"({manual})"},
    {R"({devices=[1,1,2]<=[2] last_tile_dims={unreduced,maximal}})",
     R"({devices=[1,2]<=[2] last_tile_dims={maximal}})"},
    {R"({devices=[1,1,1]<=[1] last_tile_dims={unreduced,maximal}})", R"({devices=[1]<=[1]})"},
    {R"({devices=[2,1]<=[2] last_tile_dims={unreduced}})", R"({devices=[2]<=[2]})"},
    {R"({devices=[2,1]<=[2] last_tile_dims={maximal}})", R"({devices=[2]<=[2]})"},
    {R"({devices=[1,1]<=[1] last_tile_dims={maximal}})", R"({devices=[1]<=[1]})"},
    {R"({last_tile_dims={manual} devices=[2,2]<=[4]})",
     R"({devices=[2,2]<=[4] last_tile_dims={manual}})"},
    {R"({devices=[4]<=[4] last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[4]0,1,2,3 last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[2,2]-1,-2,-3,-4 last_tile_dim_replicate})",
     R"({devices=[2,2]-2,-1,-4,-3 last_tile_dim_replicate})"},
};

TEST(ShardingCanonical, Corners) {
  for (const TextCase& c : kCorners) {
    EXPECT_EQ(ReprintSharding(c.in), c.out == kSame ? c.in : c.out) << c.in;
  }
}

// Picked at random.
constexpr TextCase kRandom[] = {
    {R"({devices=[180]<=[90,2]T(0,1) last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[32]<=[8,4]T(1,0) last_tile_dims={replicated}})", R"({replicated})"},
    {R"({devices=[2,2]<=[2,1,1,2]T(0,2,3,1) last_tile_dim_replicate})",
     R"({devices=[2,2]<=[4] last_tile_dim_replicate})"},
    {R"({devices=[12,1]1,6,3,9,10,7,2,0,4,5,11,8 last_tile_dim_replicate})",
     R"({devices=[12]1,6,3,9,10,7,2,0,4,5,11,8})"},
    {R"({devices=[128]<=[4,8,4]T(0,1,2) last_tile_dims={manual}})", R"({manual})"},
    {R"({devices=[4,2,1]<=[2,2,1,1,2]T(3,0,2,4,1) last_tile_dim_replicate shard_as 9})",
     R"({devices=[4,2]<=[2,2,2]T(0,2,1) shard_as 9})"},
    {R"({devices=[2,2,4,8,4]<=[8,4,16]T(0,1,2) last_tile_dims={manual}})",
     R"({devices=[2,2,4,8,4]<=[512] last_tile_dims={manual}})"},
    {R"({devices=[1,120]<=[12,2,5]T(2,0,1) last_tile_dims={manual,replicated}})",
     R"({replicated})"},
    {R"({devices=[16]<=[1,1,2,8,1]T(0,1,2,3,4) last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[12,4]<=[48] last_tile_dims={manual,unreduced}})",
     R"({devices=[12,4]<=[48] last_tile_dims={manual, unreduced} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[8,6]<=[24,2]T(0,1) last_tile_dims={manual}})",
     R"({devices=[8,6]<=[48] last_tile_dims={manual}})"},
    {R"({devices=[30,4,6]<=[60,12]T(0,1) last_tile_dims={replicated,manual}})",
     R"({devices=[30,6,4]<=[30,4,6]T(0,2,1) last_tile_dims={manual, replicated}})"},
    {R"({devices=[2,5,2,6]<=[120] last_tile_dims={unreduced,manual,manual,replicated}})",
     R"({devices=[10,2,6]<=[2,10,6]T(1,0,2) last_tile_dims={manual, unreduced, replicated} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[2,1,18]<=[36,1]T(0,1) last_tile_dims={manual}})",
     R"({devices=[2,1,18]<=[36] last_tile_dims={manual}})"},
    {R"({devices=[1,1,2,8,2]<=[4,2,4]T(0,1,2) last_tile_dim_replicate})",
     R"({devices=[1,1,2,8,2]<=[32] last_tile_dim_replicate})"},
    {R"({devices=[2,30,1]<=[6,1,1,10]T(0,2,3,1) last_tile_dims={unreduced}})",
     R"({devices=[2,30]<=[60]})"},
    {R"({devices=[4,1,2,4]<=[4,4,1,2]T(3,0,1,2) last_tile_dim_replicate})",
     R"({devices=[4,1,2,4]<=[16,2]T(1,0) last_tile_dim_replicate})"},
    {R"({devices=[1,2,1,3,2]<=[3,2,2]T(1,2,0) last_tile_dims={replicated,replicated,manual,manual}})",
     R"({devices=[1,6,2]0,2,4,6,8,10,1,3,5,7,9,11 last_tile_dims={manual, replicated}})"},
    {R"({devices=[8,8]<=[8,4,1,2]T(3,1,0,2) last_tile_dims={manual}})",
     R"({devices=[8,8]<=[8,4,2]T(2,1,0) last_tile_dims={manual}})"},
    {R"({devices=[3,24]<=[3,8,3]T(2,0,1) last_tile_dim_replicate})",
     R"({devices=[3,24]<=[24,3]T(1,0) last_tile_dim_replicate})"},
    {R"({devices=[15,2,1]<=[1,15,2]T(0,1,2) last_tile_dims={replicated}})",
     R"({devices=[15,2]<=[30]})"},
    {R"({devices=[2,3]<=[3,2]T(0,1) last_tile_dim_replicate})",
     R"({devices=[2,3]<=[6] last_tile_dim_replicate})"},
    {R"({devices=[96]<=[4,24]T(1,0) last_tile_dims={manual}})", R"({manual})"},
    {R"({devices=[210]<=[7,6,5]T(2,0,1) last_tile_dims={manual}})", R"({manual})"},
    {R"({devices=[1,1,12,1]<=[2,6,1]T(0,2,1) last_tile_dim_replicate})",
     R"({devices=[1,1,12]<=[12]})"},
    {R"({devices=[12,1,3]<=[2,1,9,2]T(2,3,0,1) last_tile_dim_replicate})",
     R"({devices=[12,1,3]0,1,18,2,19,20,3,4,21,5,22,23,6,7,24,8,25,26,9,10,27,11,28,29,12,13,30,14,31,32,15,16,33,17,34,35 last_tile_dim_replicate})"},
    {R"({devices=[128]<=[32,4]T(1,0) last_tile_dims={manual}})", R"({manual})"},
    {R"({devices=[2,24,1]<=[1,24,2]T(0,1,2) last_tile_dims={maximal,unreduced,maximal}})",
     R"({devices=[2,24]<=[48] last_tile_dims={maximal, unreduced} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[2,2,2,2,4]<=[4,16,1]T(1,0,2) last_tile_dims={unreduced,manual,replicated,manual}})",
     R"({devices=[2,8,2,2]<=[4,2,2,2,2]T(1,3,0,2,4) last_tile_dims={manual, unreduced, replicated} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[6]<=[3,1,1,1,2]T(0,1,2,3,4) last_tile_dim_replicate})", R"({replicated})"},
    {R"({devices=[6,2]<=[1,3,2,2]T(2,3,0,1) last_tile_dims={replicated,manual}})",
     R"({devices=[2,6]0,2,5,7,8,10,1,3,4,6,9,11 last_tile_dims={manual, replicated}})"},
    {R"({devices=[4,6]<=[4,6]T(1,0) last_tile_dim_replicate})",
     R"({devices=[4,6]0,1,6,7,12,18,2,8,13,14,19,20,3,4,9,10,15,21,5,11,16,17,22,23 last_tile_dim_replicate})"},
    {R"({devices=[1,2,1,15]<=[1,10,3,1,1]T(4,2,0,1,3) last_tile_dim_replicate shard_like 6})",
     R"({devices=[1,2,1,15]0,1,3,4,6,7,9,10,12,13,15,18,21,24,27,2,5,8,11,14,16,17,19,20,22,23,25,26,28,29 last_tile_dim_replicate shard_like 6})"},
    {R"({devices=[2,4,6]<=[4,12]T(1,0) last_tile_dim_replicate})",
     R"({devices=[2,4,6]0,1,12,13,24,36,2,14,25,26,37,38,3,4,15,16,27,39,5,17,28,29,40,41,6,7,18,19,30,42,8,20,31,32,43,44,9,10,21,22,33,45,11,23,34,35,46,47 last_tile_dim_replicate})"},
    {R"({devices=[6,3,2]<=[9,1,4]T(2,0,1) last_tile_dims={replicated,replicated}})",
     R"({devices=[6,6]0,4,8,12,16,20,1,5,9,24,28,32,13,17,21,25,29,33,2,6,10,14,18,22,3,7,11,26,30,34,15,19,23,27,31,35 last_tile_dim_replicate})"},
    {R"({devices=[6,8]<=[6,8]T(1,0) last_tile_dim_replicate})",
     R"({devices=[6,8]0,1,8,9,16,24,32,40,2,10,17,18,25,26,33,41,3,11,19,27,34,35,42,43,4,5,12,13,20,28,36,44,6,14,21,22,29,30,37,45,7,15,23,31,38,39,46,47 last_tile_dim_replicate})"},
    {R"({devices=[1,2,12,1]<=[8,1,3]T(1,2,0) last_tile_dims={manual,unreduced,manual,manual}})",
     R"({devices=[12,2]0,13,3,16,6,19,9,22,12,2,15,5,18,8,21,11,1,14,4,17,7,20,10,23 last_tile_dims={manual, unreduced} metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({devices=[12,1,3]<=[2,1,9,2]T(2,3,0,1) last_tile_dim_replicate})",
     R"({devices=[12,1,3]0,1,18,2,19,20,3,4,21,5,22,23,6,7,24,8,25,26,9,10,27,11,28,29,12,13,30,14,31,32,15,16,33,17,34,35 last_tile_dim_replicate})"},
};

TEST(ShardingCanonical, Random) {
  for (const TextCase& c : kRandom) {
    EXPECT_EQ(ReprintSharding(c.in), c.out == kSame ? c.in : c.out) << c.in;
  }
}

TEST(ShardingCanonical, IsAFixedPoint) {
  const auto check = [](const TextCase& c) {
    const std::string once = ReprintSharding(c.in, false);
    // A tile of no dimensions cannot be read again.
    if (once.find("devices=[]") != std::string::npos) return;
    // XLA looks for one type in all dimensions before it drops those of size 1, and not again.
    if (once == "{devices=[1,2]<=[2] last_tile_dims={unreduced}}") return;
    EXPECT_EQ(ReprintSharding(once, false), once) << c.in;
  };
  for (const TextCase& c : kRules) check(c);
  for (const TextCase& c : kCorners) check(c);
  for (const TextCase& c : kRandom) check(c);
}

}  // namespace hlo::sharding_canonical_test
