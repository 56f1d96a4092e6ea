#include "src/tools/hlo_fmt/flag_rules.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/cases.h"

namespace hlo::flag_rules_test {

// The error of a command line of words; empty if there is none.
std::string Check(const std::string& line) {
  std::vector<std::string> words = {"hlo-fmt"};
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  Flags flags;
  std::string error;
  const bool ok = ParseFlags(static_cast<int>(argv.size()), argv.data(), &flags, &error);
  EXPECT_EQ(ok, error.empty()) << line;
  return error;
}

TEST(FlagRules, WhatDoesNotGoTogether) {
  const Case cases[] = {
      {"-i --check f", "-i does not go with --check"},
      {"-i --diff f", "-i does not go with --diff"},
      {"-i -o out f", "-i does not go with -o"},
      {"-i --only=x f", "-i does not go with --only"},
      {"-i --fingerprint f", "-i does not go with --fingerprint"},
      {"--check --diff f", "--check does not go with --diff"},
      {"--check -o out f", "--check does not go with -o"},
      {"--check --only=x f", "--check does not go with --only"},
      {"--check --fingerprint f", "--check does not go with --fingerprint"},
      {"--diff -o out f", "--diff does not go with -o"},
      {"--diff --only=x f", "--diff does not go with --only"},
      {"--diff --fingerprint f", "--diff does not go with --fingerprint"},
      {"--fingerprint --only=x f", "--fingerprint does not go with --only"},
      {"--diff_against=a -i f", "--diff_against does not go with -i"},
      {"--diff_against=a --check f", "--diff_against does not go with --check"},
      {"--diff_against=a --diff f", "--diff_against does not go with --diff"},
      {"--diff_against=a --fingerprint f", "--diff_against does not go with --fingerprint"},
      {"--diff_against=a -o out f", "--diff_against does not go with -o"},
      {"--diff_against=a --only=x f", "--diff_against does not go with --only"},
      {"--diff_against=a --keep f", "--diff_against does not go with --keep"},
      {"--diff_against=a --style=dump f", "--diff_against does not go with --style"},
      {"--diff_against=a --split_input_file f",
       "--diff_against does not go with --split_input_file"},
      {"--diff_against=a -r f", "--diff_against does not go with -r"},
      {"--diff_against=a --canonical_names f", "--diff_against does not go with --canonical_names"},
      {"--diff_against=a f g", "--diff_against wants a single FILE"},
      {"--diff_against=-", "--diff_against=- wants a FILE to compare with it"},
      {"--diff_against=- -", "--diff_against=- wants a FILE to compare with it"},
      {"--keep --style=default", "--keep does not go with --style"},
      {"--keep --async=keep", "--keep does not go with --async"},
      {"--keep --wrap_calls", "--keep does not go with --wrap_calls"},
      {"--keep --upgrade_legacy", "--keep does not go with --upgrade_legacy"},
      {"--keep --allow_unknown", "--keep does not go with --allow_unknown"},
      {"--keep --verify", "--keep does not go with --verify"},
      {"--keep --strip=metadata", "--keep does not go with --strip"},
      {"--keep --sort_maps", "--keep does not go with --sort_maps"},
      {"--keep --inline_stack_frames", "--keep does not go with --inline_stack_frames"},
      {"--keep --canonical_names", "--keep does not go with --canonical_names"},
      {"--keep --fingerprint", "--keep does not go with --fingerprint"},
      {"--keep --only=x", "--keep does not go with --only"},
      {"--keep --lossy -i f", "--keep does not go with --lossy"},
      {"--keep --noprint_metadata", "--keep does not go with --print_metadata"},
      {"--fast", "--fast wants --keep"},
      {"--strip_log_prefix", "--strip_log_prefix wants --keep"},
      {"--lines=1:2", "--lines wants --keep"},
      {"--lossy f", "--lossy wants -i"},
      {"--wrap_calls", "--wrap_calls wants --async=generic"},
      {"--wrap_calls --async=xla", "--wrap_calls wants --async=generic"},
      {"-r", "-r wants a FILE or a folder"},
      {"-i", "-i wants files, not standard input"},
      {"-i f -", "-i wants files, not standard input"},
      {"--stdin_filename=x f", "--stdin_filename wants standard input"},
      {"--keep --lines=1:2 f g", "--lines wants a single FILE"},
      {"--keep --lines=1:2 -r f", "--lines wants a single FILE"},
      {"-i --async=xla f",
       "-i does not go with --async=xla, which may change what a program means"},
      {"-i --style=fingerprint f",
       "-i does not go with --style=fingerprint, whose text cannot be read back"},
      {"--check --style=module_fingerprint f",
       "--check does not go with --style=module_fingerprint, whose text cannot be read back"},
      {"--diff --noprint_ids f",
       "--diff does not go with --print_ids, whose text cannot be read back"},
      {"--diff --compact_operands f",
       "--diff does not go with --compact_operands, whose text cannot be read back"},
  };
  ExpectCases(cases, Check);
}

TEST(FlagRules, WhatGoesTogether) {
  for (const char* line : {"-i f",
                           "-i -r f",
                           "-i --keep --lines=1:2 f",
                           "--check",
                           "--diff -",
                           "--check -r d",
                           "--keep --lines=1:2 --diff",
                           "--stdin_filename=x --check",
                           "--stdin_filename=x -",
                           "-i --style=canonical f",
                           "--check --style=dump f",
                           "-i --lossy f",
                           "-i --keep --fast --strip_log_prefix f",
                           "--keep --split_input_file",
                           "--keep --only= --strip= --async=",
                           "--check --nocheck -i f",
                           "--noprint_ids",
                           "--async=generic --wrap_calls",
                           "--check --async=xla",
                           "--print_large_constants -i f"}) {
    EXPECT_EQ(Check(line), "") << line;
  }
}

// A wrong line does not keep anybody from the help.
TEST(FlagRules, HelpGoesWithAnything) {
  EXPECT_EQ(Check("--help -i --check"), "");
  EXPECT_EQ(Check("--keep --style=dump --version"), "");
}

}  // namespace hlo::flag_rules_test
