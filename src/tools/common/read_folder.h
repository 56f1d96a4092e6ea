// What a folder contains. The iterators of libstdc++ end the process if they lack memory.
//
//   std::vector<FolderEntry> entries;
//   if (const int error = ReadFolder(path, &entries); error != 0) ... std::strerror(error) ...
#ifndef HLO_TOOLS_COMMON_READ_FOLDER_H_
#define HLO_TOOLS_COMMON_READ_FOLDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::internal {

struct FolderEntry {
  enum Kind : uint8_t { kFile, kFolder, kOther };  // a link is kOther

  std::string name;
  Kind kind;
};

// Adds the entries of `path` but "." and "..", in no order. Returns 0, or the errno of a failure,
// then maybe with some of the entries. Throws std::bad_alloc.
int ReadFolder(const std::string& path, std::vector<FolderEntry>* entries);

// folder/name, with one slash.
std::string PathIn(std::string_view folder, std::string_view name);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_READ_FOLDER_H_
