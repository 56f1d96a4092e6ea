// -i: replaces a file with its formatted text, completely or not at all.
//
//   absl::StatusOr<FileStamp> stamp = StampFile(path);
//   ... read the file, format it ...
//   absl::Status status = ReplaceFile(path, *stamp, text);
//
// The new text goes to a temporary file next to the old one, which is flushed to the disk and
// renamed. The mode stays; so do owner and group as far as the system allows. For a symbolic link,
// replaces its target. Other hard links of the file keep the old text, as with sed -i.
#ifndef HLO_TOOLS_HLO_FMT_REPLACE_FILE_H_
#define HLO_TOOLS_HLO_FMT_REPLACE_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace hlo_text_v1::internal {

// Tells whether a file has changed since it was read.
struct FileStamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  int64_t size = 0;
  int64_t seconds = 0;  // of the last change
  int64_t nanoseconds = 0;

  bool operator==(const FileStamp& other) const;
};

// Stamps the regular file `path`, or the target if it is a link. Errors name the file.
absl::StatusOr<FileStamp> StampFile(const std::string& path);

// kAborted if the file has changed since it was stamped, unless to `text`. Any error leaves the old
// file.
absl::Status ReplaceFile(const std::string& path, const FileStamp& stamp, std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_REPLACE_FILE_H_
