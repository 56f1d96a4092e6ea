#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/export.h"
#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::dot_test {

using namespace internal;

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr char kText[] = R"(HloModule m
fused {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  ROOT n = f32[8] add(a, b)
}
ENTRY e {
  x = f32[8] parameter(0)
  y = f32[8] negate(x)
  f = f32[8] fusion(x, y), kind=kLoop, calls=fused
  s = (f32[8], f32[8], u32[]) copy-start(f)
  d = f32[8] copy-done(s), control-predecessors={y}
  ROOT t = (f32[8], f32[8]) tuple(d, x)
}
)";

TEST(Dot, EdgesOfAllKinds) {
  const std::string dot = *ExportDot(ModuleOf(kText));
  EXPECT_THAT(dot, StartsWith("digraph \"m\" {\n"));
  EXPECT_THAT(dot, HasSubstr("subgraph cluster_c1 {\n    label=\"ENTRY e\""));
  EXPECT_THAT(dot, HasSubstr("  c1_0 -> c1_1;\n"));
  EXPECT_THAT(dot, HasSubstr("  c1_1 -> c1_2 [headlabel=\"1\"];\n"));
  EXPECT_THAT(dot, HasSubstr("  c1_3 -> c1_4 [color=\"#e64a19\", penwidth=3"));
  EXPECT_THAT(dot, HasSubstr("label=\"  copy\"];\n"));
  EXPECT_THAT(dot, HasSubstr("  c1_1 -> c1_4 [style=dashed"));
  EXPECT_THAT(dot, HasSubstr("c1_5 [label=\"ROOT tuple\\nt\\n(f32[8], f32[8])\""));
  EXPECT_THAT(dot, HasSubstr("peripheries=2"));
  EXPECT_THAT(dot, Not(HasSubstr("c0_")));
}

TEST(Dot, AnUnfoldedFusionHasEdgesToItsParametersAndFromItsRoot) {
  DotOptions options;
  options.unfold_fusions = true;
  const std::string dot = *ExportDot(ModuleOf(kText), options);
  EXPECT_THAT(dot, HasSubstr("    subgraph cluster_c1_2 {\n      label=\"fusion f\""));
  EXPECT_THAT(dot, HasSubstr("  c1_0 -> c1_2_0;\n"));
  EXPECT_THAT(dot, HasSubstr("  c1_1 -> c1_2_1;\n"));
  EXPECT_THAT(dot, HasSubstr("  c1_2_2 -> c1_3;\n"));
  EXPECT_THAT(dot, Not(HasSubstr(" c1_2 [")));
}

TEST(Dot, PiecesMakeTheString) {
  const HloModule module = ModuleOf(kText);
  std::string pieces;
  ASSERT_TRUE(ExportDot(module, {}, [&](std::string_view piece) { pieces += piece; }).ok());
  EXPECT_EQ(pieces, *ExportDot(module));
}

TEST(Dot, AnErrorWritesNothing) {
  const HloModule module = ModuleOf(kText);
  DotOptions options;
  options.max_nodes = 1;
  bool is_called = false;
  EXPECT_EQ(ExportDot(module, options, [&](std::string_view) { is_called = true; }).code(),
            absl::StatusCode::kOutOfRange);
  EXPECT_FALSE(is_called);
}

TEST(Dot, AModuleWithoutComputations) {
  EXPECT_THAT(*ExportDot(HloModule()), StartsWith("digraph \"\" {\n"));
}

}  // namespace hlo_text_v1::dot_test
