// --split_input_file: splits a file at lines `// -----`, as LLVM's tools do, and before the second
// and each further line that begins with `HloModule`.
//
// Only looks at lines, so a text after a broken one is still found.
#ifndef HLO_TOOLS_HLO_FMT_SPLIT_INPUT_H_
#define HLO_TOOLS_HLO_FMT_SPLIT_INPUT_H_

#include <string_view>
#include <vector>

namespace hlo_text_v1::internal {

struct InputPart {
  std::string_view text;       // may be empty
  std::string_view separator;  // the line after it, with its newline; empty if none
};

// Splits `text` into at least one part, without gaps. A separator is a whole line: `// -----` and
// blanks; that of a part before a `HloModule` is empty.
std::vector<InputPart> SplitInput(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_SPLIT_INPUT_H_
