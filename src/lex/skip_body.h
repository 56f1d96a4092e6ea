// Finds the end of a computation's body without reading its instructions.
#ifndef HLO_LEX_SKIP_BODY_H_
#define HLO_LEX_SKIP_BODY_H_

#include <vector>

#include "absl/types/span.h"

namespace hlo::internal {

// `p` is just behind a '{'. Returns the position behind the matching '}' before `end`, ignoring
// braces in strings and comments; nullptr if there is none. Reads up to SourceBuffer::kPadding
// bytes past `end`. About as fast as memory: six times a parser's speed and more.
const char* SkipBody(const char* p, const char* end);

// Whether each of `places`, in order, is outside of the strings and comments of the text from `p`,
// which begins outside. As fast.
bool AreCode(const char* p, absl::Span<const char* const> places);

// Both functions, by one way of reading the bytes.
struct BodySkippers {
  const char* name;
  const char* (*skip_body)(const char* p, const char* end);
  bool (*are_code)(const char* p, absl::Span<const char* const> places);
};

// All ways that this processor can run, for tests to compare; the last is the fastest.
std::vector<BodySkippers> AllBodySkippers();

}  // namespace hlo::internal

#endif  // HLO_LEX_SKIP_BODY_H_
