// No file is lost, torn or half written by -i and -o, whichever write, fsync, rename or close
// fails.
//
// The four functions here replace those of the C library. For each k, a child process runs the
// program while the k-th call of one of them fails (a write after half of its bytes).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "src/read/source.h"
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_check/check_files.h"
#include "src/tools/hlo_check/check_flags.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_files.h"
#include "src/tools/hlo_reduce/reduce_file.h"
#include "src/tools/hlo_reduce/reduce_flags.h"
#include "src/tools/hlo_translate/translate.h"
#include "src/tools/hlo_translate/translate_flags.h"
#include "src/tools/hlo_view/view.h"
#include "src/tools/hlo_view/view_flags.h"
#include "tests/support/read.h"

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

enum Call { kNone, kWrite, kSync, kRename, kClose };
Call failing = kNone;
std::atomic<int> calls_left{0};  // the last of these fails

bool Fails(Call call) { return call == failing && --calls_left == 0; }
int FailWith(int error) {
  errno = error;
  return -1;
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size) {
  const bool fails = Fails(kWrite);
  const ssize_t written = syscall(SYS_write, fd, bytes, fails ? size / 2 : size);
  return fails ? FailWith(ENOSPC) : written;
}
int fsync(int fd) {
  return Fails(kSync) ? FailWith(EIO) : static_cast<int>(syscall(SYS_fsync, fd));
}
int rename(const char* from, const char* to) noexcept {
  if (Fails(kRename)) return FailWith(EACCES);
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int close(int fd) {
  const auto result = static_cast<int>(syscall(SYS_close, fd));
  return Fails(kClose) ? FailWith(EIO) : result;
}

}  // extern "C"

namespace hlo_text_v1::failing_calls_test {

using namespace internal;
namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

constexpr char kText[] =
    "HloModule m\nENTRY e { p = f32[8] parameter(0) ROOT n = f32[8] negate(p) }\n";
constexpr int kHasFailed = 64;  // added to the exit code if a call failed

int RunProgram(std::vector<const char*> words) {
  const auto argc = static_cast<int>(words.size());
  char** argv = const_cast<char**>(words.data());
  const std::string_view name = words[0];
  if (name == "hlo-fmt") return ProgramMain(argc, argv, HloFmtProgram, ParseFlags, FormatFiles);
  if (name == "hlo-check") {
    return ProgramMain(argc, argv, HloCheckProgram, ParseCheckFlags, CheckFiles);
  }
  if (name == "hlo-view") return ProgramMain(argc, argv, HloViewProgram, ParseViewFlags, View);
  if (name == "hlo-reduce") {
    return ProgramMain(argc, argv, HloReduceProgram, ParseReduceFlags, ReduceFile);
  }
  return ProgramMain(argc, argv, HloTranslateProgram, ParseTranslateFlags, Translate);
}

// The exit code of `words` in the current folder if the k-th `call` fails, and kHasFailed.
int RunInChild(const std::vector<const char*>& words, Call call, int k) {
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_RDWR), STDERR_FILENO);
    calls_left = k;
    failing = call;
    const int code = RunProgram(words);
    failing = kNone;
    _exit(code + (calls_left <= 0 ? kHasFailed : 0));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Files FilesIn(const fs::path& folder) {
  Files files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename()] = ReadFile(entry.path());
  }
  return files;
}

void Restore(const Files& files, const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) fs::remove(entry);
  for (const auto& [name, text] : files) std::ofstream(folder / name, std::ios::binary) << text;
}

// Each file is the old one or the new one; all are new if the program says so.
void ExpectWhole(const Files& before, const Files& after, const Files& now, int code) {
  EXPECT_TRUE(code == kFine || code == kIoError) << code;
  if (code == kFine) {
    EXPECT_EQ(now, after);
  }
  for (const auto& [name, text] : now) {
    const auto old = before.find(name), made = after.find(name);
    const bool is_old = old != before.end() && old->second == text;
    EXPECT_TRUE(is_old || (made != after.end() && made->second == text)) << name << "\n" << text;
  }
  for (const auto& [name, text] : before) EXPECT_EQ(now.count(name), 1u) << name << " is lost";
}

TEST(FailingCalls, LeaveFilesWhole) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("failing_calls" + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path outside = fs::current_path();
  fs::current_path(folder);
  Files before = {{"a.hlo", kText}, {"b.hlo", kText}, {"out", "the old output"}};
  before["check"] = "// CHECK: negate(y)\n";
  if (const auto packed = Gzip(kText); packed.ok()) before["a.hlo.gz"] = *packed;
  const std::vector<const char*> kCommands[] = {
      {"hlo-fmt", "-i", "a.hlo", "b.hlo"},
      {"hlo-fmt", "-i", "-r", "--keep", "--jobs=2", "."},
      {"hlo-fmt", "-o", "out", "a.hlo", "b.hlo"},
      {"hlo-fmt", "-o", "new", "a.hlo"},
      {"hlo-translate", "--to=json", "-o", "out", "a.hlo"},
      {"hlo-translate", "--to=csv", "--table=instructions", "-o", "new", "a.hlo", "b.hlo"},
      {"hlo-reduce", "--anonymize", "-o", "out", "a.hlo"},
      {"hlo-view", "-o", "out", "a.hlo"},
      {"hlo-check", "--update", "--input_file=a.hlo", "check"},
  };
  for (const std::vector<const char*>& words : kCommands) {
    Restore(before, folder);
    ASSERT_EQ(RunInChild(words, kNone, 1), kFine) << words[0] << " " << words[1];
    const Files after = FilesIn(folder);
    ASSERT_NE(after, before);
    for (const Call call : {kWrite, kSync, kRename, kClose}) {
      int k = 1;
      for (int code = kHasFailed; (code & kHasFailed) != 0; ++k) {
        SCOPED_TRACE(testing::Message()
                     << words[0] << " " << words[1] << " call " << call << " " << k);
        Restore(before, folder);
        code = RunInChild(words, call, k);
        ASSERT_GE(code, 0);
        ExpectWhole(before, after, FilesIn(folder), code & ~kHasFailed);
      }
      const bool is_in_place = std::string_view(words[1]) == "-i";
      EXPECT_TRUE(k > 2 || (call == kSync && !is_in_place))
          << words[0] << " makes no call " << call;
    }
  }
  fs::current_path(outside);
  fs::remove_all(folder);
}

}  // namespace hlo_text_v1::failing_calls_test

#endif
