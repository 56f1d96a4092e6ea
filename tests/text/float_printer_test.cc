// Compares numbers with printf, which XLA's formatting amounts to.
#include "src/text/float_printer.h"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "hlo/attribute_values.h"
#include "hlo/print_values.h"

namespace hlo_text_v1::numbers_test {

using namespace internal;

std::string Printf(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}
std::string General(double value, int digits) {
  std::string text;
  AppendGeneral(value, digits, &text);
  return text;
}
std::string Float(PrimitiveType type, double value, uint64_t payload = 0) {
  std::string text;
  AppendFloat(type, value, payload, /*exact=*/false, &text);
  return text;
}

template <typename To, typename From>
To BitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

TEST(Numbers, GeneralIsPrintf) {
  const double kValues[] = {0.0,
                            -0.0,
                            1,
                            0.1,
                            0.5,
                            1e5,
                            999999.5,
                            1e6,
                            9.9999995,
                            1e-4,
                            9.99995e-5,
                            0.00001,
                            123456,
                            1234565,
                            1e15,
                            1e16,
                            1e17,
                            1e22,
                            1e23,
                            1e100,
                            5e-324,
                            2.25e-308,
                            1.7976931348623157e308,
                            0.125,
                            0.375,
                            2.5,
                            1048576,
                            -3.75,
                            100,
                            120,
                            1000001,
                            4503599627370497.5,
                            4611686018427387904.0};
  for (const double value : kValues) {
    for (int digits = 1; digits <= 17; ++digits) {
      ASSERT_EQ(General(value, digits), Printf(value, digits)) << digits;
    }
  }
}

TEST(Numbers, GeneralIsPrintfForRandomBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto value = BitCast<double>(static_cast<uint64_t>(random()));
    const int digits = 1 + static_cast<int>(random() % 17);
    if (std::isnan(value)) continue;
    ASSERT_EQ(General(value, digits), Printf(value, digits)) << digits;
  }
}

// A part of a c64 may not be greater, as a double, than the greatest float.
TEST(Numbers, ExactlyTheGreatestFloat) {
  for (const float value : {FLT_MAX, -FLT_MAX}) {
    std::string text;
    AppendFloat(PrimitiveType::kF32, value, 0, /*exact=*/true, &text);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), static_cast<double>(value)) << text;
  }
}

// The range of the decimal arithmetic, with many exact ties among the values.
TEST(Numbers, GeneralIsPrintfForValuesOfMiddlingSize) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 60000; ++i) {
    const int bits = 1 + static_cast<int>(random() % 53);
    const int exponent = static_cast<int>(random() % 140) - 70;
    double value = std::ldexp(static_cast<double>(random() >> (64 - bits)), exponent - bits);
    if (random() % 2 == 0) value = -value;
    const int digits = 1 + static_cast<int>(random() % 17);
    ASSERT_EQ(General(value, digits), Printf(value, digits)) << digits;
  }
}

TEST(Numbers, FloatsHaveTheFewerDigitsThatReadBack) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 60000; ++i) {
    const auto bits = static_cast<uint32_t>(random());
    // Random bits, and decimals with few digits.
    const float value = i % 2 == 0 ? BitCast<float>(bits)
                                   : static_cast<float>(static_cast<int32_t>(bits) % 10000000) /
                                         static_cast<float>(std::pow(10, random() % 12));
    if (!std::isfinite(value)) continue;
    std::string expected = Printf(static_cast<double>(value), 6);
    if (std::strtof(expected.c_str(), nullptr) != value) {
      expected = Printf(static_cast<double>(value), 9);
    }
    ASSERT_EQ(Float(PrimitiveType::kF32, static_cast<double>(value)), expected);
  }
}

TEST(Numbers, DoublesHaveTheFewerDigitsThatReadBack) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 60000; ++i) {
    const auto bits = static_cast<uint64_t>(random());
    const double value = i % 2 == 0 ? BitCast<double>(bits)
                                    : static_cast<double>(static_cast<int64_t>(bits) >> 16) /
                                          std::pow(10, random() % 30);
    if (!std::isfinite(value)) continue;
    std::string expected = Printf(value, 15);
    if (std::strtod(expected.c_str(), nullptr) != value) expected = Printf(value, 17);
    ASSERT_EQ(Float(PrimitiveType::kF64, value), expected);
  }
}

TEST(Numbers, Elements) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    PrimitiveType type;
    double value;
    uint64_t payload;
    std::string_view text;
  } kCases[] = {
      {PrimitiveType::kF32, 0.0, 0, "0"},
      {PrimitiveType::kF32, -0.0, 0, "-0"},
      {PrimitiveType::kF32, 1000000, 0, "1e+06"},
      {PrimitiveType::kF32, 999999, 0, "999999"},
      {PrimitiveType::kF32, 0.333333343267440796, 0, "0.333333343"},
      {PrimitiveType::kF32, 1.40129846432481707e-45, 0, "1.4013e-45"},
      {PrimitiveType::kF32, 3.40282346638528860e+38, 0, "3.40282347e+38"},
      {PrimitiveType::kF32, -kInf, 0, "-inf"},
      {PrimitiveType::kF32, kNan, 0x400000, "nan"},
      {PrimitiveType::kF32, -kNan, 0x7fffff, "-nan(0x7fffff)"},
      {PrimitiveType::kF64, 0.1, 0, "0.1"},
      {PrimitiveType::kF64, 0.30000000000000004, 0, "0.30000000000000004"},
      {PrimitiveType::kF64, 5e-324, 0, "4.94065645841247e-324"},
      {PrimitiveType::kF64, kNan, 1, "nan(0x1)"},
      {PrimitiveType::kF64, kNan, uint64_t{1} << 51, "nan"},
      {PrimitiveType::kF16, 0.0999755859375, 0, "0.099976"},
      {PrimitiveType::kBF16, 0.10009765625, 0, "0.1001"},
      {PrimitiveType::kBF16, -kNan, 0x7f, "-nan(0x7f)"},
      {PrimitiveType::kF8E5M2, 448, 0, "4.5e+02"},
      {PrimitiveType::kF8E4M3FNUZ, -kNan, 0, "-nan"},
      {PrimitiveType::kF6E3M2FN, 0.0625, 0, "0.062"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(Float(test.type, test.value, test.payload), test.text);
  }
}

TEST(Numbers, SixDigits) {
  const std::pair<double, std::string_view> kCases[] = {
      {0.1, "0.1"},
      {1e-5, "1e-05"},
      {0.0001, "0.0001"},
      {100000, "100000"},
      {1000000, "1e+06"},
      {999999.5, "1e+06"},
      {123456789, "1.23457e+08"},
      {1e100, "1e+100"},
      {-0.0, "-0"},
      {1.40129846432481707e-45, "1.4013e-45"},
      {9223372036854775807.0, "9.22337e+18"},
      {-std::numeric_limits<double>::infinity(), "-inf"},
      {-std::numeric_limits<double>::quiet_NaN(), "nan"},
  };
  for (const auto& [value, expected] : kCases) {
    std::string text;
    AppendSixDigits(value, &text);
    EXPECT_EQ(text, expected);
  }
}

TEST(Numbers, Integers) {
  for (const int64_t value :
       {int64_t{0}, int64_t{-1}, int64_t{42}, std::numeric_limits<int64_t>::min(),
        std::numeric_limits<int64_t>::max()}) {
    std::string text = "x";
    AppendInt(value, &text);
    EXPECT_EQ(text, "x" + std::to_string(value));
  }
}

}  // namespace hlo_text_v1::numbers_test
