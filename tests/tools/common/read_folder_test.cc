#include "src/tools/common/read_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace hlo::read_folder_test {

using namespace internal;
namespace fs = std::filesystem;

TEST(ReadFolder, SaysWhatIsThere) {
  const fs::path folder = fs::path(testing::TempDir()) / "read_folder_test";
  fs::remove_all(folder);
  fs::create_directories(folder / "sub" / "inner");
  std::ofstream(folder / ".hidden") << "x";
  fs::create_symlink("nothing", folder / "dangling");
  fs::create_symlink("sub", folder / "link");
  std::vector<FolderEntry> entries;
  EXPECT_EQ(ReadFolder(folder, &entries), 0);
  std::vector<std::string> found;
  for (const FolderEntry& entry : entries) {
    found.push_back(entry.name + (entry.kind == FolderEntry::kFile     ? " file"
                                  : entry.kind == FolderEntry::kFolder ? " folder"
                                                                       : " other"));
  }
  EXPECT_THAT(found, testing::UnorderedElementsAre(".hidden file", "dangling other", "link other",
                                                   "sub folder"));
  EXPECT_EQ(ReadFolder(folder / "nothing", &entries), ENOENT);
  EXPECT_EQ(ReadFolder(folder / ".hidden", &entries), ENOTDIR);
  fs::remove_all(folder);
}

TEST(ReadFolder, PathsHaveOneSlash) {
  EXPECT_EQ(PathIn("", "b"), "/b");
  EXPECT_EQ(PathIn("a", "b"), "a/b");
  EXPECT_EQ(PathIn("a/", "b"), "a/b");
  EXPECT_EQ(PathIn("/", "b"), "/b");
}

}  // namespace hlo::read_folder_test
