#include "src/tools/hlo_fmt/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::flags_test {

using namespace internal;

using testing::ElementsAre;
using testing::HasSubstr;

// The error; empty if there is none.
std::string Parse(const std::vector<std::string>& words, Flags* flags) {
  return test::FlagsError(ParseFlags, words, flags);
}

TEST(Flags, Defaults) {
  Flags flags;
  EXPECT_EQ(Parse({}, &flags), "");
  EXPECT_EQ(flags.style, "default");
  EXPECT_EQ(flags.output, "");
  EXPECT_FALSE(flags.timing || flags.help || flags.version);
  EXPECT_THAT(flags.files, ElementsAre());
  EXPECT_FALSE(MakePrintOptions(flags).print_large_constants);
}

TEST(Flags, FilesAndFlagsMayBeMixed) {
  Flags flags;
  EXPECT_EQ(Parse({"a.hlo", "--timing", "-", "-o", "out", "b.hlo"}, &flags), "");
  EXPECT_TRUE(flags.timing);
  EXPECT_EQ(flags.output, "out");
  EXPECT_THAT(flags.files, ElementsAre("a.hlo", "-", "b.hlo"));
}

TEST(Flags, TwoDashesEndTheFlags) {
  Flags flags;
  EXPECT_EQ(Parse({"--timing", "--", "--help", "-o"}, &flags), "");
  EXPECT_FALSE(flags.help);
  EXPECT_THAT(flags.files, ElementsAre("--help", "-o"));
}

TEST(Flags, ValuesAndSwitches) {
  const struct {
    std::vector<std::string> arguments;
    bool large;
    const char* only;
    const char* output;
  } cases[] = {
      {{"--print_large_constants"}, true, "", ""},
      {{"--print_large_constants", "--noprint_large_constants"}, false, "", ""},
      {{"--print_large_constants=false"}, false, "", ""},
      {{"--print_large_constants=true"}, true, "", ""},
      {{"--only=a=b"}, false, "a=b", ""},
      {{"--only", "--x"}, false, "--x", ""},
      {{"--only=a", "--only=b"}, false, "b", ""},
      {{"-oout"}, false, "", "out"},
      {{"-oout", "-o", "-"}, false, "", ""},
  };
  for (const auto& c : cases) {
    Flags flags;
    EXPECT_EQ(Parse(c.arguments, &flags), "");
    EXPECT_EQ(MakePrintOptions(flags).print_large_constants, c.large) << c.arguments[0];
    EXPECT_EQ(flags.only, c.only) << c.arguments[0];
    EXPECT_EQ(flags.output, c.output) << c.arguments[0];
  }
}

TEST(Flags, Errors) {
  const struct {
    std::vector<std::string> arguments;
    const char* error;
  } cases[] = {
      {{"--tming"}, "unknown flag --tming; did you mean --timing?"},
      {{"--print-large-constants=1"},
       "unknown flag --print-large-constants; did you mean --print_large_constants?"},
      {{"-help"}, "unknown flag -help; did you mean --help?"},
      {{"--zzzzzzzzzz"}, "unknown flag --zzzzzzzzzz"},
      {{"-x"}, "unknown flag -x"},
      {{"--noonly"}, "unknown flag --noonly"},
      {{"--notiming=true"}, "--notiming takes no value"},
      {{"--verify=strikt"},
       "--verify expects strict, layouts, mixed_precision or stage=before_optimizations, not "
       "'strikt'; did you mean strict?"},
      {{"--timing=maybe"}, "--timing expects true or false, not 'maybe'"},
      {{"--only"}, "--only requires a value"},
      {{"-o"}, "-o requires a value"},
      {{"-o", ""}, "-o expects FILE, not ''"},
      {{"--style=pretty"}, "--style expects default, short_parsable"},
      {{"--style=dumb"}, " or dump, not 'dumb'; did you mean dump?"},
      {{"--async="}, "--async expects sugar, xla, generic or keep, not ''"},
      {{"--xla_version="}, "--xla_version expects VERSION, not ''"},
      {{"--lines="}, "--lines expects A:B, not ''"},
      {{"--only="}, "--only expects REGEX, not ''"},
      {{"--only=("}, "--only expects REGEX, not '(': missing ): ("},
      {{"--print_subcomputation_mode=some"},
       "--print_subcomputation_mode expects off, name_only, full_bodies or "
       "non_sequential_bodies, not 'some'"},
  };
  for (const auto& c : cases) {
    Flags flags;
    EXPECT_THAT(Parse(c.arguments, &flags), HasSubstr(c.error));
  }
}

TEST(Flags, VerifyMayHaveAList) {
  const struct {
    std::vector<std::string> arguments;
    bool verify, strict, layouts;
  } cases[] = {
      {{}, false, false, false},
      {{"--verify"}, true, false, false},
      {{"--verify", "strict"}, true, false, false},
      {{"--verify=true"}, true, false, false},
      {{"--verify=strict"}, true, true, false},
      {{"--verify=layouts,strict"}, true, true, true},
      {{"--verify=strict", "--verify"}, true, false, false},
      {{"--verify=strict", "--noverify"}, false, false, false},
      {{"--verify=false"}, false, false, false},
  };
  for (const auto& c : cases) {
    Flags flags;
    EXPECT_EQ(Parse(c.arguments, &flags), "");
    EXPECT_EQ(flags.verify, c.verify) << testing::PrintToString(c.arguments);
    EXPECT_EQ(flags.given.count("verify"), c.verify ? 1u : 0u);
    EXPECT_EQ(flags.verify_options.xla_strict, c.strict) << testing::PrintToString(c.arguments);
    EXPECT_EQ(flags.verify_options.layout_sensitive, c.layouts);
  }
}

TEST(Flags, AVeryLongUnknownFlagIsNoWork) {
  const std::string name = "--" + std::string(1 << 20, 'a');
  Flags flags;
  EXPECT_THAT(Parse({name.c_str()}, &flags), HasSubstr("unknown flag"));
}

TEST(Flags, Keep) {
  Flags flags;
  EXPECT_EQ(Parse({"--keep", "--fast", "--strip_log_prefix", "--lines=3:7"}, &flags), "");
  EXPECT_TRUE(flags.keep && flags.fast && flags.strip_log_prefix);
  EXPECT_EQ(flags.first_line, 3);
  EXPECT_EQ(flags.last_line, 7);

  const struct {
    const char* lines;
    int64_t first, last;
  } cases[] = {{"3:", 3, 0}, {":7", 1, 7}, {":", 1, 0}, {"7:7", 7, 7}};
  for (const auto& c : cases) {
    Flags some;
    EXPECT_EQ(Parse({"--keep", "--lines", c.lines}, &some), "") << c.lines;
    EXPECT_EQ(some.first_line, c.first) << c.lines;
    EXPECT_EQ(some.last_line, c.last) << c.lines;
  }
  for (const char* lines : {"3", "0:1", "-1:2", "7:3", "a:b", "1:2:3", "1:99999999999999999999"}) {
    Flags some;
    EXPECT_THAT(Parse({"--keep", "--lines", lines}, &some), HasSubstr("--lines expects A:B"))
        << lines;
  }
}

TEST(Flags, OneLetterHasOneHyphen) {
  Flags flags;
  EXPECT_EQ(Parse({"-i", "-r", "x"}, &flags), "");
  EXPECT_TRUE(flags.in_place && flags.recursive);
  Flags off;
  EXPECT_EQ(Parse({"-i", "-i=false"}, &off), "");
  EXPECT_FALSE(off.in_place);
  for (const char* wrong : {"--i", "--r", "-check", "-ir"}) {
    Flags some;
    EXPECT_THAT(Parse({wrong, "x"}, &some), HasSubstr("unknown flag ")) << wrong;
  }
}

TEST(Flags, Jobs) {
  for (const char* jobs : {"1", "1024"}) {
    Flags flags;
    EXPECT_EQ(Parse({"--jobs", jobs}, &flags), "");
    EXPECT_EQ(std::to_string(flags.job_count), jobs);
  }
  for (const char* jobs : {"", "0", "-1", "1025", "two", "99999999999"}) {
    Flags flags;
    EXPECT_EQ(Parse({"--jobs", jobs}, &flags),
              "--jobs expects a number from 1 to 1024, not '" + std::string(jobs) + "'");
  }
}

TEST(Flags, GivenAreThoseInEffect) {
  Flags flags;
  EXPECT_EQ(Parse({"--verify", "--noverify", "--timing", "--strip=x", "--strip=", "--style=dump",
                   "--noprint_ids", "-oout"},
                  &flags),
            "");
  EXPECT_THAT(flags.given, ElementsAre("o", "print_ids", "style", "timing"));
}

}  // namespace hlo_text_v1::flags_test
