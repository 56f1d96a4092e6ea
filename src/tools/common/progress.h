// Shows the progress of a long run on the terminal, "[120/2000] path"; erased at the end.
#ifndef HLO_TOOLS_COMMON_PROGRESS_H_
#define HLO_TOOLS_COMMON_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace hlo::internal {

// The line without escape sequences, at most `columns` wide.
std::string ProgressText(size_t done, size_t total, std::string_view path, size_t columns);

class Progress {
 public:
  // Does nothing unless `enabled`; shows nothing in the first second.
  Progress(bool enabled, size_t total) : enabled_(enabled), total_(total) {}
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `path` is the input waited for. Shows at most ten lines a second.
  void Update(size_t done, std::string_view path);
  // Call it before writing anything else to the terminal.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  const bool enabled_;
  const size_t total_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_at_ = {};
  bool is_shown_ = false;
};

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_PROGRESS_H_
