// POSIX calls only: errors of every write and of close are seen, and a text of some megabytes goes
// out in one call without a copy.
#include "src/tools/common/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace hlo {
namespace {

// Linux writes at most this much in one call.
constexpr size_t kMaxWrite = 0x7ffff000;

}  // namespace

OutputFile::~OutputFile() {
  if (fd_ >= 0 && !path_.empty()) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

bool OutputFile::Fail(const std::string& path) {
  failed_ = true;
  if (errno != EPIPE) error_ = path + ": " + std::strerror(errno);
  return false;
}

bool OutputFile::Open() {
  if (failed_) return false;
  if (fd_ >= 0) return true;
  if (path_.empty()) {
    fd_ = STDOUT_FILENO;
    return true;
  }
  struct stat info;
  if (stat(path_.c_str(), &info) != 0) {
    // A link that leads nowhere is not replaced by a file.
    struct stat link;
    const bool is_new = errno == ENOENT && lstat(path_.c_str(), &link) != 0;
    errno = ENOENT;
    return is_new ? OpenTemporary(0666) : Fail(path_);
  }
  if (!S_ISREG(info.st_mode)) {
    fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    return fd_ >= 0 || Fail(path_);
  }
  // Replacing a file needs no permission to write it; not to have that should protect it all the
  // same.
  if (access(path_.c_str(), W_OK) != 0) return Fail(path_);
  // Behind a symbolic link the file is replaced, not the link.
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path_.c_str(), nullptr), std::free);
  if (real == nullptr) return Fail(path_);
  path_ = real.get();
  if (!OpenTemporary(0600)) return false;
  // Only root may give files away. Before fchmod, for a new owner takes set-user-id away.
  if (durability_ == kDurable && fchown(fd_, info.st_uid, info.st_gid) != 0) errno = 0;
  return fchmod(fd_, info.st_mode & 07777) == 0 || Fail(path_);
}

bool OutputFile::OpenTemporary(unsigned mode) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string name = path_ + "." + std::to_string(getpid()) + "-" + std::to_string(attempt);
    fd_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd_ >= 0) {
      temporary_ = name;
      return true;
    }
    if (errno != EEXIST) break;
  }
  return Fail(path_);
}

bool OutputFile::Write(std::string_view text) {
  if (!Open()) return false;
  while (!text.empty()) {
    const ssize_t written = write(fd_, text.data(), std::min(text.size(), kMaxWrite));
    if (written < 0) {
      if (errno == EINTR) continue;
      return Fail(path_.empty() ? "standard output" : path_);
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool OutputFile::Close() {
  const int result = close(fd_);
  fd_ = -1;
  // EINTR: the descriptor is closed all the same.
  return result == 0 || errno == EINTR || Fail(path_.empty() ? "standard output" : path_);
}

bool OutputFile::Commit() {
  if (!Open()) return false;
  if (durability_ == kDurable && !temporary_.empty() && fsync(fd_) != 0) return Fail(path_);
  if (!Close()) return false;
  if (temporary_.empty()) return true;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return Fail(path_);
  temporary_.clear();
  return true;
}

}  // namespace hlo
