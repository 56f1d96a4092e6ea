// A table of the flags. There is no -o: the output goes to the client.
#include "src/tools/hlo_lsp/lsp_flags.h"

#include <string_view>

namespace hlo_text_v1::internal {
namespace {

constexpr FlagRow<LspFlags> kLspFlags[] = {
    {"stdio", &LspFlags::stdio, "accepted and ignored: there is no other way"},
    {"help", &LspFlags::help, "print this help"},
    {"version", &LspFlags::version, "print the version"},
};

constexpr std::string_view kLspUsage = R"(Usage: hlo-lsp [flags]

A language server for HLO text: speaks the Language Server Protocol over
standard input and output. Editors start it and send it the texts that are open.
It never writes a file.

)";

constexpr std::string_view kLspEnd = R"(
Exit status:
  0  the client has sent `shutdown` and `exit`
  1  the input has ended, or `exit` has come, before `shutdown`
  2  the command line is wrong
  3  reading or writing failed, or memory or threads ran out; an internal
     error
)";

}  // namespace

bool ParseLspFlags(int argc, const char* const* argv, LspFlags* flags, std::string* error) {
  if (!ParseCommandLine(argc, argv, BindFlags(kLspFlags, flags), flags, error)) return false;
  if (flags->help || flags->version) return true;
  if (!flags->files.empty()) *error = "no FILE is allowed: the editor sends the texts";
  if (flags->given.count("o") > 0) *error = "unknown flag -o";
  return error->empty();
}

Program HloLspProgram() {
  Program program{"hlo-lsp",
                  "language server for HLO",
                  kLspUsage,
                  std::string(kLspEnd),
                  {},
                  {{"Serve the editor that starts it:", "hlo-lsp"},
                   {"As some editors start it:", "hlo-lsp --stdio"},
                   {"Print the version:", "hlo-lsp --version"}}};
  for (const FlagRow<LspFlags>& row : kLspFlags) program.flags.push_back(DescribeFlag(row));
  return program;
}

}  // namespace hlo_text_v1::internal
