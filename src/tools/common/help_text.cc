// --help: one line per flag, with the program's text around them.
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

std::string HelpText(const Program& program) {
  std::string text(program.before_flags);
  bool is_print_option = false;
  for (const FlagDescription& flag : program.flags) {
    if (flag.is_print_option && !is_print_option) {
      text += "\nPrint options, on top of the style:\n";
      is_print_option = true;
    }
    std::string name = flag.name;
    if (flag.may_have_value()) {
      name += "[=" + flag.value_name + "]";
    } else if (!flag.is_switch) {
      name += (flag.is_short() ? " " : "=") + flag.value_name;
    }
    AppendHelpLine(name, flag.is_print_option ? Wrap(flag.help) : flag.help, &text);
  }
  text += program.after_flags;
  return text;
}

}  // namespace hlo_text_v1::internal
