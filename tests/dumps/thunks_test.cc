// Tests: read_thunks
#include "hlo/thunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/cases.h"
#include "tests/support/read.h"

namespace hlo_text_v1::thunks_test {

using ::testing::ElementsAre;

// "depth id kind instruction | details" of each.
std::vector<std::string> Lines(const std::vector<Thunk>& thunks) {
  std::vector<std::string> lines;
  for (const Thunk& each : thunks) {
    lines.push_back(std::to_string(each.depth) + " " + std::to_string(each.id) + " " + each.kind +
                    " " + each.instruction + "|" + each.details);
  }
  return lines;
}

TEST(Thunks, OfASequence) {
  absl::StatusOr<std::vector<Thunk>> thunks = ParseThunkSequence(
      "001: kWhile [source | sink] \n"
      "    002: kCopy         [source | next=003 (1)] kCopy\n"
      "    003: kCustomKernel [prev=002 (1) | sink  ] add_1 grid: [8, 1, 1]\n"
      "000: kCommandBuffer [source | sink] \n"
      "\n"
      "4: kKernel\tfusion\n");
  ASSERT_TRUE(thunks.ok()) << thunks.status();
  ASSERT_TRUE(AddThunkNames("thunk_metadata {\n  thunk_info {\n    thunk_id: 2\n"
                            "    profile_annotation: \"copy.7\"\n  }\n}\n"
                            "thunk_metadata {\n  thunk_info {\n    thunk_id: 4\n  }\n}\n",
                            &*thunks)
                  .ok());
  EXPECT_THAT(Lines(*thunks), ElementsAre("0 1 kWhile |", "1 2 kCopy copy.7|",
                                          "1 3 kCustomKernel |add_1 grid: [8, 1, 1]",
                                          "0 0 kCommandBuffer |", "0 4 kKernel |fusion"));
}

// A copy is found by its name, kernels without a name by that of their instruction.
TEST(Thunks, FindTheirInstructions) {
  const HloModule module = ReadModule(R"(HloModule m
f { p = f32[] parameter(0)
  ROOT add-1 = f32[] negate(p) }
ENTRY e { p = f32[] parameter(0)
  copy.7 = f32[] copy(p)
  ROOT add.1 = f32[] fusion(copy.7), kind=kLoop, calls=f })");
  std::vector<Thunk> thunks(3);
  thunks[0].instruction = "copy.7";
  thunks[1].details = "add_1 grid: [8, 1, 1]";
  thunks[2].instruction = "gone";
  thunks[2].details = "add_1";
  const std::vector<const HloInstruction*> found = MatchThunks(thunks, module);
  ASSERT_EQ(found.size(), 3);
  EXPECT_EQ(found[0], module.entry_computation()->root_instruction()->operand(0));
  EXPECT_EQ(found[1], module.entry_computation()->root_instruction());
  EXPECT_EQ(found[2], nullptr);
}

TEST(Thunks, Errors) {
  const auto error = [](const std::string& text) {
    const absl::StatusOr<std::vector<Thunk>> thunks = ParseThunkSequence(text);
    return std::string(thunks.status().message());
  };
  ExpectCases({{"", ""},
               {"001: kCopy\nx", "line 2: expected 'NUMBER: KIND [...] ...'"},
               {"001 kCopy", "line 1: expected 'NUMBER: KIND [...] ...'"},
               {"001: ", "line 1: expected 'NUMBER: KIND [...] ...'"},
               {"001: kCopy [source", "line 1: expected 'NUMBER: KIND [...] ...'"},
               {"99999999999999999999: kCopy", "line 1: expected 'NUMBER: KIND [...] ...'"}},
              error);
  const auto name_error = [](const std::string& text) {
    std::vector<Thunk> thunks;
    return std::string(AddThunkNames(text, &thunks).message());
  };
  ExpectCases({{"", ""},
               {"profile_annotation: \"x", "line 1: expected a string"},
               {"\n thunk_id: x", "line 2: expected a number"}},
              name_error);
}

}  // namespace hlo_text_v1::thunks_test
