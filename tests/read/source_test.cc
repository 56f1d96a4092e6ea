#include "src/read/source.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/source.h"

namespace hlo_text_v1::source_test {

using namespace internal;

TEST(Gzip, IsGzip) {
  EXPECT_TRUE(IsGzip("\x1f\x8b\x08"));
  EXPECT_TRUE(IsGzip("\x1f\x8b"));
  EXPECT_FALSE(IsGzip("\x1f"));
  EXPECT_FALSE(IsGzip(""));
  EXPECT_FALSE(IsGzip("HloModule m"));
}

#ifdef HLO_TEXT_HAVE_ZLIB

std::string Unpack(std::string_view bytes) {
  const absl::StatusOr<SourceBuffer> text = Gunzip(bytes);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? std::string(text->view()) : "";
}

TEST(Gzip, RoundTrips) {
  std::string noise;
  for (unsigned i = 1, x = 1; i < 300000; ++i)
    noise += static_cast<char>((x = x * 69069 + 1) >> 24);
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(1 << 22, 'a'), noise}) {
    const absl::StatusOr<std::string> packed = Gzip(text);
    ASSERT_TRUE(packed.ok());
    EXPECT_TRUE(IsGzip(*packed));
    EXPECT_TRUE(Unpack(*packed) == text) << text.size();
  }
  EXPECT_EQ(*Gzip("text"), *Gzip("text"));
}

TEST(Gzip, SeveralMembersAndPadding) {
  EXPECT_EQ(Unpack(*Gzip("a") + *Gzip("") + *Gzip("b")), "ab");
  EXPECT_EQ(Unpack(*Gzip("a") + std::string(512, '\0')), "a");
}

TEST(Gzip, TextIsFollowedByZeros) {
  const absl::StatusOr<SourceBuffer> text = Gunzip(*Gzip(std::string(1000, 'x')));
  ASSERT_TRUE(text.ok());
  for (size_t i = 0; i < SourceBuffer::kPadding; ++i) EXPECT_EQ(text->view().data()[1000 + i], 0);
}

TEST(Gzip, AnyCutOrChangedByteIsAnError) {
  const std::string packed = *Gzip("HloModule m\nENTRY e { ROOT x = f32[] parameter(0) }\n");
  for (size_t i = 0; i < packed.size(); ++i) {
    EXPECT_EQ(Gunzip(packed.substr(0, i)).status().code(), absl::StatusCode::kDataLoss) << i;
  }
  for (const size_t i : {size_t{0}, size_t{2}, packed.size() / 2, packed.size() - 1}) {
    std::string changed = packed;
    changed[i] = static_cast<char>(changed[i] ^ 0x55);
    EXPECT_FALSE(Gunzip(changed).ok()) << i;
  }
  EXPECT_FALSE(Gunzip(packed + "x").ok());
}

TEST(Gzip, ALimitIsALimit) {
  const std::string bomb = *Gzip(std::string(1 << 24, 'a'));
  EXPECT_LT(bomb.size(), 20000u);
  EXPECT_EQ(Gunzip(bomb, 1 << 20).status(),
            absl::OutOfRangeError("larger than 1.0 MiB when unpacked"));
  EXPECT_TRUE(Gunzip(bomb, 1 << 24).ok());
  EXPECT_FALSE(Gunzip(bomb, (1 << 24) - 1).ok());
  const std::string many = bomb + bomb;
  EXPECT_FALSE(Gunzip(many, 1 << 24).ok());
}

#else

TEST(Gzip, NeedsZlib) {
  EXPECT_EQ(Gunzip("\x1f\x8b").status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(Gzip("").status().code(), absl::StatusCode::kUnimplemented);
}

#endif

std::string PathOf(const char* name) {
  return (std::filesystem::path(testing::TempDir()) / (name + std::to_string(getpid()))).string();
}

TEST(ReadSource, PlainTextOfAnyName) {
  const std::string path = PathOf("read_input.gz");
  std::ofstream(path) << "text";
  const absl::StatusOr<Source> source = ReadSource(path);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_EQ(source->text.view(), "text");
  EXPECT_FALSE(source->is_gzip);
  std::filesystem::remove(path);
}

TEST(ReadSource, ErrorsNameTheFile) {
  const std::string path = PathOf("read_input");
  EXPECT_EQ(ReadSource(path).status().message(), path + ": No such file or directory");
  std::ofstream(path) << "\x1f\x8b";
  const std::string message(ReadSource(path).status().message());
  EXPECT_EQ(message.substr(0, path.size() + 2), path + ": ");
  EXPECT_NE(message.find("gzip'd"), std::string::npos) << message;
  std::filesystem::remove(path);
}

#ifdef HLO_TEXT_HAVE_ZLIB
TEST(ReadSource, GzipOfAnyName) {
  const std::string path = PathOf("read_input.hlo");
  std::ofstream(path, std::ios::binary) << *Gzip("text");
  const absl::StatusOr<Source> source = ReadSource(path);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_EQ(source->text.view(), "text");
  EXPECT_TRUE(source->is_gzip);
  std::filesystem::remove(path);
}
#endif

}  // namespace hlo_text_v1::source_test
