// Collects bytes until a frame is complete. Memory grows with the bytes received, not with the
// length that a header claims.
#include "src/lsp/framing.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

namespace {

constexpr std::string_view kLength = "Content-Length:";
constexpr size_t kMaxReserved = size_t{64} << 20;

// The length in a block of header lines; false if there is not exactly one.
bool ReadLength(std::string_view header, size_t* length) {
  bool found = false;
  while (!header.empty()) {
    const size_t end = header.find("\r\n");
    std::string_view line = header.substr(0, end);
    header.remove_prefix(end == std::string_view::npos ? header.size() : end + 2);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return false;
    if (!absl::EqualsIgnoreCase(Absl(line.substr(0, colon + 1)), Absl(kLength))) continue;
    line.remove_prefix(colon + 1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    const auto [digits, error] = std::from_chars(line.data(), line.data() + line.size(), *length);
    if (found || error != std::errc() || digits != line.data() + line.size()) return false;
    found = true;
  }
  return found && *length <= FrameReader::kMaxBody;
}

}  // namespace

FrameReader::Result FrameReader::Refuse(size_t size) {
  begin_ += size;
  is_skipping_ = true;
  return kBad;
}

void FrameReader::SkipToHeader() {
  size_t next = bytes_.find(kLength, begin_);
  is_skipping_ = next == std::string::npos;
  if (is_skipping_) {
    // Keeps a possible beginning of the mark.
    next = bytes_.size() - std::min(bytes_.size() - begin_, kLength.size() - 1);
    while (kLength.substr(0, bytes_.size() - next) != std::string_view(bytes_).substr(next)) ++next;
  }
  bytes_.erase(0, next);
  begin_ = 0;
}

FrameReader::Result FrameReader::Next(std::string* body) {
  if (is_skipping_) SkipToHeader();
  if (is_skipping_) return kMore;
  if (begin_ == bytes_.size()) {
    bytes_.clear();
    begin_ = 0;
    return kMore;
  }
  const std::string_view rest = std::string_view(bytes_).substr(begin_);
  const size_t header = rest.substr(0, kMaxHeader).find("\r\n\r\n");
  if (header == std::string_view::npos) return rest.size() < kMaxHeader ? kMore : Refuse(1);
  size_t length = 0;
  if (!ReadLength(rest.substr(0, header), &length)) {
    // The last line may be a good header after garbage.
    const size_t last = rest.substr(0, header).rfind(kLength);
    const bool is_good =
        last != std::string_view::npos && ReadLength(rest.substr(last, header - last), &length);
    return Refuse(is_good ? last : header + 4);
  }
  const size_t end = header + 4 + length;
  if (rest.size() < end) {
    // Does not reserve it all at once: the bytes may never come.
    bytes_.reserve(std::min(begin_ + end, 4 * bytes_.size() + kMaxReserved));
    return kMore;
  }
  if (begin_ == 0 && rest.size() == end) {  // the usual case: no copy
    bytes_.erase(0, header + 4);
    *body = std::move(bytes_);
    bytes_.clear();
    return kMessage;
  }
  body->assign(rest.substr(header + 4, length));
  begin_ += end;
  if (begin_ > bytes_.size() / 2) {
    bytes_.erase(0, begin_);
    begin_ = 0;
  }
  return kMessage;
}

std::string FrameHeader(std::string_view body) {
  return StrCat("Content-Length: ", body.size(), "\r\n\r\n");
}

}  // namespace hlo_text_v1::internal
