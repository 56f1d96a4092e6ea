// The modules of a file: each begins at a line `// -----`, as LLVM's tools split their inputs, or
// at a line `HloModule ...` behind the module before.
#ifndef HLO_FORMAT_SPLIT_MODULES_H_
#define HLO_FORMAT_SPLIT_MODULES_H_

#include <string_view>
#include <vector>

namespace hlo {

// `text` in pieces that follow each other without a gap; all but the first begin at the beginning
// of a line. Of a file with one module it is the one piece; an empty text gives none. Linear.
std::vector<std::string_view> SplitModules(std::string_view text);

// Whether there is nothing but comments and blanks in `piece`.
bool HasOnlyComments(std::string_view piece);

}  // namespace hlo

#endif  // HLO_FORMAT_SPLIT_MODULES_H_
