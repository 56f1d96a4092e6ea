// See program_main.h.
#include "src/tools/common/program_main.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hlo/version.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/common/heap.h"
#include "src/tools/common/terminal.h"

namespace hlo_text_v1::internal {

void PrepareProcess() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    // Opens it in the wrong mode, so that using it remains an error.
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::_Exit(kIoError);
  }
  std::signal(SIGPIPE, SIG_IGN);  // the failing write reports it
  PrepareHeap();
}

void PrintErrors(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void Complain(std::string_view program, std::string_view message) {
  if (message.empty()) return;
  PrintErrors(StrCat(program, ": ", Printable(message, /*keep_newlines=*/true), "\n"));
}

ExitCode RefuseFlags(const Program& program, const std::string& error) {
  Complain(program.name, StrCat(error, "\nTry ", program.name, " --help."));
  return kUsageError;
}

ExitCode GiveUp(const char* program, const char* why) {
  const char* slash = std::strrchr(program, '/');
  std::fprintf(stderr, "%s: %s\n", slash == nullptr ? program : slash + 1, why);
  return kIoError;
}

ExitCode PrintAbout(const Program& program, const CommonFlags& flags) {
  OutputFile out("");
  const std::string text = flags.help ? HelpText(program, flags.help_topic)
                                      : StrCat(program.name, " " HLO_TEXT_VERSION "\n");
  if (out.Write(text) && out.Commit()) return kFine;
  Complain(program.name, out.error());
  return kIoError;
}

bool IsForNoTerminal(std::string_view program, const std::string& output, std::string_view what,
                     std::string_view instead) {
  if (!output.empty() || isatty(STDOUT_FILENO) == 0) return false;
  Complain(program, StrCat(what, " is not for a terminal: ", instead));
  return true;
}

ExitCode MakeOutput(std::string_view program, const std::string& input, const std::string& output,
                    absl::FunctionRef<ExitCode(DiagnosticLog*, OutputFile*)> work) {
  DiagnosticLog log(input, WantsColor(STDERR_FILENO), program);
  OutputFile out(output);
  const ExitCode code = work(&log, &out);
  PrintErrors(log.TakeText());
  const bool commits = code == kFine || (code == kInputRefused && out.is_begun());
  if (!out.failed() && (!commits || out.Commit())) return code;
  Complain(program, out.error());
  return kIoError;
}

}  // namespace hlo_text_v1::internal
