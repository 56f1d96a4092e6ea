// Computations and instructions by name, in the open texts and in the files of the open folders.
//
// Files are read when symbols are first asked for, a few milliseconds' worth at a time, so an
// answer may miss files that are not read yet; the rest are read while the server is idle. Later
// requests look for new files in folders whose modification time has changed. Never writes.
#ifndef HLO_LSP_WORKSPACE_H_
#define HLO_LSP_WORKSPACE_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/document.h"
#include "src/lsp/protocol.h"

namespace hlo_text_v1::internal {

class Workspace {
 public:
  // Further results are left out.
  static constexpr size_t kMaxFiles = 5000;
  static constexpr size_t kMaxSymbols = 2000000;
  static constexpr size_t kMaxResults = 1000;
  static constexpr size_t kMaxFileBytes = size_t{64} << 20;

  void AddFolder(const std::string& path);
  void RemoveFolder(const std::string& path);

  // Writes the SymbolInformation of names that contain `query`, ignoring case.
  void WriteSymbols(std::string_view query, const std::vector<Document*>& open, JsonWriter& json);

  // Reads files for some milliseconds; false if there is nothing to read.
  bool ReadSome();

 private:
  struct Entry {
    std::string name;
    uint32_t container;  // of an instruction: the entry of its computation; its own index: none
    bool is_instruction;
    LspRange range;
  };
  struct File {
    bool is_read = false;
    int64_t changed = 0;  // time of the last change
    std::vector<Entry> entries;
  };

  void ListFiles();
  bool HasFilesIn(const std::string& folder) const;
  void ListFolder(const std::string& folder);
  void ForgetOthers(const std::string& folder, const std::set<std::string>& paths);
  static std::vector<Entry> EntriesOf(const TextBuffer& text, const Outline& outline);
  static std::vector<Entry> EntriesOfFile(const std::string& path);
  void ReadFile(const std::string& path, File* file);
  // Write those that contain `query`, at most *left.
  static void Write(const std::string& uri, const std::vector<Entry>& entries,
                    std::string_view query, size_t* left, JsonWriter& json);
  static void WriteOpen(Document& document, std::string_view query, size_t* left, JsonWriter& json);
  static void WriteSymbol(std::string_view uri, const Entry& entry, std::string_view container,
                          JsonWriter& json);

  std::vector<std::string> folders_;
  std::map<std::string, int64_t> listed_;  // all folders, with the modification time of each
  bool is_wanted_ = false;                 // symbols have been asked for
  size_t symbol_count_ = 0;
  std::map<std::string, File> files_;  // by path
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_WORKSPACE_H_
