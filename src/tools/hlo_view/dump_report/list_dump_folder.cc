// See list_dump_folder.h.
#include "src/tools/hlo_view/dump_report/list_dump_folder.h"

#include <cstring>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "src/base/strings.h"
#include "src/tools/common/read_folder.h"

namespace hlo::internal {

absl::StatusOr<DumpFolder> ListDumpFolder(const std::string& path) {
  std::vector<FolderEntry> found;
  if (const int error = ReadFolder(path, &found); error != 0) {
    return absl::UnavailableError(StrCat(path, ": ", std::strerror(error)));
  }
  std::vector<DumpEntry> entries;
  for (FolderEntry& entry : found) {
    if (entry.kind == FolderEntry::kFolder) entry.name += '/';
    entries.push_back({std::move(entry.name), entry.kind == FolderEntry::kFile});
  }
  return SortDumpFolder(path, entries);
}

}  // namespace hlo::internal
