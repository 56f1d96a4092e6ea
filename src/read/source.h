// Reads a text from a file or standard input, plain or gzip'd; its first two bytes tell which.
//
//   const absl::StatusOr<Source> source = ReadSource(path);
//   if (!source.ok()) std::cerr << source.status().message();  // names the file
//
// Not a part of the library, which needs no zlib: the programs and the Python module compile it.
// Without zlib, gzip'd text is an error that says so.
#ifndef HLO_READ_SOURCE_H_
#define HLO_READ_SOURCE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "hlo/source.h"

namespace hlo_text_v1::internal {

struct Source {
  SourceBuffer text;
  bool is_gzip = false;
};

// The text of `path`; "-" is standard input. Errors as for SourceBuffer::ReadFile and Gunzip, with
// the name of the file; limits.max_size limits the file and the text that it unpacks to.
absl::StatusOr<Source> ReadSource(const std::string& path,
                                  const SourceBuffer::FileLimits& limits = {});

// The text alone, for FileTableOptions::read.
absl::StatusOr<SourceBuffer> ReadSourceText(const std::string& path);

// The first bytes of a file, at most `size`, unpacked if it is gzip'd; nullopt if they cannot be
// read or unpacked.
std::optional<std::string> ReadStart(const std::string& path, size_t size);

// Whether `bytes` begin with gzip's magic, 1f 8b.
inline bool IsGzip(std::string_view bytes) { return bytes.substr(0, 2) == "\x1f\x8b"; }

// The text of all members of `bytes`, concatenated; zero bytes after the last are padding.
// kDataLoss if they are damaged or end early; kOutOfRange as soon as the text exceeds `max_size`;
// kUnimplemented without zlib. Memory: twice the text. Messages do not name the file.
absl::StatusOr<SourceBuffer> Gunzip(std::string_view bytes,
                                    size_t max_size = SourceBuffer::kMaxSize);

// `text` as one member without name or time: equal texts give equal bytes. kUnimplemented without
// zlib.
absl::StatusOr<std::string> Gzip(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_READ_SOURCE_H_
