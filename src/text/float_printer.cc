// Numbers as C's %.<digits>g prints them.
//
// Most values go through ExactDecimal: value = m * 2^e, so the digits are the integer nearest to
// m * 5^k * 2^(e+k), which fits 128 bits exactly for every value of moderate size. The others go
// through std::to_chars, whose general format with a precision is printf's.
#include "src/text/float_printer.h"

#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "src/base/read_float.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Longest text: sign, 17 digits, point, "0.000" or "e+308".
constexpr size_t kLongestNumber = 64;

struct Powers {
  // The largest powers of five and ten that fit uint64, and of ten that a double holds exactly.
  static constexpr int kMaxFive = 27;
  static constexpr int kMaxTen = 19;
  static constexpr int kMaxExactTen = 22;
  uint64_t five[kMaxFive + 1] = {1};
  uint64_t ten[kMaxTen + 1] = {1};
  double exact_ten[kMaxExactTen + 1] = {1};
  constexpr Powers() {
    for (int i = 1; i <= kMaxFive; ++i) five[i] = five[i - 1] * 5;
    for (int i = 1; i <= kMaxTen; ++i) ten[i] = ten[i - 1] * 10;
    for (int i = 1; i <= kMaxExactTen; ++i) exact_ten[i] = exact_ten[i - 1] * 10;
  }
};
constexpr Powers kPowers;

// A positive number rounded to `digits` significant digits: number * 10^(exponent - digits + 1),
// where `number` has exactly that many digits.
struct Decimal {
  uint64_t number;
  int digits;
  int exponent;
};

// The integer nearest to significand * 2^binary_exponent * 10^power, ties to even. False if the
// arithmetic would not be exact.
bool ScaleAndRound(uint64_t significand, int binary_exponent, int power, uint64_t* rounded) {
  const int shift = -(binary_exponent + power);
  if (power < 0 || power > Powers::kMaxFive || shift <= 0 || shift >= 127) return false;
  const absl::uint128 product = absl::uint128(significand) * kPowers.five[power];
  const absl::uint128 half = absl::uint128(1) << (shift - 1);
  const absl::uint128 rest = product & ((half << 1) - 1);
  *rounded = static_cast<uint64_t>(product >> shift);
  if (rest > half || (rest == half && (*rounded & 1) != 0)) ++*rounded;
  return true;
}

// Rounds a positive normal `value` exactly to `digits` digits, 1 <= digits <= 17; false if that
// takes wider arithmetic.
bool ExactDecimal(double value, int digits, Decimal* decimal) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  if (exponent < -62 || exponent > 62) return false;
  const uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  // floor(exponent * log10(2)): the decimal exponent or one less.
  decimal->exponent = (exponent * 19728) >> 16;
  decimal->digits = digits;
  for (;; ++decimal->exponent) {
    const int power = digits - 1 - decimal->exponent;
    if (!ScaleAndRound(significand, exponent - 52, power, &decimal->number)) return false;
    if (decimal->number < kPowers.ten[digits]) return true;
  }
}

// Writes `number`, which has `count` digits.
char* WriteDigits(uint64_t number, int count, char* text) {
  for (int i = count - 1; i >= 0; --i) {
    text[i] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
  return text + count;
}

// %g of a decimal: plain from 1e-4 to 10^digits, else with an exponent; no trailing zeros.
char* WriteDecimal(Decimal decimal, char* text) {
  int count = decimal.digits;
  const int exponent = decimal.exponent;
  for (; decimal.number % 10 == 0; --count) decimal.number /= 10;
  if (exponent < 0 && exponent >= -4) {
    std::memcpy(text, "0.000", 5);
    return WriteDigits(decimal.number, count, text + 1 - exponent);
  }
  if (exponent >= 0 && exponent < decimal.digits) {
    if (count <= exponent + 1) {
      return WriteDigits(decimal.number * kPowers.ten[exponent + 1 - count], exponent + 1, text);
    }
    const uint64_t scale = kPowers.ten[count - exponent - 1];
    text = WriteDigits(decimal.number / scale, exponent + 1, text);
    *text++ = '.';
    return WriteDigits(decimal.number % scale, count - exponent - 1, text);
  }
  const uint64_t scale = kPowers.ten[count - 1];
  *text++ = static_cast<char>('0' + decimal.number / scale);
  if (count > 1) {
    *text++ = '.';
    text = WriteDigits(decimal.number % scale, count - 1, text);
  }
  *text++ = 'e';
  *text++ = exponent < 0 ? '-' : '+';
  return WriteDigits(static_cast<uint64_t>(std::abs(exponent)), 2, text);
}

// Writes a finite value.
char* WriteGeneral(double value, int digits, char* text) {
  if (std::signbit(value)) *text++ = '-';
  value = std::fabs(value);
  if (value == 0) {
    *text++ = '0';
    return text;
  }
  Decimal decimal;
  if (ExactDecimal(value, digits, &decimal)) return WriteDecimal(decimal, text);
  return std::to_chars(text, text + kLongestNumber - 1, value, std::chars_format::general, digits)
      .ptr;
}

enum class Answer : uint8_t { kNo, kYes, kUnknown };

// Whether `decimal`, of at most 15 digits, reads back as `value` in type Float.
template <typename Float>
Answer ReadsBack(const Decimal& decimal, Float value) {
  const int power = decimal.digits - 1 - decimal.exponent;
  if (FLT_EVAL_METHOD != 0 || power < 0 || power > Powers::kMaxExactTen) return Answer::kUnknown;
  // Both operands are exact, so the quotient is the double nearest to the decimal.
  const double quotient = static_cast<double>(decimal.number) / kPowers.exact_ten[power];
  if constexpr (sizeof(Float) == sizeof(float)) {
    // Halfway between two floats, rounding twice may differ from rounding the decimal once.
    uint64_t bits;
    std::memcpy(&bits, &quotient, sizeof(bits));
    constexpr uint64_t kHalf = uint64_t{1} << 28;
    if ((bits & (2 * kHalf - 1)) == kHalf) return Answer::kUnknown;
  }
  return static_cast<Float>(quotient) == value ? Answer::kYes : Answer::kNo;
}

template <typename Float>
bool ReadsBack(const char* text, const char* end, Float value) {
  Float back = 0;
  const auto result = ReadFloat(text, end, back);
  return result.ec == std::errc() && back == value;
}

// Prints with few digits if they read back as the same Float, else with many.
template <typename Float>
void AppendRoundTrip(Float value, int few, int many, std::string* out) {
  char text[kLongestNumber];
  Decimal decimal;
  Answer answer = Answer::kUnknown;
  if (value != 0 && ExactDecimal(std::fabs(value), few, &decimal)) {
    answer = ReadsBack(decimal, std::fabs(value));
  }
  char* end = answer == Answer::kNo ? text : WriteGeneral(value, few, text);
  const bool is_enough = value == 0 || answer == Answer::kYes ||
                         (answer == Answer::kUnknown && ReadsBack(text, end, value));
  if (!is_enough) end = WriteGeneral(value, many, text);
  out->append(text, static_cast<size_t>(end - text));
}

constexpr int kF32Digits = 9;
constexpr int kF64Digits = 17;

// Whether `digits` tell `value`, of a type narrower than f32, from its neighbours.
bool ReadsBackFrom(PrimitiveType type, double value, int digits) {
  char text[kLongestNumber];
  const char* end = WriteGeneral(value, digits, text);
  double back = 0;
  const auto result = ReadFloat(text, end, back);
  return result.ec == std::errc() && NarrowToBits(type, back) == NarrowToBits(type, value);
}

void AppendNan(bool negative, std::string* out) { out->append(negative ? "-nan" : "nan"); }

void AppendInfinity(bool negative, std::string* out) { out->append(negative ? "-inf" : "inf"); }

}  // namespace

namespace internal {

void AppendGeneral(double value, int digits, std::string* out) {
  const bool negative = std::signbit(value);
  if (std::isnan(value)) return AppendNan(negative, out);
  if (std::isinf(value)) return AppendInfinity(negative, out);
  char text[kLongestNumber];
  const char* end = WriteGeneral(value, digits, text);
  out->append(text, static_cast<size_t>(end - text));
}

void AppendFloat(PrimitiveType type, double value, uint64_t nan_payload, bool exact,
                 std::string* out) {
  int digits = GetPrimitiveTypeInfo(type).digits;
  // -0 is an integer.
  if (exact && value == 0 && std::signbit(value)) {
    out->append("-0.0");
    return;
  }
  if (!std::isfinite(value)) {
    AppendGeneral(value, digits, out);
    if (!std::isnan(value) || nan_payload == 0 || nan_payload == DefaultNanPayload(type)) return;
    return absl::StrAppend(out, "(0x", absl::Hex(nan_payload), ")");
  }
  if (std::fabs(value) < kPowers.exact_ten[digits]) {
    // Most constants are integers, which take no more digits and read back.
    const auto integer = static_cast<int64_t>(value);
    const bool is_minus_zero = integer == 0 && std::signbit(value);
    if (static_cast<double>(integer) == value && !is_minus_zero) return AppendInt(integer, out);
  }
  if (exact && type == PrimitiveType::kF32 && std::fabs(value) == FLT_MAX) {
    // Nine digits round up to a value that a part of a c64 cannot have.
    return AppendGeneral(value, kF64Digits, out);
  }
  if (type == PrimitiveType::kF32) {
    return AppendRoundTrip(static_cast<float>(value), digits, kF32Digits, out);
  }
  if (type == PrimitiveType::kF64) return AppendRoundTrip(value, digits, kF64Digits, out);
  while (exact && digits < kF64Digits && !ReadsBackFrom(type, value, digits)) ++digits;
  AppendGeneral(value, digits, out);
}

void AppendInt(int64_t value, std::string* out) {
  char text[24];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  out->append(text, static_cast<size_t>(result.ptr - text));
}

}  // namespace internal

void AppendSixDigits(double value, std::string* out) {
  if (std::isnan(value)) return AppendNan(false, out);
  AppendGeneral(value, 6, out);
}

}  // namespace hlo_text_v1
