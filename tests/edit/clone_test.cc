#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/module.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::clone_test {

using namespace internal;

// ---- Whole modules.

// A clone prints like its original, even after the original is destroyed.
void ExpectClones(std::string_view text, bool uniquify) {
  ParseOptions options;
  options.uniquify = uniquify;
  absl::StatusOr<HloModule> parsed = ParseHloModule(text, options);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  auto original = std::make_unique<HloModule>(*std::move(parsed));
  HloModule clone = original->Clone();
  const std::string expected = Text(*original);
  EXPECT_EQ(Text(clone), expected);
  Desugar(&*original);
  Uniquify(&*original);
  const std::string desugared = PrintHloModule(*original);
  std::vector<uint32_t> places;
  for (const HloComputation* computation : original->computations()) {
    places.push_back(computation->source_offset());
  }
  original.reset();
  EXPECT_EQ(Text(clone), expected);
  HloModule again = clone.Clone();
  EXPECT_EQ(Text(again), expected);
  EXPECT_EQ(clone.source(), text);
  Desugar(&clone);
  Uniquify(&clone);
  EXPECT_EQ(PrintHloModule(clone), desugared);
  std::vector<uint32_t> clone_places;
  for (const HloComputation* computation : clone.computations()) {
    clone_places.push_back(computation->source_offset());
  }
  EXPECT_EQ(clone_places, places);
}

TEST(Clone, Testdata) {
  size_t clones = 0;
  for (const std::filesystem::path& path : TestdataSample()) {
    const std::string text = ReadFile(path);
    if (!ParseHloModule(text).ok()) continue;
    SCOPED_TRACE(path);
    ExpectClones(text, /*uniquify=*/true);
    ExpectClones(text, /*uniquify=*/false);
    ++clones;
    if (HasFailure()) return;
  }
  EXPECT_GT(clones, 1000 / kSampleStep);
}

TEST(Clone, BuiltAndEdited) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  HloInstruction* x = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32), "x");
  HloInstruction* a = builder.AddUnary(HloOpcode::kNegate, x);
  HloInstruction* b = builder.AddUnary(HloOpcode::kSin, a);
  builder.AddUnary(HloOpcode::kCos, b);
  ASSERT_TRUE(builder.BuildEntry().ok());
  ExpectOk(ReplaceInstruction(b, x));
  HloModule clone = module.Clone();
  EXPECT_EQ(Text(clone), Text(module));
  ExpectSound(clone);
  // Numbers are dense again, names stay taken.
  EXPECT_EQ(clone.entry_computation()->index_limit(), 2u);
  HloBuilder more(clone.entry_computation());
  EXPECT_EQ(more.AddUnary(HloOpcode::kNegate, clone.entry_computation()->parameters()[0])->name(),
            "negate");
  // The clone is independent.
  SetName(clone.entry_computation()->root_instruction(), "renamed");
  EXPECT_NE(Text(clone), Text(module));
  ExpectSound(clone);
}

TEST(Clone, TuplesOfTuples) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  HloInstruction* x = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32), "x");
  HloInstruction* t = x;
  for (int i = 0; i < 4000; ++i) {
    t = builder.AddInstruction(HloOpcode::kTuple, module.shapes().Tuple({&t->shape()}), {t});
  }
  ASSERT_TRUE(builder.BuildEntry(x).ok()) << builder.status();
  const HloModule clone = module.Clone();
  EXPECT_EQ(clone.instruction_count(), module.instruction_count());
}

TEST(Clone, LargeConstant) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  std::vector<int32_t> values(100000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int32_t>(i * i);
  builder.AddArray<int32_t>(module.shapes().Array(PrimitiveType::kS32, {1000, 100}), values);
  ASSERT_TRUE(builder.BuildEntry().ok());
  const std::string text = Text(module);
  const HloModule clone = module.Clone();
  module = HloModule();
  EXPECT_EQ(Text(clone), text);
}

// ---- Computations.

constexpr char kLibrary[] =
    "HloModule library\n\n"
    "FileNames\n1 \"a.py\"\n2 \"lib.py\"\n\n"
    "FunctionNames\n1 \"f\"\n\n"
    "FileLocations\n1 {file_name_id=2 function_name_id=1 line=5 end_line=5 column=1 "
    "end_column=2}\n\n"
    "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\n"
    "sum { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
    "fused { r = f32[3]{0:T(128)} parameter(0)\n ROOT n = f32[3]{0:T(128)} negate(r) }\n"
    "helper { p = f32[3]{0:T(128)} parameter(0), sharding={replicated}\n"
    "  z = f32[] constant(0), metadata={op_name=\"zero\" stack_frame_id=1}\n"
    "  f = f32[3]{0:T(128)} fusion(p), kind=kLoop, calls=fused\n"
    "  ROOT t = f32[] reduce(f, z), dimensions={0}, to_apply=sum, control-predecessors={z} }\n"
    "ENTRY e { x = f32[3]{0:T(128)} parameter(0)\n"
    "  ROOT c = f32[] call(x), to_apply=helper }\n";

TEST(CloneComputation, WithinTheModule) {
  HloModule module = ModuleOf(kLibrary);
  HloComputation* helper = FindComputation(module, "helper");
  HloComputation* clone = CloneComputation(*helper, &module);
  EXPECT_EQ(clone->name(), "helper.clone");
  EXPECT_EQ(PrintHloComputation(*clone),
            "%helper.clone (p.clone: f32[3]) -> f32[] {\n"
            "  %z.clone = f32[] constant(0), metadata={op_name=\"zero\" stack_frame_id=1}\n"
            "  %p.clone = f32[3]{0:T(128)} parameter(0), sharding={replicated}\n"
            "  %f.clone = f32[3]{0:T(128)} fusion(%p.clone), kind=kLoop, calls=%fused.clone\n"
            "  ROOT %t.clone = f32[] reduce(%f.clone, %z.clone), dimensions={0}, to_apply=%sum, "
            "control-predecessors={%z.clone}\n"
            "}");
  EXPECT_EQ(CloneComputation(*helper, &module)->name(), "helper.clone.1");
  EXPECT_EQ(CloneComputation(*helper, &module, "cold")->name(), "helper.cold");
  ExpectOk(SetAttribute(Find(module, "c"), MakeAttribute<AttributeKind::kToApply>(clone)));
  EXPECT_EQ(*RemoveUnusedComputations(&module), 6);
  EXPECT_EQ(module.computations().size(), 4u);
  ExpectSound(module);
}

TEST(CloneComputation, IntoAnotherModule) {
  HloModule module = ModuleOf(
      "HloModule m\n\n"
      "FileNames\n1 \"m.py\"\n\n"
      "FunctionNames\n1 \"g\"\n\n"
      "FileLocations\n1 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=1 "
      "end_column=2}\n\n"
      "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\n"
      "sum { ROOT a = f32[] parameter(0) }\n"
      "ENTRY e { x = f32[3]{0:T(128)} parameter(0)\n"
      "  ROOT y = f32[3]{0:T(128)} negate(x), metadata={op_name=\"y\" stack_frame_id=1} }\n");
  auto library = std::make_unique<HloModule>(ModuleOf(kLibrary));
  HloBuilder builder(module.entry_computation());
  HloComputation* helper = CloneComputation(*FindComputation(*library, "helper"), &module);
  builder.AddInstruction(HloOpcode::kCall, nullptr, {Find(module, "y")},
                         {MakeAttribute<AttributeKind::kToApply>(helper)});
  library.reset();
  ExpectOk(builder.status());
  EXPECT_TRUE(SetRoot(module.entry_computation(), Find(module, "call")).ok());
  RemoveUnusedComputations(&module).IgnoreError();
  Uniquify(&module);
  EXPECT_EQ(Text(module),
            "HloModule m, entry_computation_layout={(f32[3]{0:T(128)})->f32[]}\n\n"
            "FileNames\n1 \"m.py\"\n2 \"lib.py\"\n\n"
            "FunctionNames\n1 \"g\"\n2 \"f\"\n\n"
            "FileLocations\n"
            "1 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=1 end_column=2}\n"
            "2 {file_name_id=2 function_name_id=2 line=5 end_line=5 column=1 end_column=2}\n\n"
            "StackFrames\n"
            "1 {file_location_id=1 parent_frame_id=1}\n"
            "2 {file_location_id=2 parent_frame_id=1}\n\n\n"
            "%fused (r: f32[3]) -> f32[3] {\n"
            "  %r = f32[3]{0:T(128)} parameter(0)\n"
            "  ROOT %n = f32[3]{0:T(128)} negate(%r)\n"
            "}\n\n"
            "%sum.1 (a.1: f32[], b: f32[]) -> f32[] {\n"
            "  %a.1 = f32[] parameter(0)\n"
            "  %b = f32[] parameter(1)\n"
            "  ROOT %s = f32[] add(%a.1, %b)\n"
            "}\n\n"
            "%helper.clone (p: f32[3]) -> f32[] {\n"
            "  %z = f32[] constant(0), metadata={op_name=\"zero\" stack_frame_id=2}\n"
            "  %p = f32[3]{0:T(128)} parameter(0), sharding={replicated}\n"
            "  %f = f32[3]{0:T(128)} fusion(%p), kind=kLoop, calls=%fused\n"
            "  ROOT %t = f32[] reduce(%f, %z), dimensions={0}, to_apply=%sum.1, "
            "control-predecessors={%z}\n"
            "}\n\n"
            "ENTRY %e (x: f32[3]) -> f32[] {\n"
            "  %x = f32[3]{0:T(128)} parameter(0)\n"
            "  %y = f32[3]{0:T(128)} negate(%x), metadata={op_name=\"y\" stack_frame_id=1}\n"
            "  ROOT %call = f32[] call(%y), to_apply=%helper.clone\n"
            "}\n\n");
  EXPECT_TRUE(Verify(module).empty());
  EXPECT_TRUE(ParseHloModule(Text(module)).ok());
}

TEST(CloneComputation, ChainsIntoAnotherModule) {
  HloModule module = ModuleOf("ENTRY e { ROOT x = f32[] parameter(0) }");
  {
    const HloModule other = ReadModule(
        "ENTRY e { x = f32[] parameter(0)\n"
        "  s = ((f32[]), f32[], s32[]) negate-start(x), frontend_attributes={a=\"b\"}\n"
        "  ROOT d = f32[] negate-done(s) }\n");
    EXPECT_TRUE(
        SetEntryComputation(&module, CloneComputation(*other.entry_computation(), &module, ""))
            .ok());
  }
  RemoveUnusedComputations(&module).IgnoreError();
  EXPECT_EQ(module.computations().size(), 2u);
  ExpectSound(module);
}

// The entry computation of every file survives its module.
TEST(CloneComputation, Testdata) {
  for (const char* directory : {"attributes", "jax", "literals", "opcodes", "shardings"}) {
    for (const std::filesystem::path& path : TestdataFiles(directory)) {
      absl::StatusOr<HloModule> original = ReadHloModule(ReadFile(path));
      if (!original.ok()) continue;
      SCOPED_TRACE(path);
      const std::string expected = PrintHloComputation(*original->entry_computation());
      HloModule module = CreateHloModule("m");
      HloComputation* clone = CloneComputation(*original->entry_computation(), &module, "");
      HloModuleConfig config;
      config.is_scheduled = original->config().is_scheduled;
      EXPECT_TRUE(SetConfig(&module, config).ok());
      original = absl::UnknownError("gone");
      EXPECT_TRUE(SetEntryComputation(&module, clone).ok());
      EXPECT_EQ(PrintHloComputation(*clone), expected);
      if (HasFailure()) return;
    }
  }
}

}  // namespace hlo_text_v1::clone_test
