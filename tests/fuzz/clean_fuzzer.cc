// Any module that can be read can be cleaned, hashed and printed. Canonical names are stable; parts
// that do not affect the program do not affect its fingerprint. Choices: what to strip, in two
// bytes.
#include <cstdint>
#include <string>

#include "hlo/canonical.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

StripOptions OptionsFrom(uint32_t bits) {
  StripOptions options;
  for (const StripInfo& item : StripTable()) {
    options.*(item.field) = (bits & 1) != 0;
    bits >>= 1;
  }
  return options;
}

}  // namespace

void FuzzOne(Input& input) {
  uint32_t bits = input.NextChoice();
  bits |= static_cast<uint32_t>(input.NextChoice()) << 8;
  ParseOptions parse = LimitedOptions();
  parse.allow_unknown = (bits & 0x2000) != 0;
  absl::StatusOr<HloModule> module = Read(input.text(), parse);
  if (!module.ok()) return;
  if ((bits & 0x8000) != 0) InlineStackFrames(&*module);
  Strip(&*module, OptionsFrom(bits));
  if ((bits & 0x4000) != 0) SortMaps(&*module);

  const Fingerprint128 fingerprint = Fingerprint(*module);
  StripOptions metadata;
  metadata.metadata = true;
  HloModule stripped = module->Clone();
  Strip(&stripped, metadata);
  Promise(Fingerprint(stripped) == fingerprint, "metadata does not count", input.text());

  CanonicalizeNames(&*module);
  Promise(Fingerprint(*module) == fingerprint, "names do not count", input.text());
  const std::string once = PrintHloModule(*module);
  CanonicalizeNames(&*module);
  const std::string twice = PrintHloModule(*module);
  Promise(once == twice, "canonical names stay", once, twice);
}

}  // namespace hlo_text_v1::fuzzing
