// How literals are printed: braces, numbered sub-arrays, tuples, elided values.
// Tests of src/ir: literal
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/casts.h"
#include "gtest/gtest.h"
#include "hlo/arena.h"
#include "hlo/literal.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1::literal_printer_test {

using namespace internal;

// Literals of the numbers 1, 2, 3 ... with a given shape.
class LiteralPrinter : public testing::Test {
 protected:
  Literal Counting(PrimitiveType type, const std::vector<int64_t>& dimensions) {
    const Shape* shape = pool_.Array(type, dimensions);
    const int64_t count = *ElementCount(*shape);
    std::vector<char> bytes(static_cast<size_t>(count * ByteWidth(type)));
    for (int64_t i = 0; i < count; ++i) {
      StoreElement(bytes.data() + i * ByteWidth(type), ByteWidth(type),
                   static_cast<uint64_t>(i + 1));
    }
    return Literal::Array(shape, arena_.CopySpan<char>(bytes));
  }
  Literal Scalar(PrimitiveType type, uint64_t bits) {
    char bytes[8];
    StoreElement(bytes, ByteWidth(type), bits);
    return Literal::Array(pool_.Scalar(type), arena_.CopySpan(absl::Span<const char>(
                                                  bytes, static_cast<size_t>(ByteWidth(type)))));
  }
  Literal Tuple(const std::vector<Literal>& elements) {
    std::vector<const Shape*> shapes;
    for (const Literal& element : elements) shapes.push_back(&element.shape());
    return Literal::Tuple(pool_.Tuple(shapes), arena_.CopySpan<Literal>(elements));
  }

  Arena arena_;
  ShapePool pool_{&arena_};
};

TEST_F(LiteralPrinter, ElidedTuples) {
  const Shape* shape = pool_.Tuple({pool_.Scalar(PrimitiveType::kS32)});
  const Literal literal = Literal::Tuple(shape, {}, /*elided=*/true);
  EXPECT_EQ(PrintLiteral(literal), "{...}");
  EXPECT_EQ(PrintLiteral(literal, /*with_shape=*/true), "(s32[]) {...}");
}

TEST_F(LiteralPrinter, Braces) {
  const struct {
    std::vector<int64_t> dimensions;
    std::string_view text;
  } kCases[] = {
      {{}, "1"},
      {{2}, "{1, 2}"},
      {{1}, "{1}"},
      {{0}, "{}"},
      {{0, 3}, "{  }"},
      {{3, 0}, "{ {}, {}, {} }"},
      {{2, 0, 2}, "{ {  }, {  } }"},
      {{2, 1}, "{ {1}, {2} }"},
      {{2, 2}, "{ { 1, 2 }, { 3, 4 } }"},
      {{2, 1, 2}, "{ { { 1, 2 } }, { { 3, 4 } } }"},
      {{2, 2, 2}, "{ { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } }"},
      {{1, 2, 1, 1}, "{ { /*i0=0*/ { /*i1=0*/ {1} }, { /*i1=1*/ {2} } } }"},
      {{2, 1, 1, 2}, "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 } } }, { /*i0=1*/ { /*i1=0*/ { 3, 4 } } } }"},
      {{1, 1, 1, 1, 2}, "{ { /*i0=0*/ { /*i1=0*/ { /*i2=0*/ { 1, 2 } } } } }"},
      {{1, 1, 0, 0}, "{ { /*i0=0*/ { /*i1=0*/ } } }"},
      {{1, 1, 1, 0}, "{ { /*i0=0*/ { /*i1=0*/ {} } } }"},
      {{0, 1, 1, 1}, "{  }"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(PrintLiteral(Counting(PrimitiveType::kS32, test.dimensions)), test.text);
  }
}

TEST_F(LiteralPrinter, Elements) {
  const struct {
    PrimitiveType type;
    uint64_t bits;
    std::string_view text;
  } kCases[] = {
      {PrimitiveType::kPRED, 1, "true"},
      {PrimitiveType::kPRED, 0, "false"},
      {PrimitiveType::kS4, 0xf8, "-8"},
      {PrimitiveType::kS1, 0xff, "-1"},
      {PrimitiveType::kU4, 15, "15"},
      {PrimitiveType::kS8, 0x80, "-128"},
      {PrimitiveType::kU16, 0xffff, "65535"},
      {PrimitiveType::kS64, uint64_t{1} << 63, "-9223372036854775808"},
      {PrimitiveType::kU64, ~uint64_t{0}, "18446744073709551615"},
      {PrimitiveType::kF32, 0x3f800000, "1"},
      {PrimitiveType::kF32, 0xffc00000, "-nan"},
      {PrimitiveType::kF32, 0x7f800001, "nan(0x1)"},
      {PrimitiveType::kF16, 0xfc00, "-inf"},
      {PrimitiveType::kBF16, 0xffff, "-nan(0x7f)"},
      {PrimitiveType::kF8E5M2, 0x5f, "4.5e+02"},
      {PrimitiveType::kF8E3M4, 0x71, "nan(0x1)"},
      {PrimitiveType::kF8E4M3FNUZ, 0x80, "-nan"},
      {PrimitiveType::kF8E8M0FNU, 0xff, "nan"},
      {PrimitiveType::kF8E8M0FNU, 0, "5.9e-39"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(PrintLiteral(Scalar(test.type, test.bits)), test.text);
  }
  EXPECT_EQ(PrintLiteral(Counting(PrimitiveType::kPRED, {2})), "{1, 1}");
}

TEST_F(LiteralPrinter, Complex) {
  const float values[] = {1, -0.0f, 0.333333343f, 1e6f};
  char bytes[sizeof(values)];
  char* at = bytes;
  for (const float value : values) {
    StoreElement(at, sizeof(value), absl::bit_cast<uint32_t>(value));
    at += sizeof(value);
  }
  const Literal literal =
      Literal::Array(pool_.Array(PrimitiveType::kC64, {2}), absl::Span<const char>(bytes));
  EXPECT_EQ(PrintLiteral(literal), "{(1, -0), (0.333333343, 1e+06)}");
  EXPECT_EQ(literal.GetDouble(0), 1);
  EXPECT_EQ(literal.GetImaginary(1), 1e6);
}

TEST_F(LiteralPrinter, TuplesAndElidedValues) {
  const Literal empty = Tuple({});
  const Literal one = Counting(PrimitiveType::kS32, {});
  const Literal row = Counting(PrimitiveType::kF16, {0});
  const Literal elided = Literal::Elided(pool_.Array(PrimitiveType::kF32, {3}));
  EXPECT_EQ(PrintLiteral(empty), "(  )");
  EXPECT_EQ(PrintLiteral(Tuple({one, Tuple({row, elided}), empty})), "( 1, ( {}, {...} ), (  ) )");
  EXPECT_EQ(PrintLiteral(Literal::Tuple(&empty.shape(), {}, /*elided=*/true)), "{...}");

  std::string text;
  AppendLiteralWithShape(Tuple({one, Tuple({row, elided}), empty}), &text);
  EXPECT_EQ(text, "( s32[] 1, ( f16[0]{0} {}, f32[3]{0} {...} ), (  ) )");
}

// An array's rank does not use stack.
TEST_F(LiteralPrinter, HighRank) {
  constexpr int kRank = 300000;
  const Literal literal = Counting(PrimitiveType::kS32, std::vector<int64_t>(kRank, 1));
  const std::string text = PrintLiteral(literal);
  EXPECT_EQ(text.substr(0, 23), "{ { /*i0=0*/ { /*i1=0*/");
  EXPECT_NE(text.find("{ /*i299997=0*/ {1} }"), std::string::npos);
}

}  // namespace hlo_text_v1::literal_printer_test
