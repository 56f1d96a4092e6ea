// The bytes of a text, as the parser reads and a module keeps them.
//
//   absl::StatusOr<hlo::SourceBuffer> source = hlo::SourceBuffer::ReadFile("module.hlo");
//   if (source.ok()) auto module = hlo::ReadHloModule(*std::move(source));
#ifndef HLO_SOURCE_H_
#define HLO_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace hlo {

// The bytes of a text, followed by kPadding zero bytes to let the lexer read ahead. Movable; a
// moved-from buffer may only be destroyed or assigned to.
class SourceBuffer {
 public:
  static constexpr size_t kPadding = 64;
  // `size` zero bytes; fill them through data().
  explicit SourceBuffer(size_t size);
  // A copy of `text`. Linear.
  static SourceBuffer Copy(std::string_view text);
  // Reads a whole file as it is, without unpacking; "-" is standard input. Errors: kNotFound,
  // kPermissionDenied, kUnknown with the system's text; kOutOfRange beyond kMaxSize.
  static absl::StatusOr<SourceBuffer> ReadFile(const std::string& path);

  char* data() { return data_.get(); }
  size_t size() const { return size_; }
  // Shortens the text to at most `size` bytes.
  void Truncate(size_t size);
  std::string_view view() const { return std::string_view(data_.get(), size_); }

  // Offsets into a text are 32 bits wide.
  static constexpr size_t kMaxSize = 0xffff0000;

 private:
  struct Free {
    void operator()(char* p) const;
  };
  std::unique_ptr<char, Free> data_;
  size_t size_ = 0;
};

}  // namespace hlo

#endif  // HLO_SOURCE_H_
