#include "src/mlir/mlir_names.h"

#include <gtest/gtest.h>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::mlir_names_test {

using namespace internal;

TEST(MlirNames, ValuesMayHaveHyphensAndDotsButNoLetterBehindDigits) {
  for (const char* name : {"a", "copy-start.1", "_", ".x", "-x", "12", "a$0"}) {
    EXPECT_TRUE(IsMlirName(name)) << name;
  }
  for (const char* name : {"", "1a", "a b", "a:b", "\xc3\xa9"})
    EXPECT_FALSE(IsMlirName(name)) << name;
}

TEST(MlirNames, SymbolsAndKeysAreWords) {
  for (const char* name : {"a", "_a.1", "hlo$add"}) EXPECT_TRUE(IsMlirKey(name)) << name;
  for (const char* name : {"", "1", "a-b", ".a", "$a"}) EXPECT_FALSE(IsMlirKey(name)) << name;
  EXPECT_EQ(MlirSymbol("region_0.1"), "@region_0.1");
  EXPECT_EQ(MlirSymbol("all-reduce"), "@\"all-reduce\"");
  EXPECT_EQ(MlirKey("dimensions"), "dimensions");
  EXPECT_EQ(MlirKey("control-predecessors"), "\"control-predecessors\"");
}

TEST(MlirNames, StringsAreAscii) {
  EXPECT_EQ(MlirString(std::string_view("a\"b\\c\nd\t\xc3\xa9\0e", 12)),
            R"("a\"b\\c\nd\09\C3\A9\00e")");
}

TEST(MlirNames, AValueIsCalledAsItsInstruction) {
  const HloModule module = ReadModule("ENTRY e { ROOT a-b.c = f32[] parameter(0) }");
  EXPECT_EQ(MlirValueName(*module.entry_computation()->root_instruction()), "a-b.c");
}

TEST(MlirNames, AnInstructionIsCalledAsItsValueIfHloTakesThat) {
  EXPECT_EQ(HloNameOf("%a-b.c"), "a-b.c");
  EXPECT_EQ(HloNameOf("%a$b"), "a_b");
  EXPECT_EQ(HloNameOf("%0"), "value.0");
  EXPECT_EQ(HloNameOf("%-x"), "value.-x");
  EXPECT_EQ(HloNameOf("%token"), "token_");
  EXPECT_EQ(HloNameOf("%f32"), "f32_");
  EXPECT_EQ(HloNameOf("%__a"), "a_a");
}

}  // namespace hlo_text_v1::mlir_names_test
