// Advice to the system about large blocks of memory.
#ifndef HLO_IR_HUGE_PAGES_H_
#define HLO_IR_HUGE_PAGES_H_

#include <cstddef>

namespace hlo {

// Asks for huge pages in [begin, begin + size), memory that is about to be filled. The first touch
// of an ordinary page costs as much as parsing a kilobyte of text. No effect on blocks below a few
// megabytes, or where the system has no huge pages.
void AdviseHugePages(void* begin, size_t size);

}  // namespace hlo

#endif  // HLO_IR_HUGE_PAGES_H_
