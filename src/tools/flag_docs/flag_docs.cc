// hlo-text-docs: prints the man page or the completions of a program.
//
//   hlo-text-docs hlo-check|hlo-fmt|hlo-opt|hlo-reduce|hlo-translate|hlo-view|hlo-lsp man|bash|zsh|fish
//
// Runs during the build; not installed.
#include <cstdio>
#include <string>
#include <string_view>

#include "hlo/version.h"
#include "src/tools/flag_docs/completions.h"
#include "src/tools/flag_docs/man_page.h"
#include "src/tools/flag_docs/programs.h"

namespace {

// Empty for an unknown kind.
std::string Document(const hlo_text::internal::Program& program, std::string_view kind) {
  if (kind == "man") return hlo_text::internal::ManPage(HLO_TEXT_VERSION, program);
  if (kind == "bash") return hlo_text::internal::BashCompletion(program);
  if (kind == "zsh") return hlo_text::internal::ZshCompletion(program);
  if (kind == "fish") return hlo_text::internal::FishCompletion(program);
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc == 3 ? argv[1] : "";
  std::string text;
  for (const auto make : hlo_text::internal::kPrograms) {
    const hlo_text::internal::Program program = make();
    if (program.name == name) text = Document(program, argv[2]);
  }
  if (text.empty()) {
    std::fprintf(stderr, "Usage: hlo-text-docs PROGRAM man|bash|zsh|fish\n");
    return 2;
  }
  const bool ok = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fclose(stdout) == 0 && ok ? 0 : 3;
}
