// The function that libFuzzer calls in every target.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  hlo_text::fuzzing::Input input(data, size);
  hlo_text::fuzzing::FuzzOne(input);
  return 0;
}
