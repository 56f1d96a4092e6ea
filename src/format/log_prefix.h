// Removes the prefixes that loggers put before each line:
//
//   I0612 12:34:56.789012    1234 file.cc:123] %x = ...           abseil, glog
//   2024-06-12 12:34:56.789012: I xla/file.cc:123] %x = ...       TensorFlow
//
// Source: absl::log_internal::FormatLogPrefix, tsl::internal::LogMessage.
#ifndef HLO_FORMAT_LOG_PREFIX_H_
#define HLO_FORMAT_LOG_PREFIX_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hlo_text_v1::internal {

// Length of the prefix of `line`, with the blank after its bracket; 0 if there is none.
size_t LogPrefixLength(std::string_view line);

// `text` without its prefixes, and the original offsets of its bytes.
struct StrippedText {
  std::string text;
  // For each line with a prefix: where it begins in `text`, and the bytes removed up to there.
  std::vector<std::pair<size_t, size_t>> removed;

  // Offset in the original text of byte `offset` of `text`.
  size_t OriginalOffset(size_t offset) const;
};
StrippedText StripLogPrefixes(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_LOG_PREFIX_H_
