// The text of an open document: bytes, lines, and positions as the protocol counts them.
//
//   TextBuffer text("HloModule m\n");
//   text.Replace({{0, 10}, {0, 11}}, "n");   // HloModule n
//   text.Offset({0, 10});                    // 10
//
// A position is a line and a unit in it, both from 0; units are UTF-16 code units, or bytes if the
// client agreed to that. A position past the end of its line means that end, as the protocol says.
// A byte that is not UTF-8 counts as one unit.
#ifndef HLO_LSP_TEXT_BUFFER_H_
#define HLO_LSP_TEXT_BUFFER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "hlo/source.h"

namespace hlo_text_v1::internal {

struct LspPosition {
  int64_t line = 0;
  int64_t character = 0;
};
struct LspRange {
  LspPosition begin;
  LspPosition end;
};
// Bytes [begin, end).
struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  uint32_t size() const { return end - begin; }
  bool Contains(uint32_t offset) const { return begin <= offset && offset <= end; }
};
inline bool operator==(ByteRange a, ByteRange b) { return a.begin == b.begin && a.end == b.end; }

enum class PositionEncoding : uint8_t { kUtf16, kUtf8 };

class TextBuffer {
 public:
  explicit TextBuffer(SourceBuffer text, PositionEncoding encoding = PositionEncoding::kUtf16);
  // A copy of `text`.
  explicit TextBuffer(std::string_view text = "",
                      PositionEncoding encoding = PositionEncoding::kUtf16)
      : TextBuffer(SourceBuffer::Copy(text), encoding) {}

  // Followed by SourceBuffer::kPadding zero bytes, so the lexer can read it.
  std::string_view view() const { return bytes_.view(); }
  uint32_t size() const { return static_cast<uint32_t>(bytes_.size()); }
  std::string_view Text(ByteRange span) const { return view().substr(span.begin, span.size()); }
  // The bytes, not copied. Replace makes a new buffer, so these never change.
  SourceBuffer Share() const { return bytes_.Share(); }

  // Replaces a range; false, changing nothing, if the text would get too long for the parser.
  // Linear in the text.
  bool Replace(LspRange range, std::string_view text);

  int64_t line_count() const { return static_cast<int64_t>(lines_.size()); }
  // The line of an offset, and the bytes of a line without its end. Logarithmic; constant for
  // ascending offsets.
  int64_t LineOf(uint32_t offset) const;
  ByteRange Line(int64_t line) const;

  // Clamps to the text. Linear in the line.
  uint32_t Offset(LspPosition position) const;
  LspPosition Position(uint32_t offset) const;
  LspRange Range(ByteRange span) const { return {Position(span.begin), Position(span.end)}; }
  // Whether each byte is one unit.
  bool has_one_unit_per_byte() const { return has_one_unit_per_byte_; }
  // Units of the bytes of a span in one line.
  int64_t Units(ByteRange span) const;

 private:
  void FindLines();

  SourceBuffer bytes_;
  PositionEncoding encoding_;
  bool has_one_unit_per_byte_ = true;
  std::vector<uint32_t> lines_;   // where each begins
  mutable size_t last_line_ = 0;  // found by LineOf
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_TEXT_BUFFER_H_
