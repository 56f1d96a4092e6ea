// Uses zlib's inflate and deflate with its gzip header, in steps that fit its 32-bit counts. The
// output buffer doubles as text arrives, whatever size the trailer claims.
#include "src/read/source.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "hlo/source.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"

#ifdef HLO_TEXT_HAVE_ZLIB
#include <zlib.h>
#endif

namespace hlo_text_v1::internal {

absl::StatusOr<Source> ReadSource(const std::string& path, const SourceBuffer::FileLimits& limits) {
  absl::StatusOr<SourceBuffer> bytes = SourceBuffer::ReadFile(path, limits);
  if (!bytes.ok()) return bytes.status();
  if (!IsGzip(bytes->view())) return Source{*std::move(bytes)};
  absl::StatusOr<SourceBuffer> text = Gunzip(bytes->view(), limits.max_size);
  if (text.ok()) return Source{*std::move(text), /*is_gzip=*/true};
  const std::string name = path == "-" ? "standard input" : path;
  return absl::Status(text.status().code(), StrCat(name, ": ", Std(text.status().message())));
}

absl::StatusOr<SourceBuffer> ReadSourceText(const std::string& path) {
  absl::StatusOr<Source> source = ReadSource(path);
  if (!source.ok()) return source.status();
  return std::move(source->text);
}

#ifdef HLO_TEXT_HAVE_ZLIB

namespace {

constexpr size_t kMaxStep = size_t{1} << 30;
// windowBits for gzip's header and trailer. Source: zlib.h.
constexpr int kGzipWindowBits = 15 + 16;

Bytef* AsBytes(const char* p) { return reinterpret_cast<Bytef*>(const_cast<char*>(p)); }

class Inflater {
 public:
  Inflater(std::string_view bytes, size_t max_size)
      : rest_(bytes),
        max_size_(max_size),
        buffer_(std::min(std::max<size_t>(4 * bytes.size(), 256), max_size + 1)) {}
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  absl::StatusOr<SourceBuffer> Run() {
    if (inflateInit2(&stream_, kGzipWindowBits) != Z_OK) throw std::bad_alloc();
    for (;;) {
      absl::Status status = InflateMember();
      if (!status.ok()) return status;
      // Tapes and block devices pad with zeros.
      if (rest_.find_first_not_of('\0') == std::string_view::npos) break;
      inflateReset(&stream_);
    }
    buffer_.Truncate(size_);
    return std::move(buffer_);
  }

 private:
  absl::Status InflateMember() {
    for (;;) {
      if (size_ > max_size_) return TooLarge();
      if (size_ == buffer_.size()) Grow();
      const size_t in = std::min(rest_.size(), kMaxStep);
      const size_t out = std::min(buffer_.size() - size_, kMaxStep);
      stream_.next_in = AsBytes(rest_.data());
      stream_.avail_in = static_cast<uInt>(in);
      stream_.next_out = AsBytes(buffer_.data() + size_);
      stream_.avail_out = static_cast<uInt>(out);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      rest_.remove_prefix(in - stream_.avail_in);
      size_ += out - stream_.avail_out;
      if (result == Z_STREAM_END) return size_ > max_size_ ? TooLarge() : absl::OkStatus();
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      // No progress: there is always room, so more input is missing.
      if (result == Z_BUF_ERROR) return absl::DataLossError("the gzip'd data end early");
      if (result != Z_OK) return absl::DataLossError("the gzip'd data are damaged");
    }
  }

  absl::Status TooLarge() const {
    const std::string limit = HumanBytes(static_cast<int64_t>(max_size_));
    return absl::OutOfRangeError(StrCat("larger than ", limit, " when unpacked"));
  }

  void Grow() {
    SourceBuffer larger(std::min(buffer_.size() * 2, max_size_ + 1));
    std::memcpy(larger.data(), buffer_.data(), size_);
    buffer_ = std::move(larger);
  }

  z_stream stream_ = {};
  std::string_view rest_;
  const size_t max_size_;
  SourceBuffer buffer_;  // at most one byte more than max_size_, to detect more text
  size_t size_ = 0;
};

}  // namespace

absl::StatusOr<SourceBuffer> Gunzip(std::string_view bytes, size_t max_size) {
  return Inflater(bytes, max_size).Run();
}

absl::StatusOr<std::string> Gzip(std::string_view text) {
  z_stream stream = {};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindowBits, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const absl::Cleanup end_it = [&stream] { deflateEnd(&stream); };
  std::string out;
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    const size_t size = out.size();
    const size_t step = std::clamp<size_t>(text.size() / 4, 256, kMaxStep);
    out.resize(size + step);
    const size_t in = std::min(text.size(), kMaxStep);
    stream.next_in = AsBytes(text.data());
    stream.avail_in = static_cast<uInt>(in);
    stream.next_out = AsBytes(out.data() + size);
    stream.avail_out = static_cast<uInt>(step);
    result = deflate(&stream, in == text.size() ? Z_FINISH : Z_NO_FLUSH);
    text.remove_prefix(in - stream.avail_in);
    out.resize(size + step - stream.avail_out);
    if (result == Z_STREAM_ERROR) break;
  }
  if (result != Z_STREAM_END) return absl::InternalError("gzip failed");
  return out;
}

std::optional<std::string> ReadStart(const std::string& path, size_t size) {
  const gzFile file = gzopen(path.c_str(), "rb");  // also reads what is not gzip'd
  if (file == nullptr) return std::nullopt;
  std::string start(size, '\0');
  const int read = gzread(file, start.data(), static_cast<unsigned>(size));
  gzclose_r(file);
  if (read < 0) return std::nullopt;
  start.resize(static_cast<size_t>(read));
  return start;
}

#else

namespace {
absl::Status NoZlib() { return absl::UnimplementedError("gzip'd, and this build has no zlib"); }
}  // namespace

absl::StatusOr<SourceBuffer> Gunzip(std::string_view, size_t) { return NoZlib(); }
absl::StatusOr<std::string> Gzip(std::string_view) { return NoZlib(); }

std::optional<std::string> ReadStart(const std::string& path, size_t size) {
  std::ifstream file(path, std::ios::binary);
  std::string start(size, '\0');
  if (!file || (!file.read(start.data(), static_cast<std::streamsize>(size)) && !file.eof())) {
    return std::nullopt;
  }
  start.resize(static_cast<size_t>(file.gcount()));
  if (IsGzip(start)) return std::nullopt;
  return start;
}

#endif

}  // namespace hlo_text_v1::internal
