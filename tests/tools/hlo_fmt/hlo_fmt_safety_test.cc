// -i never loses anything, whatever happens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "hlo/proto.h"
#include "hlo/read.h"
#include "tests/tools/hlo_fmt/hlo_fmt_test_util.h"

namespace hlo_text_v1::hlo_fmt_safety_test {

using namespace internal;

using testing::HasSubstr;
using testing::StartsWith;

class HloFmtSafetyTest : public HloFmtTest {
 protected:
  struct stat Stat(const std::string& name) const {
    struct stat info = {};
    EXPECT_EQ(stat((directory_ / name).c_str(), &info), 0) << name;
    return info;
  }
  int FileCount() const {
    return static_cast<int>(std::distance(fs::directory_iterator(directory_), {}));
  }
};

TEST_F(HloFmtSafetyTest, AnUnchangedFileIsNotTouched) {
  Put("a.hlo", kGoodPrinted);
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1000);
  fs::last_write_time(directory_ / "a.hlo", long_ago);
  const struct stat before = Stat("a.hlo");
  EXPECT_EQ(Run("-i a.hlo").exit_code, 0);
  const struct stat after = Stat("a.hlo");
  EXPECT_EQ(after.st_ino, before.st_ino);
  EXPECT_EQ(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
  EXPECT_EQ(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
}

TEST_F(HloFmtSafetyTest, AProtoIsNotOverwritten) {
  const std::string bytes = *SerializeHloModule(*ReadHloModule(kGood));
  Put("a.hlo.pb", bytes);
  EXPECT_EQ(Run("a.hlo.pb").exit_code, 0);
  for (const char* flags : {"-i a.hlo.pb", "-i --lossy a.hlo.pb", "-i --keep a.hlo.pb"}) {
    const auto result = Run(flags);
    EXPECT_EQ(result.exit_code, 1) << flags;
    EXPECT_THAT(result.err, HasSubstr("not written: the file is a proto")) << flags;
    EXPECT_EQ(Get("a.hlo.pb"), bytes) << flags;
  }
}

TEST_F(HloFmtSafetyTest, ModeStays) {
  for (const mode_t mode : {0600, 0644, 0755, 0664}) {
    Put("a.hlo", kGood);
    chmod((directory_ / "a.hlo").c_str(), mode);
    EXPECT_EQ(Run("--version; umask 077; '" HLO_FMT "' -i a.hlo").exit_code, 0);
    EXPECT_EQ(Get("a.hlo"), kGoodPrinted);
    EXPECT_EQ(Stat("a.hlo").st_mode & 07777, mode);
  }
}

TEST_F(HloFmtSafetyTest, OwnerStaysWhereThatIsAllowed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  ASSERT_EQ(chown((directory_ / "good.hlo").c_str(), 12, 34), 0);
  EXPECT_EQ(Run("-i good.hlo").exit_code, 0);
  EXPECT_EQ(Stat("good.hlo").st_uid, 12u);
  EXPECT_EQ(Stat("good.hlo").st_gid, 34u);
}

TEST_F(HloFmtSafetyTest, TheTargetOfALinkIsReplaced) {
  fs::create_directory(directory_ / "d");
  fs::rename(directory_ / "good.hlo", directory_ / "d/good.hlo");
  fs::create_symlink("d/good.hlo", directory_ / "link.hlo");
  EXPECT_EQ(Run("-i link.hlo").exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(directory_ / "link.hlo"));
  EXPECT_EQ(Get("d/good.hlo"), kGoodPrinted);
}

TEST_F(HloFmtSafetyTest, AnotherHardLinkKeepsTheOldText) {
  fs::create_hard_link(directory_ / "good.hlo", directory_ / "other.hlo");
  EXPECT_EQ(Run("-i good.hlo").exit_code, 0);
  EXPECT_EQ(Get("good.hlo"), kGoodPrinted);
  EXPECT_EQ(Get("other.hlo"), kGood);
}

TEST_F(HloFmtSafetyTest, OnlyRegularFilesAreReplaced) {
  EXPECT_EQ(Run("-i /dev/null").exit_code, 3);
  EXPECT_EQ(Run("-i /dev/null").err, "hlo-fmt: /dev/null: is not a regular file\n");
  fs::create_symlink("nowhere", directory_ / "dangling");
  EXPECT_EQ(Run("-i dangling").err, "hlo-fmt: dangling: No such file or directory\n");
}

TEST_F(HloFmtSafetyTest, CommentsAreNotLost) {
  Put("a.hlo", std::string("// RUN: x\n") + kGood);
  const Result r = Run("-i a.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.err, StartsWith("hlo-fmt: a.hlo: not written: this would lose 1 comment; "));
  EXPECT_EQ(Get("a.hlo"), std::string("// RUN: x\n") + kGood);
  for (const std::string mode : {"--check", "--diff"}) {  // have the same messages
    const Result refused = Run(mode + " a.hlo");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err,
                StartsWith("hlo-fmt: a.hlo: -i would not write it: this would lose 1 comment; "));
    EXPECT_NE(Run(mode + " --lossy a.hlo").out, "");
  }
  EXPECT_EQ(Run("-i --lossy a.hlo").exit_code, 0);
  EXPECT_EQ(Get("a.hlo"), kGoodPrinted);
}

TEST_F(HloFmtSafetyTest, ValuesAreNotLost) {
  constexpr char kLarge[] =
      "HloModule c\nENTRY e { ROOT c = s32[12] constant({1,2,3,4,5,6,7,8,9,10,11,12}) }\n";
  Put("a.hlo", kLarge);
  const Result r = Run("-i a.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.err, HasSubstr("this would lose the values of 1 constant; "));
  EXPECT_EQ(Get("a.hlo"), kLarge);
  EXPECT_EQ(Run("-i --print_large_constants a.hlo").exit_code, 0);
  EXPECT_THAT(Get("a.hlo"), HasSubstr("11, 12})"));
  EXPECT_EQ(Run("-i --lossy a.hlo").exit_code, 0);
  EXPECT_THAT(Get("a.hlo"), HasSubstr("{...}"));
  // Nothing is left to lose.
  Put("b.hlo", "HloModule c\nENTRY e { ROOT c = s32[12] constant({...}) }\n");
  EXPECT_EQ(Run("-i b.hlo").exit_code, 0);
}

// XLA prints it as -0, which it reads as 0.
TEST_F(HloFmtSafetyTest, AnotherProgramIsNotWritten) {
  constexpr char kZero[] = "HloModule n\nENTRY e { ROOT c = f32[] constant(-0.0) }\n";
  Put("a.hlo", kZero);
  const Result r = Run("-i a.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.err, StartsWith("hlo-fmt: a.hlo: not written: the printed text is a different "
                                "program; "));
  EXPECT_EQ(Get("a.hlo"), kZero);
  EXPECT_EQ(Run("-i --lossy a.hlo").exit_code, 0);
}

TEST_F(HloFmtSafetyTest, WhatCannotBeReadBackIsNotWritten) {
  Put("call.hlo",
      "HloModule m\nf { ROOT x = f32[] parameter(0) }\nENTRY e {\n"
      "  x = f32[] parameter(0)\n  ROOT y = f32[] call(x), to_apply=f\n}\n");
  const std::string before = Get("call.hlo");
  for (const char* mode : {"-i", "--check", "--diff"}) {
    const Result off = Run(std::string(mode) + " --print_subcomputation_mode=off call.hlo");
    EXPECT_EQ(off.exit_code, 1);
    EXPECT_EQ(off.out, "");
    EXPECT_THAT(off.err, StartsWith("hlo-fmt: call.hlo: what it prints as cannot be read back: "));
  }
  EXPECT_EQ(Get("call.hlo"), before);
}

TEST_F(HloFmtSafetyTest, AReadOnlyFileIsLeft) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anything";
  chmod((directory_ / "good.hlo").c_str(), 0444);
  EXPECT_EQ(Run("-i good.hlo").exit_code, 3);
  EXPECT_EQ(Get("good.hlo"), kGood);
}

// Whenever it is killed, the file has the old text or the new one.
TEST_F(HloFmtSafetyTest, KilledAtAnyTime) {
  std::string text = "HloModule  m\nENTRY e {\n";
  for (int i = 0; i < 20000; ++i) {
    text += "  p" + std::to_string(i) + " =  f32[8] broadcast(f32[] q)\n";
    if (i == 0) text = "HloModule  m\nENTRY e {\n  q = f32[] parameter(0)\n";
  }
  text += "}\n";
  Put("big.hlo", text);
  const Result formatted = Run("--keep --fast big.hlo");
  ASSERT_EQ(formatted.exit_code, 0) << formatted.err;
  const std::string path = (directory_ / "big.hlo").string();

  int old_texts = 0, new_texts = 0;
  for (int round = 0; round < 60; ++round) {
    Put("big.hlo", text);
    const int files = FileCount();
    const pid_t child = fork();
    if (child == 0) {
      execl(HLO_FMT, "hlo-fmt", "-i", "--keep", "--fast", path.c_str(), nullptr);
      _exit(127);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(700 * round));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    const std::string after = Get("big.hlo");
    ASSERT_TRUE(after == text || after == formatted.out) << "half a file in round " << round;
    (after == text ? old_texts : new_texts) += 1;
    // At most the temporary file remains.
    ASSERT_LE(FileCount(), files + 1);
    for (const auto& entry : fs::directory_iterator(directory_)) {
      if (entry.path().filename().string().compare(0, 8, "big.hlo.") == 0) fs::remove(entry);
    }
  }
  EXPECT_GT(old_texts, 0);
  RecordProperty("new_texts", new_texts);
}

}  // namespace hlo_text_v1::hlo_fmt_safety_test
