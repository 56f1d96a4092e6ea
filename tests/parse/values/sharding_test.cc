// Shardings by device: what is read, and the place and words of errors.
#include <gtest/gtest.h>

#include "hlo/print_values.h"
#include "tests/parse/values/sharding_test_util.h"

namespace hlo_text_v1::sharding_test {

using namespace internal;

const Case kDeviceForms[] = {
    {R"({devices=[2,2]<=[4]})", kSame},
    {R"({devices=[2]0,1 devices=[2]2,3})", R"({devices=[2,2]0,1,2,3})"},
    {R"({devices=[0]<=[0]})", kSame},
    {R"({devices=[-2,-2]<=[4]})", kSame},
    {R"({devices=[-2,-2]0,1,2,3})", kSame},
    {R"({devices=[1]<=[1]})", kSame},
    {R"({maximal device=3 devices=[1]<=[1]})", R"({maximal device=3})"},
    {R"({replicated devices=[4]<=[4]})", R"({replicated})"},
    {R"({replicated devices=[4]<=[3]})", R"({replicated})"},
    {R"({maximal device=3 device=4})", R"({maximal device=4})"},
    {R"({devices=[1000000,1000000]<=[1000000000000]})", kSame},
    {R"({shard_as -4 manual})", R"({manual shard_as -4})"},
    {R"({replicated metadata={}})", kSame},
    {R"({replicated metadata={{}}})", R"({replicated metadata={}})"},
    {R"({replicated metadata={{},{}}})", R"({replicated metadata={{}, {}}})"},
    {R"({replicated metadata={op_name="a"} metadata={{op_name="b"},{op_name="c"}}})",
     R"({replicated metadata={{op_name="a"}, {op_name="b"}, {op_name="c"}}})"},
    {R"({unreduced metadata={}})",
     R"({unreduced metadata={{}, {op_type="sdy::reduction_op" op_name="SUM"}}})"},
    {R"({{unreduced},{manual metadata={op_name="x"}}})",
     R"({{unreduced metadata={op_type="sdy::reduction_op" op_name="SUM"}}, {manual metadata={op_name="x"}}})"},
    {R"({shard_as 3 shard_like 4 replicated})", R"({replicated shard_as 4})"},
    {R"({shard_like 4 shard_as 3 shard_as 5 replicated})", R"({replicated shard_as 5})"},
    {R"({devices=[1]3 maximal})", R"({maximal device=3})"},
    {R"({device=3 devices=[2]1})", R"({devices=[2]3,1})"},
    {R"({devices=[2,2]<=[2,2] T ( 1 , 0 ) })", R"({devices=[2,2]<=[2,2]T(1,0)})"},
    {R"({devices=[2,2]0,0,0,0})", kSame},
};

TEST(ShardingParser, ReadsDeviceForms) { ExpectShardings(kDeviceForms); }

const Case kSpecial[] = {
    {R"({replicated manual})", R"({replicated})"},
    {R"({device=3 maximal})", R"({maximal device=3})"},
    {R"({devices=[2,2] 0, 1, 2, 3})", R"({devices=[2,2]0,1,2,3})"},
    {R"({devices=[2,2] <= [2,2] T (1,0)})", R"({devices=[2,2]<=[2,2]T(1,0)})"},
    {R"({})", kSame},
    {R"({unknown replicated maximal})", R"({replicated})"},
    {R"({unreduced manual unknown})", R"({manual})"},
    {R"({shard_as 5 devices=[2,2]<=[4] metadata={op_name="a"}})",
     R"({devices=[2,2]<=[4] shard_as 5 metadata={op_name="a"}})"},
    {R"({{manual},{manual},{manual},{manual},{manual},{manual}})",
     R"({{manual}, {manual}, {manual}, {manual}, {manual}, /*index=5*/{manual}})"},
};

TEST(ShardingParser, ReadsItemsInAnyOrder) { ExpectShardings(kSpecial); }

// Texts and positions are XLA's.
const Case kErrors[] = {
    {R"({devices=[2]<=[4] devices=[2]<=[1]})",
     R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@35)"},
    {R"({devices=[2,2]<=[2,2]T(1,-1)})",
     R"(ERR Out of range iota minor_to_major value -1, expecting value in range [0, 2)@28)"},
    {R"({devices=[2,2]<=[2,2]T(1)})",
     R"(ERR iota_transpose_perm should have the same rank as iota_reshape_dims : expected 2, saw 1.@2)"},
    {R"({devices=[2,2]<=[2,2]T(1,0,1)})",
     R"(ERR iota_transpose_perm should have the same rank as iota_reshape_dims : expected 2, saw 3.@2)"},
    {R"({devices=[2,2]<=[4]T(0)})", R"(ERR unexpected token@20)"},
    {R"({devices=[0]0,1})",
     R"(ERR sharding device count 2 does not match the tile assignment size 0@2)"},
    {R"({devices=[1]0})", R"(ERR non-maximal shardings must have more than one device assigned@2)"},
    {R"({maximal devices=[1]<=[1]})",
     R"(ERR maximal shardings should have exactly one device assigned@2)"},
    {R"({replicated device=3 devices=[4]<=[4]})",
     R"(ERR replicated shardings should not have any devices assigned@2)"},
    {R"({replicated devices=[4]<=[4]T(})", R"(ERR unexpected token@29)"},
    {R"({maximal})", R"(ERR maximal shardings should have exactly one device assigned@2)"},
    {R"({device=3})",
     R"(ERR non-maximal shardings must have a tile assignment list including dimensions@2)"},
    {R"({devices=[2,2]<=[5]})",
     R"(ERR iota tile assignment size 5 does not match the tile assignment dimensions product 4@2)"},
    {R"({devices=[2,2]0,1,2})",
     R"(ERR sharding device count 3 does not match the tile assignment size 4@2)"},
    {R"({devices=[2,2]0,1,2,})", R"(ERR expects integer@21)"},
    {R"({devices=[]0,1,2})", R"(ERR expects integer@11)"},
    {R"({devices=[2,2]})", R"(ERR expects integer@15)"},
    {R"({devices=[2,2})", R"(ERR expected ']' to end sharding devices shape@14)"},
    {R"({devices={2,2}})", R"(ERR expected '[' to start sharding devices shape@10)"},
    {R"({devices=[2,2]<=4})", R"(ERR expected '[' to start sharding iota_reshape_dims@17)"},
    {R"({devices=[2,2]<=[]})", R"(ERR expects integer@18)"},
    {R"({devices=[2,2]<=[4})", R"(ERR expected ']' to end sharding iota_reshape_dims@19)"},
    {R"({devices=[2,2]<=[2,2]T{1,0}})",
     R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@23)"},
    {R"({devices=[2,2]<=[2,2]T(1,0})",
     R"(ERR expected ')' to end sharding devices iota_transpose_perm@27)"},
    {R"({devices=[2,2]<=[2,2]T(1,2)})",
     R"(ERR Out of range iota minor_to_major value 2, expecting value in range [0, 2)@27)"},
    {R"({device=a})", R"(ERR device= attribute must be an integer@9)"},
    {R"({device=})", R"(ERR device= attribute must be an integer@9)"},
    {R"({shard_as})", R"(ERR expects integer@10)"},
    {R"({shard_as x})", R"(ERR expects integer@11)"},
    {R"({foo})", R"(ERR unexpected token@2)"},
    {R"({foo=3})",
     R"(ERR unknown attribute in sharding: expected device=, devices= metadata= or last_tile_dims= @2)"},
    {R"(manual)", R"(ERR expected '{' to start sharding attribute@1)"},
    {R"({{manual} {manual}})", R"(ERR expected '}' to end sharding attribute@11)"},
    {R"({{manual},})", R"(ERR expected '{' to start sharding attribute@11)"},
    {R"({{{manual}}})", R"(ERR unexpected token@3)"},
    {R"({manual,})", R"(ERR unexpected token@8)"},
    {R"({replicated last_tile_dims=manual})", R"(ERR expected '{' to start sharding type list@28)"},
    {R"({replicated last_tile_dims={manual manual}})",
     R"(ERR expected '}' to end sharding type list@36)"},
    {R"({replicated last_tile_dims={manual,}})", R"(ERR)"},
    {R"({replicated last_tile_dims={,}})", R"(ERR)"},
    {R"({replicated last_tile_dims={foo}})", R"(ERR)"},
    {R"({replicated metadata=3})", R"(ERR expects '{' to start sub attributes@22)"},
    {R"({replicated metadata={{} {}}})", R"(ERR expected '}' to end metadata list@26)"},
    {R"({replicated metadata={{},}})", R"(ERR expects '{' to start sub attributes@26)"},
    {R"({devices=[2,2]<=[4] last_tile_dims={replicated,} foo})", R"(ERR)"},
    {R"({{}})",
     R"(ERR non-maximal shardings must have a tile assignment list including dimensions@3)"},
    {R"({{},{}})",
     R"(ERR non-maximal shardings must have a tile assignment list including dimensions@3)"},
    {R"({{manual},{}})",
     R"(ERR non-maximal shardings must have a tile assignment list including dimensions@12)"},
    {R"({devices=[2,2]1x2,3})", R"(ERR expects integer@15)"},
    {R"({devices=[2,2]1,2_3})", R"(ERR expects integer@17)"},
    {R"({devices=[2,2]0,1,2,3 4})", R"(ERR unexpected token@23)"},
    {R"({devices=[2]0,1 device=3})",
     R"(ERR non-maximal shardings must have more than one device assigned@2)"},
    {R"({devices=[2,2]<=[2,2]T(1,0)T(1,0)})", R"(ERR unexpected token@28)"},
    {R"({devices=[2,2]<=[2,2] %T(1,0)})",
     R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@23)"},
    {R"({devices=[2,2]<=[2,2] T: (1,0)})",
     R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@23)"},
    {R"({devices=[2,2]<=[2,2] T=(1,0)})",
     R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@23)"},
    {R"({devices=[2,2]<=[2,2] "T"(1,0)})",
     R"(ERR expected 'T(' to start sharding devices iota_transpose_perm@23)"},
    {R"({devices=[2x2]<=[4]})", R"(ERR expects integer@11)"},
    {R"({device=1.5})", R"(ERR device= attribute must be an integer@9)"},
    {R"({last_tile_dim_replicate})",
     R"(ERR non-maximal shardings must have a tile assignment list including dimensions@2)"},
    {R"({replicated, manual})", R"(ERR unexpected token@12)"},
};

TEST(ShardingParser, RefusesWhatXlaRefuses) { ExpectShardings(kErrors); }

// XLA aborts on these, or uses uninitialized memory.
const Case kOwnErrors[] = {
    {R"({devices=[2]<=[4] devices=[2]0,1,2,3})",
     R"(ERR devices= gives both an iota and a list of devices@2)"},
    {R"({device=3 devices=[1]<=[1]})",
     R"(ERR devices= gives both an iota and a list of devices@2)"},
    {R"({devices=[2,2]<=[4] last_tile_dims={manual} last_tile_dim_replicate})",
     R"(ERR last_tile_dim_replicate cannot be used with last_tile_dims@2)"},
    {R"({devices=[2,2]<=[4] last_tile_dims={manual,manual,manual}})",
     R"(ERR last_tile_dims has more types than the tile has dimensions@2)"},
    {R"({devices=[10000000000,10000000000]<=[10000000000,10000000000]T(1,0)})",
     R"(ERR the number of devices overflows int64@2)"},
    {R"({devices=[4294967296,4294967296]<=[0]})", R"(ERR the number of devices overflows int64@2)"},
    {R"({devices=[2,2,2]<=[2,2,2]T(1,1,0) last_tile_dims={replicated,manual}})",
     R"(ERR iota_transpose_perm is not a permutation@2)"},
    {R"({devices=[0,2]<=[0] last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[-2,-2]<=[4] last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[-4,-1]<=[4] last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[-2,-4]<=[2,4]T(1,0) last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[-2,-2]0,1,2,3 last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[2,2]<=[-2,-2]T(1,0) last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[2,2]<=[-1,-4]T(1,0) last_tile_dim_replicate})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[-2,-2]<=[4] last_tile_dims={manual,replicated}})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[1,-2,-2]<=[4] last_tile_dims={manual,replicated}})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[1,-2,-2]0,1,2,3 last_tile_dims={manual,replicated}})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[1,0,2]<=[0] last_tile_dims={replicated,manual}})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[2,0,2]<=[0] last_tile_dims={replicated,manual}})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[2,0,2]<=[0,2]T(1,0) last_tile_dims={replicated,manual}})",
     R"(ERR tile dimensions must be positive@2)"},
    {R"({devices=[2,2]<=[1,1,4]T(1,1,0)})", R"(ERR iota_transpose_perm is not a permutation@2)"},
    {R"({devices=[2,6]<=[1,1,1,4,3]T(2,4,1,1,0)})",
     R"(ERR iota_transpose_perm is not a permutation@2)"},
    {R"({devices=[1,2,2]<=[2,2]T(0,0) last_tile_dims={replicated,manual}})",
     R"(ERR iota_transpose_perm is not a permutation@2)"},
};

TEST(ShardingParser, RefusesWhereXlaAborts) { ExpectShardings(kOwnErrors); }

TEST(ShardingParser, HoldsSmallTextsOfManyDevicesWithoutListingThem) {
  constexpr std::string_view kText = "{devices=[1000000,1000000]<=[1000000,1000000]T(1,0)}";
  ShardingReader reader(kText);
  HloSharding sharding;
  ASSERT_TRUE(ReadSharding(reader.ctx(), &sharding));
  EXPECT_LT(reader.arena().allocated_bytes(), size_t{1} << 20);
}

TEST(ShardingParser, RefusesToListTooManyDevices) {
  // 2999999 x 3 is a factorisation that groups of 2 do not fit, so the devices must be listed.
  EXPECT_EQ(ReprintSharding("{devices=[1,8999997,2]<=[2,2999999,3]T(1,2,0) last_tile_dims={manual,"
                            "replicated}}"),
            "{devices=[1,8999997,2]<=[2,8999997]T(1,0) last_tile_dims={manual, replicated}}");
  EXPECT_EQ(ReprintSharding("{devices=[2,3,2999999]<=[3,5999998]T(1,0) last_tile_dim_replicate}"),
            "ERR the canonical form would list more than 8720 devices@2");
  EXPECT_EQ(ReprintSharding("{devices=[1,2,3000000007]<=[3000000007,2]T(1,0) "
                            "last_tile_dims={replicated,manual}}"),
            "{devices=[1,3000000007,2]<=[6000000014] last_tile_dims={manual, replicated}}");
  EXPECT_EQ(ReprintSharding("{devices=[1,2,2,4294967311]<=[4294967311,4]T(1,0) "
                            "last_tile_dims={replicated,unreduced,manual}}"),
            "ERR the canonical form would list more than 8952 devices@2");
}

TEST(ShardingParser, ReadsLongDeviceLists) {
  std::string text = "{devices=[70,70]";
  for (int i = 4899; i >= 0; --i) text += std::to_string(i) + (i > 0 ? "," : "}");
  EXPECT_EQ(ReprintSharding(text), text);
}

}  // namespace hlo_text_v1::sharding_test
