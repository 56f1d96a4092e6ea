#include "src/tools/common/read_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "src/tools/common/gzip.h"

namespace hlo::read_input_test {

using namespace internal;

std::string PathOf(const char* name) {
  return (std::filesystem::path(testing::TempDir()) / (name + std::to_string(getpid()))).string();
}

TEST(ReadInput, PlainTextOfAnyName) {
  const std::string path = PathOf("read_input.gz");
  std::ofstream(path) << "text";
  const absl::StatusOr<Input> input = ReadInput(path);
  ASSERT_TRUE(input.ok()) << input.status();
  EXPECT_EQ(input->text.view(), "text");
  EXPECT_FALSE(input->is_gzip);
  std::filesystem::remove(path);
}

TEST(ReadInput, ErrorsNameTheFile) {
  const std::string path = PathOf("read_input");
  EXPECT_EQ(ReadInput(path).status().message(), path + ": No such file or directory");
  std::ofstream(path) << "\x1f\x8b";
  const std::string message(ReadInput(path).status().message());
  EXPECT_EQ(message.substr(0, path.size() + 2), path + ": ");
  EXPECT_NE(message.find("gzip'd"), std::string::npos) << message;
  std::filesystem::remove(path);
}

#ifdef HLO_TEXT_HAVE_ZLIB
TEST(ReadInput, GzipOfAnyName) {
  const std::string path = PathOf("read_input.hlo");
  std::ofstream(path, std::ios::binary) << *Gzip("text");
  const absl::StatusOr<Input> input = ReadInput(path);
  ASSERT_TRUE(input.ok()) << input.status();
  EXPECT_EQ(input->text.view(), "text");
  EXPECT_TRUE(input->is_gzip);
  std::filesystem::remove(path);
}
#endif

}  // namespace hlo::read_input_test
