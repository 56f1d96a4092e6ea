// --split_input_file: a file of several texts between lines `// -----`, as LLVM's tools split it.
//
// It is a matter of lines only, whatever the texts are: the one behind an error is still found.
#ifndef HLO_TOOLS_HLO_FMT_SPLIT_INPUT_H_
#define HLO_TOOLS_HLO_FMT_SPLIT_INPUT_H_

#include <string_view>
#include <vector>

namespace hlo {

struct InputPart {
  std::string_view text;       // may be empty
  std::string_view separator;  // the line behind it, with its newline; empty: there is none
};

// `text` in parts that follow each other without a gap; at least one. A separator is a whole line:
// `// -----` and blanks.
std::vector<InputPart> SplitInput(std::string_view text);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_SPLIT_INPUT_H_
