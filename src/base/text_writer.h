// A buffer for text made of many short pieces.
//
// Pieces go into a block of 64 KiB, which goes to a string or a sink when full: one predictable
// compare and a short inline copy per piece, instead of a call of std::string::append. For a string
// with less room reserved the block is smaller: touching 64 KiB takes longer than writing a short
// text.
#ifndef HLO_BASE_TEXT_WRITER_H_
#define HLO_BASE_TEXT_WRITER_H_

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/functional/function_ref.h"

namespace hlo_text_v1::internal {

class TextWriter {
 public:
  using Sink = absl::FunctionRef<void(std::string_view)>;

  // Appends to `out`, which must outlive the writer and is complete after Flush.
  explicit TextWriter(std::string* out)
      : TextWriter(std::clamp(out->capacity() - out->size(), kSmallestBlock, kLargestBlock)) {
    out_ = out;
  }
  // Passes each full block, and the last one at Flush, to `sink`, which must outlive the writer.
  explicit TextWriter(Sink sink) : TextWriter(kLargestBlock) { sink_.emplace(sink); }

  // Keeps all text until it is cleared; the first `size` bytes are not copied.
  static TextWriter Keeping(size_t size) {
    TextWriter writer(size);
    writer.keeps_ = true;
    return writer;
  }
  std::string_view kept() const { return {block_.get(), static_cast<size_t>(at_ - block_.get())}; }
  void Clear() { at_ = block_.get(); }

  // Always inlined: as a call, which GCC 12 may choose, printing takes a tenth longer.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void Append(std::string_view text) {
    const size_t n = text.size();
    if (static_cast<size_t>(end_ - at_) < n) {
      AppendSlow(text);
      return;
    }
    const char* from = text.data();
    if (n > 32) {
      std::memcpy(at_, from, n);
    } else if (n >= 16) {
      std::memcpy(at_, from, 16);
      std::memcpy(at_ + n - 16, from + n - 16, 16);
    } else if (n >= 8) {
      std::memcpy(at_, from, 8);
      std::memcpy(at_ + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
      std::memcpy(at_, from, 4);
      std::memcpy(at_ + n - 4, from + n - 4, 4);
    } else {
      for (size_t i = 0; i < n; ++i) at_[i] = from[i];
    }
    at_ += n;
  }
  // The length of a literal is known, so its bytes are written in place.
  template <size_t N>
  ABSL_ATTRIBUTE_ALWAYS_INLINE void Append(const char (&literal)[N]) {
    if (static_cast<size_t>(end_ - at_) < N) return AppendSlow({literal, N - 1});
    std::memcpy(at_, literal, N - 1);
    at_ += N - 1;
  }
  ABSL_ATTRIBUTE_ALWAYS_INLINE void Append(char c) {
    if (at_ == end_) FlushBlock();
    *at_++ = c;
  }
  // Several texts and characters, one after the other.
  template <typename First, typename Second, typename... More>
  void Append(const First& first, const Second& second, const More&... more) {
    Append(first);
    Append(second);
    (Append(more), ...);
  }
  void AppendInt(int64_t value) {
    if (end_ - at_ < 24) FlushBlock();
    if (value >= 0 && value < 10) {  // most are
      *at_++ = static_cast<char>('0' + value);
      return;
    }
    at_ = std::to_chars(at_, end_, value).ptr;
  }
  // Room for up to `size` bytes (at most kMaxRoom) that the caller writes and then reports to
  // Wrote.
  static constexpr size_t kMaxRoom = 256;
  char* Room(size_t size) {
    if (static_cast<size_t>(end_ - at_) < size) FlushBlock();
    return at_;
  }
  void Wrote(char* end) { at_ = end; }
  void Flush() { FlushBlock(); }
  // Bytes written, flushed or not.
  size_t size() const { return flushed_ + static_cast<size_t>(at_ - block_.get()); }

 private:
  static constexpr size_t kSmallestBlock = size_t{4} << 10;
  static constexpr size_t kLargestBlock = size_t{64} << 10;

  explicit TextWriter(size_t block_size)
      : block_(new char[block_size]), at_(block_.get()), end_(at_ + block_size) {}

  void HandOn(std::string_view text) {
    flushed_ += text.size();
    if (out_ != nullptr) {
      out_->append(text);
    } else if (!text.empty()) {
      (*sink_)(text);
    }
  }
  void FlushBlock() {
    if (keeps_) return Grow(kLargestBlock);
    HandOn(std::string_view(block_.get(), static_cast<size_t>(at_ - block_.get())));
    at_ = block_.get();
  }
  void AppendSlow(std::string_view text) {
    if (keeps_) {
      Grow(text.size());
      return Append(text);
    }
    FlushBlock();
    if (text.size() < kSmallestBlock) return Append(text);
    HandOn(text);
  }

  // Makes room for `more` bytes after those kept.
  ABSL_ATTRIBUTE_COLD void Grow(size_t more) {
    const std::string_view text = kept();
    const size_t size = 2 * text.size() + more;
    std::unique_ptr<char[]> larger(new char[size]);
    std::memcpy(larger.get(), text.data(), text.size());
    at_ = larger.get() + text.size();
    end_ = larger.get() + size;
    block_ = std::move(larger);
  }

  bool keeps_ = false;
  std::string* out_ = nullptr;
  std::optional<Sink> sink_;
  size_t flushed_ = 0;
  std::unique_ptr<char[]> block_;
  char* at_;
  char* end_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_TEXT_WRITER_H_
