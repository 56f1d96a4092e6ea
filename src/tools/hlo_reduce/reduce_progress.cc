// See reduce_progress.h.
#include "src/tools/hlo_reduce/reduce_progress.h"

#include <algorithm>

#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int64_t kBarWidth = 20;

}  // namespace

std::string ReduceProgressText(const ReduceState& state) {
  const int64_t before = std::max<int64_t>(state.bytes_before, 1);
  const int64_t gone = std::max<int64_t>(before - state.bytes, 0);
  const int64_t full = gone * kBarWidth / before;
  const std::string bar = std::string(static_cast<size_t>(full), '=') +
                          std::string(static_cast<size_t>(kBarWidth - full), ' ');
  return StrCat("[", bar, "] ", gone * 100 / before, " % gone, ", HumanBytes(state.bytes), ", ",
                Plural(state.instructions, "instruction"), ", ", Plural(state.tests, "test"), ", ",
                state.seconds, " s: ", state.pass);
}

}  // namespace hlo_text_v1::internal
