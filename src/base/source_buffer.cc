// Reads whole files straight into place and zeroes the padding after the text.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "hlo/source.h"
#include "src/base/huge_pages.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Bytes for a text and its padding.
size_t Padded(size_t size) {
  if (size > SIZE_MAX / 2) throw std::bad_alloc();
  return size + SourceBuffer::kPadding;
}

}  // namespace

// calloc gives large blocks as untouched zero pages.
SourceBuffer::SourceBuffer(size_t size) : SourceBuffer(std::calloc(Padded(size), 1), size) {}

SourceBuffer::SourceBuffer(void* data, size_t size)
    : data_(static_cast<char*>(data), std::free), size_(size) {
  // As a container does when it runs out of memory.
  if (data_ == nullptr) throw std::bad_alloc();
  AdviseHugePages(data_.get(), size);
}

SourceBuffer SourceBuffer::Uninitialized(size_t size) {
  // The system copies a file to a cache line three times as fast as to 16 bytes past a page, where
  // malloc's large blocks begin. In a large block the small pages before the first huge page cost
  // time.
  constexpr size_t kCacheLine = 64;
  constexpr size_t kLarge = size_t{8} << 20;
  const size_t alignment = size < kLarge ? kCacheLine : kHugePage;
  const size_t bytes = (Padded(size) + alignment - 1) / alignment * alignment;
  return SourceBuffer(std::aligned_alloc(alignment, bytes), size);
}

SourceBuffer SourceBuffer::Share() const { return SourceBuffer(data_, size_); }

SourceBuffer SourceBuffer::Copy(std::string_view text) {
  // Not zeroed first: that took a twentieth of the time to read a small text.
  SourceBuffer buffer(std::malloc(text.size() + kPadding), text.size());
  if (!text.empty()) std::memcpy(buffer.data(), text.data(), text.size());
  buffer.Truncate(text.size());
  return buffer;
}

void SourceBuffer::Truncate(size_t size) {
  size_ = std::min(size, size_);
  std::memset(data() + size_, 0, kPadding);
}

namespace {

absl::Status SystemError(const std::string& path) {
  const std::string message = StrCat(path, ": ", std::strerror(errno));
  switch (errno) {
    case ENOENT:
      return absl::NotFoundError(message);
    case EACCES:
      return absl::PermissionDeniedError(message);
    case ELOOP:
      return absl::InvalidArgumentError(path + ": is a symbolic link, which is not followed");
    default:
      return absl::UnknownError(message);
  }
}

absl::StatusOr<SourceBuffer> ReadDescriptor(int descriptor, const std::string& path,
                                            const SourceBuffer::FileLimits& limits) {
  const auto too_large = [&] {
    const std::string limit = HumanBytes(static_cast<int64_t>(limits.max_size));
    return absl::OutOfRangeError(StrCat(path, ": larger than ", limit));
  };
  struct stat status;
  size_t capacity = size_t{1} << 16;
  const bool is_regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (limits.only_regular && !is_regular) {
    return absl::InvalidArgumentError(path + ": is not a regular file");
  }
  if (is_regular) {
    if (static_cast<uint64_t>(status.st_size) > limits.max_size) return too_large();
    // One more byte, to reach the end of the file without growing.
    capacity = static_cast<size_t>(status.st_size) + 1;
  }
  SourceBuffer buffer = SourceBuffer::Uninitialized(capacity);
  size_t size = 0;
  for (;;) {
    if (size == buffer.size()) {
      SourceBuffer larger =
          SourceBuffer::Uninitialized(std::min(buffer.size() * 2, limits.max_size + 1));
      std::memcpy(larger.data(), buffer.data(), size);
      buffer = std::move(larger);
    }
    constexpr size_t kMost = size_t{1} << 30;  // macOS refuses more than 2 GiB at a time
    const ssize_t got =
        read(descriptor, buffer.data() + size, std::min(buffer.size() - size, kMost));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(path);
    if (got == 0) break;
    size += static_cast<size_t>(got);
    if (size > limits.max_size) return too_large();
  }
  buffer.Truncate(size);
  return buffer;
}

}  // namespace

absl::StatusOr<SourceBuffer> SourceBuffer::ReadFile(const std::string& path,
                                                    const FileLimits& limits) try {
  if (path == "-") return ReadDescriptor(STDIN_FILENO, "standard input", limits);
  // Checks the open descriptor, not the path, which may be another file by then.
  const int regular = limits.only_regular ? O_NOFOLLOW | O_NONBLOCK | O_NOCTTY : 0;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | regular);
  if (descriptor < 0) return SystemError(path);
  const absl::Cleanup close_it = [descriptor] { close(descriptor); };
  return ReadDescriptor(descriptor, path, limits);
} catch (const std::bad_alloc&) {
  return absl::ResourceExhaustedError(path + ": out of memory");
}

absl::StatusOr<SourceBuffer> SourceBuffer::ReadFile(const std::string& path) {
  return ReadFile(path, FileLimits());
}

}  // namespace hlo_text_v1
