// Frames of the base protocol: headers, an empty line, a body of Content-Length bytes.
//
//   FrameReader frames;
//   frames.Append(bytes);
//   std::string body;
//   while (frames.Next(&body) == FrameReader::kMessage) Handle(body);
//
// Takes any bytes. Bytes that are not a frame are skipped up to the next "Content-Length:" and
// count as one bad frame.
#ifndef HLO_LSP_FRAMING_H_
#define HLO_LSP_FRAMING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

class FrameReader {
 public:
  // Longer bodies are refused. No text is longer than SourceBuffer::kMaxSize, but JSON escapes add
  // to that. With 32 bits, the limit is what fits in memory.
  static constexpr auto kMaxBody =
      static_cast<size_t>(std::min(uint64_t{1} << 32, uint64_t{SIZE_MAX / 4}));
  // A longer header is refused.
  static constexpr size_t kMaxHeader = 4096;

  enum Result { kMessage, kMore, kBad };

  void Append(std::string_view bytes) { bytes_.append(bytes); }
  // kMessage: `body` is the next body. kBad: bytes that are not a frame, which the next call skips.
  // kMore: more bytes are needed.
  Result Next(std::string* body);

 private:
  // The next `size` bytes are not a frame or the beginning of one.
  Result Refuse(size_t size);
  void SkipToHeader();

  std::string bytes_;
  size_t begin_ = 0;          // bytes before it are used up
  bool is_skipping_ = false;  // after a bad frame
};

// The header that precedes a body in its frame.
std::string FrameHeader(std::string_view body);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_FRAMING_H_
