#include "src/diff/compare_metadata.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/parser.h"
#include "tests/support/read.h"

namespace hlo_text_v1::compare_metadata_test {

using namespace internal;

std::string TextOf(const std::string& attributes) {
  const HloModule module =
      ReadModule("HloModule m\nENTRY e { ROOT p = f32[4] parameter(0), " + attributes + " }");
  return MetadataText(module).Of(*module.entry_computation()->root_instruction());
}

TEST(MetadataText, SaysWhereAnInstructionComesFrom) {
  const std::string plain = TextOf("metadata={op_name=\"a\"}");
  EXPECT_EQ(plain, TextOf("metadata={op_name=\"a\"}"));
  EXPECT_NE(plain, TextOf("metadata={op_name=\"b\"}"));
  EXPECT_NE(plain, TextOf("metadata={op_name=\"a\" source_line=2}"));
  EXPECT_EQ(TextOf("frontend_attributes={a=\"b\"}"), "");
  EXPECT_NE(TextOf("origin={{\"a\"}}"), TextOf("origin={{\"b\"}}"));
  EXPECT_NE(TextOf("sharding={replicated metadata={op_name=\"a\"}}"),
            TextOf("sharding={replicated metadata={op_name=\"b\"}}"));
  EXPECT_EQ(TextOf("sharding={replicated}"), "");
}

// Two frames; the instruction has one of them, under a varying number.
std::string WithFrames(const std::string& name, int line, int number) {
  const std::string n = std::to_string(number), other = std::to_string(3 - number);
  const auto location = [](const std::string& id, int at) {
    return id + " {file_name_id=1 function_name_id=1 line=" + std::to_string(at) +
           " end_line=9 column=1 end_column=2}\n";
  };
  const std::string locations = number == 1 ? location("1", line) + location("2", 77)
                                            : location("1", 77) + location("2", line);
  const std::string text = "HloModule m\n\nFileNames\n1 \"" + name +
                           "\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n" + locations +
                           "\nStackFrames\n1 {file_location_id=1 parent_frame_id=1}\n"
                           "2 {file_location_id=2 parent_frame_id=1}\n\n"
                           "ENTRY e { q = f32[] parameter(1), metadata={op_name=\"q\" "
                           "stack_frame_id=" +
                           other +
                           "} ROOT p = f32[] parameter(0), metadata={op_name=\"a\" "
                           "stack_frame_id=" +
                           n + "} }";
  ParseOptions options;
  options.uniquify = false;  // which would number the frames
  const HloModule module = ModuleOf(text, options);
  return MetadataText(module).Of(*module.entry_computation()->root_instruction());
}

TEST(MetadataText, FramesAreWhatTheyAreWhateverTheirNumbers) {
  const std::string text = WithFrames("a.py", 3, 1);
  EXPECT_EQ(text, WithFrames("a.py", 3, 2));
  EXPECT_NE(text, WithFrames("a.py", 4, 1));
  EXPECT_NE(text, WithFrames("b.py", 3, 1));
}

}  // namespace hlo_text_v1::compare_metadata_test
