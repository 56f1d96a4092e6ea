// Checks the open descriptor, not the path: swapping the file gives no way out of the folder.
// O_NONBLOCK: opening a pipe would wait for its writer.
#include "src/tools/hlo_view/dump_report/stage_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/tools/common/gzip.h"

namespace hlo::internal {
namespace {

absl::Status SystemError() {
  return errno == ELOOP ? absl::InvalidArgumentError("is a symbolic link, which is not followed")
                        : absl::UnavailableError(std::strerror(errno));
}

absl::Status TooLong(size_t max_bytes) {
  return absl::OutOfRangeError(StrCat("longer than ", max_bytes, " bytes, not read"));
}

// Reads at most the file's original size, even if it changes meanwhile.
absl::StatusOr<SourceBuffer> ReadAll(int fd, size_t size) {
  constexpr size_t kMaxRead = size_t{1} << 30;
  SourceBuffer buffer = SourceBuffer::Uninitialized(size);
  size_t have = 0;
  while (have < size) {
    const ssize_t got = read(fd, buffer.data() + have, std::min(size - have, kMaxRead));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError();
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  buffer.Truncate(have);
  return buffer;
}

}  // namespace

absl::StatusOr<SourceBuffer> ReadStageText(const std::string& folder, const std::string& name,
                                           const StageFileOptions& options) {
  if (name.find('/') != std::string::npos) return absl::InvalidArgumentError("is no file's name");
  const int file = open((folder + "/" + name).c_str(),
                        O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return SystemError();
  const absl::Cleanup closer = [file] { close(file); };
  struct stat info;
  if (fstat(file, &info) != 0) return SystemError();
  if (!S_ISREG(info.st_mode)) return absl::InvalidArgumentError("is no regular file");
  if (static_cast<uint64_t>(info.st_size) > options.max_bytes) return TooLong(options.max_bytes);

  absl::StatusOr<SourceBuffer> bytes = ReadAll(file, static_cast<size_t>(info.st_size));
  if (!bytes.ok() || !IsGzip(bytes->view())) return bytes;
  absl::StatusOr<SourceBuffer> text = Gunzip(bytes->view(), options.max_bytes);
  return absl::IsOutOfRange(text.status()) ? TooLong(options.max_bytes) : std::move(text);
}

absl::StatusOr<HloModule> ParseStage(SourceBuffer&& text, const StageFileOptions& options) {
  ReadOptions read;
  read.parse.allow_unknown = true;
  read.parse.jobs = options.jobs;
  // What is shown should be findable in the file.
  read.uniquify.keep_stack_frames = true;
  read.uniquify.keep_instruction_names = true;
  absl::StatusOr<HloModule> module = ReadHloModule(std::move(text), read);
  if (module.ok()) return module;
  read.parse.upgrade_legacy = true;  // not tried first: it uses one thread only
  // Refused text stays where it was. NOLINTNEXTLINE(bugprone-use-after-move)
  absl::StatusOr<HloModule> upgraded = ReadHloModule(std::move(text), read);
  return upgraded.ok() ? std::move(upgraded) : std::move(module);
}

}  // namespace hlo::internal
