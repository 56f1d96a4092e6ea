// See list_dump_folder.h.
#include "src/tools/hlo_view/dump_report/list_dump_folder.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

namespace fs = std::filesystem;

absl::StatusOr<DumpFolder> ListDumpFolder(const std::string& path) {
  std::vector<DumpEntry> entries;
  std::error_code error, unknown;
  for (fs::directory_iterator it(path, error), end; it != end; it.increment(error)) {
    const fs::file_type type = it->symlink_status(unknown).type();
    const std::string name = it->path().filename().string();
    entries.push_back({name + (type == fs::file_type::directory ? "/" : ""),
                       /*is_file=*/type == fs::file_type::regular});
  }
  if (error) return absl::UnavailableError(StrCat(path, ": ", error.message()));
  return SortDumpFolder(path, entries);
}

}  // namespace hlo_text_v1::internal
