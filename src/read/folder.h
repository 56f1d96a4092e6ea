// Finds the HLO files of a folder.
#ifndef HLO_READ_FOLDER_H_
#define HLO_READ_FOLDER_H_

#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::internal {

// Whether the name of a file in a folder is that of HLO text, *.hlo or *.hlo.txt, also with .gz
// appended. Never a name that begins with a dot.
bool IsHloFileName(std::string_view name);

// Whether it is that of an XLA dump, [TIME.]module_0001.NAME...txt, also with .gz. XLA gives such
// names to modules and to many kinds of reports (...-buffer-assignment.txt, .thunk_sequence.txt).
bool IsDumpFileName(std::string_view name);

// The paths of the HLO files in `folder` and below, and of the dumps that begin with HloModule, are
// empty or cannot be read, sorted by name. Skips folders whose name begins with a dot, and does not
// follow links to folders. Adds a line to `errors` for each folder that cannot be read.
std::vector<std::string> HloFilesIn(const std::string& folder, std::vector<std::string>* errors);

}  // namespace hlo_text_v1::internal

#endif  // HLO_READ_FOLDER_H_
