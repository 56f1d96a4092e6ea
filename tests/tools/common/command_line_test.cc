// Tests: help_text
// Tests of src/base: strings
#include "src/tools/common/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::command_line_test {

using namespace internal;

using testing::ElementsAre;
using testing::StartsWith;

struct CountFlags : CommonFlags {
  bool lines = false;
  bool quick = false;
  std::string only = "all";
  std::string form;
  std::string fruit;
  int jobs = 1;
  std::string list = "all";
  std::vector<std::string> calls;
};

struct Fruit {
  std::string_view name;
};
absl::Span<const Fruit> Fruits() {
  static constexpr Fruit kFruits[] = {{"apple"}, {"pear"}};
  return kFruits;
}

constexpr FlagRow<CountFlags> kTable[] = {
    {"lines", &CountFlags::lines, "count lines"},
    {"q", &CountFlags::quick, "quickly"},
    {"only", &CountFlags::only, "REGEX", "only matches"},
    {"form", &CountFlags::form, "short|long|none", "how to write"},
    {"fruit", &CountFlags::fruit, RowNames<Fruits>, "", "what to count"},
    {"jobs", &CountFlags::jobs, 1, kMaxJobs, "N", "how many at a time"},
    {"list", &CountFlags::list, "LIST", "what else"},
    {"help", &CountFlags::help, "this text"},
};

// The error; empty if there is none.
std::string Parse(std::vector<const char*> arguments, CountFlags* flags) {
  arguments.insert(arguments.begin(), "count");
  std::vector<BoundFlag> bound = BindFlags(kTable, flags);
  for (bool is_switch : {false, true}) {
    BoundFlag call;
    call.name = is_switch ? "calls" : "call";
    call.is_switch = is_switch;
    call.set = [flags](std::string_view value, std::string* error) {
      flags->calls.emplace_back(value);
      *error = value == "bad" ? "bad call" : "";
      return error->empty();
    };
    bound.push_back(call);
  }
  std::string error;
  const bool ok =
      ParseCommandLine(static_cast<int>(arguments.size()), arguments.data(), bound, flags, &error);
  EXPECT_EQ(ok, error.empty());
  return error;
}

TEST(CommandLine, ShortHelp) {
  CountFlags flags;
  EXPECT_EQ(Parse({"-h"}, &flags), "");
  EXPECT_TRUE(flags.help);
}

TEST(CommandLine, SetsWhatTheTableNames) {
  CountFlags flags;
  EXPECT_EQ(Parse({"a", "--lines", "-q", "--only", "x", "-oout", "--form=long", "--fruit=pear",
                   "--jobs=7", "--", "--help"},
                  &flags),
            "");
  EXPECT_EQ(flags.fruit, "pear");
  EXPECT_EQ(flags.jobs, 7);
  EXPECT_TRUE(flags.lines && flags.quick && !flags.help);
  EXPECT_EQ(flags.only, "x");
  EXPECT_EQ(flags.form, "long");
  EXPECT_EQ(flags.output, "out");
  EXPECT_THAT(flags.files, ElementsAre("a", "--help"));
  EXPECT_THAT(flags.given, ElementsAre("form", "fruit", "jobs", "lines", "o", "only", "q"));
}

TEST(CommandLine, TheLastOneCounts) {
  CountFlags flags;
  EXPECT_EQ(Parse({"--lines", "--nolines", "-q", "-q=no", "--list=a", "--list=", "-oa", "-o", "-"},
                  &flags),
            "");
  EXPECT_FALSE(flags.lines || flags.quick);
  EXPECT_EQ(flags.list, "");
  EXPECT_EQ(flags.output, "");
  EXPECT_THAT(flags.given, ElementsAre());
}

TEST(CommandLine, WordsForTrueAndFalse) {
  for (const std::string_view word : {"true", "1", "yes", "false", "0", "no"}) {
    CountFlags flags;
    const std::string argument = "--lines=" + std::string(word);
    EXPECT_EQ(Parse({argument.c_str()}, &flags), "");
    EXPECT_EQ(flags.lines, word == "true" || word == "1" || word == "yes") << word;
  }
  CountFlags flags;
  EXPECT_NE(Parse({"--lines=on"}, &flags), "");
  EXPECT_EQ(Parse({"", "-"}, &flags), "");
  EXPECT_THAT(flags.files, ElementsAre("", "-"));
}

TEST(CommandLine, OthersAreCalled) {
  CountFlags flags;
  EXPECT_EQ(Parse({"--call=a", "--calls", "--nocalls", "--calls=1", "--call", "--x"}, &flags), "");
  EXPECT_THAT(flags.calls, ElementsAre("a", "true", "false", "true", "--x"));
  EXPECT_EQ(Parse({"--call=bad", "--help"}, &flags), "bad call");
  EXPECT_FALSE(flags.help);
}

TEST(CommandLine, Errors) {
  const struct {
    std::vector<const char*> arguments;
    const char* error;
  } cases[] = {
      {{"--line"}, "unknown flag --line; did you mean --lines?"},
      {{"-lines"}, "unknown flag -lines; did you mean --lines?"},
      {{"--q"}, "unknown flag --q"},
      {{"--noonly"}, "unknown flag --noonly; did you mean --only?"},
      {{"--nolines=1"}, "--nolines takes no value"},
      {{"--nothing"}, "unknown flag --nothing"},
      {{"--lines=2"}, "--lines expects true or false, not '2'"},
      {{"--only"}, "--only requires a value"},
      {{"--form=wide"}, "--form expects short, long or none, not 'wide'"},
      {{"--form="}, "--form expects short, long or none, not ''"},
      {{"--form=nome"}, "--form expects short, long or none, not 'nome'; did you mean none?"},
      {{"--fruit=rat"}, "--fruit expects apple or pear, not 'rat'"},
      {{"--fruit="}, "--fruit expects apple or pear, not ''"},
      {{"--jobs="}, "--jobs expects a number from 1 to 1024, not ''"},
      {{"--jobs=0"}, "--jobs expects a number from 1 to 1024, not '0'"},
      {{"--only="}, "--only expects REGEX, not ''"},
      {{"-o"}, "-o requires a value"},
      {{"-o", ""}, "-o expects FILE, not ''"},
  };
  for (const auto& c : cases) {
    CountFlags flags;
    EXPECT_EQ(Parse(c.arguments, &flags), c.error);
  }
  CountFlags flags;
  EXPECT_THAT(Parse({("--" + std::string(1 << 20, 'l')).c_str()}, &flags),
              StartsWith("unknown flag --ll"));
}

TEST(CommandLine, Numbers) {
  int number = 0;
  std::string error;
  EXPECT_TRUE(ParseFlagNumber("hops", "7", 0, 9, &number, &error));
  EXPECT_EQ(number, 7);
  for (const char* text : {"-1", "10", "x", "", "7x", "99999999999"}) {
    EXPECT_FALSE(ParseFlagNumber("hops", text, 0, 9, &number, &error)) << text;
    EXPECT_EQ(error, "--hops expects a number from 0 to 9, not '" + std::string(text) + "'");
  }
}

TEST(CommandLine, Descriptions) {
  const ProgramExample examples[] = {{"Count:", "count a"}};
  const Program program = DescribeProgram("count", "count lines", "", "", kTable, examples);
  ASSERT_EQ(program.flags.size(), 9u);
  EXPECT_TRUE(program.flags[0].takes_file());
  const FlagDescription& form = program.flags[4];
  EXPECT_EQ(form.name, "--form");
  EXPECT_FALSE(form.is_switch);
  ASSERT_EQ(form.values.size(), 3u);
  EXPECT_EQ(form.values[2].word, "none");
  const FlagDescription& fruit = program.flags[5];
  EXPECT_EQ(fruit.value_name, "apple|pear");
  EXPECT_EQ(fruit.values.size(), 2u);
  EXPECT_EQ(program.flags[2].name, "-q");
  EXPECT_TRUE(program.flags[2].is_switch);
}

}  // namespace hlo_text_v1::command_line_test
