// hlo_view_check.py tests the programs' flag --open.
#include "src/tools/common/open_in_browser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::open_in_browser_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(BrowserCommands, WordsWithTheAddress) {
  EXPECT_THAT(BrowserCommands("", "U"), IsEmpty());
  EXPECT_THAT(BrowserCommands(" :  :", "U"), IsEmpty());
  EXPECT_THAT(BrowserCommands("firefox", "U"), ElementsAre(ElementsAre("firefox", "U")));
  EXPECT_THAT(BrowserCommands("a  --new %s -x:b", "U"),
              ElementsAre(ElementsAre("a", "--new", "U", "-x"), ElementsAre("b", "U")));
  EXPECT_THAT(BrowserCommands("a --at=%s 100%% %", "U"),
              ElementsAre(ElementsAre("a", "--at=U", "100%", "%")));
  // No shell.
  EXPECT_THAT(BrowserCommands("a 'b c' $HOME;d", "U"),
              ElementsAre(ElementsAre("a", "'b", "c'", "$HOME;d", "U")));
  // %s in the address stays.
  EXPECT_THAT(BrowserCommands("a %s", "%s"), ElementsAre(ElementsAre("a", "%s")));
}

class OpenInBrowser : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = ::testing::TempDir() + "open_XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    path_ = getenv("PATH");
    setenv("PATH", folder.c_str(), 1);  // without xdg-open
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("BROWSER");
  }
  // A program that records its arguments and returns `status`.
  void AddProgram(const std::string& name, int status) {
    const std::string file = folder_ + "/" + name;
    std::ofstream(file) << "#!/bin/sh\nprintf '%s|' \"$0\" \"$@\" >> '" << folder_
                        << "/calls'\nexit " << status << "\n";
    chmod(file.c_str(), 0755);
  }
  std::string Calls() { return ReadFile(folder_ + "/calls"); }

  std::string folder_;
  std::string path_;
};

TEST_F(OpenInBrowser, TheFirstThatSucceeds) {
  AddProgram("bad", 3);
  AddProgram("good", 0);
  AddProgram("other", 0);
  setenv("BROWSER", "missing:bad:good -x:other", 1);
  EXPECT_TRUE(internal::OpenInBrowser("/tmp/a b.html").ok());
  EXPECT_EQ(Calls(), folder_ + "/bad|file:///tmp/a%20b.html|" + folder_ +
                         "/good|-x|file:///tmp/a%20b.html|");
}

#ifndef __APPLE__
TEST_F(OpenInBrowser, TheSystemsOwn) {
  AddProgram("xdg-open", 0);
  EXPECT_TRUE(internal::OpenInBrowser("/tmp/a.html").ok());
  EXPECT_EQ(Calls(), folder_ + "/xdg-open|file:///tmp/a.html|");
}

TEST_F(OpenInBrowser, SaysWhyNoneWorks) {
  AddProgram("bad", 3);
  setenv("BROWSER", "missing:bad", 1);
  EXPECT_EQ(internal::OpenInBrowser("a.html").message(),
            "no browser opens a.html (missing: No such file or directory; bad: exit status 3; "
            "xdg-open: No such file or directory); set BROWSER to the name of one");
}
#endif

}  // namespace hlo_text_v1::open_in_browser_test
