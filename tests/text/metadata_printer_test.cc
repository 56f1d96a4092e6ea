#include <gtest/gtest.h>

#include "hlo/attribute_values.h"
#include "hlo/print_values.h"

namespace hlo_text_v1::metadata_printer_test {

std::string Print(const OpMetadata& metadata) {
  std::string out;
  AppendMetadataFields(metadata, &out);
  return out;
}

TEST(MetadataPrinterTest, IsPrintedIfItNamesSomething) {
  const auto is_printed = [](auto set) {
    OpMetadata metadata;
    set(metadata);
    return MetadataIsPrinted(metadata);
  };
  EXPECT_FALSE(is_printed([](OpMetadata&) {}));
  EXPECT_FALSE(is_printed([](OpMetadata& m) { m.source_line = 3; }));
  EXPECT_FALSE(is_printed([](OpMetadata& m) { m.deduplicated_name = "d"; }));
  EXPECT_TRUE(is_printed([](OpMetadata& m) { m.op_type = "t"; }));
  EXPECT_TRUE(is_printed([](OpMetadata& m) { m.op_name = "n"; }));
  EXPECT_TRUE(is_printed([](OpMetadata& m) { m.source_file = "f"; }));
  EXPECT_TRUE(is_printed([](OpMetadata& m) { m.scheduling_name = "s"; }));
  EXPECT_TRUE(is_printed([](OpMetadata& m) { m.stack_frame_id = 1; }));
  EXPECT_TRUE(is_printed([](OpMetadata& m) { m.has_metadata_payload = true; }));
}

TEST(MetadataPrinterTest, FieldsInOrder) {
  constexpr int64_t kProfileTypes[] = {1, 3};
  OpMetadata metadata;
  metadata.metadata_payload = "p";
  metadata.has_metadata_payload = true;
  metadata.stack_frame_id = 7;
  metadata.scheduling_name = "s";
  metadata.deduplicated_name = "d";
  metadata.profile_type = kProfileTypes;
  metadata.source_end_column = 4;
  metadata.source_column = 3;
  metadata.source_end_line = 2;
  metadata.source_line = -1;
  metadata.source_file = "f";
  metadata.op_name = "n";
  metadata.op_type = "t";
  EXPECT_EQ(Print(metadata),
            R"(op_type="t" op_name="n" source_file="f" source_line=-1 source_end_line=2 )"
            R"(source_column=3 source_end_column=4 profile_type={1,3} deduplicated_name="d" )"
            R"(scheduling_name="s" stack_frame_id=7 metadata_payload="p")");
}

// A scheduling name has no escapes, as in XLA, unless its text would not read back.
TEST(MetadataPrinterTest, SchedulingNameIsRawIfItReadsBack) {
  OpMetadata metadata;
  metadata.op_name = "a\"b\n";
  metadata.scheduling_name = "a\"b\n";
  EXPECT_EQ(Print(metadata), R"(op_name="a\"b\n" scheduling_name="a\"b\n")");
  metadata.scheduling_name = "it's \t\x80";
  EXPECT_EQ(Print(metadata), "op_name=\"a\\\"b\\n\" scheduling_name=\"it's \t\x80\"");
}

TEST(MetadataPrinterTest, EmptyPayloadPrints) {
  OpMetadata metadata;
  EXPECT_EQ(Print(metadata), "");
  metadata.has_metadata_payload = true;
  EXPECT_EQ(Print(metadata), "metadata_payload=\"\"");
}

}  // namespace hlo_text_v1::metadata_printer_test
