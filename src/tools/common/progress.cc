// See progress.h. One write per line, to avoid flicker.
#include "src/tools/common/progress.h"

#include <unistd.h>

#include <cstdio>

#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/common/terminal.h"

namespace hlo_text_v1::internal {
namespace {

// Goes to the beginning of the line and erases it.
constexpr std::string_view kErase = "\r\033[K";

void Put(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string ProgressText(size_t done, size_t total, std::string_view path, size_t columns) {
  std::string text = StrCat("[", done, "/", total, "] ");
  // Some terminals would wrap after a full line.
  if (text.size() + 4 >= columns) return text.substr(0, columns == 0 ? 0 : columns - 1);
  const size_t room = columns - 1 - text.size();
  if (path.size() > room) {
    StrAppend(&text, "...", path.substr(path.size() - (room - 3)));
  } else {
    text += path;
  }
  return Printable(text);
}

bool ProgressLine::IsDue() {
  if (!enabled_) return false;
  const Clock::time_point now = Clock::now();
  if (now - start_ < std::chrono::seconds(1)) return false;
  if (now - shown_at_ < std::chrono::milliseconds(100)) return false;
  shown_at_ = now;
  return true;
}

void ProgressLine::Show(std::string_view text) {
  is_shown_ = true;
  Put(StrCat(kErase, text.substr(0, TerminalColumns(STDERR_FILENO) - 1)));
}

void ProgressLine::Clear() {
  if (!is_shown_) return;
  is_shown_ = false;
  Put(kErase);
}

int64_t ProgressLine::seconds() const {
  return std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_).count();
}

void Progress::Update(size_t done, std::string_view path) {
  if (line_.IsDue()) line_.Show(ProgressText(done, total_, path, TerminalColumns(STDERR_FILENO)));
}

}  // namespace hlo_text_v1::internal
