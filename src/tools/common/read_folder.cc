// See read_folder.h.
#include "src/tools/common/read_folder.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <new>

#include "src/base/strings.h"

namespace hlo::internal {
namespace {

// File systems need not say it in the entry.
FolderEntry::Kind KindOf(const std::string& folder, const dirent& entry) {
  struct stat info = {};
  if (entry.d_type == DT_UNKNOWN) lstat(PathIn(folder, entry.d_name).c_str(), &info);
  const unsigned type = entry.d_type == DT_UNKNOWN ? IFTODT(info.st_mode) : entry.d_type;
  if (type == DT_REG) return FolderEntry::kFile;
  return type == DT_DIR ? FolderEntry::kFolder : FolderEntry::kOther;
}

}  // namespace

int ReadFolder(const std::string& path, std::vector<FolderEntry>* entries) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  if (folder == nullptr && errno == ENOMEM) throw std::bad_alloc();
  if (folder == nullptr) return errno;
  for (;;) {
    errno = 0;
    const dirent* entry = readdir(folder.get());
    if (entry == nullptr) return errno;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries->push_back({std::string(name), KindOf(path, *entry)});
  }
}

std::string PathIn(std::string_view folder, std::string_view name) {
  const bool has_slash = !folder.empty() && folder.back() == '/';
  return StrCat(folder, has_slash ? "" : "/", name);
}

}  // namespace hlo::internal
