// Buffers and reading files. Files are in the test's temporary directory.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "hlo/parser.h"
#include "hlo/source.h"

namespace hlo_text_v1::source_buffer_test {

bool IsPadded(const SourceBuffer& buffer) {
  const char* end = buffer.view().data() + buffer.size();
  return std::all_of(end, end + SourceBuffer::kPadding, [](char c) { return c == '\0'; });
}

std::string TempPath(const std::string& name) {
  return ::testing::TempDir() + "source_buffer_" + std::to_string(getpid()) + "_" + name;
}

std::string WriteTemp(const std::string& name, const std::string& text) {
  const std::string path = TempPath(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(SourceBuffer, CopiesAreFollowedByZeroes) {
  for (const std::string& text :
       {std::string(), std::string("abc"), std::string(100'000, 'x'), std::string("a\0b", 3)}) {
    const SourceBuffer buffer = SourceBuffer::Copy(text);
    EXPECT_EQ(buffer.view(), text);
    EXPECT_TRUE(IsPadded(buffer));
  }
}

TEST(SourceBuffer, MayBeFilledInPlaceCutAndMoved) {
  SourceBuffer buffer(5);
  EXPECT_EQ(buffer.view(), std::string(5, '\0'));
  std::copy_n("hello", 5, buffer.data());
  buffer.Truncate(4);
  EXPECT_EQ(buffer.view(), "hell");
  EXPECT_TRUE(IsPadded(buffer));
  buffer.Truncate(100);
  EXPECT_EQ(buffer.size(), 4u) << "it does not grow";
  const char* at = buffer.view().data();
  const SourceBuffer moved = std::move(buffer);
  EXPECT_EQ(moved.view().data(), at) << "views stay valid";
}

TEST(SourceBuffer, UninitializedOnesBeginAtACacheLine) {
  for (const size_t size : {size_t{0}, size_t{5}, size_t{300'000}, size_t{20'000'000}}) {
    SourceBuffer buffer = SourceBuffer::Uninitialized(size);
    EXPECT_EQ(buffer.size(), size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0u);
    std::fill_n(buffer.data(), size, 'x');
    buffer.Truncate(size);
    EXPECT_EQ(buffer.size(), size);
    EXPECT_TRUE(IsPadded(buffer));
  }
}

TEST(SourceBuffer, ReadsFilesOfAllSizes) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{4095}, size_t{4096}, size_t{65536},
                      size_t{65537}, size_t{300'000}}) {
    std::string text(size, 'a');
    if (size > 2) text[size / 2] = '\0';
    const std::string path = WriteTemp("size", text);
    const absl::StatusOr<SourceBuffer> buffer = SourceBuffer::ReadFile(path);
    ASSERT_TRUE(buffer.ok());
    EXPECT_EQ(buffer->view(), text);
    EXPECT_TRUE(IsPadded(*buffer));
    unlink(path.c_str());
  }
}

TEST(SourceBuffer, SaysWhyAFileCannotBeRead) {
  const std::string missing = TempPath("missing");
  const absl::Status not_found = SourceBuffer::ReadFile(missing).status();
  EXPECT_EQ(not_found.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(not_found.message()).find(missing + ": No such file"), std::string::npos);

  const absl::Status directory = SourceBuffer::ReadFile(::testing::TempDir()).status();
  EXPECT_EQ(directory.code(), absl::StatusCode::kUnknown);

  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string secret = WriteTemp("secret", "x");
  chmod(secret.c_str(), 0);
  EXPECT_EQ(SourceBuffer::ReadFile(secret).status().code(), absl::StatusCode::kPermissionDenied);
  unlink(secret.c_str());
}

// A pipe has no known size.
TEST(SourceBuffer, ReadsPipes) {
  const std::string path = TempPath("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string text(200'000, 'p');
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << text; });
  const absl::StatusOr<SourceBuffer> buffer = SourceBuffer::ReadFile(path);
  writer.join();
  unlink(path.c_str());
  ASSERT_TRUE(buffer.ok());
  EXPECT_EQ(buffer->view(), text);
  EXPECT_TRUE(IsPadded(*buffer));
}

TEST(SourceBuffer, RefusesSizesThatOverflow) {
  EXPECT_THROW(SourceBuffer(SIZE_MAX), std::bad_alloc);
  EXPECT_THROW(SourceBuffer(SIZE_MAX - SourceBuffer::kPadding + 1), std::bad_alloc);
  EXPECT_THROW(SourceBuffer::Uninitialized(SIZE_MAX - SourceBuffer::kPadding + 1), std::bad_alloc);
}

TEST(SourceBuffer, AModuleOwnsItsText) {
  absl::StatusOr<HloModule> module = ParseHloModule(SourceBuffer::Copy("f32[] constant(1)"));
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(module->source(), "f32[] constant(1)");
}

}  // namespace hlo_text_v1::source_buffer_test
