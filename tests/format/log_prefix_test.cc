#include "src/format/log_prefix.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::log_prefix_test {

using namespace internal;

constexpr std::string_view kGlog = "I0612 12:34:56.789012    1234 hlo_pass.cc:123] ";
constexpr std::string_view kTensorFlow =
    "2024-06-12 12:34:56.789012: W external/xla/service/hlo.cc:5] ";

TEST(LogPrefix, Length) {
  EXPECT_EQ(LogPrefixLength(std::string(kGlog) + "%x = f32[]"), kGlog.size());
  EXPECT_EQ(LogPrefixLength(std::string(kTensorFlow) + "  %x"), kTensorFlow.size());
  EXPECT_EQ(LogPrefixLength("E0612 12:34:56.7 1 a.cc:1]"), 26u);
  EXPECT_EQ(LogPrefixLength("E0612 12:34:56.7 1 a.cc:1]\n"), 26u);
  EXPECT_EQ(LogPrefixLength("I0612 12:34:56.7 1 C:/a:b.cc:1] x"), 32u);
}

TEST(LogPrefix, OtherLinesHaveNone) {
  for (const std::string_view line :
       {"", "\n", "%x = f32[]", "ENTRY e {", "I0612", "I0612 12:34:56.7 12",
        "I0612 12:34:56.7 1 a.cc:12", "I061a 12:34:56.789012 1234 a.cc:123] x",
        "D0612 12:34:56.789012 1234 a.cc:123] x", "I0612 12:34:56.789012 1234 a.cc:] x",
        "I0612 12:34:56.789012 1234 a.cc:1x] x", "I0612 12:34:56.789012 1234 a.cc] x",
        "I0612 12:34:56.789012 1234 :1] x", "I0612 12:34:56.789012 1234 a.cc:123 x",
        "2024-06-12 12:34:56.789012 W a.cc:5] x", "// I0612 12:34:56.7 1 a.cc:1] "}) {
    EXPECT_EQ(LogPrefixLength(line), 0u) << line;
  }
}

TEST(LogPrefix, StripsEachLine) {
  const std::string glog(kGlog), tensor_flow(kTensorFlow);
  const std::string text = glog + "a\nb\n" + tensor_flow + "  c\n" + glog;
  const StrippedText stripped = StripLogPrefixes(text);
  EXPECT_EQ(stripped.text, "a\nb\n  c\n");
  for (const char c : {'a', 'b', 'c'}) {
    const size_t at = stripped.text.find(c);
    EXPECT_EQ(text[stripped.OriginalOffset(at)], c);
    EXPECT_EQ(text.substr(stripped.OriginalOffset(at), 2), std::string(1, c) + "\n");
  }
  EXPECT_EQ(stripped.OriginalOffset(stripped.text.size()), text.size());
}

TEST(LogPrefix, TextWithoutAny) {
  EXPECT_EQ(StripLogPrefixes("").text, "");
  EXPECT_EQ(StripLogPrefixes("a\n\nb").text, "a\n\nb");
  EXPECT_EQ(StripLogPrefixes("a\nb").OriginalOffset(3), 3u);
}

}  // namespace hlo_text_v1::log_prefix_test
