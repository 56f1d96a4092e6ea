// The table has what most opcodes do to integers, real and complex numbers. Integers are computed
// in 64 bits and cut to their width; real numbers as double, rounded to their type: for types of up
// to 32 bits this rounds sums, products, quotients and square roots as if only once, since a double
// has more than twice their digits.
#include "src/evaluate/element_function.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/casts.h"
#include "absl/numeric/bits.h"
#include "absl/numeric/int128.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

using Bits = uint64_t;
using Number = std::complex<double>;

int64_t Signed(Bits bits) { return static_cast<int64_t>(bits); }

// The value of `bits` of a type in 64 bits: cut to its width, then extended.
Bits Wrap(IntegerType type, Bits bits) {
  if (type.is_pred) return bits != 0 ? 1 : 0;
  const int unused = 64 - type.width;
  if (type.is_signed) return static_cast<Bits>(Signed(bits << unused) >> unused);
  return bits << unused >> unused;
}

Bits Low(IntegerType type, Bits bits) { return bits << (64 - type.width) >> (64 - type.width); }

bool Less(IntegerType type, Bits a, Bits b) {
  return type.is_signed ? Signed(a) < Signed(b) : a < b;
}

Bits Divide(IntegerType type, Bits a, Bits b) {
  if (b == 0) return ~Bits{0};
  if (!type.is_signed) return a / b;
  if (Signed(b) == -1) return -a;
  return static_cast<Bits>(Signed(a) / Signed(b));
}

Bits Remainder(IntegerType type, Bits a, Bits b) {
  if (b == 0) return a;
  if (!type.is_signed) return a % b;
  if (Signed(b) == -1) return 0;
  return static_cast<Bits>(Signed(a) % Signed(b));
}

Bits Power(IntegerType type, Bits base, Bits exponent) {
  if (type.is_signed && Signed(exponent) < 0) {
    if (Signed(base) == -1) return (exponent & 1) != 0 ? base : 1;
    return base == 1 ? 1 : 0;
  }
  Bits result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

Bits HighProduct(IntegerType type, Bits a, Bits b) {
  if (type.is_signed) {
    return static_cast<Bits>(absl::int128(Signed(a)) * Signed(b) >> type.width);
  }
  return static_cast<Bits>(absl::uint128(a) * b >> type.width);
}

Bits Shift(IntegerType type, Bits amount) {
  return std::min<Bits>(Low(type, amount), static_cast<Bits>(type.width));
}

Bits ShiftLeft(IntegerType type, Bits a, Bits amount) {
  const Bits shift = Shift(type, amount);
  return shift >= 64 ? 0 : a << shift;
}

Bits ShiftRightLogical(IntegerType type, Bits a, Bits amount) {
  const Bits shift = Shift(type, amount);
  return shift >= 64 ? 0 : Low(type, a) >> shift;
}

Bits ShiftRightArithmetic(IntegerType type, Bits a, Bits amount) {
  // Of an unsigned type, too, the upper bit is the sign.
  const int unused = 64 - type.width;
  const Bits shift = std::min<Bits>(Shift(type, amount), 63);
  return static_cast<Bits>(Signed(a << unused) >> unused >> shift);
}

double SignOf(double a) { return std::isnan(a) || a == 0 ? a : a > 0 ? 1 : -1; }
double Logistic(double a) { return 1 / (1 + std::exp(-a)); }
double Maximum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : std::max(a, b);
}
double Minimum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : std::min(a, b);
}

Number Log1p(Number a) {
  return {0.5 * std::log1p(a.real() * (2 + a.real()) + a.imag() * a.imag()),
          std::atan2(a.imag(), 1 + a.real())};
}

Number Expm1(Number a) {
  const double half = std::sin(a.imag() / 2);
  return {std::expm1(a.real()) * std::cos(a.imag()) - 2 * half * half,
          std::exp(a.real()) * std::sin(a.imag())};
}

// Of positive and negative numbers alike: the sign is below the magnitude.
int64_t OrderKey(PrimitiveType type, Bits bits) {
  const int shift = 64 - BitWidth(type);
  if (MaxFinite(type) == -LowestFinite(type)) {
    const Bits magnitude = bits << shift << 1 >> 1 >> shift;
    return (bits << shift >> 63) != 0 ? -1 - Signed(magnitude) : Signed(magnitude);
  }
  return Signed(bits);  // a type without a sign
}

template <typename T>
bool Holds(ComparisonDirection direction, const T& a, const T& b) {
  switch (direction) {
    case ComparisonDirection::kEq:
      return a == b;
    case ComparisonDirection::kNe:
      return a != b;
    case ComparisonDirection::kGe:
      return a >= b;
    case ComparisonDirection::kGt:
      return a > b;
    case ComparisonDirection::kLe:
      return a <= b;
    case ComparisonDirection::kLt:
      return a < b;
  }
  return false;
}

// Towards zero, to the nearest value of the type.
Bits ToInteger(IntegerType type, double value) {
  if (std::isnan(value)) return 0;
  const int digits = type.width - (type.is_signed ? 1 : 0);
  const double limit = std::ldexp(1.0, digits);
  const Bits largest = digits == 0 ? 0 : ~Bits{0} >> (64 - digits);
  if (value >= limit) return largest;
  if (!type.is_signed) return value <= 0 ? 0 : static_cast<Bits>(value);
  if (value <= -limit) return ~largest;
  return static_cast<Bits>(static_cast<int64_t>(value));
}

}  // namespace

// Of an opcode: on integers (and pred), real and complex numbers; nullptr if it takes none. Those
// with one operand ignore the second.
struct ElementFunction::Row {
  HloOpcode opcode;
  Bits (*integer)(IntegerType, Bits, Bits);
  double (*real)(double, double);
  Number (*complex)(Number, Number);
};

#define HLO_INTEGER(value)                    \
  [](IntegerType t, Bits a, Bits b) -> Bits { \
    (void)t, (void)a, (void)b;                \
    return value;                             \
  }
#define HLO_REAL(value)              \
  [](double a, double b) -> double { \
    (void)a, (void)b;                \
    return value;                    \
  }
#define HLO_COMPLEX(value)           \
  [](Number a, Number b) -> Number { \
    (void)a, (void)b;                \
    return value;                    \
  }

// clang-format off
const ElementFunction::Row ElementFunction::kRows[] = {
    {HloOpcode::kAbs, HLO_INTEGER(Less(t, a, 0) ? -a : a), HLO_REAL(std::fabs(a)), nullptr},
    {HloOpcode::kAcos, nullptr, HLO_REAL(std::acos(a)), HLO_COMPLEX(std::acos(a))},
    {HloOpcode::kAcosh, nullptr, HLO_REAL(std::acosh(a)), HLO_COMPLEX(std::acosh(a))},
    {HloOpcode::kAdd, HLO_INTEGER(t.is_pred ? a | b : a + b), HLO_REAL(a + b), HLO_COMPLEX(a + b)},
    {HloOpcode::kAnd, HLO_INTEGER(a & b), nullptr, nullptr},
    {HloOpcode::kAsin, nullptr, HLO_REAL(std::asin(a)), HLO_COMPLEX(std::asin(a))},
    {HloOpcode::kAsinh, nullptr, HLO_REAL(std::asinh(a)), HLO_COMPLEX(std::asinh(a))},
    {HloOpcode::kAtan2, nullptr, HLO_REAL(std::atan2(a, b)), nullptr},
    {HloOpcode::kAtanh, nullptr, HLO_REAL(std::atanh(a)), HLO_COMPLEX(std::atanh(a))},
    {HloOpcode::kCbrt, nullptr, HLO_REAL(std::cbrt(a)), nullptr},
    {HloOpcode::kCeil, nullptr, HLO_REAL(std::ceil(a)), nullptr},
    {HloOpcode::kClz, HLO_INTEGER(static_cast<Bits>(absl::countl_zero(Low(t, a)) - (64 - t.width))), nullptr, nullptr},
    {HloOpcode::kCos, nullptr, HLO_REAL(std::cos(a)), HLO_COMPLEX(std::cos(a))},
    {HloOpcode::kCosh, nullptr, HLO_REAL(std::cosh(a)), HLO_COMPLEX(std::cosh(a))},
    {HloOpcode::kDivide, HLO_INTEGER(Divide(t, a, b)), HLO_REAL(a / b), HLO_COMPLEX(a / b)},
    {HloOpcode::kErf, nullptr, HLO_REAL(std::erf(a)), nullptr},
    {HloOpcode::kExp, nullptr, HLO_REAL(std::exp(a)), HLO_COMPLEX(std::exp(a))},
    {HloOpcode::kExp2, nullptr, HLO_REAL(std::exp2(a)), HLO_COMPLEX(std::pow(Number(2), a))},
    {HloOpcode::kExpm1, nullptr, HLO_REAL(std::expm1(a)), HLO_COMPLEX(Expm1(a))},
    {HloOpcode::kFloor, nullptr, HLO_REAL(std::floor(a)), nullptr},
    {HloOpcode::kLog, nullptr, HLO_REAL(std::log(a)), HLO_COMPLEX(std::log(a))},
    {HloOpcode::kLog1p, nullptr, HLO_REAL(std::log1p(a)), HLO_COMPLEX(Log1p(a))},
    {HloOpcode::kLog2, nullptr, HLO_REAL(std::log2(a)), HLO_COMPLEX(std::log(a) / std::log(2.0))},
    {HloOpcode::kLogistic, nullptr, HLO_REAL(Logistic(a)), HLO_COMPLEX(1.0 / (1.0 + std::exp(-a)))},
    {HloOpcode::kMaximum, HLO_INTEGER(Less(t, a, b) ? b : a), HLO_REAL(Maximum(a, b)), nullptr},
    {HloOpcode::kMinimum, HLO_INTEGER(Less(t, a, b) ? a : b), HLO_REAL(Minimum(a, b)), nullptr},
    {HloOpcode::kMulhi, HLO_INTEGER(HighProduct(t, a, b)), nullptr, nullptr},
    {HloOpcode::kMultiply, HLO_INTEGER(a * b), HLO_REAL(a * b), HLO_COMPLEX(a * b)},
    {HloOpcode::kNegate, HLO_INTEGER(-a), HLO_REAL(-a), HLO_COMPLEX(-a)},
    {HloOpcode::kNot, HLO_INTEGER(t.is_pred ? a ^ 1 : ~a), nullptr, nullptr},
    {HloOpcode::kOr, HLO_INTEGER(a | b), nullptr, nullptr},
    {HloOpcode::kPopulationCount, HLO_INTEGER(static_cast<Bits>(absl::popcount(Low(t, a)))), nullptr, nullptr},
    {HloOpcode::kPower, HLO_INTEGER(Power(t, a, b)), HLO_REAL(std::pow(a, b)), HLO_COMPLEX(std::pow(a, b))},
    {HloOpcode::kRemainder, HLO_INTEGER(Remainder(t, a, b)), HLO_REAL(std::fmod(a, b)), nullptr},
    {HloOpcode::kRoundNearestAfz, nullptr, HLO_REAL(std::round(a)), nullptr},
    {HloOpcode::kRoundNearestEven, nullptr, HLO_REAL(std::nearbyint(a)), nullptr},
    {HloOpcode::kRsqrt, nullptr, HLO_REAL(1 / std::sqrt(a)), HLO_COMPLEX(1.0 / std::sqrt(a))},
    {HloOpcode::kShiftLeft, HLO_INTEGER(ShiftLeft(t, a, b)), nullptr, nullptr},
    {HloOpcode::kShiftRightArithmetic, HLO_INTEGER(ShiftRightArithmetic(t, a, b)), nullptr, nullptr},
    {HloOpcode::kShiftRightLogical, HLO_INTEGER(ShiftRightLogical(t, a, b)), nullptr, nullptr},
    {HloOpcode::kSign, HLO_INTEGER(a == 0 ? 0 : Less(t, a, 0) ? ~Bits{0} : 1), HLO_REAL(SignOf(a)), HLO_COMPLEX(a == 0.0 ? a : a / std::abs(a))},
    {HloOpcode::kSin, nullptr, HLO_REAL(std::sin(a)), HLO_COMPLEX(std::sin(a))},
    {HloOpcode::kSinh, nullptr, HLO_REAL(std::sinh(a)), HLO_COMPLEX(std::sinh(a))},
    {HloOpcode::kSqrt, nullptr, HLO_REAL(std::sqrt(a)), HLO_COMPLEX(std::sqrt(a))},
    {HloOpcode::kSubtract, HLO_INTEGER(a - b), HLO_REAL(a - b), HLO_COMPLEX(a - b)},
    {HloOpcode::kTan, nullptr, HLO_REAL(std::tan(a)), HLO_COMPLEX(std::tan(a))},
    {HloOpcode::kTanh, nullptr, HLO_REAL(std::tanh(a)), HLO_COMPLEX(std::tanh(a))},
    {HloOpcode::kXor, HLO_INTEGER(a ^ b), nullptr, nullptr},
};
// clang-format on

#undef HLO_INTEGER
#undef HLO_REAL
#undef HLO_COMPLEX

const ElementFunction::Row* ElementFunction::FindRow(HloOpcode opcode) {
  for (const Row& row : kRows) {
    if (row.opcode == opcode) return &row;
  }
  return nullptr;
}

// Those that are not in the table, which change the type or have other operands.
ElementFunction::Apply ElementFunction::ApplyOf(HloOpcode opcode, PrimitiveType type,
                                                const Row* row) {
  const bool is_real = IsFloatingType(type), is_complex = IsComplexType(type);
  if (row != nullptr) {
    if (opcode == HloOpcode::kAbs && is_complex) return AbsComplex;
    if (is_complex) return row->complex == nullptr ? nullptr : Complex;
    if (is_real) return row->real == nullptr ? nullptr : Real;
    return row->integer == nullptr ? nullptr : Integer;
  }
  const auto first = [](const ElementFunction&, const Scalar* x) { return x[0]; };
  const std::pair<HloOpcode, Apply> others[] = {
      {HloOpcode::kClamp, is_complex ? nullptr : Apply(Clamp)},
      {HloOpcode::kCompare, Compare},
      {HloOpcode::kComplex,
       [](const ElementFunction&, const Scalar* x) { return Scalar{x[0].bits, x[1].bits}; }},
      {HloOpcode::kConvert, Convert},
      {HloOpcode::kCopy, first},
      {HloOpcode::kFma, is_real ? Apply(Fma) : nullptr},
      {HloOpcode::kImag,
       is_complex ? [](const ElementFunction&, const Scalar* x) { return Scalar{x[0].imaginary}; }
                  : Apply([](const ElementFunction&, const Scalar*) { return Scalar(); })},
      {HloOpcode::kIsFinite,
       is_real ? [](const ElementFunction& f, const Scalar* x) {
         return Scalar{std::isfinite(WidenBits(f.type_, x[0].bits)) ? Bits{1} : Bits{0}};
       } : Apply(nullptr)},
      {HloOpcode::kReal,
       [](const ElementFunction&, const Scalar* x) { return Scalar{x[0].bits}; }},
      {HloOpcode::kReducePrecision, is_real ? Apply(ReducePrecision) : nullptr},
      {HloOpcode::kSelect,
       [](const ElementFunction&, const Scalar* x) { return (x[0].bits & 1) != 0 ? x[1] : x[2]; }},
  };
  for (const auto& [other, apply] : others) {
    if (other == opcode) return apply;
  }
  return nullptr;
}

bool ElementFunction::Covers(HloOpcode opcode) {
  return FindRow(opcode) != nullptr || ApplyOf(opcode, PrimitiveType::kF32, nullptr) != nullptr;
}

absl::StatusOr<ElementFunction> ElementFunction::Of(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  ElementFunction f;
  f.type_ = instruction.operand(0)->shape().element_type();
  f.result_type_ = instruction.shape().element_type();
  f.row_ = FindRow(opcode);
  f.apply_ = ApplyOf(opcode, f.type_, f.row_);
  for (const HloInstruction* operand : instruction.operands()) {
    const bool is_selector = opcode == HloOpcode::kSelect && operand == instruction.operand(0);
    const PrimitiveType expected = opcode == HloOpcode::kSelect
                                       ? f.result_type_
                                       : instruction.operand(0)->shape().element_type();
    if (operand->shape().element_type() == expected || is_selector) continue;
    return absl::UnimplementedError("operands of different types");
  }
  if (opcode == HloOpcode::kCompare) {
    f.direction_ = instruction.comparison_direction();
    f.is_total_order_ = instruction.comparison_order() == ComparisonOrder::kTotal;
    const bool is_equality =
        f.direction_ == ComparisonDirection::kEq || f.direction_ == ComparisonDirection::kNe;
    if (IsComplexType(f.type_) && !is_equality) f.apply_ = nullptr;
  } else if (opcode == HloOpcode::kReducePrecision) {
    f.exponent_bits_ = static_cast<int>(std::clamp<int64_t>(instruction.exponent_bits(), 1, 60));
    f.mantissa_bits_ = static_cast<int>(std::clamp<int64_t>(instruction.mantissa_bits(), 0, 60));
  }
  if (f.apply_ == nullptr || !IsArrayType(f.type_)) {
    return absl::UnimplementedError(StrCat("on ", PrimitiveTypeName(f.type_)));
  }
  return f;
}

uint64_t ExtendInteger(IntegerType type, uint64_t bits) { return Wrap(type, bits); }

int64_t ToIndex(PrimitiveType type, Scalar scalar) {
  const int64_t index = Signed(Wrap(IntegerType(type), scalar.bits));
  return index < 0 && !IsSignedIntegralType(type) ? std::numeric_limits<int64_t>::max() : index;
}

Scalar FromInteger(PrimitiveType type, int64_t value, bool is_unsigned) {
  if (!IsFloatingType(type) && !IsComplexType(type)) {
    return {Wrap(IntegerType(type), static_cast<Bits>(value))};
  }
  const PrimitiveType part = ComplexComponentType(type);
  // Narrow types get what is rounded to float first, as in XLA.
  double number;
  if (part == PrimitiveType::kF64) {
    number =
        is_unsigned ? static_cast<double>(static_cast<Bits>(value)) : static_cast<double>(value);
  } else {
    number = is_unsigned ? static_cast<float>(static_cast<Bits>(value)) : static_cast<float>(value);
  }
  return {NarrowToBits(part, number)};
}

std::complex<double> ToComplex(PrimitiveType type, Scalar scalar) {
  const PrimitiveType part = ComplexComponentType(type);
  return {WidenBits(part, scalar.bits),
          IsComplexType(type) ? WidenBits(part, scalar.imaginary) : 0.0};
}

Scalar FromComplex(PrimitiveType type, std::complex<double> value) {
  const PrimitiveType part = ComplexComponentType(type);
  return {NarrowToBits(part, value.real()),
          IsComplexType(type) ? NarrowToBits(part, value.imag()) : 0};
}

Scalar ElementFunction::Integer(const ElementFunction& f, const Scalar* x) {
  const IntegerType type(f.type_);
  return {Wrap(type, f.row_->integer(type, Wrap(type, x[0].bits), Wrap(type, x[1].bits)))};
}

Scalar ElementFunction::Real(const ElementFunction& f, const Scalar* x) {
  return {NarrowToBits(f.type_,
                       f.row_->real(WidenBits(f.type_, x[0].bits), WidenBits(f.type_, x[1].bits)))};
}

Scalar ElementFunction::Complex(const ElementFunction& f, const Scalar* x) {
  return FromComplex(f.type_, f.row_->complex(ToComplex(f.type_, x[0]), ToComplex(f.type_, x[1])));
}

Scalar ElementFunction::AbsComplex(const ElementFunction& f, const Scalar* x) {
  return {NarrowToBits(f.result_type_, std::abs(ToComplex(f.type_, x[0])))};
}

Scalar ElementFunction::Clamp(const ElementFunction& f, const Scalar* x) {
  if (!IsFloatingType(f.type_)) {
    const IntegerType type(f.type_);
    const Bits low = Wrap(type, x[0].bits), value = Wrap(type, x[1].bits),
               high = Wrap(type, x[2].bits);
    const Bits raised = Less(type, value, low) ? low : value;
    return {Less(type, high, raised) ? high : raised};
  }
  const double low = WidenBits(f.type_, x[0].bits), value = WidenBits(f.type_, x[1].bits);
  return {NarrowToBits(f.type_, Minimum(Maximum(low, value), WidenBits(f.type_, x[2].bits)))};
}

Scalar ElementFunction::Compare(const ElementFunction& f, const Scalar* x) {
  const auto holds = [&](const auto& a, const auto& b) {
    return Scalar{Holds(f.direction_, a, b) ? Bits{1} : Bits{0}};
  };
  if (IsComplexType(f.type_)) {
    const bool is_equal = ToComplex(f.type_, x[0]) == ToComplex(f.type_, x[1]);
    return holds(is_equal, true);
  }
  if (IsFloatingType(f.type_)) {
    if (f.is_total_order_) return holds(OrderKey(f.type_, x[0].bits), OrderKey(f.type_, x[1].bits));
    return holds(WidenBits(f.type_, x[0].bits), WidenBits(f.type_, x[1].bits));
  }
  const IntegerType type(f.type_);
  const Bits a = Wrap(type, x[0].bits), b = Wrap(type, x[1].bits);
  return type.is_signed ? holds(Signed(a), Signed(b)) : holds(a, b);
}

Scalar ElementFunction::Convert(const ElementFunction& f, const Scalar* x) {
  const bool from_number = IsFloatingType(f.type_) || IsComplexType(f.type_);
  const bool to_number = IsFloatingType(f.result_type_) || IsComplexType(f.result_type_);
  if (f.type_ == f.result_type_) return x[0];
  if (!from_number) {
    const IntegerType type(f.type_);
    return FromInteger(f.result_type_, Signed(Wrap(type, x[0].bits)), !type.is_signed);
  }
  if (to_number) return FromComplex(f.result_type_, ToComplex(f.type_, x[0]));
  const Number value = ToComplex(f.type_, x[0]);
  if (f.result_type_ == PrimitiveType::kPRED) return {value != 0.0 ? Bits{1} : Bits{0}};
  return FromDouble(f.result_type_, value.real());
}

Scalar FromDouble(PrimitiveType type, double value) {
  if (type == PrimitiveType::kPRED) return {value != 0 ? Bits{1} : Bits{0}};
  return {ToInteger(IntegerType(type), value)};
}

Scalar ElementFunction::Fma(const ElementFunction& f, const Scalar* x) {
  const double a = WidenBits(f.type_, x[0].bits), b = WidenBits(f.type_, x[1].bits),
               c = WidenBits(f.type_, x[2].bits);
  const double result =
      f.type_ == PrimitiveType::kF64
          ? std::fma(a, b, c)
          : std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
  return {NarrowToBits(f.type_, result)};
}

// Rounds to fewer digits, whatever the exponent; then what is too large becomes infinity, and what
// would be subnormal zero.
Scalar ElementFunction::ReducePrecision(const ElementFunction& f, const Scalar* x) {
  const double value = WidenBits(f.type_, x[0].bits);
  if (value == 0 || std::isinf(value)) return x[0];
  // Without digits a NaN is infinity.
  if (std::isnan(value))
    return f.mantissa_bits_ > 0
               ? x[0]
               : Scalar{NarrowToBits(
                     f.type_, std::copysign(std::numeric_limits<double>::infinity(), value))};
  const int own_mantissa_bits = MantissaBits(f.type_);
  const int own_exponent_bits = BitWidth(f.type_) - 1 - own_mantissa_bits;
  const int own_bias = (1 << (own_exponent_bits - 1)) - 1;
  int exponent = std::max(std::ilogb(value), 1 - own_bias);
  double rounded = value;
  if (f.mantissa_bits_ < own_mantissa_bits) {
    rounded = std::ldexp(std::nearbyint(std::ldexp(value, f.mantissa_bits_ - exponent)),
                         exponent - f.mantissa_bits_);
  }
  if (f.exponent_bits_ < own_exponent_bits && rounded != 0) {
    const int bias = (1 << (f.exponent_bits_ - 1)) - 1;
    exponent = std::ilogb(rounded);
    if (exponent > bias) rounded = std::copysign(std::numeric_limits<double>::infinity(), value);
    if (exponent <= -bias) rounded = std::copysign(0.0, value);
  }
  return {NarrowToBits(f.type_, rounded)};
}

}  // namespace hlo_text_v1::internal
