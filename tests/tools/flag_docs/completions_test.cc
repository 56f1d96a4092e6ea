// Asks the shells themselves what they offer, if they are installed.
#include "src/tools/flag_docs/completions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/tools/flag_docs/flag_docs_test_util.h"

namespace hlo_text_v1::completions_test {

using namespace internal;
using test::Flag;
using test::ProgramWith;

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

// The help has all characters that are special in a shell.
Program SomeProgram() {
  std::vector<FlagDescription> flags = {
      Flag("-i", "", "in place"),
      Flag("-o", "FILE", "write FILE"),
      Flag("--style", "plain", "XLA's \"styles\": plain, fancy"),
      Flag("--strip", "LIST", "take out, with commas:\nred: it's $HOME\nblue: [x]:y"),
      Flag("--only", "REGEX", "$(false) `false` [a]:b \\ 'c'"),
      Flag("--verify", "", "check;\nthe rest"),
      Flag("--from", "FILE", "read it"),
  };
  flags[2].values = {{"plain", ""}, {"fancy", ""}, {"full", ""}};
  flags[3].values = {{"red", "it's $HOME"}, {"blue", "[x]:y"}, {"ready", "%s (a)"}};
  flags[3].is_list = true;
  return ProgramWith(std::move(flags));
}

// A directory with the completion, a file and a script that asks for a completion.
class CompletionsTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    directory_ =
        fs::path(testing::TempDir()) / ("completions_" + std::to_string(getpid()) + test->name());
    fs::create_directories(directory_);
    Put("dump.hlo", "");
  }
  void TearDown() override { fs::remove_all(directory_); }

  void Put(const std::string& name, std::string_view text) {
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }

  bool IsInstalled(const std::string& shell) {
    return std::system(("command -v " + shell + " >/dev/null").c_str()) == 0;
  }

  // The lines that a command prints in the directory.
  std::vector<std::string> Run(const std::string& command) {
    const std::string line = "cd '" + directory_.string() + "' && " + command + " >.out 2>&1";
    const int status = std::system(line.c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << command;
    std::ifstream file(directory_ / ".out");
    std::vector<std::string> lines;
    for (std::string word; std::getline(file, word);) lines.push_back(word);
    return lines;
  }

  fs::path directory_;
};

class BashTest : public CompletionsTest {
 protected:
  // The completions of the last of `words`, as readline splits them.
  std::vector<std::string> Offers(const std::string& words) {
    return Run("bash -u -c '. ./hlo-fmt; COMP_WORDS=(hlo-fmt " + words +
               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hlo_fmt; "
               "((${#COMPREPLY[@]} == 0)) || printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
  }
};

TEST_F(BashTest, Offers) {
  if (!IsInstalled("bash")) GTEST_SKIP() << "bash is not installed";
  Put("hlo-fmt", BashCompletion(SomeProgram()));
  EXPECT_THAT(Run("bash -n hlo-fmt"), IsEmpty());
  EXPECT_THAT(Offers("--st"), ElementsAre("--style=", "--strip="));
  EXPECT_THAT(Offers("--style ="), ElementsAre("plain", "fancy", "full"));
  EXPECT_THAT(Offers("--style = f"), ElementsAre("fancy", "full"));
  EXPECT_THAT(Offers("--style f"), ElementsAre("fancy", "full"));
  // Without "=" in COMP_WORDBREAKS.
  EXPECT_THAT(Offers("--style=f"), ElementsAre("--style=fancy", "--style=full"));
  EXPECT_THAT(Offers("--style = fancy --ver"), ElementsAre("--verify"));
  EXPECT_THAT(Offers("--strip = re"), ElementsAre("red", "ready"));
  EXPECT_THAT(Offers("--strip = blue,re"), ElementsAre("blue,red", "blue,ready"));
  EXPECT_THAT(Offers("--strip=blue,re"), ElementsAre("--strip=blue,red", "--strip=blue,ready"));
  EXPECT_THAT(Offers("--only d"), IsEmpty());
  EXPECT_THAT(Offers("--no"), ElementsAre("--noverify"));
  EXPECT_THAT(Offers("-"), Not(Contains("--noverify")));
  EXPECT_THAT(Offers("-"), Contains("-i"));
  for (const char* words : {"d", "-o d", "--from d", "--from = d", "-i d", "--verify d", "-- d"}) {
    EXPECT_THAT(Offers(words), ElementsAre("dump.hlo")) << words;
  }
  EXPECT_THAT(Offers("-- --v"), IsEmpty());
}

TEST_F(CompletionsTest, Fish) {
  if (!IsInstalled("fish")) GTEST_SKIP() << "fish is not installed";
  Put("hlo-fmt.fish", FishCompletion(SomeProgram()));
  EXPECT_THAT(Run("fish -n hlo-fmt.fish"), IsEmpty());
  const auto offers = [&](const std::string& words) {
    Put("ask.fish", "source hlo-fmt.fish\ncomplete -C 'hlo-fmt " + words + "'\n");
    return Run("HOME=$PWD fish ask.fish");
  };
  EXPECT_THAT(offers("--ver"), ElementsAre("--verify\tcheck"));
  EXPECT_THAT(offers("--onl"), ElementsAre("--only\t$(false) `false` [a]:b \\ 'c'"));
  EXPECT_THAT(offers("--style=f"), UnorderedElementsAre("--style=fancy\tXLA's \"styles\"",
                                                        "--style=full\tXLA's \"styles\""));
  EXPECT_THAT(offers("--strip="),
              UnorderedElementsAre("--strip=red\tit's $HOME", "--strip=blue\t[x]:y",
                                   "--strip=ready\t%s (a)"));
  EXPECT_THAT(offers("--strip=blue,rea"), ElementsAre("--strip=blue,ready\t%s (a)"));
  EXPECT_THAT(offers("--nov"), ElementsAre("--noverify\tnot --verify"));
  EXPECT_THAT(offers("--only d"), IsEmpty());
  EXPECT_THAT(offers("-o d"), Contains("dump.hlo"));
  EXPECT_THAT(offers("d"), Contains("dump.hlo"));
}

// zsh only completes while it edits a line, so one zsh runs on a terminal of another; the arguments
// of compadd are the completions.
constexpr char kAskZsh[] = R"zsh(
zmodload zsh/zpty
zpty inner zsh -f -i
tell() { zpty -w inner "$1" }
wait_for() {
  local i
  for ((i = 0; i < 200; ++i)); do
    [[ -e $1 ]] && return
    sleep 0.05
  done
  print "no answer"; exit 1
}
tell 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D'
tell 'compadd() {
  local -a matches; builtin compadd -O matches "$@"
  (($#matches)) && print -rl -- $matches >> offers
  builtin compadd "$@"
}'
tell 'asked() { : > answered }; zle -N asked; bindkey "^G" asked; : > ready'
wait_for ready
zpty -w -n inner "hlo-fmt $1"$'\t\C-g'
wait_for answered
zpty -d inner
[[ ! -e offers ]] || sort -u offers
rm -f offers ready answered
)zsh";

TEST_F(CompletionsTest, Zsh) {
  if (!IsInstalled("zsh")) GTEST_SKIP() << "zsh is not installed";
  Put("_hlo-fmt", ZshCompletion(SomeProgram()));
  EXPECT_THAT(Run("zsh -n _hlo-fmt"), IsEmpty());
  Put("ask.zsh", kAskZsh);
  const auto offers = [&](const std::string& words) {
    return Run("env HOME=$PWD TERM=dumb zsh -f ask.zsh '" + words + "'");
  };
  EXPECT_THAT(offers("--ver"), ElementsAre("--verify"));
  EXPECT_THAT(offers("--sty"), ElementsAre("--style"));
  EXPECT_THAT(offers("--style=f"), ElementsAre("fancy", "full"));
  EXPECT_THAT(offers("--style f"), ElementsAre("fancy", "full"));
  EXPECT_THAT(offers("--strip=blue,re"), ElementsAre("ready", "red"));
  EXPECT_THAT(offers("--nov"), ElementsAre("--noverify"));
  EXPECT_THAT(offers("--only d"), IsEmpty());
  EXPECT_THAT(offers("-o d"), ElementsAre("dump.hlo"));
  EXPECT_THAT(offers("d"), ElementsAre("dump.hlo"));
}

}  // namespace hlo_text_v1::completions_test
