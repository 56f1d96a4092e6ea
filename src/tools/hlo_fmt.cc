// hlo-fmt: reads HLO text and prints it as XLA does, or formats files.
//
// Only the entry: flags, the standard streams, --help. What a text means is the library's business
// (hlo/parser.h, hlo/printer.h); what happens to files that of src/tools/run.h.
#include <fcntl.h>
#include <re2/re2.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "src/tools/exit_code.h"
#include "src/tools/flags.h"
#include "src/tools/output_file.h"
#include "src/tools/run.h"

namespace hlo {
namespace {

void Complain(const std::string& message) {
  if (!message.empty()) std::fprintf(stderr, "hlo-fmt: %s\n", message.c_str());
}

ExitCode PrintAndExit(std::string_view text) {
  OutputFile out("");
  if (out.Write(text) && out.Commit()) return kFine;
  Complain(out.error());
  return kIoError;
}

// Files must not take the place of a standard stream that the caller has closed: with the wrong
// mode, so that its use is still an error.
void OpenClosedStandardStreams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::_Exit(kIoError);
  }
}

ExitCode Main(int argc, char** argv) {
  OpenClosedStandardStreams();
  std::signal(SIGPIPE, SIG_IGN);  // the failing write tells

  Flags flags;
  std::string error;
  if (!ParseFlags(argc, argv, &flags, &error)) {
    Complain(error + "\nTry hlo-fmt --help.");
    return kUsageError;
  }
  if (flags.help) return PrintAndExit(HelpText());
  if (flags.version) return PrintAndExit("hlo-fmt " HLO_TEXT_VERSION "\n");
  if (flags.files.empty()) flags.files.emplace_back("-");

  std::unique_ptr<re2::RE2> only;
  if (!flags.only.empty()) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    only = std::make_unique<re2::RE2>(flags.only, options);
    if (!only->ok()) {
      Complain("--only=" + flags.only + ": " + only->error());
      return kUsageError;
    }
  }
  return Run(flags, only.get());
}

}  // namespace
}  // namespace hlo

int main(int argc, char** argv) { return hlo::Main(argc, argv); }
