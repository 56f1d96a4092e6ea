// The seed of the hash.
#include "src/base/name_hash.h"

#include <chrono>

#ifdef __linux__
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <cstdlib>
#endif

namespace hlo_text_v1::internal {
namespace {

uint64_t MakeSeed() {
  using name_hash_internal::Mix;
#ifdef __linux__
  // The sixteen random bytes that the system gives each process.
  if (const auto* random = reinterpret_cast<const char*>(getauxval(AT_RANDOM))) {
    return Mix(name_hash_internal::Load64(random), name_hash_internal::Load64(random + 8));
  }
#elif defined(__APPLE__)
  uint64_t random[2];
  arc4random_buf(random, sizeof(random));
  return Mix(random[0], random[1]);
#endif
  const char here = 0;
  const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
  return Mix(static_cast<uint64_t>(now), reinterpret_cast<uintptr_t>(&here));
}

}  // namespace

uint64_t HashSeed() {
  static const uint64_t seed = MakeSeed();
  return seed;
}

}  // namespace hlo_text_v1::internal
