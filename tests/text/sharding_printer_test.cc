// Printing shardings: metadata, the reduction operation in it, and the five forms of a named
// sharding.
// Tests: mesh_printer
#include <gtest/gtest.h>

#include "hlo/print_values.h"
#include "tests/parse/values/sharding_test_util.h"

namespace hlo_text_v1::sharding_printer_test {

using namespace internal;

const Case kMetadata[] = {
    {R"({replicated metadata={{op_name="a"}}})", R"({replicated metadata={op_name="a"}})"},
    {R"({replicated metadata={}})", kSame},
    {R"({replicated metadata={{}}})", R"({replicated metadata={}})"},
    {R"({replicated metadata={{},{}}})", R"({replicated metadata={{}, {}}})"},
    {R"({replicated metadata={op_name="a"} metadata={{op_name="b"},{op_name="c"}}})",
     R"({replicated metadata={{op_name="a"}, {op_name="b"}, {op_name="c"}}})"},
    {R"({unreduced})", R"({unreduced metadata={op_type="sdy::reduction_op" op_name="SUM"}})"},
    {R"({unreduced metadata={op_name="a"}})",
     R"({unreduced metadata={{op_name="a"}, {op_type="sdy::reduction_op" op_name="SUM"}}})"},
    {R"({replicated metadata={op_type="sdy::reduction_op" op_name="MAX"}})",
     R"({replicated metadata={{op_type="sdy::reduction_op" op_name="MAX"}, )"
     R"({op_type="sdy::reduction_op" op_name="MAX"}}})"},
    {R"({replicated metadata={op_type="sdy::reduction_op" op_name="SUM"}})", kSame},
    {R"({replicated metadata={op_type="sdy::reduction_op" op_name="max"}})", kSame},
    // The last entry counts.
    {R"({replicated metadata={{op_type="sdy::reduction_op" op_name="MAX"}, )"
     R"({op_type="sdy::reduction_op"}}})",
     kSame},
    {R"({mesh['a'=2], [], metadata={}})", R"({mesh['a'=2], replicated, metadata={{}}})"},
    {R"({mesh['a'=2], unreduced, metadata={op_name="x"}})",
     R"({mesh['a'=2], unreduced, metadata={{op_name="x"}}})"},
};

TEST(ShardingPrinter, Metadata) { ExpectShardings(kMetadata); }

TEST(ShardingPrinter, LeavesMetadataOut) {
  EXPECT_EQ(ReprintSharding(R"({unreduced shard_as 3 metadata={op_name="a"}})", false),
            "{unreduced shard_as 3}");
  EXPECT_EQ(ReprintSharding(R"({mesh['a'=2], manual, metadata={op_name="a"}})", false),
            "{mesh['a'=2], manual}");
  EXPECT_EQ(ReprintSharding(R"({{manual metadata={}}, {replicated}})", false),
            "{{manual}, {replicated}}");
}

// Each read adds an entry.
TEST(ShardingPrinter, ReductionOperationGrows) {
  const std::string once = ReprintSharding("{unreduced}");
  EXPECT_EQ(ReprintSharding(once),
            R"({unreduced metadata={{op_type="sdy::reduction_op" op_name="SUM"}, )"
            R"({op_type="sdy::reduction_op" op_name="SUM"}}})");
}

TEST(ShardingPrinter, PrintsWhatWasBuilt) {
  const int64_t dims[] = {2, 1, 2};
  const int64_t devices[] = {3, 2, 1, 0};
  const HloSharding::SubgroupType types[] = {HloSharding::SubgroupType::kMaximal};
  HloSharding sharding;
  sharding.kind = HloSharding::Kind::kTiled;
  sharding.tiles.dimensions = dims;
  sharding.tiles.devices = devices;
  sharding.subgroup_types = types;
  std::string text = "sharding=";
  AppendSharding(sharding, true, &text);
  EXPECT_EQ(text, "sharding={devices=[2,1,2]3,2,1,0 last_tile_dims={maximal}}");

  sharding = HloSharding();
  sharding.is_shard_group = true;
  sharding.shard_group_id = -7;
  text.clear();
  AppendSharding(sharding, true, &text);
  EXPECT_EQ(text, "{replicated shard_like -7}");
}

}  // namespace hlo_text_v1::sharding_printer_test
