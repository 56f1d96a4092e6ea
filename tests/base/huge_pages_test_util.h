// Asks the system about huge pages.
#ifndef HLO_TESTS_BASE_HUGE_PAGES_TEST_UTIL_H_
#define HLO_TESTS_BASE_HUGE_PAGES_TEST_UTIL_H_

#ifdef __linux__
#include <sys/mman.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace hlo_text_v1::huge_pages_test {

// Whether the kernel reports "hg" for the memory around `address`.
inline bool IsAdvised(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool is_inside = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2) {
      const auto at = reinterpret_cast<uintptr_t>(address);
      is_inside = begin <= at && at < end;
    }
    if (is_inside && line.rfind("VmFlags:", 0) == 0) return line.find(" hg") != std::string::npos;
  }
  return false;
}

// Whether programs can ask for them.
inline bool HasHugePages() {
  constexpr size_t kSize = size_t{4} << 20;
  void* const probe =
      mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const bool result = madvise(probe, kSize, MADV_HUGEPAGE) == 0 && IsAdvised(probe);
  munmap(probe, kSize);
  return result;
}

}  // namespace hlo_text_v1::huge_pages_test

#endif  // __linux__
#endif  // HLO_TESTS_BASE_HUGE_PAGES_TEST_UTIL_H_
