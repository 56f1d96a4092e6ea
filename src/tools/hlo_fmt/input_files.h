// The list of inputs: what the command line names, and with -r the HLO files in its folders.
#ifndef HLO_TOOLS_HLO_FMT_INPUT_FILES_H_
#define HLO_TOOLS_HLO_FMT_INPUT_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "src/tools/common/exit_code.h"

namespace hlo {

// Whether a file of this name, found in a folder, is HLO text: *.hlo, *.hlo.txt, and XLA's dumps,
// module_0001.NAME...txt, but not the reports that XLA writes beside them
// (...-buffer-assignment.txt, ...-memory-usage-report.txt); any of them also with .gz behind. Never
// one whose name begins with a dot.
bool IsHloFileName(std::string_view name);

struct InputFiles {
  std::vector<std::string> paths;
  ExitCode code = kFine;
  std::vector<std::string> errors;  // one line each
};

// `names` as given; with `recursive` each folder is replaced by the files in it and below, sorted
// by name. Folders whose name begins with a dot are skipped, and links to folders are not followed,
// unless named by `names`. Without `recursive` a folder is a usage error. A folder that cannot be
// read is an I/O error.
InputFiles ListInputFiles(const std::vector<std::string>& names, bool recursive);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_INPUT_FILES_H_
