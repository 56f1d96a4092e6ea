#include "src/ir/packed_metadata.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/print_values.h"

namespace hlo_text_v1::packed_metadata_test {

using namespace internal;

TEST(PackedMetadata, Unpack) {
  const std::string_view text =
      R"({op_type="t" op_name="a=b {c}" source_file="f" source_line=1 source_end_line=-2 )"
      R"(source_column=3 source_end_column=2147483647 deduplicated_name="d" scheduling_name="s" )"
      R"(stack_frame_id=5 metadata_payload="p"})";
  const OpMetadata metadata = UnpackMetadata(text);
  EXPECT_EQ(metadata.op_name, "a=b {c}");
  EXPECT_EQ(metadata.source_end_line, -2);
  EXPECT_EQ(metadata.stack_frame_id, 5);
  EXPECT_TRUE(metadata.has_metadata_payload);
  EXPECT_EQ(PrintMetadata(metadata), text);
}

TEST(PackedMetadata, UnsoundTextsGiveSomethingWithoutHarm) {
  for (const std::string_view text :
       {"", "{", "{}", "{op_name", "{op_name=", "{op_name=\"", "{op_name=3}", "{source_line=\"a\"}",
        "{source_line=x}", "{foo=3}", "{profile_type={1}}"}) {
    UnpackMetadata(std::string(text));
  }
}

TEST(PackedMetadata, StackFrameInPacked) {
  for (
      const std::string_view text : {
          R"({stack_frame_id=17})",
          R"({op_name="a stack_frame_id=3}" stack_frame_id=17})",
          R"({op_name="a" stack_frame_id=17 metadata_payload="p"})",
          R"({op_name="a" stack_frame_id=17 metadata_payload="stack_frame_id=3 metadata_payload="})",
      }) {
    const PackedNumber number = StackFrameInPacked(text);
    EXPECT_EQ(text.substr(number.begin, number.end - number.begin), "17") << text;
  }
}

TEST(PackedMetadata, FieldsAreSortedByName) {
  for (size_t i = 1; i < std::size(kMetadataFields); ++i) {
    EXPECT_LT(kMetadataFields[i - 1].name, kMetadataFields[i].name);
  }
}

TEST(PackedMetadata, IsPrinted) {
  OpMetadata metadata;
  EXPECT_FALSE(MetadataIsPrinted(metadata));
  metadata.source_line = 3;  // prints only together with others
  EXPECT_FALSE(MetadataIsPrinted(metadata));
  metadata.stack_frame_id = 1;
  EXPECT_TRUE(MetadataIsPrinted(metadata));
}

}  // namespace hlo_text_v1::packed_metadata_test
