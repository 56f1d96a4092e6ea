#include "hlo/primitive_type.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace hlo_text_v1::primitive_type_test {

TEST(PrimitiveType, NamesAreFoundAndUpperNamesAreTheNamesInCapitals) {
  for (int i = 0; i < static_cast<int>(PrimitiveType::kTuple); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    EXPECT_EQ(ParsePrimitiveType(PrimitiveTypeName(type)), type);
    std::string upper(PrimitiveTypeName(type));
    for (char& c : upper) c = static_cast<char>(std::toupper(c));
    EXPECT_EQ(PrimitiveTypeUpperName(type), upper);
  }
}

TEST(PrimitiveType, NoOtherWords) {
  for (const char* word : {"", "F32", "bool", "i32", "int4", "f8", "c32", "opaque_type", "tuple",
                           "buffer", "invalid", "e8m0", "tf32", "add"}) {
    EXPECT_FALSE(ParsePrimitiveType(word).has_value()) << word;
  }
}

TEST(PrimitiveType, Sizes) {
  struct Case {
    PrimitiveType type;
    int bits;
    int bytes;
  };
  for (const Case& c : {Case{PrimitiveType::kPRED, 1, 1}, Case{PrimitiveType::kS1, 1, 1},
                        Case{PrimitiveType::kU4, 4, 1}, Case{PrimitiveType::kS8, 8, 1},
                        Case{PrimitiveType::kF4E2M1FN, 4, 1}, Case{PrimitiveType::kF6E3M2FN, 6, 1},
                        Case{PrimitiveType::kF8E8M0FNU, 8, 1}, Case{PrimitiveType::kBF16, 16, 2},
                        Case{PrimitiveType::kF64, 64, 8}, Case{PrimitiveType::kC64, 64, 8},
                        Case{PrimitiveType::kC128, 128, 16}, Case{PrimitiveType::kTOKEN, 0, 0},
                        Case{PrimitiveType::kTuple, 0, 0}, Case{PrimitiveType::kInvalid, 0, 0}}) {
    EXPECT_EQ(BitWidth(c.type), c.bits) << PrimitiveTypeName(c.type);
    EXPECT_EQ(ByteWidth(c.type), c.bytes) << PrimitiveTypeName(c.type);
  }
}

TEST(PrimitiveType, Classes) {
  EXPECT_TRUE(IsFloatingType(PrimitiveType::kF8E4M3B11FNUZ));
  EXPECT_FALSE(IsFloatingType(PrimitiveType::kC64));
  EXPECT_TRUE(IsComplexType(PrimitiveType::kC128));
  EXPECT_TRUE(IsIntegralType(PrimitiveType::kU1));
  EXPECT_TRUE(IsUnsignedIntegralType(PrimitiveType::kU64));
  EXPECT_FALSE(IsSignedIntegralType(PrimitiveType::kU64));
  EXPECT_FALSE(IsIntegralType(PrimitiveType::kPRED));
  EXPECT_TRUE(IsArrayType(PrimitiveType::kPRED));
  EXPECT_TRUE(IsArrayType(PrimitiveType::kC64));
  for (PrimitiveType type : {PrimitiveType::kTOKEN, PrimitiveType::kOPAQUE, PrimitiveType::kTuple,
                             PrimitiveType::kBuffer, PrimitiveType::kInvalid}) {
    EXPECT_FALSE(IsArrayType(type)) << PrimitiveTypeName(type);
  }
}

TEST(PrimitiveType, ComplexComponents) {
  EXPECT_EQ(ComplexComponentType(PrimitiveType::kC64), PrimitiveType::kF32);
  EXPECT_EQ(ComplexComponentType(PrimitiveType::kC128), PrimitiveType::kF64);
  EXPECT_EQ(ComplexComponentType(PrimitiveType::kS32), PrimitiveType::kS32);
}

}  // namespace hlo_text_v1::primitive_type_test
