#include "src/lex/trivia.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlo_text_v1::trivia_test {

using namespace internal;

using testing::ElementsAre;

struct Read {
  std::vector<std::string> comments;  // "text|newlines|blank"
  int newlines;
  bool blank;
};

Read ReadAll(std::string_view text) {
  CommentReader reader(text.data(), text.data() + text.size());
  Read read;
  Comment comment;
  while (reader.Next(&comment)) {
    read.comments.push_back(std::string(comment.text) + "|" +
                            std::to_string(comment.newlines_before) +
                            (comment.blank_before ? "|blank" : ""));
  }
  read.newlines = reader.newlines();
  read.blank = reader.blank();
  return read;
}

TEST(Trivia, Comments) {
  EXPECT_THAT(ReadAll("").comments, ElementsAre());
  EXPECT_THAT(ReadAll(" /* a */").comments, ElementsAre("/* a */|0|blank"));
  EXPECT_THAT(ReadAll("/*a*//*b*/ // c \t\n//d").comments,
              ElementsAre("/*a*/|0", "/*b*/|0", "// c|0|blank", "//d|1|blank"));
  EXPECT_THAT(ReadAll("// a // b\n\n/* c\n d */").comments,
              ElementsAre("// a // b|0", "/* c\n d */|2|blank"));
  EXPECT_THAT(ReadAll("/**/").comments, ElementsAre("/**/|0"));
  EXPECT_THAT(ReadAll("/*/ */").comments, ElementsAre("/*/ */|0"));
}

TEST(Trivia, WhatIsBehindTheLast) {
  EXPECT_EQ(ReadAll(" \n\n ").newlines, 2);
  EXPECT_EQ(ReadAll("\r\n\r\n").newlines, 2);
  EXPECT_EQ(ReadAll("\r\r").newlines, 2);
  EXPECT_EQ(ReadAll("// a\n\n\n").newlines, 3);
  EXPECT_EQ(ReadAll("/* a */").newlines, 0);
  EXPECT_TRUE(ReadAll("/* a */ ").blank);
  EXPECT_FALSE(ReadAll(" /* a */").blank);
}

TEST(Trivia, IndexCommentsAreNone) {
  EXPECT_THAT(ReadAll("/*index=5*/").comments, ElementsAre());
  EXPECT_FALSE(ReadAll("/*index=5*/").blank);
  EXPECT_THAT(ReadAll(" /*index=5*//*index=x*//*index=10*/").comments,
              ElementsAre("/*index=x*/|0|blank"));
  EXPECT_THAT(ReadAll("/*index=*//* index=5*/").comments,
              ElementsAre("/*index=*/|0", "/* index=5*/|0"));
}

TEST(Trivia, NumberedComments) {
  EXPECT_TRUE(IsNumberedComment("/*index=12*/", "index"));
  EXPECT_TRUE(IsNumberedComment("/*i0=1*/", "i0"));
  EXPECT_FALSE(IsNumberedComment("/*i0=1*/", "i"));
  EXPECT_FALSE(IsNumberedComment("/*index=1 */", "index"));
  EXPECT_FALSE(IsNumberedComment("/*index=*/", "index"));
  EXPECT_FALSE(IsNumberedComment("/*index=12", "index"));
  EXPECT_FALSE(IsNumberedComment("/*index=12*", "index"));
  EXPECT_FALSE(IsNumberedComment("/**/", "index"));
}

}  // namespace hlo_text_v1::trivia_test
