// See replace_file.h. OutputFile does the work.
#include "src/tools/hlo_fmt/replace_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/tools/common/output_file.h"

namespace hlo_text_v1::internal {

bool FileStamp::operator==(const FileStamp& other) const {
  return device == other.device && inode == other.inode && size == other.size &&
         seconds == other.seconds && nanoseconds == other.nanoseconds;
}

absl::StatusOr<FileStamp> StampFile(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    return absl::UnknownError(Absl(StrCat(path, ": ", std::strerror(errno))));
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(Absl(StrCat(path, ": is not a regular file")));
  }
#ifdef __APPLE__
  const timespec& time = info.st_mtimespec;
#else
  const timespec& time = info.st_mtim;
#endif
  return FileStamp{static_cast<uint64_t>(info.st_dev), info.st_ino, info.st_size, time.tv_sec,
                   time.tv_nsec};
}

absl::Status ReplaceFile(const std::string& path, const FileStamp& stamp, std::string_view text) {
  OutputFile out(path, OutputFile::kDurable);
  if (!out.Write(text) || !out.Sync()) return absl::UnknownError(Absl(out.error()));
  const absl::StatusOr<FileStamp> now = StampFile(path);
  if (!now.ok()) return now.status();
  if (!(*now == stamp)) {
    // Another program may have formatted it, too.
    const absl::StatusOr<SourceBuffer> theirs = SourceBuffer::ReadFile(path);
    if (theirs.ok() && theirs->view() == text) return absl::OkStatus();
    return absl::AbortedError(Absl(StrCat(path, ": has changed while it was formatted")));
  }
  return out.Commit() ? absl::OkStatus() : absl::UnknownError(Absl(out.error()));
}

}  // namespace hlo_text_v1::internal
