// Keeps the outline's names of each file, by path, with the file's time of change; a step of
// ReadSome ends after a few milliseconds.
#include "src/lsp/workspace.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/tools/common/file_url.h"
#include "src/tools/common/read_folder.h"

namespace hlo::internal {

namespace {

constexpr auto kTimePerStep = std::chrono::milliseconds(15);

bool IsText(std::string_view name) {
  return absl::EndsWith(Absl(name), ".hlo") || absl::EndsWith(Absl(name), ".txt");
}

int64_t TimeOf(const std::string& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  return error ? 0 : static_cast<int64_t>(time.time_since_epoch().count());
}

// Stands for the time of the last change of a folder that must be listed.
constexpr int64_t kNotListed = 0;

// The time of its last change, unless that is so short ago that another one may get the same.
int64_t SettledTimeOf(const std::string& folder) {
  constexpr auto kCoarsest = std::chrono::seconds(2);  // of file systems
  std::error_code error;
  const auto time = std::filesystem::last_write_time(folder, error);
  const bool is_settled =
      !error && time + kCoarsest < std::filesystem::file_time_type::clock::now();
  return is_settled ? static_cast<int64_t>(time.time_since_epoch().count()) : kNotListed;
}

bool Contains(std::string_view name, std::string_view lower_query) {
  if (lower_query.size() > name.size()) return false;
  const auto same = [](char a, char b) {
    return absl::ascii_tolower(static_cast<unsigned char>(a)) == b;
  };
  return std::search(name.begin(), name.end(), lower_query.begin(), lower_query.end(), same) !=
         name.end();
}

}  // namespace

void Workspace::AddFolder(const std::string& path) {
  if (std::find(folders_.begin(), folders_.end(), path) != folders_.end()) return;
  folders_.push_back(path);
  listed_.try_emplace(path, kNotListed);
}

void Workspace::RemoveFolder(const std::string& path) {
  folders_.erase(std::remove(folders_.begin(), folders_.end(), path), folders_.end());
  files_.clear();
  symbol_count_ = 0;
  listed_.clear();
  for (const std::string& folder : folders_) listed_.emplace(folder, kNotListed);
}

bool Workspace::HasFilesIn(const std::string& folder) const {
  const std::string begin = PathIn(folder, "");
  const auto file = files_.lower_bound(begin);
  return file != files_.end() && absl::StartsWith(file->first, begin);
}

// In the order of paths, a folder comes before those in it, which ListFolder adds.
void Workspace::ListFiles() {
  for (auto& [folder, changed] : listed_) {
    if (files_.size() >= kMaxFiles && !HasFilesIn(folder)) continue;
    const int64_t now = SettledTimeOf(folder);
    if (changed == now && now != kNotListed) continue;
    ListFolder(folder);
    changed = now;
  }
}

// Forgets files that were in `folder`.
void Workspace::ForgetOthers(const std::string& folder, const std::vector<FolderEntry>& entries) {
  std::set<std::string> paths;
  for (const FolderEntry& entry : entries) paths.insert(PathIn(folder, entry.name));
  const std::string begin = PathIn(folder, "");
  for (auto file = files_.lower_bound(begin);
       file != files_.end() && absl::StartsWith(file->first, begin);) {
    const bool is_in_it = file->first.find('/', begin.size()) == std::string::npos;
    if (!is_in_it || paths.count(file->first) > 0) {
      ++file;
      continue;
    }
    symbol_count_ -= file->second.entries.size();
    file = files_.erase(file);
  }
}

void Workspace::ListFolder(const std::string& folder) {
  std::vector<FolderEntry> entries;
  ReadFolder(folder, &entries);  // one that cannot be read has none
  ForgetOthers(folder, entries);
  for (const FolderEntry& entry : entries) {
    std::string path = PathIn(folder, entry.name);
    struct stat info;
    if (entry.kind == FolderEntry::kFolder) {
      if (entry.name[0] != '.') listed_.try_emplace(std::move(path), kNotListed);
    } else if (IsText(entry.name) && files_.size() < kMaxFiles && stat(path.c_str(), &info) == 0 &&
               S_ISREG(info.st_mode) && static_cast<uint64_t>(info.st_size) <= kMaxFileBytes) {
      files_.try_emplace(std::move(path));
    }
  }
}

std::vector<Workspace::Entry> Workspace::EntriesOf(const TextBuffer& text, const Outline& outline) {
  std::vector<Entry> entries;
  for (const OutlineComputation& computation : outline.computations) {
    const auto own = static_cast<uint32_t>(entries.size());
    entries.push_back({std::string(text.Text(computation.name_range())), own, false,
                       text.Range(computation.name_range())});
    for (uint32_t i = computation.first; i < computation.last; ++i) {
      const ByteRange name = outline.instructions[i].name_range();
      entries.push_back({std::string(text.Text(name)), own, true, text.Range(name)});
    }
  }
  return entries;
}

std::vector<Workspace::Entry> Workspace::EntriesOfFile(const std::string& path) {
  absl::StatusOr<SourceBuffer> source = SourceBuffer::ReadFile(path);
  if (absl::IsResourceExhausted(source.status())) throw std::bad_alloc();
  if (!source.ok() || source->size() > kMaxFileBytes) return {};
  // .txt files are mostly something else.
  const std::string_view text = source->view();
  if (!absl::EndsWith(path, ".hlo") &&
      text.substr(0, size_t{64} << 10).find("HloModule") == std::string_view::npos) {
    return {};
  }
  const TextBuffer buffer(*std::move(source));
  return EntriesOf(buffer, MakeOutline(buffer.view()));
}

void Workspace::ReadFile(const std::string& path, File* file) {
  file->is_read = true;
  file->changed = 0;  // without memory, this remains, and WriteSymbols reads it again
  symbol_count_ -= file->entries.size();
  file->entries.clear();
  const int64_t changed = TimeOf(path);
  if (symbol_count_ < kMaxSymbols) file->entries = EntriesOfFile(path);
  symbol_count_ += file->entries.size();
  file->changed = changed;
}

bool Workspace::ReadSome() {
  if (!is_wanted_) return false;
  is_wanted_ = false;  // without memory, this remains: not before symbols are asked for again
  const auto begin = std::chrono::steady_clock::now();
  bool has_read = false;
  for (auto& [path, file] : files_) {
    if (file.is_read) continue;
    if (has_read && std::chrono::steady_clock::now() - begin > kTimePerStep) break;
    has_read = true;
    ReadFile(path, &file);
  }
  is_wanted_ = true;
  return has_read;
}

void Workspace::WriteSymbol(std::string_view uri, const Entry& entry, std::string_view container,
                            JsonWriter& json) {
  constexpr int kFunction = 12;
  constexpr int kVariable = 13;
  json.BeginObject();
  json.Key("name").String(entry.name);
  json.Key("kind").Int(entry.is_instruction ? kVariable : kFunction);
  if (entry.is_instruction) json.Key("containerName").String(container);
  json.Key("location");
  json.BeginObject();
  json.Key("uri").String(uri);
  json.Key("range");
  WriteRange(json, entry.range);
  json.EndObject();
  json.EndObject();
}

void Workspace::Write(const std::string& uri, const std::vector<Entry>& entries,
                      std::string_view query, size_t* left, JsonWriter& json) {
  for (const Entry& entry : entries) {
    if (entry.name.empty() || *left == 0 || !Contains(entry.name, query)) continue;
    --*left;
    WriteSymbol(uri, entry, entries[entry.container].name, json);
  }
}

// Without making entries: most names do not match.
void Workspace::WriteOpen(Document& document, std::string_view query, size_t* left,
                          JsonWriter& json) {
  const Outline& outline = document.outline();
  for (const OutlineComputation& computation : outline.computations) {
    const std::string_view container = document.NameOf(computation);
    std::vector<Entry> found;
    const auto add = [&](ByteRange name, bool is_instruction) {
      if (found.size() >= *left || name.size() == 0 || !Contains(document.Text(name), query))
        return;
      found.push_back(
          {std::string(document.Text(name)), 0, is_instruction, document.text().Range(name)});
    };
    add(computation.name_range(), false);
    for (uint32_t i = computation.first; i < computation.last; ++i) {
      add(outline.instructions[i].name_range(), true);
    }
    for (size_t i = 0; i < found.size() && *left > 0; ++i, --*left) {
      WriteSymbol(document.uri(), found[i], container, json);
    }
  }
}

void Workspace::WriteSymbols(std::string_view query, const std::vector<Document*>& open,
                             JsonWriter& json) {
  is_wanted_ = true;
  ListFiles();
  ReadSome();
  const std::string lower = absl::AsciiStrToLower(Absl(query));
  size_t left = kMaxResults;
  json.BeginArray();
  std::set<std::string> open_paths;  // there are many ways to write a URI
  for (Document* document : open) {
    if (std::optional<std::string> path = PathOfUri(document->uri())) {
      open_paths.insert(*std::move(path));
    }
    WriteOpen(*document, lower, &left, json);
  }
  for (auto& [path, file] : files_) {
    if (left == 0) break;
    if (open_paths.count(path) > 0) continue;
    if (file.is_read && file.changed != TimeOf(path)) ReadFile(path, &file);
    Write(FileUrl(path), file.entries, lower, &left, json);
  }
  json.EndArray();
}

}  // namespace hlo::internal
