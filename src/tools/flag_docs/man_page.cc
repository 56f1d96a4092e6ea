// Cuts the text of --help into paragraphs: lists under a title become sections, the rest goes to
// DESCRIPTION and OPTIONS. Only the section on the environment is written here, since --help has no
// room for it.
#include "src/tools/flag_docs/man_page.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kUsagePrefix = "Usage: ";

constexpr std::string_view kEnvironment = R"(.SH ENVIRONMENT
.TP
.B NO_COLOR
If it is set and not empty, output on a terminal has no colors.
)";

std::string Roff(std::string_view text) {
  const bool begins_with_point = text.substr(0, 1) == ".";
  return (begins_with_point ? "\\&" : "") + absl::StrReplaceAll(Absl(text), {{"\\", "\\(rs"},
                                                                             {"-", "\\-"},
                                                                             {"^", "\\(ha"},
                                                                             {"~", "\\(ti"},
                                                                             {"`", "\\(ga"},
                                                                             {"'", "\\(aq"},
                                                                             {"\n.", "\n\\&."}});
}

std::string Bold(std::string_view text) { return "\\fB" + Roff(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Roff(text) + "\\fR"; }

// Takes the text before `separator` and the separator off the front; all text if there is none.
std::string_view Take(std::string_view* text, std::string_view separator) {
  const size_t at = text->find(separator);
  const std::string_view taken = text->substr(0, at);
  text->remove_prefix(at == std::string_view::npos ? text->size() : at + separator.size());
  return taken;
}

std::string_view WithoutNewlines(std::string_view text) {
  while (!text.empty() && text.front() == '\n') text.remove_prefix(1);
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

// "Title:" with indented lines under it: "  WORD  what it is".
bool IsList(std::string_view paragraph) {
  const size_t end = paragraph.find(":\n  ");
  return end != std::string_view::npos && paragraph.find('\n') == end + 1;
}

void AppendSection(std::string_view title, std::string* page) {
  *page += ".SH " + absl::AsciiStrToUpper(Roff(title)) + "\n";
}

void AppendList(std::string_view list, std::string* page) {
  AppendSection(Take(&list, ":\n"), page);
  while (!list.empty()) {
    std::string_view line = Take(&list, "\n");
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(indent);
    // Deeper lines continue the item above.
    if (indent <= 2) *page += ".TP\n" + Bold(Take(&line, "  ")) + "\n";
    *page += Roff(line.substr(std::min(line.find_first_not_of(' '), line.size()))) + "\n";
  }
}

// Appends the lists in `text`, or the rest: a paragraph after a list would come under its title.
void AppendParagraphs(std::string_view text, bool lists, std::string* page) {
  bool first = true;
  for (text = WithoutNewlines(text); !text.empty(); text = WithoutNewlines(text)) {
    const std::string_view paragraph = Take(&text, "\n\n");
    if (IsList(paragraph) != lists) continue;
    if (lists) {
      AppendList(paragraph, page);
      continue;
    }
    *page += (first ? "" : ".PP\n") + Roff(paragraph) + "\n";
    first = false;
  }
}

// The value that `line` of a flag's help explains, "WORD: ..."; null if there is none.
const FlagValue* ExplainedValue(const FlagDescription& flag, std::string_view line) {
  for (const FlagValue& value : flag.values) {
    if (line.substr(0, line.find(": ")) == value.word) return &value;
  }
  return nullptr;
}

void AppendFlag(const FlagDescription& flag, std::string* page) {
  *page += ".TP\n" + Bold(flag.name);
  if (flag.may_have_value()) {
    *page += "[=" + Italic(flag.value_name) + "]";
  } else if (!flag.is_switch) {
    *page += (flag.is_short() ? " " : "=") + Italic(flag.value_name);
  }
  *page += '\n';
  bool nested = false;
  std::string_view help = flag.help;
  while (!help.empty()) {
    std::string_view line = Take(&help, "\n");
    if (ExplainedValue(flag, line) != nullptr) {
      if (!nested) *page += ".RS\n";
      nested = true;
      *page += ".TP\n" + Bold(Take(&line, ": ")) + "\n";
    }
    *page += Roff(line) + "\n";
  }
  if (nested) *page += ".RE\n";
}

void AppendExamples(const Program& program, std::string* page) {
  if (program.examples.empty()) return;
  AppendSection("Examples", page);
  for (const ProgramExample& example : program.examples) {
    *page +=
        (&example == program.examples.data() ? "" : ".PP\n") + Roff(example.text) + "\n.PP\n.EX\n";
    *page += "    " + Roff(example.command) + "\n.EE\n";
  }
}

}  // namespace

std::string ManPage(std::string_view version, const Program& program) {
  std::string_view before = program.before_flags;
  const std::string_view after = program.after_flags;
  // No date: the date of the build does not matter.
  std::string page = ".TH " + absl::AsciiStrToUpper(Roff(program.name)) + " 1 \"\" \"hlo\\-text " +
                     Roff(version) + "\" \"User Commands\"\n";
  page += ".SH NAME\n" + Roff(program.name) + " \\- " + Roff(program.summary) + "\n";
  AppendSection("Synopsis", &page);
  if (before.substr(0, kUsagePrefix.size()) == kUsagePrefix) {
    before.remove_prefix(kUsagePrefix.size());
  }
  page += Bold(Take(&before, " "));
  page += " " + Roff(Take(&before, "\n\n")) + "\n";
  AppendSection("Description", &page);
  AppendParagraphs(before, false, &page);
  page += ".PP\n";
  AppendParagraphs(after, false, &page);
  AppendSection("Options", &page);
  for (const FlagDescription& flag : program.flags) {
    if (!flag.heading.empty()) page += ".SS " + Roff(flag.heading) + "\n";
    AppendFlag(flag, &page);
  }
  AppendParagraphs(before, true, &page);
  AppendParagraphs(after, true, &page);
  page += kEnvironment;
  AppendExamples(program, &page);
  return page;
}

}  // namespace hlo_text_v1::internal
