// What the parser accepts can be formatted, is the same program then, and is not changed again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "hlo/format.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  hlo::FormatOptions options;
  options.strip_log_prefix = (data[0] & 1) != 0;
  if ((data[0] & 2) != 0) options.lines = {data[0] >> 4, data[0] >> 2};
  const auto formatted = hlo::FormatHloText(text, options);
  if (!formatted.ok()) {
    if (!absl::IsInvalidArgument(formatted.status())) std::abort();
    return 0;
  }
  if ((data[0] & 2) != 0) return 0;
  const auto again = hlo::FormatHloText(*formatted);
  if (!again.ok() || *again != *formatted) std::abort();
  return 0;
}
