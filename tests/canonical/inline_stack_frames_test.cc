#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/canonical.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo_text_v1::inline_stack_frames_test {

using namespace internal;

constexpr char kText[] = R"(HloModule m

FileNames
1 "model.py"
2 "lib \"x\".py"

FunctionNames
1 "step"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}
2 {file_name_id=2 function_name_id=1 line=7 end_line=0 column=8 end_column=0}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

ENTRY e {
  p = f32[] parameter(0), sharding={replicated metadata={op_name="s" stack_frame_id=1}}, metadata={op_name="p" stack_frame_id=1}
  a = f32[] negate(p), metadata={stack_frame_id=2 source_file="old.py" source_line=1 op_type="neg" metadata_payload="m"}
  b = f32[] abs(a), metadata={op_name="b"}
  c = f32[] abs(b), metadata={op_name="c" stack_frame_id=9}
  ROOT d = f32[] abs(c), metadata={stack_frame_id=9}
}
)";
constexpr char kInlined[] = R"(HloModule m, entry_computation_layout={(f32[])->f32[]}

ENTRY %e (p: f32[]) -> f32[] {
  %p = f32[] parameter(0), sharding={replicated metadata={op_name="s"}}, metadata={op_name="p" source_file="model.py" source_line=3 source_end_line=4 source_column=5 source_end_column=6}
  %a = f32[] negate(%p), metadata={op_type="neg" source_file="lib \"x\".py" source_line=7 source_column=8 metadata_payload="m"}
  %b = f32[] abs(%a), metadata={op_name="b"}
  %c = f32[] abs(%b), metadata={op_name="c"}
  ROOT %d = f32[] abs(%c)
}

)";

TEST(InlineStackFrames, ShowsTheInnermostFrame) {
  HloModule module = ReadModule(kText);
  InlineStackFrames(&module);
  EXPECT_EQ(PrintHloModule(module), kInlined);
  EXPECT_TRUE(module.stack_frames().empty());
}

TEST(InlineStackFrames, AsReadAndUniquifiedAfterwards) {
  ParseOptions options;
  options.uniquify = false;
  absl::StatusOr<HloModule> module = ParseHloModule(kText, options);
  ASSERT_TRUE(module.ok());
  InlineStackFrames(&*module);
  Uniquify(&*module);
  EXPECT_EQ(PrintHloModule(*module), kInlined);
}

TEST(InlineStackFrames, TheTextReadsBackAndHasNothingToInline) {
  HloModule module = ReadModule(kInlined);
  InlineStackFrames(&module);
  EXPECT_EQ(PrintHloModule(module), kInlined);
}

// A name that many instructions repeat is left out beyond 64 MiB and 16 times the text.
TEST(InlineStackFrames, RepeatedFileNamesHaveALimit) {
  constexpr int kBytes = 1 << 20, kInstructions = 100;
  std::string text = "HloModule m\n\nFileNames\n1 \"" + std::string(kBytes, 'f') +
                     "\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n"
                     "1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=1 "
                     "end_column=1}\n\nStackFrames\n"
                     "1 {file_location_id=1 parent_frame_id=1}\n\nENTRY e {\n"
                     "  p = f32[] parameter(0)\n";
  for (int i = 0; i < kInstructions; ++i) {
    text += "  n" + std::to_string(i) + " = f32[] negate(p), metadata={stack_frame_id=1}\n";
  }
  HloModule module = ReadModule(text + "  ROOT r = f32[] copy(p)\n}\n");
  InlineStackFrames(&module);
  int named = 0;
  for (int i = 0; i < kInstructions; ++i) {
    const OpMetadata metadata = Find(module, "n" + std::to_string(i))->metadata();
    EXPECT_EQ(metadata.source_file.size(), metadata.source_line == 3 ? kBytes : 0);
    named += metadata.source_file.empty() ? 0 : 1;
  }
  EXPECT_EQ(named, 80);
}

}  // namespace hlo_text_v1::inline_stack_frames_test
