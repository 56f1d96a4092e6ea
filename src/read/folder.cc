// Walks with an explicit list: deep folders need no stack. Does not follow links to folders, so it
// always ends.
#include "src/read/folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "src/base/strings.h"
#include "src/dumps/dump_name.h"
#include "src/read/source.h"

namespace hlo_text_v1::internal {
namespace {

namespace fs = std::filesystem;

bool EndsWith(std::string_view text, std::string_view end) {
  return absl::EndsWith(Absl(text), Absl(end));
}

std::string_view WithoutGz(std::string_view name) {
  if (EndsWith(name, ".gz")) name.remove_suffix(3);
  return name;
}

// Dangling links are included: reading reports them.
bool MayBeRead(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
}

// Empty and unreadable dumps count: reading them reports the error.
bool MayBeModule(const std::string& path) {
  constexpr std::string_view kHeader = "HloModule";
  const std::optional<std::string> start = ReadStart(path, kHeader.size());
  return !start.has_value() || start->empty() || *start == kHeader;
}

// Whether the file is read when its folder is given.
bool IsInput(std::string_view name, const std::string& path) {
  if (IsDumpFileName(name)) return MayBeRead(path) && MayBeModule(path);
  return IsHloFileName(name) && MayBeRead(path);
}

struct Entry {
  std::string path;
  bool is_folder;
};

// The entries of `folder`, in reverse order of names.
std::vector<Entry> EntriesOf(const std::string& folder, std::vector<std::string>* errors) {
  std::vector<Entry> entries;
  std::error_code error, unknown;
  for (fs::directory_iterator it(folder, error), end; it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name[0] == '.') continue;
    const bool is_folder = it->symlink_status(unknown).type() == fs::file_type::directory;
    std::string path = it->path().string();
    if (is_folder || IsInput(name, path)) entries.push_back({std::move(path), is_folder});
  }
  if (error) errors->push_back(StrCat(folder, ": ", error.message()));
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.path > b.path; });
  return entries;
}

}  // namespace

bool IsHloFileName(std::string_view name) {
  if (name.empty() || name[0] == '.') return false;
  name = WithoutGz(name);
  return EndsWith(name, ".hlo") || EndsWith(name, ".hlo.txt");
}

bool IsDumpFileName(std::string_view name) {
  return EndsWith(WithoutGz(name), ".txt") && ParseDumpName(name).has_value();
}

std::vector<std::string> HloFilesIn(const std::string& folder, std::vector<std::string>* errors) {
  std::vector<std::string> paths;
  std::vector<Entry> to_visit = {{folder, /*is_folder=*/true}};
  while (!to_visit.empty()) {
    const Entry entry = std::move(to_visit.back());
    to_visit.pop_back();
    if (entry.is_folder) {
      const std::vector<Entry> entries = EntriesOf(entry.path, errors);
      to_visit.insert(to_visit.end(), entries.begin(), entries.end());
    } else {
      paths.push_back(entry.path);
    }
  }
  return paths;
}

}  // namespace hlo_text_v1::internal
