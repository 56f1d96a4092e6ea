// Walks with an explicit list: deep folders need no stack. Does not follow links to folders, so it
// always ends.
#include "src/tools/common/input_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/dumps/dump_name.h"
#include "src/tools/common/gzip.h"

namespace hlo::internal {
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

// A dump that is damaged is an error, so an empty or unreadable one counts.
bool MayBeModule(const std::string& path) {
  constexpr std::string_view kHeader = "HloModule";
  const std::optional<std::string> start = ReadStart(path, kHeader.size());
  return !start.has_value() || start->empty() || *start == kHeader;
}

// Whether the file is one of those that stand for its folder.
bool IsInput(std::string_view name, const std::string& path) {
  if (IsDumpFileName(name)) return MayBeRead(path) && MayBeModule(path);
  return IsHloFileName(name) && MayBeRead(path);
}

struct Entry {
  std::string path;
  bool is_folder;
};

// The entries of `folder`, in reverse order of names.
std::vector<Entry> EntriesOf(const std::string& folder, InputFiles* found) {
  std::vector<Entry> entries;
  std::error_code error, unknown;
  for (fs::directory_iterator it(folder, error), end; it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name[0] == '.') continue;
    const bool is_folder = it->symlink_status(unknown).type() == fs::file_type::directory;
    std::string path = it->path().string();
    if (is_folder || IsInput(name, path)) entries.push_back({std::move(path), is_folder});
  }
  if (error) {
    found->errors.push_back(StrCat(folder, ": ", error.message()));
    found->code = std::max(found->code, kIoError);
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.path > b.path; });
  return entries;
}

void WalkFolder(const std::string& folder, InputFiles* found) {
  std::vector<Entry> to_visit = {{folder, /*is_folder=*/true}};
  while (!to_visit.empty()) {
    const Entry entry = std::move(to_visit.back());
    to_visit.pop_back();
    if (entry.is_folder) {
      const std::vector<Entry> entries = EntriesOf(entry.path, found);
      to_visit.insert(to_visit.end(), entries.begin(), entries.end());
    } else {
      found->paths.push_back(entry.path);
    }
  }
}

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

bool IsHloFileName(std::string_view name) {
  if (name.empty() || name[0] == '.') return false;
  name = WithoutGz(name);
  return EndsWith(name, ".hlo") || EndsWith(name, ".hlo.txt");
}

bool IsDumpFileName(std::string_view name) {
  return EndsWith(WithoutGz(name), ".txt") && ParseDumpName(name).has_value();
}

InputFiles ListInputFiles(const std::vector<std::string>& names, bool recursive, bool once) {
  InputFiles found;
  for (const std::string& name : names) {
    std::error_code error;
    if (name == "-" || !fs::is_directory(name, error)) {
      found.paths.push_back(name);
    } else if (recursive) {
      WalkFolder(name, &found);
    } else {
      found.errors.push_back(name + ": is a folder; use -r to format the files in it");
      found.code = kUsageError;
    }
  }
  if (once) KeepFirstOfEach(&found.paths);
  return found;
}

}  // namespace hlo::internal
