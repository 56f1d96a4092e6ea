#include "src/tools/hlo_view/annotate.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::annotate_test {

using namespace internal;

constexpr char kModule[] = R"(HloModule m, is_scheduled=true
FileNames
1 "/home/me/train.py"
2 "/lib/nn.py"
FunctionNames
1 "step"
2 "dense"
FileLocations
1 {file_name_id=1 function_name_id=1 line=2 end_line=2 column=1 end_column=2}
2 {file_name_id=2 function_name_id=2 line=3 end_line=3 column=1 end_column=2}
StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y)
}

ENTRY e {
  p = f32[4,4] parameter(0)
  d = f32[4,4] dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={stack_frame_id=2}
  a = f32[4,4] all-reduce(d), replica_groups={{0,1}}, to_apply=add, metadata={stack_frame_id=1}
  ROOT n = f32[4,4] negate(a)
}
)";
constexpr char kSource[] = "import nn\n  y = nn.dense(x)\n\nprint(y)\n";

std::string Annotated(std::string_view path, const AnnotateOptions& options = {}) {
  std::string files;
  const std::string text = AnnotateSource(ReadModule(kModule), path, kSource, options, &files);
  return text.empty() ? files : text;
}

// A product in a function of another file counts for the line that calls it.
TEST(AnnotateSource, LinesHaveTheCostsOfWhatTheyCall) {
  EXPECT_EQ(Annotated("src/train.py"),
            "src/train.py: 144 flop of 160 flop, 320 B of 448 B, at the peak 128 B of 192 B\n"
            "   flops  bytes  sent  peak                collectives\n"
            "                                                            1  import nn\n"
            "144 flop  320 B  64 B  67 %  all-reduce in groups of 2      2    y = nn.dense(x)\n"
            "                                                            3\n"
            "                                                            4  print(y)\n");
  EXPECT_EQ(Annotated("nn.py").substr(0, 27), "nn.py: 128 flop of 160 flop");
  EXPECT_EQ(Annotated("other.py"), "/home/me/train.py, /lib/nn.py");
}

TEST(AnnotateSource, TimesOfAMachineAndAProfile) {
  const Machine machine = {"slow", "", {{"f32", 1e3}}, 0, 0};
  const HloProfile profile = {
      {{"m", -1, 2, {{"d", 2, 800'000'000'000, 800'000'000'000, 0}}}}, 2, 2};
  AnnotateOptions options;
  options.machine = &machine;
  options.profile = &profile;
  const std::string text = Annotated("train.py", options);
  // 144 ms at least, 400 ms a run.
  EXPECT_NE(text.find("144 ms    400 ms      2.8"), std::string::npos) << text;
}

}  // namespace hlo_text_v1::annotate_test
