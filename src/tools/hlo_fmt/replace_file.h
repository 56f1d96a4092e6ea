// Replacing a file by its formatted text, -i: whole or not at all.
//
//   absl::StatusOr<FileStamp> stamp = StampFile(path);
//   ... read the file, format it ...
//   absl::Status status = ReplaceFile(path, *stamp, text);
//
// The new text goes to a temporary file beside the old one, is flushed to the disk and renamed.
// Mode stays, and so do owner and group as far as the system allows. Behind a symbolic link its
// target is replaced. Other hard links of the file keep the old text, as with sed -i.
#ifndef HLO_TOOLS_HLO_FMT_REPLACE_FILE_H_
#define HLO_TOOLS_HLO_FMT_REPLACE_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace hlo {

// Tells whether a file is still the one that was read.
struct FileStamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  int64_t size = 0;
  int64_t seconds = 0;  // of the last change
  int64_t nanoseconds = 0;

  bool operator==(const FileStamp& other) const;
};

// Of the regular file `path`, or what a link of that name leads to. Errors name the file.
absl::StatusOr<FileStamp> StampFile(const std::string& path);

// kAborted if the file is no longer as it was stamped: somebody else has written it meanwhile. Any
// error leaves the old file.
absl::Status ReplaceFile(const std::string& path, const FileStamp& stamp, std::string_view text);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_REPLACE_FILE_H_
