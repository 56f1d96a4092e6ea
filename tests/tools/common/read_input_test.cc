#include "src/tools/common/read_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "hlo/printer.h"
#include "hlo/proto.h"
#include "tests/support/read.h"

namespace hlo_text_v1::read_input_test {

using namespace internal;

TEST(ReadInput, ProtosMayBecomeText) {
  const std::string path =
      (std::filesystem::path(testing::TempDir()) / ("read_input" + std::to_string(getpid())))
          .string();
  const HloModule module = ReadModule("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  std::ofstream(path, std::ios::binary) << *SerializeHloModule(module);
  const absl::StatusOr<Input> text = ReadInput(path, /*as_text=*/true);
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(text->is_proto);
  EXPECT_EQ(text->text.view(), PrintHloModule(module));
  const absl::StatusOr<Input> bytes = ReadInput(path, /*as_text=*/false);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_FALSE(bytes->is_proto);
  EXPECT_TRUE(IsHloProto(bytes->text.view()));
  std::filesystem::remove(path);
}

}  // namespace hlo_text_v1::read_input_test
