// hlo-lsp: a language server for HLO text, over standard input and output.
//
// server.cc answers; session.cc reads and writes.
#include <cstdio>
#include <string_view>

#include "hlo/version.h"
#include "src/lsp/session.h"

namespace {

constexpr std::string_view kHelp = R"(Usage: hlo-lsp

A language server for HLO text: speaks the Language Server Protocol over standard
input and output. Editors start it; see docs/hlo-lsp.md.

Flags:
  --stdio    accepted and ignored: there is no other way
  --help     print this help
  --version  print the version

Exit status: 0 after `shutdown` and `exit`; 1 if the input ends, or `exit` comes,
before `shutdown`; 2 for a wrong command line.
)";

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (flag == "--help") return std::fwrite(kHelp.data(), 1, kHelp.size(), stdout) == 0;
    if (flag == "--version") return std::puts("hlo-lsp " HLO_TEXT_VERSION) < 0;
    if (flag != "--stdio") {
      std::fprintf(stderr, "hlo-lsp: unknown flag %s; try --help\n", argv[i]);
      return 2;
    }
  }
  return hlo::internal::RunSession(/*input=*/0, /*output=*/1);
}
