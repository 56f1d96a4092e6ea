// See list_dump_folder.h.
#include "src/tools/hlo_view/dump_report/list_dump_folder.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "src/base/strings.h"

namespace hlo::internal {

absl::StatusOr<DumpFolder> ListDumpFolder(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<DumpEntry> entries;
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::error_code none;
    const fs::file_type type = it->symlink_status(none).type();
    const char* const slash = type == fs::file_type::directory ? "/" : "";
    entries.push_back({it->path().filename().string() + slash, type == fs::file_type::regular});
  }
  if (error) return absl::UnavailableError(StrCat(path, ": ", error.message()));
  return SortDumpFolder(path, entries);
}

}  // namespace hlo::internal
