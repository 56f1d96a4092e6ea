// See program_main.h.
#include "src/tools/common/program_main.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "src/base/strings.h"
#include "src/tools/common/output_file.h"

namespace hlo {

void PrepareProcess() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    // With the wrong mode, so that its use is still an error.
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::_Exit(kIoError);
  }
  std::signal(SIGPIPE, SIG_IGN);  // the failing write tells
}

void PrintErrors(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void Complain(std::string_view program, std::string_view message) {
  if (!message.empty()) PrintErrors(StrCat(program, ": ", message, "\n"));
}

ExitCode RefuseFlags(std::string_view program, const std::string& error) {
  Complain(program, StrCat(error, "\nTry ", program, " --help."));
  return kUsageError;
}

ExitCode PrintAbout(const Program& program, const CommonFlags& flags) {
  OutputFile out("");
  const std::string text =
      flags.help ? HelpText(program) : StrCat(program.name, " " HLO_TEXT_VERSION "\n");
  if (out.Write(text) && out.Commit()) return kFine;
  Complain(program.name, out.error());
  return kIoError;
}

}  // namespace hlo
