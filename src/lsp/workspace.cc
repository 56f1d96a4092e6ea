// Keeps the names in each file's outline, by path, with the file's modification time. A step of
// ReadSome ends after a few milliseconds.
#include "src/lsp/workspace.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/tools/common/file_url.h"

namespace hlo_text_v1::internal {

namespace {

namespace fs = std::filesystem;

constexpr auto kTimePerStep = std::chrono::milliseconds(15);

// Allows more than IsHloFileName, since EntriesOfFile looks for HloModule in .txt files, but no
// packed files, which editors cannot open at a symbol.
bool IsText(std::string_view name) {
  return absl::EndsWith(Absl(name), ".hlo") || absl::EndsWith(Absl(name), ".txt");
}

int64_t TimeOf(const std::string& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  return error ? 0 : static_cast<int64_t>(time.time_since_epoch().count());
}

// In place of the modification time of a folder that must be listed.
constexpr int64_t kNotListed = 0;

// The modification time, unless it is so recent that another change may get the same.
int64_t SettledTimeOf(const std::string& folder) {
  constexpr auto kCoarsest = std::chrono::seconds(2);  // of file systems
  std::error_code error;
  const auto time = fs::last_write_time(folder, error);
  const bool is_settled = !error && time + kCoarsest < fs::file_time_type::clock::now();
  return is_settled ? static_cast<int64_t>(time.time_since_epoch().count()) : kNotListed;
}

// The prefix of all paths in `folder`.
std::string Inside(const std::string& folder) { return (fs::path(folder) / "").string(); }

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
  const std::string begin = Inside(folder);
  const auto file = files_.lower_bound(begin);
  return file != files_.end() && absl::StartsWith(file->first, begin);
}

// In the order of paths, a folder comes before the folders in it, which ListFolder adds.
void Workspace::ListFiles() {
  for (auto& [folder, changed] : listed_) {
    if (files_.size() >= kMaxFiles && !HasFilesIn(folder)) continue;
    const int64_t now = SettledTimeOf(folder);
    if (changed == now && now != kNotListed) continue;
    ListFolder(folder);
    changed = now;
  }
}

// Forgets the files in `folder` that are not among `paths`.
void Workspace::ForgetOthers(const std::string& folder, const std::set<std::string>& paths) {
  const std::string begin = Inside(folder);
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
  std::set<std::string> texts;
  std::error_code error;  // a folder that cannot be read has no entries
  for (fs::directory_iterator it(folder, error), end; it != end; it.increment(error)) {
    const std::string path = it->path().string();
    std::error_code unknown;
    if (it->symlink_status(unknown).type() == fs::file_type::directory) {
      if (it->path().filename().native()[0] != '.') listed_.try_emplace(path, kNotListed);
    } else if (IsText(path) && it->is_regular_file(unknown) &&
               it->file_size(unknown) <= kMaxFileBytes) {
      texts.insert(path);
    }
  }
  ForgetOthers(folder, texts);
  for (const std::string& path : texts) {
    if (files_.size() < kMaxFiles) files_.try_emplace(path);
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
  SourceBuffer::FileLimits limits;
  limits.max_size = kMaxFileBytes;
  absl::StatusOr<SourceBuffer> source = SourceBuffer::ReadFile(path, limits);
  if (!source.ok()) return {};
  // Most .txt files are something else.
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
  symbol_count_ -= file->entries.size();
  file->entries.clear();
  const int64_t changed = TimeOf(path);
  if (symbol_count_ < kMaxSymbols) file->entries = EntriesOfFile(path);
  symbol_count_ += file->entries.size();
  file->changed = changed;
}

bool Workspace::ReadSome() {
  if (!is_wanted_) return false;
  const auto begin = std::chrono::steady_clock::now();
  bool has_read = false;
  for (auto& [path, file] : files_) {
    if (file.is_read) continue;
    if (has_read && std::chrono::steady_clock::now() - begin > kTimePerStep) break;
    has_read = true;
    ReadFile(path, &file);
  }
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

// Makes no entries, since most names do not match.
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

}  // namespace hlo_text_v1::internal
