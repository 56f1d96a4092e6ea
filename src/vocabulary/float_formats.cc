// Narrow floating-point types, in integer arithmetic on the bits of a double.
//
// primitive_types.def has the formats. All except kUnsigned are sign | exponent | mantissa with
// subnormals; they differ in widths, in bias and in the meaning of their topmost codes (Specials).
// Rounding works on the 53-bit significand: shift out what does not fit, round to even, and let a
// carry run into the exponent. F32 and F64 use the machine's types.
#include "src/vocabulary/float_formats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/base/casts.h"

namespace hlo_text_v1::internal {
namespace {

enum class Specials : uint8_t {
  kIeee,      // all-ones exponent: infinity and NaNs
  kFn,        // no infinity; all ones is NaN
  kFnuz,      // no infinity, no negative zero; the code of negative zero is the NaN
  kFinite,    // neither infinity nor NaN
  kUnsigned,  // exponent only, without sign or zero; all ones is NaN
};

struct Format {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  Specials specials;
};

// By PrimitiveType; empty for other types.
using Formats = std::array<Format, static_cast<size_t>(PrimitiveType::kInvalid) + 1>;
constexpr Formats MakeFormats() {
  // The words used in primitive_types.def.
  constexpr Specials Ieee = Specials::kIeee;
  constexpr Specials Fn = Specials::kFn;
  constexpr Specials Fnuz = Specials::kFnuz;
  constexpr Specials Finite = Specials::kFinite;
  constexpr Specials Unsigned = Specials::kUnsigned;
  return {{
#define HLO_PRIMITIVE_TYPE(Id, text, bits, bytes, Class, digits, mlir, ...) {__VA_ARGS__},
#include "hlo/tables/primitive_types.def"
  }};
}
constexpr Formats kFormats = MakeFormats();
constexpr const Format& FormatOf(PrimitiveType type) { return kFormats[static_cast<size_t>(type)]; }

// A missing format, or one that does not fill its type, does not compile.
constexpr bool HasWholeFormat(PrimitiveType type, int bits) {
  const Format& format = FormatOf(type);
  const int sign_bits = format.specials == Specials::kUnsigned ? 0 : 1;
  return format.exponent_bits > 0 &&
         sign_bits + format.exponent_bits + format.mantissa_bits == bits;
}
#define HLO_PRIMITIVE_TYPE(Id, text, bits, bytes, Class, ...)           \
  static_assert((PrimitiveClass::k##Class == PrimitiveClass::kFloat) == \
                    HasWholeFormat(PrimitiveType::k##Id, bits),         \
                "exponent and mantissa bits of " text);
#include "hlo/tables/primitive_types.def"

uint64_t AllOnes(int bits) { return (uint64_t{1} << bits) - 1; }

uint64_t SignBit(const Format& format) {
  return uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
}

// Code of infinity in a kIeee format: the first that is not a finite value.
uint64_t InfinityCode(const Format& format) {
  return AllOnes(format.exponent_bits) << format.mantissa_bits;
}

uint64_t MaxFiniteCode(const Format& format) {
  switch (format.specials) {
    case Specials::kIeee:
      return InfinityCode(format) - 1;
    case Specials::kFn:
      return SignBit(format) - 2;
    case Specials::kFnuz:
    case Specials::kFinite:
      return SignBit(format) - 1;
    case Specials::kUnsigned:
      return AllOnes(format.exponent_bits) - 1;
  }
  return 0;
}

// The code, without sign, of a positive finite `magnitude`, rounded as if the exponent had no upper
// limit; a code above MaxFiniteCode is an overflow.
uint64_t RoundMagnitude(const Format& format, double magnitude) {
  const uint64_t bits = absl::bit_cast<uint64_t>(magnitude);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  if (exponent == -1023) return 0;  // zero, or a subnormal double: far below all narrow types
  const uint64_t significand = (bits & AllOnes(52)) | (uint64_t{1} << 52);
  const int min_exponent = 1 - format.bias;
  const bool normal = exponent >= min_exponent;
  const int shift = 52 - format.mantissa_bits + (normal ? 0 : min_exponent - exponent);
  if (shift > 53) return 0;  // below half of the smallest value
  uint64_t rounded = significand >> shift;
  const uint64_t rest = significand & AllOnes(shift);
  // Narrow types have fewer than 52 bits. NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift)
  const uint64_t half = uint64_t{1} << (shift - 1);
  if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
  if (!normal) return rounded;
  const auto biased = static_cast<uint64_t>(int64_t{exponent} + format.bias);
  return (biased << format.mantissa_bits) + rounded - (uint64_t{1} << format.mantissa_bits);
}

// The default NaN, or the only one of a type without payloads.
uint64_t DefaultNan(PrimitiveType type, const Format& format, bool negative) {
  const uint64_t sign = SignBit(format);
  switch (format.specials) {
    case Specials::kIeee:
      return NanBits(type, negative, DefaultNanPayload(type));
    case Specials::kFn:
      return (negative ? sign : 0) | (sign - 1);
    case Specials::kFnuz:
      return sign;
    case Specials::kFinite:
      // No NaN in this type: ml_dtypes gives zero of the opposite sign.
      return negative ? 0 : sign;
    case Specials::kUnsigned:
      return AllOnes(format.exponent_bits);
  }
  return 0;
}

uint64_t Overflow(PrimitiveType type, const Format& format, bool negative) {
  const uint64_t sign = negative ? SignBit(format) : 0;
  if (format.specials == Specials::kIeee) return sign | InfinityCode(format);
  if (format.specials == Specials::kFinite) return sign | MaxFiniteCode(format);
  return DefaultNan(type, format, negative);
}

// kUnsigned: code b is 2^(b - bias).
uint64_t NarrowToExponent(PrimitiveType type, const Format& format, double value) {
  const uint64_t nan = DefaultNan(type, format, /*negative=*/false);
  if (!(value > 0) || std::isinf(value)) return nan;
  if (value <= std::ldexp(1.0, -format.bias)) return 0;
  if (value < std::ldexp(1.0, 1 - format.bias)) return 1;
  const uint64_t bits = absl::bit_cast<uint64_t>(value);
  uint64_t code = (bits >> 52) - 1023 + static_cast<uint64_t>(format.bias);
  if ((bits & (uint64_t{1} << 51)) != 0) ++code;  // ties go up
  return std::min(code, nan);
}

double WidenExponent(const Format& format, uint64_t bits) {
  if (bits == AllOnes(format.exponent_bits)) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(1.0, static_cast<int>(bits) - format.bias);
}

}  // namespace

uint64_t NarrowToBits(PrimitiveType type, double value) {
  const Format& format = FormatOf(type);
  if (format.specials == Specials::kUnsigned) return NarrowToExponent(type, format, value);
  const bool negative = std::signbit(value);
  if (std::isnan(value)) return DefaultNan(type, format, negative);
  if (type == PrimitiveType::kF64) return absl::bit_cast<uint64_t>(value);
  if (type == PrimitiveType::kF32) return absl::bit_cast<uint32_t>(static_cast<float>(value));
  if (type == PrimitiveType::kF16 || type == PrimitiveType::kBF16) {
    value = static_cast<float>(value);
  }
  if (std::isinf(value)) return Overflow(type, format, negative);
  const uint64_t code = RoundMagnitude(format, std::fabs(value));
  if (code > MaxFiniteCode(format)) return Overflow(type, format, negative);
  if (!negative || (code == 0 && format.specials == Specials::kFnuz)) return code;
  return SignBit(format) | code;
}

double WidenBits(PrimitiveType type, uint64_t bits) {
  if (type == PrimitiveType::kF64) return absl::bit_cast<double>(bits);
  if (type == PrimitiveType::kF32) return absl::bit_cast<float>(static_cast<uint32_t>(bits));
  const Format& format = FormatOf(type);
  if (format.specials == Specials::kUnsigned) return WidenExponent(format, bits);
  const uint64_t sign = SignBit(format);
  const uint64_t code = bits & (sign - 1);
  const bool negative = (bits & ~(sign - 1)) != 0;
  double value;
  if (format.specials == Specials::kFnuz && negative && code == 0) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (code > MaxFiniteCode(format)) {
    const bool infinite = format.specials == Specials::kIeee && code == InfinityCode(format);
    value = infinite ? std::numeric_limits<double>::infinity()
                     : std::numeric_limits<double>::quiet_NaN();
  } else if (const uint64_t exponent = code >> format.mantissa_bits; exponent == 0) {
    value = std::ldexp(static_cast<double>(code), 1 - format.bias - format.mantissa_bits);
  } else {
    const uint64_t mantissa = code & AllOnes(format.mantissa_bits);
    value = absl::bit_cast<double>(((exponent + 1023 - static_cast<uint64_t>(format.bias)) << 52) |
                                   (mantissa << (52 - format.mantissa_bits)));
  }
  return negative ? -value : value;
}

double MaxFinite(PrimitiveType type) { return WidenBits(type, MaxFiniteCode(FormatOf(type))); }

double LowestFinite(PrimitiveType type) {
  return FormatOf(type).specials == Specials::kUnsigned ? WidenBits(type, 0) : -MaxFinite(type);
}

int MantissaBits(PrimitiveType type) { return FormatOf(type).mantissa_bits; }

uint64_t NanPayloadMask(PrimitiveType type) {
  const Format& format = FormatOf(type);
  return format.specials == Specials::kIeee ? AllOnes(format.mantissa_bits) : 0;
}

uint64_t DefaultNanPayload(PrimitiveType type) {
  const uint64_t mask = NanPayloadMask(type);
  return mask ^ (mask >> 1);
}

uint64_t NanBits(PrimitiveType type, bool negative, uint64_t payload) {
  const Format& format = FormatOf(type);
  return (negative ? SignBit(format) : 0) | InfinityCode(format) | payload;
}

}  // namespace hlo_text_v1::internal
