// --help: one line per flag, with the program's text around them.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {
namespace {

// Help wraps at this column.
constexpr size_t kHelpWidth = 80;
constexpr size_t kHelpColumn = 27;

// `text`, wrapped to fit after kHelpColumn.
std::string Wrap(std::string_view text) {
  std::string wrapped;
  size_t column = 0;
  for (const std::string_view word : Split(text, ' ')) {
    if (column > 0) {
      const bool fits = column + 1 + word.size() <= kHelpWidth - kHelpColumn;
      wrapped += fits ? ' ' : '\n';
      column = fits ? column + 1 : 0;
    }
    wrapped += word;
    column += word.size();
  }
  return wrapped;
}

void AppendHelpLine(std::string_view flag, std::string_view help, std::string* out) {
  const std::string indent(kHelpColumn, ' ');
  std::string line = StrCat("  ", flag);
  line += line.size() < kHelpColumn ? indent.substr(line.size()) : "\n" + indent;
  StrAppend(out, line, absl::StrReplaceAll(Absl(help), {{"\n", "\n" + indent}}), "\n");
}

}  // namespace

std::string HelpEnd(std::string_view exit_1) {
  return StrCat(R"(
A switch can also be written --noNAME, --NAME=true or --NAME=false. -- ends the
flags.

Errors go to standard error as PATH:LINE:COLUMN: error: MESSAGE. A file with an
error prints nothing; with -o, one such file leaves the output file unchanged.

Exit status:
  0  success
  1  )",
                exit_1, R"(
  2  the command line is wrong
  3  a file cannot be read or written, or an internal error
)");
}

std::string HelpText(const Program& program, std::string_view topic) {
  const bool is_print = topic == "print";
  std::string text(is_print ? "" : program.before_flags);
  constexpr size_t kMostExamples = 3;
  for (size_t i = 0; i < std::min(program.examples.size(), kMostExamples) && !is_print; ++i) {
    const ProgramExample& example = program.examples[i];
    StrAppend(&text, i == 0 ? "Examples:\n" : "", "  ", example.text, "\n    ", example.command,
              "\n");
  }
  if (!is_print) text += '\n';
  bool has_print_options = false;
  for (const FlagDescription& flag : program.flags) {
    has_print_options |= flag.is_print_option;
    if (flag.is_print_option != is_print) continue;
    if (!flag.heading.empty()) StrAppend(&text, text.empty() ? "" : "\n", flag.heading, ":\n");
    std::string name = flag.name;
    if (flag.may_have_value()) {
      name += "[=" + flag.value_name + "]";
    } else if (!flag.is_switch) {
      name += (flag.is_short() ? " " : "=") + flag.value_name;
    }
    AppendHelpLine(name, flag.is_print_option ? Wrap(flag.help) : flag.help, &text);
  }
  if (is_print) return text;
  if (has_print_options)
    text += "\n--help=print lists the print options, which are for single parts of the text.\n";
  return text + program.after_flags;
}

}  // namespace hlo_text_v1::internal
