// See open_in_browser.h. The conventions of $BROWSER are those of xdg-open.
#include "src/tools/common/open_in_browser.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "src/base/strings.h"
#include "src/tools/common/file_url.h"

extern char** environ;

namespace hlo_text_v1::internal {
namespace {

#ifdef __APPLE__
constexpr char kOpener[] = "open";
#else
constexpr char kOpener[] = "xdg-open";
#endif

// Runs a program, found as a shell would find it, and waits for it. Returns why it failed; empty on
// success.
std::string Run(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  // Programs ignore this signal, which a browser may rely on.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], nullptr, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return std::strerror(error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno == ECHILD) return "";  // SIGCHLD is ignored: how it ended is not known
    if (errno != EINTR) return std::strerror(errno);
  }
  if (WIFSIGNALED(status)) return StrCat("signal ", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : StrCat("exit status ", WEXITSTATUS(status));
}

// One word of a command, with %s replaced by the address.
std::string Expand(std::string_view word, const std::string& url, bool* has_url) {
  std::string text;
  for (size_t i = 0; i < word.size(); ++i) {
    const char next = i + 1 < word.size() ? word[i + 1] : '\0';
    if (word[i] == '%' && next == 's') {
      text += url;
      *has_url = true;
      ++i;
    } else {
      text += word[i];
      if (word[i] == '%' && next == '%') ++i;
    }
  }
  return text;
}

}  // namespace

std::vector<std::vector<std::string>> BrowserCommands(std::string_view browser,
                                                      const std::string& url) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string_view text : Split(browser, ':')) {
    std::vector<std::string> words;
    bool has_url = false;
    for (const std::string_view word : Split(text, ' ')) {
      if (!word.empty()) words.push_back(Expand(word, url, &has_url));
    }
    if (words.empty()) continue;
    if (!has_url) words.push_back(url);
    commands.push_back(std::move(words));
  }
  return commands;
}

absl::Status OpenInBrowser(const std::string& path) {
  std::error_code error;
  const std::string absolute = std::filesystem::absolute(path, error).string();
  if (error) return absl::InternalError(StrCat(path, ": ", error.message()));
  const std::string url = FileUrl(absolute);
  const char* const browser = std::getenv("BROWSER");
  std::vector<std::vector<std::string>> commands =
      BrowserCommands(browser == nullptr ? "" : browser, url);
  commands.push_back({kOpener, url});
  std::string reasons;
  for (const std::vector<std::string>& command : commands) {
    const std::string reason = Run(command);
    if (reason.empty()) return absl::OkStatus();
    StrAppend(&reasons, reasons.empty() ? "" : "; ", command[0], ": ", reason);
  }
  return absl::UnavailableError(
      StrCat("no browser opens ", path, " (", reasons, "); set BROWSER to the name of one"));
}

}  // namespace hlo_text_v1::internal
