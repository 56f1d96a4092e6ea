// Keeps the offset of each line. A position takes a line's offset and a walk over its characters,
// or only a sum if each is one unit.
#include "src/lsp/text_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/base/utf8.h"

namespace hlo_text_v1::internal {

namespace {

bool IsAscii(std::string_view text) {
  unsigned char bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80;
}

// The length, in bytes and in units, of the character at the start of `text`.
std::pair<size_t, int64_t> CharacterAt(std::string_view text) {
  const size_t length = std::max<size_t>(1, Utf8Length(text));
  return {length, length == 4 ? 2 : 1};
}

}  // namespace

TextBuffer::TextBuffer(SourceBuffer text, PositionEncoding encoding)
    : bytes_(std::move(text)), encoding_(encoding) {
  FindLines();
}

void TextBuffer::FindLines() {
  const std::string_view text = view();
  has_one_unit_per_byte_ = encoding_ == PositionEncoding::kUtf8 || IsAscii(text);
  lines_.assign(1, 0);
  last_line_ = 0;
  const bool has_returns = text.find('\r') != std::string_view::npos;
  for (size_t at = 0; at < text.size();) {
    if (has_returns) {
      at = text.find_first_of("\r\n", at);
      if (at == std::string_view::npos) return;
      if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
    } else {
      const void* end = std::memchr(text.data() + at, '\n', text.size() - at);
      if (end == nullptr) return;
      at = static_cast<size_t>(static_cast<const char*>(end) - text.data());
    }
    lines_.push_back(static_cast<uint32_t>(++at));
  }
}

bool TextBuffer::Replace(LspRange range, std::string_view text) {
  const uint32_t begin = Offset(range.begin);
  const uint32_t end = std::max(begin, Offset(range.end));
  const std::string_view before = view();
  const size_t size = before.size() - (end - begin) + text.size();
  if (size > SourceBuffer::kMaxSize) return false;
  SourceBuffer bytes = SourceBuffer::Uninitialized(size);
  char* to = bytes.data();
  const auto write = [&to](std::string_view piece) {
    to = std::copy(piece.begin(), piece.end(), to);
  };
  write(before.substr(0, begin));
  write(text);
  write(before.substr(end));
  bytes.Truncate(size);  // adds the padding
  bytes_ = std::move(bytes);
  FindLines();
  return true;
}

int64_t TextBuffer::LineOf(uint32_t offset) const {
  const auto is_on = [&](size_t line) {
    return line < lines_.size() && lines_[line] <= offset &&
           (line + 1 == lines_.size() || offset < lines_[line + 1]);
  };
  if (!is_on(last_line_) && !is_on(++last_line_)) {
    last_line_ = static_cast<size_t>(std::upper_bound(lines_.begin(), lines_.end(), offset) -
                                     lines_.begin() - 1);
  }
  return static_cast<int64_t>(last_line_);
}

ByteRange TextBuffer::Line(int64_t line) const {
  const auto i = static_cast<size_t>(line);
  ByteRange span{lines_[i], i + 1 < lines_.size() ? lines_[i + 1] : size()};
  const char* bytes = view().data();
  while (span.end > span.begin && (bytes[span.end - 1] == '\n' || bytes[span.end - 1] == '\r')) {
    --span.end;
  }
  return span;
}

int64_t TextBuffer::Units(ByteRange span) const {
  std::string_view text = Text(span);
  if (has_one_unit_per_byte_ || IsAscii(text)) return span.size();
  int64_t units = 0;
  while (!text.empty()) {
    const auto [length, width] = CharacterAt(text);
    units += width;
    text.remove_prefix(length);
  }
  return units;
}

uint32_t TextBuffer::Offset(LspPosition position) const {
  if (position.line < 0) return 0;
  if (position.line >= line_count()) return size();
  const ByteRange line = Line(position.line);
  std::string_view text = Text(line);
  const int64_t character = std::max<int64_t>(0, position.character);
  if (has_one_unit_per_byte_ || IsAscii(text)) {
    return line.begin + static_cast<uint32_t>(std::min<int64_t>(character, line.size()));
  }
  uint32_t offset = line.begin;
  int64_t units = 0;
  while (!text.empty()) {
    const auto [length, width] = CharacterAt(text);
    if (units + width > character) break;
    units += width;
    offset += static_cast<uint32_t>(length);
    text.remove_prefix(length);
  }
  return offset;
}

LspPosition TextBuffer::Position(uint32_t offset) const {
  offset = std::min(offset, size());
  const int64_t line = LineOf(offset);
  const ByteRange before{lines_[static_cast<size_t>(line)], offset};
  return {line, has_one_unit_per_byte_ ? before.size() : Units(before)};
}

}  // namespace hlo_text_v1::internal
