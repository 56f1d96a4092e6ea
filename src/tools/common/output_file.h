// Where a program writes: standard output, or a file that appears whole or not at all.
//
//   OutputFile out(path);  // "": standard output
//   if (!out.Write(text) || !out.Commit()) ... out.error() ...
//
// A regular file is written to a temporary file beside it, which Commit puts in its place; until
// then, and if Commit is never called, the file stays as it was. What is no regular file (a device,
// a pipe) is written directly.
#ifndef HLO_TOOLS_COMMON_OUTPUT_FILE_H_
#define HLO_TOOLS_COMMON_OUTPUT_FILE_H_

#include <string>
#include <string_view>

namespace hlo {

class OutputFile {
 public:
  // kDurable: flushed to the disk before it takes its place, so that a crash of the system leaves
  // the old file or the new one; and it keeps its owner and group where the system allows it.
  enum Durability { kFast, kDurable };
  explicit OutputFile(std::string path, Durability durability = kFast)
      : path_(std::move(path)), durability_(durability) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Each returns false on failure; then nothing more can be written. The file is opened by the
  // first of them.
  bool Write(std::string_view text);
  bool Commit();

  // Whether anything, if only an empty text, has been written.
  bool is_begun() const { return fd_ >= 0; }
  bool failed() const { return failed_; }
  // "PATH: REASON"; empty if there is nothing to say, as when the reader of a pipe has gone.
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
  bool failed_ = false;
};

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_OUTPUT_FILE_H_
