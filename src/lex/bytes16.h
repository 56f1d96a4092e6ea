// Sixteen bytes at a time: SSE2 on x86, NEON on arm64. Where HLO_HAS_BYTES16 is not defined, users
// scan byte by byte.
//
// A comparison gives 0xff for the bytes where it holds and 0 for the others. Mask16 finds the first
// of them; Bits64 turns sixty-four of them into one bit each.
#ifndef HLO_LEX_BYTES16_H_
#define HLO_LEX_BYTES16_H_

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#define HLO_HAS_BYTES16
#include <emmintrin.h>
#elif defined(__AARCH64EL__) && defined(__ARM_NEON)
#define HLO_HAS_BYTES16
#include <arm_neon.h>
#endif

#ifdef HLO_HAS_BYTES16

namespace hlo_text_v1::internal {

#ifdef __SSE2__

struct Bytes16 {
  __m128i value;
};

inline Bytes16 Load16(const char* p) {
  return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))};
}

inline Bytes16 operator|(Bytes16 a, Bytes16 b) { return {_mm_or_si128(a.value, b.value)}; }
inline Bytes16 operator|(Bytes16 a, char b) { return {_mm_or_si128(a.value, _mm_set1_epi8(b))}; }
inline Bytes16 operator&(Bytes16 a, Bytes16 b) { return {_mm_and_si128(a.value, b.value)}; }

// `a` and not `b`.
inline Bytes16 Without(Bytes16 a, Bytes16 b) { return {_mm_andnot_si128(b.value, a.value)}; }

inline Bytes16 Equal(Bytes16 x, char c) { return {_mm_cmpeq_epi8(x.value, _mm_set1_epi8(c))}; }

// Bytes are unsigned here and below.
inline Bytes16 AtMost(Bytes16 x, char most) {
  return {_mm_cmpeq_epi8(_mm_min_epu8(x.value, _mm_set1_epi8(most)), x.value)};
}

// Not for the range of all bytes. SSE2 compares signed bytes, so `last` moves to the greatest one.
inline Bytes16 InRange(Bytes16 x, char first, char last) {
  constexpr int kGreatest = 127;
  const __m128i moved = _mm_add_epi8(x.value, _mm_set1_epi8(static_cast<char>(kGreatest - last)));
  return {_mm_cmpgt_epi8(moved, _mm_set1_epi8(static_cast<char>(kGreatest - last + first - 1)))};
}

// kMaskWidth bits for each of sixteen bytes, the first byte lowest.
using MaskBits = uint64_t;
constexpr int kMaskWidth = 1;

inline MaskBits ToMaskBits(Bytes16 compared) {
  return static_cast<uint32_t>(_mm_movemask_epi8(compared.value));
}

// A bit for each byte of four comparisons, the first lowest.
inline uint64_t Bits64(Bytes16 a, Bytes16 b, Bytes16 c, Bytes16 d) {
  return ToMaskBits(a) | ToMaskBits(b) << 16 | ToMaskBits(c) << 32 | ToMaskBits(d) << 48;
}

#else  // NEON

struct Bytes16 {
  uint8x16_t value;
};

inline Bytes16 Load16(const char* p) { return {vld1q_u8(reinterpret_cast<const uint8_t*>(p))}; }

inline uint8x16_t Fill16(char c) { return vdupq_n_u8(static_cast<uint8_t>(c)); }

inline Bytes16 operator|(Bytes16 a, Bytes16 b) { return {vorrq_u8(a.value, b.value)}; }
inline Bytes16 operator|(Bytes16 a, char b) { return {vorrq_u8(a.value, Fill16(b))}; }
inline Bytes16 operator&(Bytes16 a, Bytes16 b) { return {vandq_u8(a.value, b.value)}; }

// `a` and not `b`.
inline Bytes16 Without(Bytes16 a, Bytes16 b) { return {vbicq_u8(a.value, b.value)}; }

inline Bytes16 Equal(Bytes16 x, char c) { return {vceqq_u8(x.value, Fill16(c))}; }

// Bytes are unsigned here and below.
inline Bytes16 AtMost(Bytes16 x, char most) { return {vcleq_u8(x.value, Fill16(most))}; }

inline Bytes16 InRange(Bytes16 x, char first, char last) {
  return AtMost({vsubq_u8(x.value, Fill16(first))}, static_cast<char>(last - first));
}

// kMaskWidth bits for each of sixteen bytes, the first byte lowest.
using MaskBits = uint64_t;
constexpr int kMaskWidth = 4;

// NEON has no instruction for a bit per byte; this one leaves half of each byte.
inline MaskBits ToMaskBits(Bytes16 compared) {
  const uint8x8_t halves = vshrn_n_u16(vreinterpretq_u16_u8(compared.value), 4);
  return vget_lane_u64(vreinterpret_u64_u8(halves), 0);
}

// A bit for each byte of four comparisons, the first lowest: each byte keeps the bit of its
// position among eight, and neighbours are added pairwise until eight of them are one byte.
inline uint64_t Bits64(Bytes16 a, Bytes16 b, Bytes16 c, Bytes16 d) {
  const uint8x16_t bit = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
  const uint8x16_t ab = vpaddq_u8(vandq_u8(a.value, bit), vandq_u8(b.value, bit));
  const uint8x16_t cd = vpaddq_u8(vandq_u8(c.value, bit), vandq_u8(d.value, bit));
  const uint8x16_t abcd = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(abcd, abcd)), 0);
}

#endif

// The bytes, of sixteen, for which a comparison holds.
class Mask16 {
 public:
  explicit Mask16(Bytes16 compared) : bits_(ToMaskBits(compared)) {}

  bool empty() const { return bits_ == 0; }

  // The index of the first one; there must be one.
  size_t First() const { return static_cast<size_t>(__builtin_ctzll(bits_)) / kMaskWidth; }

  void RemoveFirst() { bits_ &= ~(((MaskBits{1} << kMaskWidth) - 1) << (First() * kMaskWidth)); }

  // The remaining ones.
  friend Mask16 operator~(Mask16 mask) {
    mask.bits_ ^= ~MaskBits{0} >> (64 - 16 * kMaskWidth);
    return mask;
  }

 private:
  MaskBits bits_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_HAS_BYTES16
#endif  // HLO_LEX_BYTES16_H_
