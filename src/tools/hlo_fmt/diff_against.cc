// See diff_against.h. Colours as in git.
#include "src/tools/hlo_fmt/diff_against.h"

#include <algorithm>

#include "hlo/diff.h"
#include "src/base/ansi.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

std::string_view ColorOf(std::string_view line) {
  if (line.substr(0, 2) == "@@") return ansi::kCyan;
  switch (line.empty() ? ' ' : line[0]) {
    case '-':
      return ansi::kRed;
    case '+':
      return ansi::kGreen;
    case '~':
      return ansi::kYellow;
    default:
      return "";
  }
}

std::string Colored(std::string_view text) {
  std::string colored;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::string_view color = ColorOf(line);
    StrAppend(&colored, color, line, color.empty() ? "" : ansi::kShortReset, "\n");
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return colored;
}

}  // namespace

std::string DiffAgainst(const HloModule& before, std::string_view before_name,
                        const HloModule& after, std::string_view after_name, const Flags& flags,
                        bool color) {
  DiffTextOptions text_options;
  text_options.print = MakePrintOptions(flags);
  DiffOptions options;
  options.metadata = flags.given.count("print_metadata") > 0 && text_options.print.print_metadata;
  options.layouts = text_options.print.include_layout_in_shapes;
  std::string text = DiffToString(Diff(before, after, options), text_options);
  if (text.empty()) return text;
  const std::string whole = StrCat("--- ", before_name, "\n+++ ", after_name, "\n", text);
  return color ? Colored(whole) : whole;
}

}  // namespace hlo_text_v1::internal
