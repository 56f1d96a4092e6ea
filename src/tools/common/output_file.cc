// Uses POSIX calls only: they report errors of every write and of close, and write a text of some
// megabytes in one call without a copy.
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
#include <utility>

namespace hlo_text_v1::internal {
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
    // A dangling link is not replaced with a file.
    struct stat link;
    const bool is_new = errno == ENOENT && lstat(path_.c_str(), &link) != 0;
    errno = ENOENT;
    return is_new ? OpenTemporary(0666) : Fail(path_);
  }
  if (!S_ISREG(info.st_mode)) {
    fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) Fail(path_);
    return fd_ >= 0;
  }
  // Replacing a file does not need write permission for it; a read-only file is protected
  // nevertheless.
  if (access(path_.c_str(), W_OK) != 0) return Fail(path_);
  // Replace the target of a symbolic link, not the link.
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path_.c_str(), nullptr), std::free);
  if (real == nullptr) return Fail(path_);
  path_ = real.get();
  if (!OpenTemporary(0600)) return false;
  // Only root may give files away. Comes before fchmod, because changing the owner clears
  // set-user-id.
  if (durability_ == kDurable && fchown(fd_, info.st_uid, info.st_gid) != 0) errno = 0;
  return fchmod(fd_, info.st_mode & 07777) == 0 || Fail(path_);
}

bool OutputFile::CheckWritable() {
  struct stat info;
  const bool exists = stat(path_.c_str(), &info) == 0;
  if (path_.empty() || (exists && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))) return true;
  OutputFile probe(path_);
  if (probe.Open()) return true;
  failed_ = true;
  error_ = probe.error_;
  return false;
}

bool OutputFile::OpenTemporary(unsigned mode) {
  std::string begin = path_;
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string name = begin + "." + std::to_string(getpid()) + "-" + std::to_string(attempt);
    fd_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd_ >= 0) {
      temporary_ = std::move(name);  // does not allocate: the file must not be left behind
      return true;
    }
    // The file's own name may already have the maximum length.
    if (errno == ENAMETOOLONG && begin == path_) {
      begin.resize(path_.rfind('/') + 1);  // npos + 1 is 0
    } else if (errno != EEXIST) {
      break;
    }
  }
  return Fail(path_);
}

bool OutputFile::Write(std::string_view text) {
  if (!Open()) return false;
  is_synced_ = false;
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
  // EINTR: the descriptor is closed anyway.
  return result == 0 || errno == EINTR || Fail(path_.empty() ? "standard output" : path_);
}

bool OutputFile::Sync() {
  if (!Open()) return false;
  if (durability_ == kFast || temporary_.empty() || is_synced_) return true;
  is_synced_ = fsync(fd_) == 0;
  return is_synced_ || Fail(path_);
}

bool OutputFile::Commit() {
  if (!Sync() || !Close()) return false;
  if (temporary_.empty()) return true;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return Fail(path_);
  temporary_.clear();
  return true;
}

}  // namespace hlo_text_v1::internal
