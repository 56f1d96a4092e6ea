// The bytes of a text, as the parser reads and a module keeps them.
//
//   absl::StatusOr<hlo_text::SourceBuffer> source = hlo_text::SourceBuffer::ReadFile("module.hlo");
//   if (!source.ok()) return source.status();
//   absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(*std::move(source));
#ifndef HLO_SOURCE_H_
#define HLO_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/status/statusor.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

// The bytes of a text, followed by kPadding zero bytes to let the lexer read ahead. Movable; a
// moved-from buffer may only be destroyed or assigned to. Without memory for a size, each function
// but ReadFile throws std::bad_alloc, as a container does.
class SourceBuffer {
 public:
  static constexpr size_t kPadding = 64;
  // `size` zero bytes; fill them through data().
  explicit SourceBuffer(size_t size);
  // `size` bytes of any value, at a cache line; fill them through data(), and then call Truncate(),
  // which adds the padding. For what the system writes: it saves a pass over the memory.
  static SourceBuffer Uninitialized(size_t size);
  SourceBuffer(SourceBuffer&&) = default;
  SourceBuffer& operator=(SourceBuffer&&) = default;
  // A copy of `text`. Linear.
  static SourceBuffer Copy(std::string_view text);
  // The same bytes, without a copy: they live as long as the last of the buffers that have them,
  // and must not be written any more.
  SourceBuffer Share() const;
  // Reads a whole file as it is, without unpacking; "-" is standard input. Errors, after the name
  // of the file: kNotFound, kPermissionDenied, kUnknown with the system's text; kOutOfRange beyond
  // limits.max_size; kInvalidArgument for what limits.only_regular refuses; kResourceExhausted
  // without memory.
  struct FileLimits;
  static absl::StatusOr<SourceBuffer> ReadFile(const std::string& path, const FileLimits& limits);
  static absl::StatusOr<SourceBuffer> ReadFile(const std::string& path);

  char* data() ABSL_ATTRIBUTE_LIFETIME_BOUND { return data_.get(); }
  size_t size() const { return size_; }
  // Shortens the text to at most `size` bytes.
  void Truncate(size_t size);
  std::string_view view() const ABSL_ATTRIBUTE_LIFETIME_BOUND {
    return std::string_view(data_.get(), size_);
  }

  // Offsets into a text are 32 bits wide.
  static constexpr size_t kMaxSize = 0xffff0000;

 private:
  SourceBuffer(std::shared_ptr<char> data, size_t size) : data_(std::move(data)), size_(size) {}
  // Takes over `data`, `size` bytes and padding from malloc, or nullptr: out of memory.
  SourceBuffer(void* data, size_t size);

  std::shared_ptr<char> data_;
  size_t size_ = 0;
};

struct SourceBuffer::FileLimits {
  size_t max_size = kMaxSize;
  // Refuses symbolic links and anything but regular files, without waiting for a pipe's writer.
  bool only_regular = false;
};

// Limits of the readers, one struct for all: ParseOptions, ProtoReadOptions, ProfileReadOptions and
// BufferReadOptions have one each. More than a limit is an error, never a crash. Of what is not a
// text, only max_literal_elements and max_memory_bytes count. docs/security.md says how to set
// them; EvaluateOptions limits work, PrintOptions output.
struct ReadLimits {
  // Bytes of a text; a longer one is not read at all.
  size_t max_input_bytes = SourceBuffer::kMaxSize;
  // Nested shapes, operands, computations and values. XLA kMaxRecursionDepth is 8192.
  int max_nesting_depth = 8192;
  // Bytes of machine stack that nesting may take before it counts as too deep. Where the thread has
  // less than twice as much left (Linux, macOS), half of that is the limit.
  size_t max_stack_bytes = size_t{3} << 20;
  // Elements of a constant.
  int64_t max_literal_elements = int64_t{1} << 31;
  // Bytes for everything that the text implies but does not write out: omitted shapes and elements
  // t#0, as they print; devices of an iota that XLA's canonical form lists; one sharding for all
  // elements of a tuple. 0: kMinExpansion plus kExpansionFactor times the text.
  size_t max_expansion_bytes = 0;
  static constexpr size_t kMinExpansion = size_t{256} << 10;
  static constexpr size_t kExpansionFactor = 256;
  // Bytes of memory for the result without the input: those that the arena of a module takes from
  // the system, checked after the header and after each instruction; tables of names come on top.
  // 0: kMinMemory plus kMemoryFactor times the input, as the options of each reader have these; of
  // a text also the bytes of max_expansion_bytes.
  size_t max_memory_bytes = 0;
};

}  // namespace hlo_text_v1

#endif  // HLO_SOURCE_H_
