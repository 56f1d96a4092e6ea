// Reading HLO text.
//
//   std::vector<hlo::Diagnostic> diagnostics;
//   absl::StatusOr<hlo::HloModule> module = hlo::ParseHloModule(text, {}, &diagnostics);
//   if (!module.ok()) {
//     for (const hlo::Diagnostic& d : diagnostics) std::cerr << hlo::RenderDiagnostic(d, text, {});
//   }
//
// Accepts what XLA's parser accepts: a module with its header, computations without a header, or a
// single instruction. Whatever the bytes, the result is a module or diagnostics: no exception, no
// abort, no unbounded recursion. What XLA refuses is refused in its words; what XLA crashes on is
// refused in ours.
#ifndef HLO_PARSER_H_
#define HLO_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo {

// Like the containers of the standard library, all that allocates here throws std::bad_alloc if
// there is no memory. Memory, and what PrintHloModule writes by default, are in proportion to the
// text: docs/security.md has the limits.

// The bytes of a text, followed by kPadding zero bytes so that the lexer may read ahead. Movable.
class SourceBuffer {
 public:
  static constexpr size_t kPadding = 64;
  // Zero bytes in place; fill them through data().
  explicit SourceBuffer(size_t size);
  // A copy of `text`.
  static SourceBuffer Copy(std::string_view text);
  // The whole of a file, "-" meaning standard input. Errors: kNotFound, kPermissionDenied, kUnknown
  // with the system's text; kOutOfRange beyond kMaxSize.
  static absl::StatusOr<SourceBuffer> ReadFile(const std::string& path);

  char* data() { return data_.get(); }
  size_t size() const { return size_; }
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

struct ParseOptions {
  // Bytes of a text; a longer one is not read at all.
  size_t max_input_bytes = SourceBuffer::kMaxSize;
  // Diagnostics kept per text; parsing stops after so many errors. At least 1.
  int max_errors = 20;
  // Nested shapes, operands, computations and values. XLA kMaxRecursionDepth is 8192.
  int max_nesting_depth = 8192;
  // Bytes of machine stack that nesting may take before it counts as too deep.
  size_t max_stack_bytes = size_t{3} << 20;
  // Elements of a constant: more are refused.
  int64_t max_literal_elements = int64_t{1} << 31;
  // Bytes for all that the text stands for without writing it out: shapes that are left out and
  // elements t#0, as they print; devices that an iota does not list, but XLA's canonical form does;
  // one sharding for all elements of a tuple. What needs more is refused. 0: kMinExpansion and
  // kExpansionFactor times the text.
  size_t max_expansion_bytes = 0;
  static constexpr size_t kMinExpansion = size_t{256} << 10;
  static constexpr size_t kExpansionFactor = 256;
  // Bytes of memory for the module, its text apart. What counts is what its arena takes from the
  // system, looked at after the header and after each instruction; tables of names come on top.
  // What needs more is refused. 0: kMinMemory, kMemoryFactor times the text, and the bytes of
  // max_expansion_bytes.
  size_t max_memory_bytes = 0;
  static constexpr size_t kMinMemory = size_t{512} << 10;
  static constexpr size_t kMemoryFactor = 64;
  // Run Uniquify on the result.
  bool uniquify = true;
  // Accept older forms of asynchronous instructions, each with a warning: flat shapes,
  // (f32[64], f32[32], s32[]) for ((f32[64]), f32[32], s32[]); attributes of the start repeated on
  // updates and dones, if they are equal; string values without quotes; typographic quotation
  // marks, hyphens and spaces, which become plain ones in the module's source. Without it they are
  // XLA's errors, with a note.
  bool upgrade_legacy = false;
  // Keep opcodes and attributes that are not known here as they are written, with a warning for
  // each such word: hlo/unknown_words.h. So is a known attribute whose value is not understood.
  // Without it they are XLA's errors.
  bool allow_unknown = false;
  // Threads that read one module, the calling one among them; at least 1. Where they pay, a text
  // with a header is cut between computations, and each part is read by a thread of its own that
  // has ended when the function returns; a part for which the system has no thread is read by the
  // calling one. The result is the same in all respects. Whatever is unusual, an error or a warning
  // above all, is left to one thread, which then begins anew: a long text that is refused may take
  // twice the time. upgrade_legacy takes one thread anyway. A computation is never cut, so that the
  // longest one limits what threads can do.
  int jobs = 1;
  // Bytes of text that are worth a thread: there are fewer than `jobs` for texts that are shorter.
  size_t min_bytes_per_job = size_t{4} << 20;
};

// Reads a module. On success it takes over the text; on failure `source` keeps it, for rendering
// the diagnostics. Result: the module, or kInvalidArgument with the first error as "line:col:
// error: message"; kOutOfRange, with a diagnostic at its begin, for a text of more than
// max_input_bytes or SourceBuffer::kMaxSize.
// `diagnostics` (may be null) gets all errors and warnings in the order to be shown; their offsets
// are into the text. Cost: linear in the text.
absl::StatusOr<HloModule> ParseHloModule(SourceBuffer&& source, const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);
// The same from a copy of `text`.
absl::StatusOr<HloModule> ParseHloModule(std::string_view text, const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo

#endif  // HLO_PARSER_H_
