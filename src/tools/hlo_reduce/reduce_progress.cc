// See reduce_progress.h. One write per line, to avoid flicker.
#include "src/tools/hlo_reduce/reduce_progress.h"

#include <unistd.h>

#include <algorithm>

#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/terminal.h"

namespace hlo::internal {
namespace {

constexpr std::string_view kEraseLine = "\r\033[K";
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

ReduceProgressLine::ReduceProgressLine() : is_enabled_(IsTerminal(STDERR_FILENO)) {}

void ReduceProgressLine::Update(ReduceState state) {
  const Clock::time_point now = Clock::now();
  if (!is_enabled_ || now - shown_at_ < std::chrono::milliseconds(100)) return;
  shown_at_ = now;
  is_shown_ = true;
  state.seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  PrintErrors(StrCat(kEraseLine, ReduceProgressText(state).substr(0, 79)));
}

void ReduceProgressLine::Clear() {
  if (is_shown_) PrintErrors(kEraseLine);
  is_shown_ = false;
}

}  // namespace hlo::internal
