// Whatever the bytes: what can be read can be cleaned, hashed and printed, and names that are
// canonical stay. The first two bytes say what is taken out.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hlo/async.h"
#include "hlo/canonical_names.h"
#include "hlo/fingerprint.h"
#include "hlo/inline_stack_frames.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/sort_maps.h"
#include "hlo/strip.h"

namespace {

hlo::StripOptions OptionsFromBits(uint32_t bits) {
  hlo::StripOptions options;
  for (const hlo::StripInfo& item : hlo::StripTable()) {
    options.*(item.field) = (bits & 1) != 0;
    bits >>= 1;
  }
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const uint32_t bits = data[0] | data[1] << 8;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  hlo::ParseOptions parse;
  parse.uniquify = false;
  parse.max_literal_elements = 1 << 16;
  absl::StatusOr<hlo::HloModule> module = hlo::ParseHloModule(text, parse);
  if (!module.ok()) return 0;
  hlo::Desugar(*module);
  hlo::Uniquify(*module);
  if ((bits & 0x8000) != 0) hlo::InlineStackFrames(*module);
  hlo::Strip(*module, OptionsFromBits(bits));
  if ((bits & 0x4000) != 0) hlo::SortMaps(*module);
  hlo::Fingerprint(*module);
  hlo::CanonicalizeNames(*module);
  const std::string once = hlo::PrintHloModule(*module);
  hlo::CanonicalizeNames(*module);
  if (once.size() != hlo::PrintHloModule(*module).size()) std::abort();
  return 0;
}
