// A buffer for text that is made of many short pieces.
//
// Pieces go into a block of 64 KiB, which is appended to the result when it is full: one
// predictable compare and a short inline copy per piece, instead of a call of std::string::append.
#ifndef HLO_PRINT_TEXT_WRITER_H_
#define HLO_PRINT_TEXT_WRITER_H_

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace hlo {

class TextWriter {
 public:
  // Appends to `out`, which must outlive the writer; complete after Flush.
  explicit TextWriter(std::string* out)
      : out_(out), block_(new char[kBlockSize]), at_(block_.get()), end_(at_ + kBlockSize) {}

  void Append(std::string_view text) {
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
  void Append(char c) {
    if (at_ == end_) FlushBlock();
    *at_++ = c;
  }
  void AppendInt(int64_t value) {
    if (end_ - at_ < 24) FlushBlock();
    at_ = std::to_chars(at_, end_, value).ptr;
  }
  void Flush() { FlushBlock(); }
  // Bytes in the result, flushed or not.
  size_t size() const { return out_->size() + static_cast<size_t>(at_ - block_.get()); }

 private:
  static constexpr size_t kBlockSize = size_t{64} << 10;

  void FlushBlock() {
    out_->append(block_.get(), static_cast<size_t>(at_ - block_.get()));
    at_ = block_.get();
  }
  void AppendSlow(std::string_view text) {
    FlushBlock();
    out_->append(text.data(), text.size());
  }

  std::string* out_;
  std::unique_ptr<char[]> block_;
  char* at_;
  char* end_;
};

}  // namespace hlo

#endif  // HLO_PRINT_TEXT_WRITER_H_
