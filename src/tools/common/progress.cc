// See progress.h. One write per line, to avoid flicker.
#include "src/tools/common/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo::internal {
namespace {

constexpr size_t kDefaultColumns = 80;
// Goes to the beginning of the line and erases it.
constexpr std::string_view kErase = "\r\033[K";

size_t Columns() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultColumns;
  return size.ws_col;
}

void Put(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string ProgressText(size_t done, size_t total, std::string_view path, size_t columns) {
  std::string text = StrCat("[", done, "/", total, "] ");
  // On a full line some terminals would go to the next one.
  if (text.size() + 4 >= columns) return text.substr(0, columns == 0 ? 0 : columns - 1);
  const size_t room = columns - 1 - text.size();
  if (path.size() > room) {
    StrAppend(&text, "...", path.substr(path.size() - (room - 3)));
  } else {
    text += path;
  }
  return Printable(text);
}

void Progress::Update(size_t done, std::string_view path) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now - start_ < std::chrono::seconds(1)) return;
  if (now - shown_at_ < std::chrono::milliseconds(100)) return;
  shown_at_ = now;
  is_shown_ = true;
  Put(StrCat(kErase, ProgressText(done, total_, path, Columns())));
}

void Progress::Clear() {
  if (!is_shown_) return;
  is_shown_ = false;
  Put(kErase);
}

}  // namespace hlo::internal
