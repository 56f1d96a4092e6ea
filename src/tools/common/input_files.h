// The list of inputs: those on the command line, and with -r the HLO files in its folders.
#ifndef HLO_TOOLS_COMMON_INPUT_FILES_H_
#define HLO_TOOLS_COMMON_INPUT_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "src/tools/common/exit_code.h"

namespace hlo::internal {

// Whether the name of a file in a folder is that of HLO text, *.hlo or *.hlo.txt, also with .gz
// appended. Never a name that begins with a dot.
bool IsHloFileName(std::string_view name);

// Whether it is that of an XLA dump, [TIME.]module_0001.NAME...txt, also with .gz. XLA gives such
// names to modules and to many kinds of reports beside them (...-buffer-assignment.txt,
// .thunk_sequence.txt).
bool IsDumpFileName(std::string_view name);

struct InputFiles {
  std::vector<std::string> paths;
  ExitCode code = kFine;
  std::vector<std::string> errors;  // one line each
};

// `names` as given. With `recursive`, each folder is replaced by the HLO files in it and below, and
// the dumps that begin with HloModule, are empty or cannot be read, sorted by name; skips folders
// whose name begins with a dot and does not follow links to folders, unless `names` has them.
// Without `recursive`, a folder is a usage error. An unreadable folder is an I/O error. With
// `once`, a file that is named again, or by a link, is left out.
InputFiles ListInputFiles(const std::vector<std::string>& names, bool recursive, bool once = false);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_INPUT_FILES_H_
