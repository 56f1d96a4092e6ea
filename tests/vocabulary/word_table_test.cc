// Finds every word of the tables, and nothing else.
#include "src/vocabulary/word_table.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/opcode.h"
#include "hlo/primitive_type.h"
#include "src/vocabulary/token_kind.h"

namespace hlo_text_v1::words_test {

using namespace internal;

struct Keyword {
  const char* text;
  TokKind kind;
};
constexpr Keyword kKeywords[] = {
#define HLO_TOKEN(Id)
#define HLO_KEYWORD(Id, text) {text, TokKind::kw_##Id},
#include "src/vocabulary/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
};

TEST(Words, Keywords) {
  for (const Keyword& keyword : kKeywords) {
    const Word word = FindWord(keyword.text);
    EXPECT_EQ(word.word_class, WordClass::kKeyword) << keyword.text;
    EXPECT_EQ(word.text, keyword.text);
    EXPECT_EQ(static_cast<TokKind>(word.value), keyword.kind);
  }
}

// Zeros are bytes: words are compared in blocks that have some after the word.
TEST(Words, EndWhereTheyEnd) {
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    std::string text(HloOpcodeName(static_cast<HloOpcode>(i)));
    while (text.size() < 16) {
      text.push_back('\0');
      EXPECT_EQ(FindWord(text).word_class, WordClass::kNone) << text;
    }
  }
}

TEST(Words, PrimitiveTypes) {
  for (int i = 0; i < static_cast<int>(PrimitiveType::kTuple); ++i) {
    const Word word = FindWord(PrimitiveTypeName(static_cast<PrimitiveType>(i)));
    EXPECT_EQ(word.word_class, WordClass::kPrimitiveType);
    EXPECT_EQ(word.value, i);
  }
}

TEST(Words, Opcodes) {
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const Word word = FindWord(HloOpcodeName(static_cast<HloOpcode>(i)));
    EXPECT_EQ(word.word_class, WordClass::kOpcode);
    EXPECT_EQ(word.value, i);
  }
}

// Words are compared with zeros after them.
TEST(Words, ZerosBehindThemMakeOthers) {
  for (size_t i = 0; i < kHloOpcodeCount; ++i) {
    std::string word(HloOpcodeName(static_cast<HloOpcode>(i)));
    for (int zeros = 0; zeros < 3; ++zeros) {
      EXPECT_EQ(ParseHloOpcode(word).has_value(), zeros == 0) << word;
      word.push_back('\0');
    }
  }
}

TEST(Words, NothingElse) {
  for (const char* no_word : {"",
                              "a",
                              "f",
                              "F32",
                              "f32x",
                              "f3",
                              "xf32",
                              "Add",
                              "add.1",
                              "addx",
                              "ad",
                              "root",
                              "Root",
                              "nan",
                              "tuples",
                              "while-",
                              "all-gather-star",
                              "all_gather",
                              "buffer",
                              "invalid"}) {
    EXPECT_EQ(FindWord(no_word).word_class, WordClass::kNone) << no_word;
  }
  // Prefixes and extensions of a word do not match.
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const std::string name(HloOpcodeName(static_cast<HloOpcode>(i)));
    EXPECT_NE(FindWord(name + "-").text, name);
    EXPECT_NE(FindWord(name.substr(1)).text, name);
    EXPECT_NE(FindWord(name.substr(0, name.size() - 1)).text, name);
  }
}

bool IsReserved(std::string word) {
  const size_t size = word.size();
  word.append(16, '.');  // the text after it
  return IsReservedWord(std::string_view(word.data(), size));
}

TEST(Words, ReservedOnesAreNoNames) {
  for (const Keyword& keyword : kKeywords) EXPECT_TRUE(IsReserved(keyword.text)) << keyword.text;
  for (int i = 0; i < static_cast<int>(PrimitiveType::kTuple); ++i) {
    const std::string type(PrimitiveTypeName(static_cast<PrimitiveType>(i)));
    EXPECT_TRUE(IsReserved(type)) << type;
    EXPECT_FALSE(IsReserved(type + ".1")) << type;
  }
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const std::string opcode(HloOpcodeName(static_cast<HloOpcode>(i)));
    EXPECT_FALSE(IsReserved(opcode)) << opcode;
  }
  EXPECT_TRUE(IsReserved("nan"));
  for (const char* name : {"nan.1", "nan_", "f32.01", "f32.-1", "true1", "x"}) {
    EXPECT_FALSE(IsReserved(name)) << name;
  }
}

}  // namespace hlo_text_v1::words_test
