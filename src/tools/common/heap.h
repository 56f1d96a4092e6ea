// Controls how the heap of a program grows.
//
//   PrepareHeap();
//   UseHugePagesFor("model.hlo");
//   absl::StatusOr<SourceBuffer> text = SourceBuffer::ReadFile("model.hlo");
#ifndef HLO_TOOLS_COMMON_HEAP_H_
#define HLO_TOOLS_COMMON_HEAP_H_

#include <string>

namespace hlo_text_v1::internal {

// Call once, before the heaps grow.
void PrepareHeap();

// Asks for huge pages for reading and printing the file `path` ("-": standard input) if it has 128
// KiB to 6 MiB; only the first call for such a file has an effect. Call before other threads start.
// No effect on systems without huge pages or glibc.
void UseHugePagesFor(const std::string& path);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_HEAP_H_
