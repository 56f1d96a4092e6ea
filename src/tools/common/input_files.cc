// See input_files.h.
#include "src/tools/common/input_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "src/base/hash_table.h"
#include "src/read/folder.h"

namespace hlo_text_v1::internal {
namespace {

namespace fs = std::filesystem;

// A hard link is another file: replacing one does not change the other.
void KeepFirstOfEach(std::vector<std::string>* paths) {
  HashSet<std::string> seen;
  const auto is_known = [&seen](const std::string& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return !error && !seen.insert(real.string()).second;
  };
  paths->erase(std::remove_if(paths->begin(), paths->end(), is_known), paths->end());
}

}  // namespace

InputFiles ListInputFiles(const std::vector<std::string>& names, bool recursive, bool once) {
  InputFiles found;
  for (const std::string& name : names) {
    std::error_code error;
    if (name == "-" || !fs::is_directory(name, error)) {
      found.paths.push_back(name);
    } else if (recursive) {
      const std::vector<std::string> paths = HloFilesIn(name, &found.errors);
      found.paths.insert(found.paths.end(), paths.begin(), paths.end());
      if (!found.errors.empty()) found.code = std::max(found.code, kIoError);
    } else {
      found.errors.push_back(name + ": is a folder; use -r to format the files in it");
      found.code = kUsageError;
    }
  }
  if (once) KeepFirstOfEach(&found.paths);
  return found;
}

}  // namespace hlo_text_v1::internal
