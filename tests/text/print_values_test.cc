// Values made by a program; parse_values_test has values from text.
// Tests: replica_groups_printer
#include "hlo/print_values.h"

#include <gtest/gtest.h>

#include <string>

#include "src/text/sharding_printer.h"

namespace hlo_text_v1::print_values_test {

TEST(PrintValues, Shapes) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* array = pool.Array(PrimitiveType::kF32, {2, 3});
  EXPECT_EQ(PrintShape(*array), "f32[2,3]{1,0}");
  EXPECT_EQ(PrintShape(*array, /*with_layout=*/false), "f32[2,3]");
  const Shape* list[] = {array, pool.Token()};
  EXPECT_EQ(PrintShapeList(list), "{f32[2,3]{1,0}, token[]}");
  EXPECT_EQ(PrintShapeList({}), "{}");
  EXPECT_EQ(PrintLayout(*array->layout()), "{1,0}");
  EXPECT_EQ(PrintLayout(Layout()), "{}");
}

TEST(PrintValues, Literals) {
  Arena arena;
  ShapePool pool(&arena);
  const char bytes[] = {1, 2};
  const Literal literal = Literal::Array(pool.Array(PrimitiveType::kS8, {2}), bytes);
  EXPECT_EQ(PrintLiteral(literal), "{1, 2}");
  EXPECT_EQ(PrintLiteral(literal, /*with_shape=*/true), "s8[2]{0} {1, 2}");
}

TEST(PrintValues, Devices) {
  HloSharding sharding;
  OpMetadata metadata;
  metadata.op_name = "a";
  sharding.metadata = absl::MakeConstSpan(&metadata, 1);
  EXPECT_EQ(PrintSharding(sharding), "{replicated}");
  EXPECT_EQ(PrintSharding(sharding, /*print_metadata=*/true),
            "{replicated metadata={op_name=\"a\"}}");
  EXPECT_EQ(PrintReplicaGroups(ReplicaGroups()), "{}");
}

// Values that no text has.
TEST(PrintValues, DevicesWithoutSense) {
  const int64_t sizes[] = {2, -1};
  ReplicaGroups groups;
  groups.kind = ReplicaGroups::Kind::kIota;
  groups.iota.dimensions = sizes;
  groups.iota.is_iota = true;
  EXPECT_EQ(PrintReplicaGroups(groups, ReplicaGroupsStyle::kFull), PrintReplicaGroups(groups));
  const MeshAxis axes[] = {{"a", 0}};
  Mesh mesh;
  mesh.axes = axes;
  std::string text;
  internal::AppendMesh(mesh, &text);
  EXPECT_EQ(text, "mesh['a'=0]");
}

TEST(PrintValues, DefaultValues) {
  EXPECT_EQ(PrintWindow(Window()), "{}");
  EXPECT_EQ(PrintPaddingConfig(PaddingConfig()), "");
  EXPECT_EQ(PrintSliceRanges(SliceRanges()), "{}");
  EXPECT_EQ(PrintDimensionList({}), "{}");
  EXPECT_EQ(PrintBoolList({}), "{}");
  EXPECT_EQ(PrintFrontendAttributes(FrontendAttributes()), "{}");
  EXPECT_EQ(PrintStatistics(Statistics()), "{visualizing_index=0}");
  EXPECT_EQ(PrintMetadata(OpMetadata()), "{}");
  EXPECT_EQ(PrintOriginalValue(OriginalValue()), "{()}");
}

TEST(PrintValues, Lists) {
  EXPECT_EQ(PrintDimensionList({1, 0}), "{1,0}");
  const bool bools[] = {true, false};
  EXPECT_EQ(PrintBoolList(bools), "{true,false}");
  ConvolutionDimensionNumbers numbers;
  numbers.input_feature_dimension = 1;
  numbers.kernel_output_feature_dimension = 1;
  numbers.output_feature_dimension = 1;
  EXPECT_EQ(PrintConvolutionDimensionNumbers(numbers), "bf_io->bf");
}

}  // namespace hlo_text_v1::print_values_test
