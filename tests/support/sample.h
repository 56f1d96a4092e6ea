// How much of a long test runs: all, or a part where sanitizers make it ten times as long.
#ifndef HLO_TESTS_SUPPORT_SAMPLE_H_
#define HLO_TESTS_SUPPORT_SAMPLE_H_

#include <cstddef>

namespace hlo_text_v1 {

// For many similar inputs, every kSampleStep-th is enough: for (size_t i = 0; i < n; i +=
// kSampleStep)
#ifdef HLO_TEXT_SANITIZED
constexpr size_t kSampleStep = 8;
#else
constexpr size_t kSampleStep = 1;
#endif

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_SAMPLE_H_
