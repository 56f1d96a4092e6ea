// Scans sixty-four bytes at a time, as bits: quotes, braces, and bytes that may begin anything
// else.
//
// The prefix xor of the quotes has a bit for each byte inside a string. Most blocks then need no
// loop: in a body, braces are mostly lists without lists in them, `{1,0}`, so that they open and
// close alternately and the body does not end there. The prefix xor of the braces tells whether
// they do. Blocks with escapes, and with single quotes or slashes outside of strings, are read byte
// by byte.
#include "src/lex/skip_body.h"

#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"
#include "src/lex/bytes16.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kBlock = 64;

// A bit per byte; the first byte has the lowest bit.
struct Marks {
  uint64_t quotes = 0;  // "
  uint64_t opens = 0;   // {
  uint64_t closes = 0;  // }
  uint64_t backslashes = 0;
  uint64_t others = 0;  // ' and /
};

#ifdef HLO_HAS_BYTES16
Marks MarksOf(const char* p) {
  constexpr char kOtherBit = '\'' ^ '/';  // ' and / differ only in this bit
  const Bytes16 a = Load16(p), b = Load16(p + 16), c = Load16(p + 32), d = Load16(p + 48);
  const auto find = [&](char x) {
    return Bits64(Equal(a, x), Equal(b, x), Equal(c, x), Equal(d, x));
  };
  const auto other = [](Bytes16 x) { return Equal(x | kOtherBit, '/'); };
  return {find('"'), find('{'), find('}'), find('\\'),
          Bits64(other(a), other(b), other(c), other(d))};
}
#else
Marks MarksOf(const char* p) {
  Marks marks;
  for (size_t i = 0; i < kBlock; ++i) {
    const uint64_t bit = uint64_t{1} << i;
    if (p[i] == '"') marks.quotes |= bit;
    if (p[i] == '{') marks.opens |= bit;
    if (p[i] == '}') marks.closes |= bit;
    if (p[i] == '\\') marks.backslashes |= bit;
    if (p[i] == '\'' || p[i] == '/') marks.others |= bit;
  }
  return marks;
}
#endif

// Bit i is the parity of bits 0 to i.
uint64_t PrefixXor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

int Count(uint64_t bits) { return __builtin_popcountll(bits); }

class BodySkipper {
 public:
  BodySkipper(const char* p, const char* end) : p_(p), end_(end) {}

  const char* Run() {
    while (p_ < end_) {
      if (within_ > Within::kString || !SkipBlock()) {
        const char* found = ReadBlock();
        if (found != nullptr) return found <= end_ ? found : nullptr;
      }
    }
    return nullptr;
  }

 private:
  enum class Within : uint8_t { kNothing, kString, kSingleQuoted, kLineComment, kComment };

  // False, changing nothing, if the block may end the body or must be scanned byte by byte.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool SkipBlock() {
    const Marks marks = MarksOf(p_);
    const uint64_t strings =
        PrefixXor(marks.quotes) ^ (within_ == Within::kString ? ~uint64_t{0} : 0);
    if ((marks.backslashes | (marks.others & ~strings)) != 0) return false;
    const uint64_t opens = marks.opens & ~strings;
    const uint64_t closes = marks.closes & ~strings;
    const uint64_t odd = PrefixXor(opens | closes);  // has the first, third ... brace
    const int64_t is_odd = odd >> 63;                // whether there is an odd number of braces
    if (depth_ == 1 && (odd & closes) == 0 && (~odd & opens) == 0) {
      depth_ += is_odd;
    } else if (depth_ == 2 && (odd & opens) == 0 && (~odd & closes) == 0) {
      depth_ -= is_odd;
    } else if (depth_ > Count(closes)) {
      depth_ += Count(opens) - Count(closes);
    } else {
      return false;
    }
    within_ = (strings >> 63) != 0 ? Within::kString : Within::kNothing;
    p_ += kBlock;
    return true;
  }

  // Scans a block byte by byte, and on to the end of the last string or comment that begins in it.
  // Returns the end of the body if it is there.
  ABSL_ATTRIBUTE_NOINLINE const char* ReadBlock() {
    const char* block_end = static_cast<size_t>(end_ - p_) < kBlock ? end_ : p_ + kBlock;
    while (p_ < block_end) {
      const char c = *p_++;
      switch (within_) {
        case Within::kNothing:
          if (c == '}' && --depth_ == 0) return p_;
          if (c == '{') ++depth_;
          if (c == '"') within_ = Within::kString;
          if (c == '\'') within_ = Within::kSingleQuoted;
          if (c == '/' && *p_ == '/') within_ = Within::kLineComment;
          if (c == '/' && *p_ == '*') {
            within_ = Within::kComment;
            ++p_;
          }
          break;
        case Within::kString:
        case Within::kSingleQuoted:
          if (c == '\\') ++p_;
          if (c == (within_ == Within::kString ? '"' : '\'')) within_ = Within::kNothing;
          break;
        case Within::kLineComment:
          if (c == '\n' || c == '\r') within_ = Within::kNothing;
          break;
        case Within::kComment:
          if (c == '*' && *p_ == '/') {
            within_ = Within::kNothing;
            ++p_;
          }
          break;
      }
    }
    return nullptr;
  }

  const char* p_;
  const char* end_;
  int64_t depth_ = 1;
  Within within_ = Within::kNothing;
};

}  // namespace

const char* SkipBody(const char* p, const char* end) { return BodySkipper(p, end).Run(); }

}  // namespace hlo_text_v1::internal
