// -r, --jobs and gzip'd files: many inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/read/source.h"
#include "tests/tools/hlo_fmt/hlo_fmt_test_util.h"

namespace hlo_text_v1::hlo_fmt_folders_test {

using namespace internal;

using testing::HasSubstr;
using testing::StartsWith;

class HloFmtFoldersTest : public HloFmtTest {
 protected:
  // The folder d with a few inputs and many other files.
  void MakeTree() const {
    for (const char* name : {"d/b.hlo", "d/a.hlo", "d/sub/c.hlo.txt", "d/sub/deep/e.hlo",
                             "d/module_0001.jit_f.cpu_after_optimizations.txt", "d/.hidden/x.hlo",
                             "d/.x.hlo", "d/notes.txt"}) {
      Put(name, kGood);
    }
    Put("d/module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt", "BufferAssignment:\n");
  }
};

constexpr char kTree[] =
    "d/a.hlo\nd/b.hlo\nd/module_0001.jit_f.cpu_after_optimizations.txt\nd/sub/c.hlo.txt\n"
    "d/sub/deep/e.hlo\n";

TEST_F(HloFmtFoldersTest, FindsHloFilesInOrder) {
  MakeTree();
  for (const char* jobs : {"", "--jobs=1 ", "--jobs=3 "}) {
    const Result r = Run(jobs + std::string("--check -r d"));
    EXPECT_EQ(r.exit_code, 1);
    EXPECT_EQ(r.out, kTree);
    EXPECT_EQ(r.err, "5 files would change\n");
  }
  const Result r = Run("-r --check d/sub notes good.hlo d/notes.txt");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_EQ(r.out, "d/sub/c.hlo.txt\nd/sub/deep/e.hlo\ngood.hlo\nd/notes.txt\n");
}

TEST_F(HloFmtFoldersTest, InPlace) {
  MakeTree();
  const Result r = Run("-i -r d");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.err, "5 files changed\n");
  EXPECT_EQ(Get("d/sub/deep/e.hlo"), kGoodPrinted);
  EXPECT_EQ(Get("d/.hidden/x.hlo"), kGood);
  EXPECT_EQ(Get("d/notes.txt"), kGood);
  EXPECT_EQ(Run("-i -r d").err, "5 files unchanged\n");
  EXPECT_EQ(Run("--check -r d").exit_code, 0);
}

TEST_F(HloFmtFoldersTest, LinkLoopsDoNoHarm) {
  MakeTree();
  fs::create_directory_symlink("..", directory_ / "d/sub/up");
  fs::create_directory_symlink("self", directory_ / "d/self");
  fs::create_symlink("../good.hlo", directory_ / "d/z.hlo");
  const Result r = Run("--check -r d");
  EXPECT_EQ(r.out, std::string(kTree) + "d/z.hlo\n");
  EXPECT_EQ(r.err, "6 files would change\n");
  // Follows links that the command line names.
  fs::create_directory_symlink("d/sub", directory_ / "link");
  EXPECT_EQ(Run("--check -r link").out, "link/c.hlo.txt\nlink/deep/e.hlo\n");
}

TEST_F(HloFmtFoldersTest, NothingToFormat) {
  fs::create_directories(directory_ / "empty");
  const Result r = Run("--check -r empty");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.err, "no files\n");
  EXPECT_EQ(Run("-r empty").out, "");
}

TEST_F(HloFmtFoldersTest, ErrorsComeInOrderToo) {
  for (int i = 0; i < 40; ++i) {
    Put("d/" + std::to_string(100 + i) + ".hlo", i % 2 == 0 ? kGood : kBad);
  }
  std::string changed, errors;
  const std::string error = Run("bad.hlo").err.substr(7);
  for (int i = 0; i < 40; ++i) {
    const std::string name = "d/" + std::to_string(100 + i) + ".hlo";
    (i % 2 == 0 ? changed : errors) += name + (i % 2 == 0 ? "\n" : error);
  }
  for (const char* jobs : {"--jobs=1", "--jobs=2", "--jobs=16", "--jobs=100"}) {
    const Result r = Run(std::string(jobs) + " --check -r d");
    EXPECT_EQ(r.exit_code, 1);
    EXPECT_EQ(r.out, changed);
    EXPECT_EQ(r.err, errors + "20 files would change, 20 with errors\n");
  }
}

TEST_F(HloFmtFoldersTest, PrintsInOrder) {
  for (int i = 0; i < 30; ++i) {
    Put("d/" + std::to_string(100 + i) + ".hlo",
        "HloModule m" + std::to_string(i) + "\nENTRY e { ROOT x = f32[] parameter(0) }\n");
  }
  const std::string one = Run("--jobs=1 -r d").out;
  EXPECT_EQ(Run("--jobs=4 -r d").out, one);
  EXPECT_EQ(Run("--jobs=4 -r d -o out").exit_code, 0);
  EXPECT_EQ(Get("out"), one);
  EXPECT_LT(one.find("m0,"), one.find("m29,"));
}

#ifdef HLO_TEXT_HAVE_ZLIB

TEST_F(HloFmtFoldersTest, GzipIsReadByItsFirstBytes) {
  const std::string packed = *Gzip(kGood);
  Put("a.hlo.gz", packed);
  Put("b.hlo", packed.substr(0, packed.size() / 2));
  Put("half.hlo", *Gzip(std::string(kGood).substr(0, 20)) + *Gzip(std::string(kGood).substr(20)));
  EXPECT_EQ(Run("a.hlo.gz").out, kGoodPrinted);
  EXPECT_EQ(Run("<a.hlo.gz").out, kGoodPrinted);
  EXPECT_EQ(Run("half.hlo").out, kGoodPrinted);
  EXPECT_EQ(Run("--check -r .").out, "./a.hlo.gz\n./good.hlo\n./half.hlo\n");
  const Result cut = Run("b.hlo");
  EXPECT_EQ(cut.exit_code, 3);
  EXPECT_EQ(cut.err, "hlo-fmt: b.hlo: the gzip'd data end early\n");
  Put("bad.gz", *Gzip(kBad));
  EXPECT_THAT(Run("bad.gz").err, StartsWith(std::string("bad.gz") + kBadError));
}

TEST_F(HloFmtFoldersTest, InPlacePacksAgain) {
  Put("a.hlo.gz", *Gzip(kGood));
  EXPECT_EQ(Run("-i a.hlo.gz").exit_code, 0);
  EXPECT_EQ(Get("a.hlo.gz"), *Gzip(kGoodPrinted));
  // Its text does not change, so the file does not either, however it was compressed.
  const std::string two =
      *Gzip(std::string(kGoodPrinted).substr(0, 9)) + *Gzip(std::string(kGoodPrinted).substr(9));
  Put("two.gz", two);
  EXPECT_EQ(Run("-i two.gz").exit_code, 0);
  EXPECT_EQ(Get("two.gz"), two);
}

#else

TEST_F(HloFmtFoldersTest, GzipNeedsZlib) {
  Put("a.gz", "\x1f\x8b");
  const Result r = Run("a.gz");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_EQ(r.err, "hlo-fmt: a.gz: gzip'd, and this build has no zlib\n");
}

#endif

// Memory use does not depend on the number of files.
TEST_F(HloFmtFoldersTest, MemoryDoesNotGrowWithTheNumberOfFiles) {
  std::string text = "HloModule m\nENTRY e {\n";
  for (int i = 0; i < 2000; ++i) text += "  p" + std::to_string(i) + " = f32[] constant(1)\n";
  text += "}\n";
  const auto peak = [&] {
    // AddressSanitizer keeps freed memory.
    const std::string json = Run("--version >/dev/null; ASAN_OPTIONS=quarantine_size_mb=1 '" HLO_FMT
                                 "' --jobs=2 --timing -r d >/dev/null")
                                 .err;
    const size_t at = json.find("\"peak_rss_bytes\": ");
    EXPECT_NE(at, std::string::npos) << json;
    return std::atoll(json.c_str() + at + 18);
  };
  int files = 0;
  for (; files < 40; ++files) Put("d/" + std::to_string(files) + ".hlo", text);
  const long long few = peak();
  for (; files < 400; ++files) Put("d/" + std::to_string(files) + ".hlo", text);
  EXPECT_LT(peak(), few + few / 2);
}

TEST_F(HloFmtFoldersTest, AProgressLineOnATerminal) {
  if (!HasTerminal()) GTEST_SKIP() << "no script(1), or no pseudo-terminal";
  // The third file takes its time.
  const std::string run =
      "--version; mkfifo slow; { sleep 2; cat good.hlo; } > slow & export TERM=xterm; "
      "script -qec \"'" HLO_FMT "' --check good.hlo bad.hlo slow 2>&1\" /dev/null";
  const Result r = Run(run);
  EXPECT_THAT(r.out, HasSubstr("\r\033[K[2/3] slow"));
  EXPECT_THAT(r.out, HasSubstr("\r\033[Kslow\r\n2 files would change, 1 with errors"));
  // Standard error is a file, not a terminal.
  EXPECT_EQ(Run("--version; cp good.hlo copy.hlo; '" HLO_FMT "' --check good.hlo copy.hlo").err,
            "2 files would change\n");
}

}  // namespace hlo_text_v1::hlo_fmt_folders_test
