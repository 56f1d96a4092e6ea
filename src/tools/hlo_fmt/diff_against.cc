// See diff_against.h.
#include "src/tools/hlo_fmt/diff_against.h"

#include "hlo/diff.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
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
  return color ? ColorDiff(whole) : whole;
}

}  // namespace hlo_text_v1::internal
