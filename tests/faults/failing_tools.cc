// hlo-tools in which one call of the system fails. tests/checks/faults_check.py runs it.
//
//   FAIL=write:3 hlo-fmt -i FILE    the third write fails; FAIL=write:3+ and all later ones
//   failing_tools FOLDER ...        one call after the other fails: try_failures.h
//
// This file defines the functions that may fail; they come before those of the C library. Only
// calls between the begin and the end of main, or _Exit, are counted, and none of a child.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "src/tools/common/program_main.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_files.h"
#include "src/tools/hlo_reduce/reduce_file.h"
#include "src/tools/hlo_reduce/reduce_flags.h"
#include "src/tools/hlo_translate/translate.h"
#include "src/tools/hlo_translate/translate_flags.h"
#include "src/tools/hlo_view/view.h"
#include "src/tools/hlo_view/view_flags.h"
#ifdef HLO_TEXT_LSP
#include "src/lsp/session.h"
#endif
#include "tests/faults/try_failures.h"

namespace {

using hlo::faults::CallLog;
using hlo::faults::Failure;
using hlo::faults::kCallNames;

enum Kind {
  kMemory,
  kOpen,
  kRead,
  kWrite,
  kSync,
  kClose,
  kRename,
  kMap,
  kThread,
  kSpawn,
  kWait,
  kFolder,
  kKinds
};
static_assert(kKinds == hlo::faults::kCallKinds);
constexpr int kErrors[] = {ENOMEM, EMFILE, EIO,    ENOSPC, EIO,    EIO,
                           EACCES, ENOMEM, EAGAIN, EAGAIN, ECHILD, EACCES};

std::atomic<uint32_t> counts[kKinds];
std::atomic<bool> is_armed{false};
Failure failing;
CallLog* call_log = nullptr;

// Of the innermost callers.
uint64_t HashStack() {
  void* frames[128];
  const int count = backtrace(frames, 128);
  uint64_t hash = 0;
  for (int i = 0; i < count; ++i) {
    hash = (hash ^ reinterpret_cast<uintptr_t>(frames[i])) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash;
}

bool Fails(Kind kind) {
  if (!is_armed) return false;
  const uint32_t count = ++counts[kind];
  if (call_log != nullptr) call_log->Add({static_cast<uint32_t>(kind), count, HashStack()});
  if (kind != failing.kind || (failing.goes_on ? count < failing.at : count != failing.at)) {
    return false;
  }
  errno = kErrors[kind];
  return true;
}

template <typename Function>
Function* Real(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// What FAIL says.
Failure FailureOf(const char* text) {
  Failure failure;
  const char* colon = std::strchr(text, ':');
  if (colon == nullptr) std::_Exit(99);
  for (int kind = 0; kind < kKinds; ++kind) {
    if (std::string_view(text, static_cast<size_t>(colon - text)) == kCallNames[kind]) {
      failure.kind = kind;
    }
  }
  failure.at = static_cast<uint32_t>(std::strtoul(colon + 1, nullptr, 10));
  failure.goes_on = text[std::strlen(text) - 1] == '+';
  if (failure.kind < 0 || failure.at == 0) std::_Exit(99);
  return failure;
}

// glibc loads what unwinds its own frames at the first exception through one, and aborts if it
// has no memory for that.
void LoadUnwinder() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  try {
    pthread_once(&once, [] { throw 0; });
  } catch (int) {
    return;
  }
}

int RunProgram(int argc, char** argv) {
  using namespace hlo::internal;
  std::string_view name = argv[0];
  name.remove_prefix(name.rfind('/') + 1);
  if (name == "hlo-fmt") return ProgramMain(argc, argv, HloFmtProgram, ParseFlags, FormatFiles);
  if (name == "hlo-reduce") {
    return ProgramMain(argc, argv, HloReduceProgram, ParseReduceFlags, ReduceFile);
  }
#ifdef HLO_TEXT_LSP
  if (name == "hlo-lsp") return ProgramMain(argc, argv, HloLspProgram, ParseLspFlags, ServeLsp);
#endif
  if (name == "hlo-view") return ProgramMain(argc, argv, HloViewProgram, ParseViewFlags, View);
  return ProgramMain(argc, argv, HloTranslateProgram, ParseTranslateFlags, Translate);
}

int RunFailing(const Failure& failure, CallLog* log, int argc, char** argv) {
  failing = failure;
  call_log = log;
  is_armed = true;
  const int code = RunProgram(argc, argv);
  is_armed = false;
  return code;
}

}  // namespace

// ---- The functions that may fail.

extern "C" {

// NOLINTBEGIN(bugprone-reserved-identifier): glibc's names
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* p, size_t size);
// NOLINTEND(bugprone-reserved-identifier)

void* malloc(size_t size) { return Fails(kMemory) ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return Fails(kMemory) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* p, size_t size) { return Fails(kMemory) ? nullptr : __libc_realloc(p, size); }

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  static auto* const real = Real(&open, "open");
  return Fails(kOpen) ? -1 : real(path, flags, mode);
}
ssize_t read(int fd, void* to, size_t size) {
  static auto* const real = Real(&read, "read");
  return Fails(kRead) ? -1 : real(fd, to, size);
}
// A disk that is full takes a part first.
ssize_t write(int fd, const void* from, size_t size) {
  static auto* const real = Real(&write, "write");
  if (fd == STDERR_FILENO || !Fails(kWrite)) return real(fd, from, size);
  if (size > 1 && failing.goes_on && counts[kWrite] == failing.at) return real(fd, from, size / 2);
  return -1;
}
ssize_t writev(int fd, const iovec* from, int count) {
  static auto* const real = Real(&writev, "writev");
  return fd != STDERR_FILENO && Fails(kWrite) ? -1 : real(fd, from, count);
}
int fsync(int fd) {
  static auto* const real = Real(&fsync, "fsync");
  return Fails(kSync) ? -1 : real(fd);
}
int close(int fd) {
  static auto* const real = Real(&close, "close");
  if (!Fails(kClose)) return real(fd);
  real(fd);
  errno = EIO;
  return -1;
}
int rename(const char* from, const char* to) noexcept {
  static auto* const real = Real(&rename, "rename");
  return Fails(kRename) ? -1 : real(from, to);
}
void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  static auto* const real = Real(&mmap, "mmap");
  return Fails(kMap) ? MAP_FAILED : real(at, size, protection, flags, fd, offset);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) noexcept {
  static auto* const real = Real(&pthread_create, "pthread_create");
  return Fails(kThread) ? EAGAIN : real(thread, attributes, run, argument);
}
int posix_spawnp(pid_t* child, const char* program, const posix_spawn_file_actions_t* files,
                 const posix_spawnattr_t* attributes, char* const* arguments,
                 char* const* environment) {
  static auto* const real = Real(&posix_spawnp, "posix_spawnp");
  if (Fails(kSpawn)) return EAGAIN;
  return real(child, program, files, attributes, arguments, environment);
}
// The child is waited for all the same: it must not outlive the test.
pid_t waitpid(pid_t child, int* status, int options) {
  static auto* const real = Real(&waitpid, "waitpid");
  const bool fails = Fails(kWait);
  const pid_t found = real(child, status, options);
  if (!fails) return found;
  if (status != nullptr) *status = 0;
  errno = ECHILD;
  return -1;
}
int waitid(idtype_t type, id_t id, siginfo_t* info, int options) {
  static auto* const real = Real(&waitid, "waitid");
  return Fails(kWait) ? -1 : real(type, id, info, options);
}
char* mkdtemp(char* pattern) noexcept {
  static auto* const real = Real(&mkdtemp, "mkdtemp");
  return Fails(kFolder) ? nullptr : real(pattern);
}
void _Exit(int code) noexcept {
  is_armed = false;
  for (;;) syscall(SYS_exit_group, code);
}

}  // extern "C"

int main(int argc, char** argv) {
  LoadUnwinder();
  HashStack();  // glibc loads what it needs
  const std::string_view name = argv[0];
  if (name.substr(name.rfind('/') + 1) == "failing_tools") {
    return hlo::faults::TryFailures(argc, argv, RunFailing);
  }
  const char* fail = std::getenv("FAIL");
  return RunFailing(fail == nullptr ? Failure() : FailureOf(fail), nullptr, argc, argv);
}
