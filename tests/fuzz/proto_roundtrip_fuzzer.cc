// The proto of a module that Verify accepts is read and written again. XLA refuses some that it
// writes itself, such as layouts without sense, which texts may have. Choice: what contains the
// module.
#include <string>

#include "absl/strings/match.h"
#include "hlo/edit.h"
#include "hlo/proto.h"
#include "hlo/verify.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

void FuzzOne(Input& input) {
  ProtoWriteOptions options;
  options.wrap = static_cast<ProtoWrap>(input.NextChoice() % 3);
  absl::StatusOr<HloModule> module = Read(input.text(), LimitedOptions());
  if (!module.ok()) return;
  const absl::StatusOr<std::string> bytes = SerializeHloModule(*module, options);
  if (!bytes.ok()) {
    Promise(!bytes.status().message().empty(), "an error says why");
    return;
  }
  Promise(IsHloProto(*bytes), "a proto is one");
  Promise(PrintHloProto(*bytes).ok(), "a proto prints");
  const absl::StatusOr<HloModule> again = ParseHloProto(*bytes);
  if (!again.ok() && !Verify(*module).empty()) return;
  // The verifier does not look at these.
  for (const char* field : {"outfeed_shape.layout", "element_size_in_bits"}) {
    if (!again.ok() && absl::StrContains(again.status().message(), field)) return;
  }
  Promise(again.ok(), "what was written is read", input.text(),
          again.ok() ? "" : again.status().ToString());
  const absl::StatusOr<std::string> rewritten = SerializeHloModule(*again, options);
  Promise(rewritten.ok(), "what was read is written", input.text());
}

}  // namespace hlo_text_v1::fuzzing
