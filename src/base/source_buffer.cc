// Reads whole files straight into place and zeroes the padding after the text.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "hlo/source.h"
#include "src/base/huge_pages.h"
#include "src/base/strings.h"

namespace hlo {

using namespace internal;

// calloc gives large blocks as untouched zero pages.
SourceBuffer::SourceBuffer(size_t size) : SourceBuffer(std::calloc(size + kPadding, 1), size) {}

SourceBuffer::SourceBuffer(void* data, size_t size)
    : data_(static_cast<char*>(data), std::free), size_(size) {
  // As a container does when it runs out of memory.
  if (data_ == nullptr) throw std::bad_alloc();
  AdviseHugePages(data_.get(), size);
}

SourceBuffer SourceBuffer::Uninitialized(size_t size) {
  // The system copies a file to a cache line three times as fast as to 16 bytes after a page, where
  // large blocks of malloc begin. In a large one small pages before the first huge page count.
  constexpr size_t kCacheLine = 64;
  constexpr size_t kLarge = size_t{8} << 20;
  const size_t alignment = size < kLarge ? kCacheLine : kHugePage;
  const size_t bytes = (size + kPadding + alignment - 1) / alignment * alignment;
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
    default:
      return absl::UnknownError(message);
  }
}

absl::Status TooLarge(const std::string& path) {
  return absl::OutOfRangeError(path + ": larger than 4 GiB");
}

absl::StatusOr<SourceBuffer> ReadDescriptor(int descriptor, const std::string& path) {
  struct stat status;
  size_t capacity = size_t{1} << 16;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    if (static_cast<uint64_t>(status.st_size) > SourceBuffer::kMaxSize) return TooLarge(path);
    // One more byte, to reach the end of the file without growing.
    capacity = static_cast<size_t>(status.st_size) + 1;
  }
  SourceBuffer buffer = SourceBuffer::Uninitialized(capacity);
  size_t size = 0;
  for (;;) {
    if (size == buffer.size()) {
      SourceBuffer larger =
          SourceBuffer::Uninitialized(std::min(buffer.size() * 2, SourceBuffer::kMaxSize + 1));
      std::memcpy(larger.data(), buffer.data(), size);
      buffer = std::move(larger);
    }
    const ssize_t got = read(descriptor, buffer.data() + size, buffer.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(path);
    if (got == 0) break;
    size += static_cast<size_t>(got);
    if (size > SourceBuffer::kMaxSize) return TooLarge(path);
  }
  buffer.Truncate(size);
  return buffer;
}

}  // namespace

absl::StatusOr<SourceBuffer> SourceBuffer::ReadFile(const std::string& path) try {
  if (path == "-") return ReadDescriptor(STDIN_FILENO, "standard input");
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return SystemError(path);
  const absl::Cleanup close_it = [descriptor] { close(descriptor); };
  return ReadDescriptor(descriptor, path);
} catch (const std::bad_alloc&) {
  return absl::ResourceExhaustedError(path + ": out of memory");
}

}  // namespace hlo
