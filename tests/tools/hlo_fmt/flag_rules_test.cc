#include "src/tools/hlo_fmt/flag_rules.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/cases.h"
#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::flag_rules_test {

using namespace internal;

// The flags of a command line of words, and its error; that is empty if there is none.
Flags FlagsOf(const std::string& line, std::string* error) {
  Flags flags;
  *error = test::LineError(ParseFlags, line, &flags);
  return flags;
}

std::string Check(const std::string& line) {
  std::string error;
  FlagsOf(line, &error);
  return error;
}

TEST(FlagRules, WhatDoesNotGoTogether) {
  const Case cases[] = {
      {"-i --check f", "-i cannot be used with --check"},
      {"-i --diff f", "-i cannot be used with --diff"},
      {"-i -o out f", "-i cannot be used with -o"},
      {"-i --only=x f", "-i cannot be used with --only"},
      {"-i --fingerprint f", "-i cannot be used with --fingerprint"},
      {"--check --diff f", "--check cannot be used with --diff"},
      {"--check -o out f", "--check cannot be used with -o"},
      {"--check --only=x f", "--check cannot be used with --only"},
      {"--check --fingerprint f", "--check cannot be used with --fingerprint"},
      {"--diff -o out f", "--diff cannot be used with -o"},
      {"--diff --only=x f", "--diff cannot be used with --only"},
      {"--diff --fingerprint f", "--diff cannot be used with --fingerprint"},
      {"--fingerprint --summary f", "--fingerprint cannot be used with --summary"},
      {"--fingerprint --style=dump f", "--fingerprint cannot be used with --style"},
      {"--fingerprint --noprint_ids f", "--fingerprint cannot be used with --noprint_ids"},
      {"--summary --xla_version=0.10 f", "--summary cannot be used with --xla_version"},
      {"--diff_against=a -i f", "--diff_against cannot be used with -i"},
      {"--diff_against=a --check f", "--diff_against cannot be used with --check"},
      {"--diff_against=a --diff f", "--diff_against cannot be used with --diff"},
      {"--diff_against=a --fingerprint f", "--diff_against cannot be used with --fingerprint"},
      {"--diff_against=a -o out f", "--diff_against cannot be used with -o"},
      {"--diff_against=a --only=x f", "--diff_against cannot be used with --only"},
      {"--diff_against=a --keep f", "--diff_against cannot be used with --keep"},
      {"--diff_against=a --style=dump f", "--diff_against cannot be used with --style"},
      {"--diff_against=a --split_input_file f",
       "--diff_against cannot be used with --split_input_file"},
      {"--diff_against=a -r f", "--diff_against cannot be used with -r"},
      {"--diff_against=a --canonical_names f",
       "--diff_against cannot be used with --canonical_names"},
      {"--canonicalize --style=default f", "--canonicalize cannot be used with --style"},
      {"--canonicalize --print_metadata f", "--canonicalize cannot be used with --print_metadata"},
      {"--diff_against=a --canonicalize f", "--canonicalize cannot be used with --diff_against"},
      {"--diff_against=a f g", "--diff_against requires a single FILE"},
      {"--diff_against=-", "--diff_against=- requires a FILE to compare with"},
      {"--diff_against=- -", "--diff_against=- requires a FILE to compare with"},
      {"--keep --style=default", "--keep cannot be used with --style"},
      {"--keep --async=keep", "--keep cannot be used with --async"},
      {"--keep --wrap_calls", "--keep cannot be used with --wrap_calls"},
      {"--keep --verify", "--keep cannot be used with --verify"},
      {"--keep --strip=metadata", "--keep cannot be used with --strip"},
      {"--keep --sort_maps", "--keep cannot be used with --sort_maps"},
      {"--keep --inline_stack_frames", "--keep cannot be used with --inline_stack_frames"},
      {"--keep --canonical_names", "--keep cannot be used with --canonical_names"},
      {"--keep --canonicalize", "--keep cannot be used with --canonicalize"},
      {"--keep --fingerprint", "--keep cannot be used with --fingerprint"},
      {"--keep --only=x", "--keep cannot be used with --only"},
      {"--keep --lossy -i f", "--keep cannot be used with --lossy"},
      {"--keep --noprint_metadata", "--keep cannot be used with --noprint_metadata"},
      {"--fast", "--fast requires --keep"},
      {"--strip_log_prefix", "--strip_log_prefix requires --keep"},
      {"--lines=1:2", "--lines requires --keep"},
      {"--lossy f", "--lossy requires -i, --check or --diff"},
      {"--wrap_calls", "--wrap_calls requires --async=generic"},
      {"--wrap_calls --async=xla", "--wrap_calls requires --async=generic"},
      {"-r", "-r requires a FILE or a folder"},
      {"-i", "-i requires files, not standard input"},
      {"-i f -", "-i requires files, not standard input"},
      {"--stdin_filename=x f", "--stdin_filename requires standard input"},
      {"--keep --lines=1:2 f g", "--lines requires a single FILE"},
      {"--keep --lines=1:2 -r f", "--lines requires a single FILE"},
      {"-i --async=xla f", "-i cannot be used with --async=xla, which may change the program"},
      {"-i --style=fingerprint f",
       "-i cannot be used with --style=fingerprint, whose text cannot be read back"},
      {"--check --style=module_fingerprint f",
       "--check cannot be used with --style=module_fingerprint, whose text cannot be read back"},
      {"--diff --noprint_ids f",
       "--diff cannot be used with --noprint_ids, whose text cannot be read back"},
      {"--diff --noprint_operand_names f",
       "--diff cannot be used with --noprint_operand_names, whose text cannot be read back"},
      {"--xla_version=new f", "--xla_version expects numbers with dots or auto, not 'new'"},
      {"--diff --compact_operands f",
       "--diff cannot be used with --compact_operands, whose text cannot be read back"},
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
                           "--keep --strip=",
                           "--check --nocheck -i f",
                           "--noprint_ids",
                           "--diff --noprint_operand_names --canonicalize_instruction_names f",
                           "--async=generic --wrap_calls",
                           "--check --async=xla",
                           "--print_large_constants -i f"}) {
    EXPECT_EQ(Check(line), "") << line;
  }
}

TEST(FlagRules, WhatPromisesTheSameProgram) {
  const struct {
    const char* line;
    bool promises;
  } rows[] = {
      {"f", true},
      {"--style=dump f", true},
      {"--print_large_constants --exact_literals f", true},
      {"--async=generic f", true},
      {"--style=canonical f", false},
      {"--noprint_ids f", false},
      {"--print_large_constants --noprint_metadata f", false},
      {"--strip=metadata f", false},
      {"--sort_maps f", false},
      {"--inline_stack_frames f", false},
      {"--canonical_names f", false},
      {"--canonicalize f", false},
      {"--upgrade_legacy f", false},
  };
  for (const auto& row : rows) {
    std::string error;
    EXPECT_EQ(PromisesSameProgram(FlagsOf(row.line, &error)), row.promises) << row.line;
    EXPECT_EQ(error, "") << row.line;
  }
}

// --help works even on a wrong command line.
TEST(FlagRules, HelpGoesWithAnything) {
  EXPECT_EQ(Check("--help -i --check"), "");
  EXPECT_EQ(Check("--keep --style=dump --version"), "");
}

}  // namespace hlo_text_v1::flag_rules_test
