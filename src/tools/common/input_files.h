// The list of inputs: the files on the command line, and with -r the HLO files in its folders.
#ifndef HLO_TOOLS_COMMON_INPUT_FILES_H_
#define HLO_TOOLS_COMMON_INPUT_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "src/tools/common/exit_code.h"

namespace hlo_text_v1::internal {

struct InputFiles {
  std::vector<std::string> paths;
  ExitCode code = kFine;
  std::vector<std::string> errors;  // one line each
};

// `names` as given. With `recursive`, each folder is replaced by its HLO files (src/read/folder.h).
// Without `recursive`, a folder is a usage error. An unreadable folder is an I/O error. With
// `once`, a file that is named again, or through a link, is left out.
InputFiles ListInputFiles(const std::vector<std::string>& names, bool recursive, bool once = false);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_INPUT_FILES_H_
