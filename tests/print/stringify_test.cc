// Streams, absl::StrCat and GoogleTest write values of the library as text, not as numbers or
// bytes.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "absl/base/config.h"
#include "absl/strings/str_cat.h"
#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/diagnostic.h"
#include "hlo/diff.h"
#include "hlo/module.h"
#include "hlo/peak_memory.h"
#include "hlo/read.h"
#include "hlo/roofline.h"
#include "tests/support/read.h"

namespace hlo_text_v1::stringify_test {

template <typename T>
std::string Streamed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

template <typename T>
std::string Joined(const T& value) {
#if defined(ABSL_LTS_RELEASE_VERSION) && ABSL_LTS_RELEASE_VERSION < 20230125
  constexpr bool kMayJoin = !std::is_class_v<T>;  // of classes StrCat does not compile
#else
  constexpr bool kMayJoin = true;
#endif
  if constexpr (kMayJoin) return absl::StrCat(value);
  return Streamed(value);
}

template <typename T>
void ExpectText(const T& value, std::string_view text) {
  EXPECT_EQ(Streamed(value), text);
  EXPECT_EQ(Joined(value), text);
  if constexpr (!std::is_same_v<T, HloModule>) {
    EXPECT_EQ(testing::PrintToString(value), text);
  }
}

TEST(Stringify, Enumerators) {
  ExpectText(HloOpcode::kAllGather, "all-gather");
  ExpectText(HloOpcode::kUnknown, "unknown");
  ExpectText(PrimitiveType::kBF16, "bf16");
  ExpectText(AttributeKind::kDimensions, "dimensions");
  ExpectText(FusionKind::kLoop, "kLoop");
  ExpectText(ComparisonDirection::kGe, "GE");
  ExpectText(DiagnosticCode::kExpectsName, "ExpectsName");
  ExpectText(AttributeType::kInt64List, "Int64List");
  ExpectText(AttributeType::kAccuracyMode, "AccuracyMode");
  ExpectText(AsyncPhase::kNone, "none");
  ExpectText(AsyncPhase::kDone, "done");
  ExpectText(SugarObstacle{}, SugarObstacleReason(SugarObstacle{}));
}

// Words that stand next to the enumerators: of the last one, and of one in the middle.
TEST(Stringify, EnumeratorsWithoutATable) {
  ExpectText(OpcodeGroup::kReduction, "reduction");
  ExpectText(OpcodeGroup::kOther, "other");
  ExpectText(PrimitiveClass::kFloat, "float");
  ExpectText(PrimitiveClass::kNone, "none");
  ExpectText(CallContext::kControlFlow, "control_flow");
  ExpectText(CallContext::kBoth, "both");
  ExpectText(Severity::kWarning, "warning");
  ExpectText(Severity::kNote, "note");
  ExpectText(DiffKind::kRemoved, "removed");
  ExpectText(DiffKind::kChanged, "changed");
  ExpectText(ReadStage::kDesugar, "desugar");
  ExpectText(ReadStage::kVerify, "verify");
  ExpectText(BufferKind::kTemporary, "temporary");
  ExpectText(Limit::kLinks, "links");
}

TEST(Stringify, EnumeratorsOfStructs) {
  ExpectText(HloSharding::Kind::kManual, "manual");
  ExpectText(HloSharding::SubgroupType::kUnreduced, "unreduced");
  ExpectText(NamedSharding::ReductionOp::kMax, "max");
  ExpectText(ReplicaGroups::Kind::kIota, "iota");
  ExpectText(ResultAccuracy::Mode::kTolerance, "tolerance");
  ExpectText(DebugAttributes::LogMode::kFusionDebugger, "fusion_debugger");
}

TEST(Stringify, PartsOfAModule) {
  constexpr std::string_view kText = R"(HloModule m, entry_computation_layout={()->f32[2]{0}}

ENTRY %e () -> f32[2] {
  ROOT %c = f32[2]{0} constant({1, 2}), sharding={replicated}
}

)";
  const HloModule module = ReadModule(kText);
  const HloInstruction& root = *module.entry_computation()->root_instruction();
  ExpectText(root, "%c = f32[2]{0} constant({1, 2}), sharding={replicated}");
  ExpectText(root.shape(), "f32[2]{0}");
  ExpectText(root.literal(), "f32[2]{0} {1, 2}");
  ExpectText(*root.sharding(), "{replicated}");
  ExpectText(*module.entry_computation(),
             "%e () -> f32[2] {\n"
             "  ROOT %c = f32[2]{0} constant({1, 2}), sharding={replicated}\n}");
  ExpectText(module, kText);
  EXPECT_EQ(testing::PrintToString(module), "module m, 1 instructions");
}

}  // namespace hlo_text_v1::stringify_test
