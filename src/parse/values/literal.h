// Literals: the text between the parentheses of constant(...), and custom-call's literal=.
#ifndef HLO_PARSE_VALUES_LITERAL_H_
#define HLO_PARSE_VALUES_LITERAL_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/literal.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

// The value of a constant of `shape` (array, buffer or tuple), without the parentheses. The
// literal's own shape, which the constant gets, has static dimensions, no buffer, no element size
// in its layout (XLA LiteralUtil / HloParserImpl::ParseLiteral).
bool ReadLiteral(ParseContext& ctx, const Shape& shape, Literal* literal);

// A literal that carries its shape: `f32[2]{0} {1, 2}`, `(s32[] 1, pred[] true)`.
bool ReadLiteralWithShape(ParseContext& ctx, Literal* literal);

// The value of an array constant: `5`, `{1, 2}`, `{ { (1, nan), (0, 2) } }`, `{...}`. A literal of
// `shape`, an array of static dimensions that becomes the literal's shape. Elements
// that the text omits, which XLA allows in few cases, are zero bits.
bool ReadDenseLiteral(ParseContext& ctx, const Shape* shape, Literal* literal);

// Memory for the elements of a literal while it is read.
//
// The shape gives the expected number of elements, but a short text may claim a huge shape. The
// arena provides all memory at once only while it stays small relative to the source; otherwise
// elements go into a vector that grows with what is read, and are copied at the end.
class LiteralStorage {
 public:
  // For `count` elements of `width` bytes each; their product must fit into int64. The arena had
  // `bytes_before` before the text was read; these do not count.
  LiteralStorage(Arena& arena, size_t source_size, int64_t count, int width,
                 size_t bytes_before = 0)
      : arena_(arena),
        source_size_(source_size),
        count_(count),
        width_(width),
        bytes_before_(bytes_before) {}

  // Where element `index` goes. Elements must be asked for in order, 0 <= index < count.
  char* Slot(int64_t index) {
    if (index >= capacity_) Grow();
    return data_ + index * width_;
  }

  // Whether `bytes` more in the arena would be in proportion to the text.
  bool IsAffordable(int64_t bytes) const {
    constexpr uint64_t kFree = uint64_t{128} << 10;
    constexpr uint64_t kBytesPerByteOfText = 8;
    constexpr int64_t kAlways = 64;
    const uint64_t limit = kFree + kBytesPerByteOfText * source_size_;
    const uint64_t used = arena_.allocated_bytes() - bytes_before_;
    return bytes <= kAlways || used + static_cast<uint64_t>(bytes) <= limit;
  }

  // The elements, in the arena; call when each has been written.
  absl::Span<const char> Finish() {
    if (grown_.empty()) return {data_, static_cast<size_t>(count_ * width_)};
    const auto size = static_cast<size_t>(count_ * width_);
    char* copy = Allocate();
    std::memcpy(copy, grown_.data(), grown_.size());
    std::memset(copy + grown_.size(), 0, size - grown_.size());
    return {copy, size};
  }
  // The elements if only the first one was given, at `first`: the rest are zero and not stored.
  absl::Span<const char> Fill(const char* first) {
    return arena_.CopySpan(absl::Span<const char>(first, count_ == 0 ? 0 : width_));
  }

 private:
  void Grow() {
    if (grown_.empty() && IsAffordable(count_ * width_)) {
      data_ = Allocate();
      capacity_ = count_;
      return;
    }
    constexpr int64_t kFirst = 256;
    capacity_ = std::min(count_, std::max(kFirst, 2 * capacity_));
    grown_.resize(static_cast<size_t>(capacity_ * width_));
    data_ = grown_.data();
  }

  char* Allocate() {
    return static_cast<char*>(
        arena_.Allocate(static_cast<size_t>(count_ * width_), static_cast<size_t>(width_)));
  }

  Arena& arena_;
  const size_t source_size_;
  const int64_t count_;
  const int width_;
  const size_t bytes_before_;
  char* data_ = nullptr;
  int64_t capacity_ = 0;  // elements that fit at data_
  std::vector<char> grown_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_VALUES_LITERAL_H_
