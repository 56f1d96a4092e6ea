#include "src/lsp/framing.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlo_text_v1::framing_test {

using namespace internal;

// The bodies in `bytes`, which arrive `step` at a time; "(bad)" for bytes that are not a frame.
std::vector<std::string> Bodies(std::string bytes, size_t step) {
  FrameReader frames;
  std::vector<std::string> bodies;
  while (!bytes.empty()) {
    frames.Append(bytes.substr(0, step));
    bytes.erase(0, step);
    std::string body;
    for (;;) {
      const FrameReader::Result result = frames.Next(&body);
      if (result == FrameReader::kMore) break;
      bodies.push_back(result == FrameReader::kBad ? "(bad)" : body);
    }
  }
  return bodies;
}

TEST(FrameReader, ReadsHoweverBytesArrive) {
  const std::string bytes =
      "Content-Length: 3\r\n\r\nabcContent-Length: 0\r\n\r\n"
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:2 \r\n\r\nde";
  const std::vector<std::string> expected = {"abc", "", "de"};
  for (const size_t step : {1u, 2u, 7u, 1000u}) EXPECT_EQ(Bodies(bytes, step), expected) << step;
}

TEST(FrameReader, GoesOnAfterBadFrames) {
  const std::vector<std::string> expected = {"(bad)", "ok"};
  for (const std::string bad :
       {"\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 8589934592\r\n\r\n",
        "no colon\r\n\r\n", "garbage", "Content-Type: x\r\nContent-Length: x\r\n\r\n",
        "Content-Length: x\r\n\r\nits body\r\n\r\nCon\r\n\r\n"}) {
    for (const size_t step : {1u, 7u, 1000u}) {
      EXPECT_EQ(Bodies(bad + "Content-Length: 2\r\n\r\nok", step), expected) << bad << step;
    }
  }
}

TEST(FrameReader, CountsBadFrames) {
  EXPECT_EQ(Bodies("garbage\r\n\r\n", 1000), std::vector<std::string>{"(bad)"});
  const std::string bad = "Content-Length: x\r\n\r\n";
  const std::vector<std::string> expected = {"(bad)", "(bad)", "ok"};
  EXPECT_EQ(Bodies(bad + bad + "Content-Length: 2\r\n\r\nok", 3), expected);
}

TEST(FrameReader, HeaderWithoutEnd) {
  const std::vector<std::string> expected = {"(bad)", "ok"};
  const std::string bad(3 * FrameReader::kMaxHeader, 'x');
  EXPECT_EQ(Bodies(bad + "Content-Length: 2\r\n\r\nok", 1000), expected);
}

TEST(FrameReader, WritesWhatItReads) {
  const std::string body(100000, 'x');
  EXPECT_EQ(Bodies(FrameHeader(body) + body, 4096), std::vector<std::string>{body});
}

}  // namespace hlo_text_v1::framing_test
