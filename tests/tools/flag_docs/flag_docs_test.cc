// In each program, flags, descriptions and examples agree. Man pages and completions are goldens in
// testdata/tools.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "src/tools/flag_docs/completions.h"
#include "src/tools/flag_docs/man_page.h"
#include "src/tools/hlo_check/check_flags.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_lsp/lsp_flags.h"
#include "src/tools/hlo_reduce/reduce_flags.h"
#include "src/tools/hlo_translate/translate_flags.h"
#include "src/tools/hlo_view/view_flags.h"

namespace hlo_text_v1::flag_docs_test {

using namespace internal;

struct TestedProgram {
  Program program;
  // The error; empty if there is none.
  std::string (*parse)(int argc, const char* const* argv);
};

template <typename ProgramFlags,
          bool (*parse)(int, const char* const*, ProgramFlags*, std::string*)>
std::string ErrorOf(int argc, const char* const* argv) {
  ProgramFlags flags;
  std::string error;
  return parse(argc, argv, &flags, &error) ? "" : error;
}

std::vector<TestedProgram> Programs() {
  return {{HloCheckProgram(), ErrorOf<CheckFlags, ParseCheckFlags>},
          {HloFmtProgram(), ErrorOf<Flags, ParseFlags>},
          {HloReduceProgram(), ErrorOf<ReduceFlags, ParseReduceFlags>},
          {HloTranslateProgram(), ErrorOf<TranslateFlags, ParseTranslateFlags>},
          {HloViewProgram(), ErrorOf<ViewFlags, ParseViewFlags>},
          {HloLspProgram(), ErrorOf<LspFlags, ParseLspFlags>}};
}

// --help lists exactly the described flags, and the command line accepts them.
TEST(FlagDocs, HelpAndDescriptionsAgree) {
  for (const TestedProgram& tested : Programs()) {
    SCOPED_TRACE(tested.program.name);
    std::set<std::string> described, helped;
    for (const FlagDescription& flag : tested.program.flags) {
      EXPECT_TRUE(described.insert(flag.name).second) << flag.name;
      EXPECT_NE(flag.help, "") << flag.name;
      EXPECT_EQ(flag.is_switch && !flag.may_have_value(), flag.value_name.empty()) << flag.name;
    }
    std::istringstream help(HelpText(tested.program) + HelpText(tested.program, "print"));
    const std::regex flag("^  (?:(-[A-Za-z0-9]),? +)?(--?[A-Za-z0-9_]+)?.*");
    for (std::string line; std::getline(help, line);) {
      std::smatch match;
      if (line.substr(0, 3) != "  -" || !std::regex_match(line, match, flag)) continue;
      for (int i : {1, 2}) {
        if (match[i].matched) helped.insert(match[i]);
      }
    }
    EXPECT_EQ(described, helped);
  }
}

TEST(FlagDocs, HelpFitsATerminal) {
  for (const TestedProgram& tested : Programs()) {
    std::istringstream help(HelpText(tested.program) + HelpText(tested.program, "print"));
    for (std::string line; std::getline(help, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(FlagDocs, EachValueIsTaken) {
  int count = 0;
  for (const TestedProgram& tested : Programs()) {
    for (const FlagDescription& flag : tested.program.flags) {
      for (const FlagValue& value : flag.values) {
        const std::string argument = flag.name + "=" + std::string(value.word);
        // Combinations of flags do not matter here.
        const char* argv[] = {"program", argument.c_str(), "--help"};
        EXPECT_EQ(tested.parse(3, argv), "") << tested.program.name << " " << argument;
        ++count;
      }
    }
  }
  EXPECT_GT(count, 30);
}

// The commands under EXAMPLES.
TEST(FlagDocs, ExamplesAreTaken) {
  for (const TestedProgram& tested : Programs()) {
    EXPECT_GE(tested.program.examples.size(), 3u);
    for (const ProgramExample& example : tested.program.examples) {
      std::string line(example.command);
      line.resize(std::min(line.find(" |"), line.size()));
      std::istringstream words(line);
      std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
      std::vector<const char*> argv;
      for (const std::string& argument : arguments) argv.push_back(argument.c_str());
      EXPECT_EQ(arguments[0], tested.program.name);
      EXPECT_EQ(tested.parse(static_cast<int>(argv.size()), argv.data()), "") << line;
    }
  }
}

}  // namespace hlo_text_v1::flag_docs_test
