// The parts of hlo/testing.h that need no GoogleTest.
#ifndef HLO_INTERNAL_TESTING_H_
#define HLO_INTERNAL_TESTING_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

namespace internal {

// Each says why not; empty if so.
std::string WhyNotSameProgram(const HloModule& module, std::string_view text);
std::string WhyNotVerified(const HloModule& module);
std::string WhyNotGolden(const HloModule& module, std::string_view path, std::string_view source);
std::string WhyNotRunsTo(absl::FunctionRef<absl::StatusOr<bool>(HloModule*)> pass,
                         std::string_view before, std::string_view after);

std::vector<const HloInstruction*> InstructionsOf(const HloModule& module);
std::vector<const HloInstruction*> InstructionsOf(const HloComputation& computation);
std::string LineOf(const HloInstruction& instruction);
// For a failure: the one whose `why_not` comes from deepest in the pattern; if none has the opcode
// of the pattern, at most 40 lines.
std::string Closest(const std::vector<const HloInstruction*>& instructions,
                    absl::FunctionRef<std::string(const HloInstruction*)> why_not);

// Of --hlo_update_goldens.
void TakeUpdateFlag(int* argc, char** argv);

}  // namespace internal
}  // namespace hlo_text_v1

#endif  // HLO_INTERNAL_TESTING_H_
