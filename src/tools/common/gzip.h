// Reads and writes gzip'd text.
//
// Without zlib at build time Gunzip and Gzip fail and say so.
#ifndef HLO_TOOLS_COMMON_GZIP_H_
#define HLO_TOOLS_COMMON_GZIP_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "hlo/source.h"

namespace hlo::internal {

// Whether `bytes` begin with gzip's magic, 1f 8b.
bool IsGzip(std::string_view bytes);

// The text of all members of `bytes`, concatenated; zero bytes after the last are padding.
// kDataLoss if they are damaged or end early; kOutOfRange as soon as the text exceeds `max_size`;
// kUnimplemented without zlib. Memory: twice the text. Messages do not name the file.
absl::StatusOr<SourceBuffer> Gunzip(std::string_view bytes,
                                    size_t max_size = SourceBuffer::kMaxSize);

// `text` as one member without name or time: equal texts give equal bytes.
absl::StatusOr<std::string> Gzip(std::string_view text);

// The first bytes of a file, at most `size`, of text if it is gzip'd; nullopt if they cannot be
// read or unpacked.
std::optional<std::string> ReadStart(const std::string& path, size_t size);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_GZIP_H_
