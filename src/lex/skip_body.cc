// Sixty-four bytes at a time, as bits: quotes, braces, and bytes that may begin anything else.
//
// The prefix xor of the quotes has a bit for each byte inside a string. Most blocks then need no
// loop: in a body, braces are mostly lists without lists in them, `{1,0}`, so that they open and
// close in turn and the body does not end there. The prefix xor of the braces tells that, too.
// Blocks with escapes, and with single quotes or slashes outside of strings, are read byte by byte.
//
// The loop is always inlined, so that the compiler makes it for the processor of the function that
// it is inlined into, with AVX2 or without.
#include "src/lex/skip_body.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "src/lex/block_marks.h"

namespace hlo::internal {
namespace {

// Bit i is the parity of bits 0 to i.
uint64_t PrefixXor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

int Count(uint64_t bits) { return __builtin_popcountll(bits); }

// `kMarksOf` gives the marks of the block at a position.
template <Marks (*kMarksOf)(const char*)>
class BodySkipper {
 public:
  BodySkipper(const char* p, const char* end) : p_(p), end_(end) {}

  ABSL_ATTRIBUTE_ALWAYS_INLINE const char* Run() {
    while (p_ < end_) {
      if (within_ > Within::kString || !SkipBlock()) {
        const char* found = ReadBlock();
        if (found != nullptr) return found <= end_ ? found : nullptr;
      }
    }
    return nullptr;
  }

  // Reads to `place`; whether that is outside of strings and comments.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool IsCode(const char* place) {
    end_ = place;
    while (p_ < place) {
      const bool has_block = static_cast<size_t>(place - p_) >= kBlock;
      if (!has_block || within_ > Within::kString || !SkipBlock()) ReadBlock();
    }
    return p_ == place && within_ == Within::kNothing;
  }

 private:
  enum class Within : uint8_t { kNothing, kString, kSingleQuoted, kLineComment, kComment };

  // False, changing nothing, if the block may end the body, or needs a look at each byte.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool SkipBlock() {
    const Marks marks = kMarksOf(p_);
    const uint64_t strings =
        PrefixXor(marks.quotes) ^ (within_ == Within::kString ? ~uint64_t{0} : 0);
    if ((marks.backslashes | (marks.others & ~strings)) != 0) return false;
    const uint64_t opens = marks.opens & ~strings;
    const uint64_t closes = marks.closes & ~strings;
    const uint64_t odd = PrefixXor(opens | closes);  // has the first, third ... of them
    const int64_t is_odd = odd >> 63;                // whether there is an odd number of them
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

  // Reads a block, and on to the end of the last mark in it. Returns the end of the body if it is
  // there.
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

template <Marks (*kMarksOf)(const char*)>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const char* SkipBodyBy(const char* p, const char* end) {
  return BodySkipper<kMarksOf>(p, end).Run();
}

template <Marks (*kMarksOf)(const char*)>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool AreCodeBy(const char* p,
                                                   absl::Span<const char* const> places) {
  BodySkipper<kMarksOf> skipper(p, p);
  for (const char* place : places) {
    if (!skipper.IsCode(place)) return false;
  }
  return true;
}

#ifdef HLO_HAS_BYTES16
constexpr auto kBaselineMarks = MarksBySixteen;
#else
constexpr auto kBaselineMarks = MarksByByte;
#endif

const char* SkipBodyBaseline(const char* p, const char* end) {
  return SkipBodyBy<kBaselineMarks>(p, end);
}

bool AreCodeBaseline(const char* p, absl::Span<const char* const> places) {
  return AreCodeBy<kBaselineMarks>(p, places);
}

#ifdef HLO_HAS_AVX2_FUNCTIONS
bool HasAvx2() { return __builtin_cpu_supports("avx2") != 0; }

[[gnu::target("avx2")]] const char* SkipBodyWithAvx2(const char* p, const char* end) {
  return SkipBodyBy<MarksByThirtyTwo>(p, end);
}

[[gnu::target("avx2")]] bool AreCodeWithAvx2(const char* p, absl::Span<const char* const> places) {
  return AreCodeBy<MarksByThirtyTwo>(p, places);
}
#endif

}  // namespace

std::vector<BodySkippers> AllBodySkippers() {
  std::vector<BodySkippers> all = {
      {"byte by byte", SkipBodyBy<MarksByByte>, AreCodeBy<MarksByByte>},
      {"baseline", SkipBodyBaseline, AreCodeBaseline}};
#ifdef HLO_HAS_AVX2_FUNCTIONS
  if (HasAvx2()) all.push_back({"with AVX2", SkipBodyWithAvx2, AreCodeWithAvx2});
#endif
  return all;
}

namespace {

const BodySkippers& BestBodySkippers() {
  static const BodySkippers best = AllBodySkippers().back();
  return best;
}

}  // namespace

const char* SkipBody(const char* p, const char* end) {
  return BestBodySkippers().skip_body(p, end);
}

bool AreCode(const char* p, absl::Span<const char* const> places) {
  return BestBodySkippers().are_code(p, places);
}

}  // namespace hlo::internal
