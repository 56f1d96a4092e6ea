// hlo-fmt-docs: prints what is installed beside hlo-fmt and made of its table of flags.
//
//   hlo-fmt-docs man|bash|zsh|fish
//
// Runs while hlo-fmt is built, and is not installed.
#include <cstdio>
#include <string>
#include <string_view>

#include "src/tools/completions.h"
#include "src/tools/flags.h"
#include "src/tools/man_page.h"

int main(int argc, char** argv) {
  const std::string_view kind = argc == 2 ? argv[1] : "";
  const auto flags = hlo::DescribeFlags();
  std::string text;
  if (kind == "man") {
    text = hlo::ManPage(HLO_TEXT_VERSION, hlo::HelpBeforeFlags(), hlo::HelpAfterFlags(), flags);
  } else if (kind == "bash") {
    text = hlo::BashCompletion(flags);
  } else if (kind == "zsh") {
    text = hlo::ZshCompletion(flags);
  } else if (kind == "fish") {
    text = hlo::FishCompletion(flags);
  } else {
    std::fprintf(stderr, "Usage: hlo-fmt-docs man|bash|zsh|fish\n");
    return 2;
  }
  const bool ok = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fclose(stdout) == 0 && ok ? 0 : 3;
}
