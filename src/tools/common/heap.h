// How the heap of a program grows.
//
//   PrepareHeap();
//   UseHugePagesFor("model.hlo");
//   absl::StatusOr<SourceBuffer> text = SourceBuffer::ReadFile("model.hlo");
#ifndef HLO_TOOLS_COMMON_HEAP_H_
#define HLO_TOOLS_COMMON_HEAP_H_

#include <string>

namespace hlo::internal {

// To be called once, before the heaps grow.
void PrepareHeap();

// Asks for huge pages for what it takes to read and print the text in the file `path` ("-":
// standard input). Before other threads begin. No effect on files whose size does not tell how much
// memory that is, or if the system has no huge pages.
void UseHugePagesFor(const std::string& path);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_HEAP_H_
