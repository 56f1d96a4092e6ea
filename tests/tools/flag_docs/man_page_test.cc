#include "src/tools/flag_docs/man_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "src/tools/hlo_fmt/flags.h"
#include "tests/tools/flag_docs/flag_docs_test_util.h"

namespace hlo_text_v1::man_page_test {

using namespace internal;
using test::Flag;
using test::ProgramWith;

using testing::HasSubstr;
using testing::Not;

constexpr char kBefore[] = R"(Usage: hlo-fmt [flags] [FILE]...

Reads
.text and 'more'.

)";
constexpr char kAfter[] = R"(
A switch is a --flag.

Exit status:
  0  fine
  1  not fine, and
     more of it

The end: of it.
)";

Program SomeProgram() {
  std::vector<FlagDescription> flags = {
      Flag("-o", "FILE", "write FILE"),
      Flag("--only", "REGEX", "one\ntwo: a\\b ^~`"),
      Flag("--strip", "LIST", "take out:\nfirst: the one\nsecond: the\nother"),
      Flag("--on", "", "a switch"),
      Flag("--print", "5", "a number"),
  };
  flags[2].values = {{"first", "the one"}, {"second", "the other"}};
  flags[4].heading = "Print options, on top of the style";
  Program program = ProgramWith(std::move(flags));
  program.summary = "read HLO text and print it as XLA does";
  program.before_flags = kBefore;
  program.after_flags = kAfter;
  return program;
}

TEST(ManPage, TheWhole) {
  const std::string page = ManPage("1.2.3", SomeProgram());
  const std::string expected = R"(.TH HLO\-FMT 1 "" "hlo\-text 1.2.3" "User Commands"
.SH NAME
hlo\-fmt \- read HLO text and print it as XLA does
.SH SYNOPSIS
\fBhlo\-fmt\fR [flags] [FILE]...
.SH DESCRIPTION
Reads
\&.text and \(aqmore\(aq.
.PP
A switch is a \-\-flag.
.PP
The end: of it.
.SH OPTIONS
.TP
\fB\-o\fR \fIFILE\fR
write FILE
.TP
\fB\-\-only\fR=\fIREGEX\fR
one
two: a\(rsb \(ha\(ti\(ga
.TP
\fB\-\-strip\fR=\fILIST\fR
take out:
.RS
.TP
\fBfirst\fR
the one
.TP
\fBsecond\fR
the
other
.RE
.TP
\fB\-\-on\fR
a switch
.SS Print options, on top of the style
.TP
\fB\-\-print\fR=\fI5\fR
a number
.SH EXIT STATUS
.TP
\fB0\fR
fine
.TP
\fB1\fR
not fine, and
more of it
.SH ENVIRONMENT
)";
  EXPECT_EQ(page.substr(0, expected.size()), expected);
}

// Exit code and output of a command that reads `text` from standard input.
std::pair<int, std::string> RunOn(const std::string& command, const std::string& text) {
  namespace fs = std::filesystem;
  const fs::path base = fs::path(testing::TempDir()) / ("man_page_" + std::to_string(getpid()));
  const std::string in = base.string() + ".1", out = base.string() + ".out";
  std::ofstream(in, std::ios::binary) << text;
  const int status = std::system((command + " <'" + in + "' >'" + out + "' 2>&1").c_str());
  std::ifstream file(out, std::ios::binary);
  const std::string output(std::istreambuf_iterator<char>(file), {});
  fs::remove(in);
  fs::remove(out);
  return {status, output};
}

bool IsInstalled(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

std::string RealPage() { return ManPage("1.2.3", HloFmtProgram()); }

TEST(ManPage, GroffHasNoWarnings) {
  if (!IsInstalled("groff")) GTEST_SKIP() << "groff is not installed";
  const auto [status, warnings] = RunOn("groff -man -ww -z -Tutf8", RealPage());
  EXPECT_EQ(status, 0);
  EXPECT_EQ(warnings, "");
  const auto [_, text] = RunOn("groff -man -Tascii -P-cbou", RealPage());
  EXPECT_THAT(text, HasSubstr("EXIT STATUS\n       0      success\n"));
  EXPECT_THAT(text, HasSubstr("--style=default\n"));
  EXPECT_THAT(text, Not(HasSubstr("\\")));
}

TEST(ManPage, MandocHasNoWarnings) {
  if (!IsInstalled("mandoc")) GTEST_SKIP() << "mandoc is not installed";
  // The page has no date on purpose.
  const auto [_, warnings] =
      RunOn("{ mandoc -Tlint -Wwarning 2>&1 | grep -v 'missing date'; }", RealPage());
  EXPECT_EQ(warnings, "");
}

}  // namespace hlo_text_v1::man_page_test
