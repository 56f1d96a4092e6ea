// hlo-lsp as a program: frames on its standard input and output, exit statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/base/strings.h"
#include "tests/support/program_test_util.h"

namespace hlo_text_v1::session_test {

using namespace internal;

using ::testing::HasSubstr;

class SessionTest : public ProgramTest {
 protected:
  SessionTest() : ProgramTest(HLO_LSP) {}

  static std::string Frame(std::string_view body) {
    return StrCat("Content-Length: ", body.size(), "\r\n\r\n", body);
  }
  Result Serve(const std::string& input) {
    Put("input", input);
    return Run("<input");
  }
};

constexpr char kInitialize[] =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})";
constexpr char kOpen[] =
    R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":)"
    R"({"uri":"file:///a.hlo","languageId":"hlo","version":1,"text":"ENTRY e { ROOT x = f32[8] frob() }"}}})";
constexpr char kShutdown[] = R"({"jsonrpc":"2.0","id":2,"method":"shutdown"})";
constexpr char kExit[] = R"({"jsonrpc":"2.0","method":"exit"})";

TEST_F(SessionTest, AnswersAndNotifies) {
  const Result result = Serve(Frame(kInitialize) + Frame(kOpen) + Frame(kShutdown) + Frame(kExit));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr(R"("id":1,"result":{)"));
  EXPECT_THAT(result.out, HasSubstr(R"("id":2,"result":null)"));
}

// Ending the session without a shutdown is an error; the last message may be cut.
TEST_F(SessionTest, EndsWithItsInput) {
  const std::string_view kInputs[] = {"", "Content-Length: 99\r\n\r\n{", "Content-Le"};
  for (const std::string_view input : kInputs) EXPECT_EQ(Serve(std::string(input)).exit_code, 1);
  const Result idle = Serve(Frame(kInitialize) + Frame(kOpen));
  EXPECT_EQ(idle.exit_code, 1);
  EXPECT_EQ(Serve(Frame(kInitialize) + Frame(kShutdown)).exit_code, 0);
}

TEST_F(SessionTest, BadFramesAreAnswered) {
  const Result result = Serve("Content-Length: x\r\n\r\n" + Frame(kInitialize) + Frame(kExit));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("expected Content-Length"));
}

TEST_F(SessionTest, HelpAndVersion) {
  EXPECT_THAT(Run("--help").out, HasSubstr("hlo-lsp"));
  EXPECT_THAT(Run("--version").out, HasSubstr("hlo-lsp"));
  EXPECT_EQ(Run("--frob").exit_code, 2);
}

TEST_F(SessionTest, BrokenStreams) {
  const Result directory = Run("<.");
  EXPECT_EQ(directory.exit_code, 3);
  EXPECT_EQ(directory.err, "hlo-lsp: standard input: Is a directory\n");
  Put("input", Frame(kInitialize));
  const Result full = Run("<input >/dev/full");
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.err, "hlo-lsp: standard output: No space left on device\n");
}

}  // namespace hlo_text_v1::session_test
