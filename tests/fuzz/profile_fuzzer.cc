// Any bytes give a profile or an error that says where. A profile's sums agree, and each of its ops
// is matched or listed. The bytes are the whole input: protos have NULs.
#include <string>

#include "hlo/profile.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

void FuzzOne(Input& input) {
  const std::string bytes = AllBytes(input);
  const absl::StatusOr<HloProfile> profile = ParseXplane(bytes);
  if (!profile.ok()) {
    Promise(profile.status().message().find("(at byte ") != absl::string_view::npos,
            "an error says where");
    return;
  }
  const absl::StatusOr<HloModule> module = Parse(
      "HloModule jit_scanned_step\nENTRY e { copy.7 = f32[] parameter(0)\n"
      "ROOT dot.4 = f32[] negate(copy.7) }",
      LimitedOptions());
  for (const MeasuredModule& measured : profile->modules) {
    for (const MeasuredOp& op : measured.ops) {
      Promise(op.count >= 0 && op.total_ps >= 0, "counts and times are not negative");
      Promise(op.self_ps >= 0 && op.self_ps <= op.total_ps, "own time is part of the time");
      Promise(op.longest_ps >= 0 && op.longest_ps <= op.total_ps, "and so is the longest");
    }
  }
  const ProfileMatch match = MatchProfile(*profile, *module);
  if (match.module == nullptr) return;
  Promise(match.times.size() + match.unmatched.size() == match.module->ops.size(),
          "each op is matched or listed");
}

}  // namespace hlo_text_v1::fuzzing
