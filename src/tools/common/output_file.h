// A program's output: standard output, or a file that appears as a whole or not at all.
//
//   OutputFile out(path);  // "": standard output
//   if (!out.Write(text) || !out.Commit()) ... out.error() ...
//
// A regular file is written to a temporary file next to it, which Commit renames into place; until
// then, or without Commit, the old file stays. Anything else (a device, a pipe) is written
// directly.
#ifndef HLO_TOOLS_COMMON_OUTPUT_FILE_H_
#define HLO_TOOLS_COMMON_OUTPUT_FILE_H_

#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

class OutputFile {
 public:
  // kDurable: flushed to the disk before the rename, so a system crash leaves the old file or the
  // new one; and it keeps its owner and group if the system allows it.
  enum Durability { kFast, kDurable };
  explicit OutputFile(std::string path, Durability durability = kFast)
      : path_(std::move(path)), durability_(durability) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Whether Write will be able to open the file, for programs that compute for a long time before
  // they write. Leaves nothing behind; does not open devices or pipes.
  bool CheckWritable();
  // Each returns false on failure; then nothing more can be written. The first call opens the file.
  bool Write(std::string_view text);
  // Flushes to the disk if kDurable. This can take long, so conditions for Commit, such as that the
  // old file has not changed, should be checked after it.
  bool Sync();
  bool Commit();

  // Whether anything has been written, even an empty text.
  bool is_begun() const { return fd_ >= 0; }
  bool failed() const { return failed_; }
  // "PATH: REASON"; empty if there is nothing to report, for example if the reader of a pipe has
  // gone.
  const std::string& error() const { return error_; }

 private:
  bool Open();
  bool OpenTemporary(unsigned mode);
  bool Close();
  bool Fail(const std::string& path);

  std::string path_;
  const Durability durability_;
  std::string temporary_;  // empty: written directly
  std::string error_;
  int fd_ = -1;
  bool is_synced_ = false;
  bool failed_ = false;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_OUTPUT_FILE_H_
