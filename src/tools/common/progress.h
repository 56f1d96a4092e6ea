// Shows the progress of a long run on the terminal, such as "[120/2000] path"; erased at the end.
#ifndef HLO_TOOLS_COMMON_PROGRESS_H_
#define HLO_TOOLS_COMMON_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// The line of Progress without escape sequences, at most `columns` wide.
std::string ProgressText(size_t done, size_t total, std::string_view path, size_t columns);

// A line on the terminal that replaces the one before it.
class ProgressLine {
 public:
  // Does nothing unless `enabled`.
  explicit ProgressLine(bool enabled) : enabled_(enabled) {}
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether to Show a line now: not in the first second, then at most ten a second.
  bool IsDue();
  // Cuts `text` to the width of the terminal.
  void Show(std::string_view text);
  // Call it before writing anything else to the terminal.
  void Clear();

  int64_t seconds() const;  // since construction

 private:
  using Clock = std::chrono::steady_clock;

  const bool enabled_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_at_ = {};
  bool is_shown_ = false;
};

// The progress through a list of files.
class Progress {
 public:
  Progress(bool enabled, size_t total) : line_(enabled), total_(total) {}

  // `path` is the input that is being waited for.
  void Update(size_t done, std::string_view path);
  void Clear() { line_.Clear(); }

 private:
  ProgressLine line_;
  const size_t total_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_PROGRESS_H_
