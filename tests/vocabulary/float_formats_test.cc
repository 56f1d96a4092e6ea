// Narrow float types: every value of the small ones, and all roundings between them.
#include "src/vocabulary/float_formats.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include "gtest/gtest.h"

namespace hlo_text_v1::float_formats_test {

using namespace internal;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr PrimitiveType kSmallTypes[] = {
    PrimitiveType::kF16,        PrimitiveType::kBF16,       PrimitiveType::kF8E5M2,
    PrimitiveType::kF8E4M3,     PrimitiveType::kF8E3M4,     PrimitiveType::kF8E4M3FN,
    PrimitiveType::kF8E4M3FNUZ, PrimitiveType::kF8E5M2FNUZ, PrimitiveType::kF8E4M3B11FNUZ,
    PrimitiveType::kF6E3M2FN,   PrimitiveType::kF6E2M3FN,   PrimitiveType::kF4E2M1FN,
};

uint64_t CodeCount(PrimitiveType type) { return uint64_t{1} << BitWidth(type); }

TEST(FloatFormats, EveryCodeComesBack) {
  for (const PrimitiveType type : kSmallTypes) {
    for (uint64_t bits = 0; bits < CodeCount(type); ++bits) {
      const double value = WidenBits(type, bits);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(WidenBits(type, NarrowToBits(type, value))));
      } else {
        ASSERT_EQ(NarrowToBits(type, value), bits) << PrimitiveTypeName(type);
      }
    }
  }
}

// Between two neighbours: rounds to the nearer one, from the middle to the even one.
TEST(FloatFormats, RoundsToNearestEven) {
  for (const PrimitiveType type : kSmallTypes) {
    std::map<double, uint64_t> codes;
    for (uint64_t bits = 0; bits < CodeCount(type); ++bits) {
      const double value = WidenBits(type, bits);
      if (std::isfinite(value) && !(value == 0 && std::signbit(value))) codes[value] = bits;
    }
    for (auto low = codes.begin(), high = std::next(low); high != codes.end(); ++low, ++high) {
      const double middle = (low->first + high->first) / 2;
      const double even = (low->second & 1) == 0 ? low->first : high->first;
      ASSERT_EQ(WidenBits(type, NarrowToBits(type, middle)), even) << PrimitiveTypeName(type);
      // F16 and BF16 are rounded to F32 first.
      const auto single = static_cast<float>(middle);
      const bool by_f32 = type == PrimitiveType::kF16 || type == PrimitiveType::kBF16;
      const double below =
          by_f32 ? std::nextafter(single, -HUGE_VALF) : std::nextafter(middle, -kInf);
      const double above =
          by_f32 ? std::nextafter(single, HUGE_VALF) : std::nextafter(middle, kInf);
      ASSERT_EQ(WidenBits(type, NarrowToBits(type, below)), low->first) << PrimitiveTypeName(type);
      ASSERT_EQ(WidenBits(type, NarrowToBits(type, above)), high->first) << PrimitiveTypeName(type);
    }
  }
}

TEST(FloatFormats, Narrows) {
  const struct {
    PrimitiveType type;
    double value;
    uint64_t bits;
  } kCases[] = {
      {PrimitiveType::kF32, 16777217, 0x4b800000}, {PrimitiveType::kF32, -0.0, 0x80000000},
      {PrimitiveType::kF32, 1e39, 0x7f800000},     {PrimitiveType::kF64, 1, 0x3ff0000000000000},
      {PrimitiveType::kF16, 65519, 0x7bff},        {PrimitiveType::kF16, 65520, 0x7c00},
      {PrimitiveType::kF16, 1.0004882813, 0x3c00},  // rounded twice
      {PrimitiveType::kBF16, -1e300, 0xff80},      {PrimitiveType::kF8E5M2, 464, 0x5f},
      {PrimitiveType::kF8E4M3, -1e-30, 0x80},      {PrimitiveType::kF8E4M3, kInf, 0x78},
      {PrimitiveType::kF8E4M3FN, 464, 0x7e},       {PrimitiveType::kF8E4M3FN, 465, 0x7f},
      {PrimitiveType::kF8E4M3FN, -kInf, 0xff},     {PrimitiveType::kF8E4M3FNUZ, kNan, 0x80},
      {PrimitiveType::kF8E4M3FNUZ, kInf, 0x80},    {PrimitiveType::kF8E5M2FNUZ, -0.0, 0},
      {PrimitiveType::kF8E5M2FNUZ, -1e-30, 0},     {PrimitiveType::kF8E8M0FNU, 6, 130},
      {PrimitiveType::kF8E8M0FNU, 5.999, 129},     {PrimitiveType::kF8E8M0FNU, 5.9e-39, 1},
      {PrimitiveType::kF8E8M0FNU, 1e-300, 0},      {PrimitiveType::kF8E8M0FNU, 0, 0xff},
      {PrimitiveType::kF8E8M0FNU, -1, 0xff},       {PrimitiveType::kF8E8M0FNU, 3e38, 0xff},
      {PrimitiveType::kF8E8M0FNU, -kNan, 0xff},    {PrimitiveType::kF4E2M1FN, 1e10, 7},
      {PrimitiveType::kF4E2M1FN, kNan, 8},         {PrimitiveType::kF4E2M1FN, -kNan, 0},
      {PrimitiveType::kF6E3M2FN, 0.0625, 1},       {PrimitiveType::kF6E2M3FN, -kInf, 0x3f},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(NarrowToBits(test.type, test.value), test.bits)
        << PrimitiveTypeName(test.type) << ' ' << test.value;
  }
}

TEST(FloatFormats, Ranges) {
  const struct {
    PrimitiveType type;
    double lowest;
    double max;
  } kCases[] = {
      {PrimitiveType::kF64, -1.7976931348623157e308, 1.7976931348623157e308},
      {PrimitiveType::kF32, -3.4028234663852886e38, 3.4028234663852886e38},
      {PrimitiveType::kF16, -65504, 65504},
      {PrimitiveType::kBF16, -3.3895313892515355e38, 3.3895313892515355e38},
      {PrimitiveType::kF8E5M2, -57344, 57344},
      {PrimitiveType::kF8E4M3, -240, 240},
      {PrimitiveType::kF8E3M4, -15.5, 15.5},
      {PrimitiveType::kF8E4M3FN, -448, 448},
      {PrimitiveType::kF8E4M3FNUZ, -240, 240},
      {PrimitiveType::kF8E5M2FNUZ, -57344, 57344},
      {PrimitiveType::kF8E4M3B11FNUZ, -30, 30},
      {PrimitiveType::kF8E8M0FNU, 5.877471754111438e-39, 1.7014118346046923e38},
      {PrimitiveType::kF6E3M2FN, -28, 28},
      {PrimitiveType::kF6E2M3FN, -7.5, 7.5},
      {PrimitiveType::kF4E2M1FN, -6, 6},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(LowestFinite(test.type), test.lowest) << PrimitiveTypeName(test.type);
    EXPECT_EQ(MaxFinite(test.type), test.max) << PrimitiveTypeName(test.type);
  }
}

TEST(FloatFormats, NanPayloads) {
  const struct {
    PrimitiveType type;
    uint64_t mask;
    uint64_t quiet;
  } kCases[] = {
      {PrimitiveType::kF64, 0xfffffffffffff, 0x8000000000000},
      {PrimitiveType::kF32, 0x7fffff, 0x400000},
      {PrimitiveType::kF16, 0x3ff, 0x200},
      {PrimitiveType::kBF16, 0x7f, 0x40},
      {PrimitiveType::kF8E5M2, 3, 2},
      {PrimitiveType::kF8E4M3, 7, 4},
      {PrimitiveType::kF8E3M4, 15, 8},
      {PrimitiveType::kF8E4M3FN, 0, 0},
      {PrimitiveType::kF8E8M0FNU, 0, 0},
      {PrimitiveType::kF4E2M1FN, 0, 0},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(NanPayloadMask(test.type), test.mask) << PrimitiveTypeName(test.type);
    EXPECT_EQ(DefaultNanPayload(test.type), test.quiet) << PrimitiveTypeName(test.type);
  }
  EXPECT_EQ(NanBits(PrimitiveType::kF32, true, 1), 0xff800001u);
  EXPECT_EQ(NanBits(PrimitiveType::kF8E5M2, false, 3), 0x7fu);
  EXPECT_EQ(NarrowToBits(PrimitiveType::kF32, -kNan), 0xffc00000u);
  EXPECT_TRUE(std::signbit(WidenBits(PrimitiveType::kF8E5M2, 0xfd)));
}

TEST(FloatFormats, ElementsInMemory) {
  for (const int bytes : {1, 2, 4, 8}) {
    char memory[9] = {};
    memory[bytes] = 'x';
    const uint64_t bits = 0x8182838485868788 >> (64 - 8 * bytes);
    StoreElement(memory, bytes, bits);
    EXPECT_EQ(LoadElement(memory, bytes), bits);
    EXPECT_EQ(memory[bytes], 'x');
  }
}

}  // namespace hlo_text_v1::float_formats_test
