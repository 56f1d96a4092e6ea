// The man page and the completions of hlo-fmt are the files of testdata/tools, and all of --help
// is in them. `flag_docs_test --update_goldens` writes them anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "src/tools/completions.h"
#include "src/tools/flags.h"
#include "src/tools/man_page.h"

namespace hlo {
namespace {

bool update_goldens = false;

void ExpectGolden(const std::string& name, const std::string& text) {
  const std::string path = HLO_TEXT_TESTDATA "/tools/" + name;
  if (update_goldens) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  const std::string golden(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(golden, text) << "flag_docs_test --update_goldens writes " << path << " anew";
}

std::string Page() {
  return ManPage("VERSION", HelpBeforeFlags(), HelpAfterFlags(), DescribeFlags());
}

TEST(FlagDocs, Goldens) {
  ExpectGolden("hlo-fmt.1", Page());
  ExpectGolden("hlo-fmt.bash", BashCompletion(DescribeFlags()));
  ExpectGolden("_hlo-fmt", ZshCompletion(DescribeFlags()));
  ExpectGolden("hlo-fmt.fish", FishCompletion(DescribeFlags()));
}

// What --help shows at the beginning of a line is a flag with a description; what has one, the
// command line knows.
TEST(FlagDocs, HelpAndDescriptionsAgree) {
  std::set<std::string> described, helped;
  for (const FlagDescription& flag : DescribeFlags()) {
    EXPECT_TRUE(described.insert(flag.name).second) << flag.name;
    EXPECT_NE(flag.help, "") << flag.name;
    EXPECT_EQ(flag.is_switch, flag.value_name.empty()) << flag.name;
  }
  std::istringstream help(HelpText());
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

TEST(FlagDocs, EachValueIsTaken) {
  int count = 0;
  for (const FlagDescription& flag : DescribeFlags()) {
    for (const FlagValue& value : flag.values) {
      const std::string argument = flag.name + "=" + std::string(value.word);
      const char* argv[] = {"hlo-fmt", argument.c_str()};
      Flags flags;
      std::string error;
      EXPECT_TRUE(ParseFlags(2, argv, &flags, &error)) << argument << ": " << error;
      ++count;
    }
  }
  EXPECT_GT(count, 20);
}

// The commands under EXAMPLES.
TEST(FlagDocs, ExamplesAreTaken) {
  std::istringstream page(Page());
  int count = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.substr(0, 13) != "    hlo\\-fmt ") continue;
    line = std::regex_replace(line.substr(0, line.find(" |")), std::regex("\\\\-"), "-");
    std::istringstream words(line);
    std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    std::vector<const char*> argv;
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    Flags flags;
    std::string error;
    EXPECT_TRUE(ParseFlags(static_cast<int>(argv.size()), argv.data(), &flags, &error))
        << line << ": " << error;
    ++count;
  }
  EXPECT_GE(count, 4);
}

}  // namespace
}  // namespace hlo

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update_goldens") hlo::update_goldens = true;
  }
  return RUN_ALL_TESTS();
}
